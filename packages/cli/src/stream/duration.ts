import { ending, systemClock, type EndingOptions, type Pace } from '@catbird/core';
import type { Part } from './part.ts';
import type { Prepared } from './prepared.ts';
import type { StreamOptions } from './spec.ts';
import { timeSince } from './start-at.ts';

/** How much is left in this process besides the stream's options. */
interface Left {
  readonly part: Part;
  readonly positionOf: (row: number) => number;
  readonly rows: () => number;
}

/** When the duration ends a stream at a constant rate. Undefined: never, or without a number of rows. */
export function endOf(
  { duration, startAt }: Pick<StreamOptions, 'duration' | 'startAt'>,
  perSecond: number,
  { part: { isResumed, remaining, spentMs }, positionOf, rows }: Left,
): EndingOptions | undefined {
  if (duration === undefined || !Number.isFinite(perSecond)) return undefined;
  const spent = (): number => {
    const [first = 0] = remaining[0] ?? [];
    return spentMs ?? (isResumed ? (positionOf(first) * 1000) / perSecond : 0);
  };
  const before = startAt === undefined ? spent : timeSince(startAt, systemClock);
  return { endMs: () => Math.max(0, duration - before()), rows };
}

/** A pace that ends with the duration, if there is one, and how much of that is spent once the rows do not tell. */
export function withEnd(
  pace: Pace,
  end: EndingOptions | undefined,
  { spentMs }: Pick<Part, 'spentMs'>,
): Pick<Prepared, 'pace' | 'spentMs'> {
  if (end === undefined) return { pace, spentMs: () => undefined };
  const ended = ending(pace, end);
  const isTold = (): boolean => spentMs === undefined && !ended.isChanged;
  return { pace: ended, spentMs: () => (isTold() ? undefined : (spentMs ?? 0) + ended.spentMs) };
}
