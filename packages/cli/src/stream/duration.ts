import { systemClock, type EndingOptions } from '@catbird/core';
import { countBelow } from '@catbird/core/resume';
import type { Part } from './part.ts';
import type { StreamOptions } from './spec.ts';
import { timeSince } from './start-at.ts';

type Timed = Pick<StreamOptions, 'duration' | 'startAt'>;

/**
 * The duration of a stream at a rate, over all its processes. If the rate changed in an earlier one, its rows do not tell how much is
 * spent: then the duration is as long as if they had been sent at the rate of now.
 */
export function durationOf(
  { duration }: Timed,
  perSecond: number,
  { remaining, spentMs }: Part,
): number | undefined {
  if (duration === undefined || spentMs === undefined) return duration;
  const end = remaining.at(-1)?.[0] ?? 0;
  const done = end - countBelow(end, remaining);
  return Math.max(0, duration - spentMs) + (done * 1000) / perSecond;
}

/** How much is left in this process besides the stream's options. */
interface Left {
  readonly part: Part;
  readonly positionOf: (row: number) => number;
  readonly rows: () => number;
}

/** When the duration ends a stream at a constant rate. Undefined: never, or without a number of rows. */
export function endOf(
  { duration, startAt }: Timed,
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
