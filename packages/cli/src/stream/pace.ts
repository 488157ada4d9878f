import {
  shaped,
  shardPace,
  splitPace,
  steady,
  systemClock,
  timed,
  unlimited,
  type Pace,
  type Split,
} from '@catbird/core';
import { countBelow, rowAt } from '@catbird/core/resume';
import { viewOf } from './pace-view.ts';
import type { Part } from './part.ts';
import type { EventTimes } from './prepared.ts';
import type { StreamOptions } from './spec.ts';
import { timeSince } from './start-at.ts';
import type { StreamTime } from './timing.ts';

/** What the pace of a stream depends on besides its options. */
interface Paced {
  readonly part: Pick<Part, 'shard' | 'remaining'>;
  /** Computed event times. */
  readonly time: EventTimes | undefined;
  readonly shape: StreamTime['shape'];
  /** Whether the rate may change while the stream runs. */
  readonly isSteered?: boolean;
  /** How many rows of the stream, faults included, are due when this many rows without faults are. */
  readonly dueBefore: (rows: number) => number;
  /** The number in the whole stream of a row of this process. */
  readonly positionOf: (row: number) => number;
  /** Which rows this process sends, if that follows from their keys. */
  readonly split?: Split | undefined;
  /** How many rows the whole stream sends; −1: no end. Default: no end. */
  readonly wholeRows?: number;
}

/** When the remaining rows of a stream are due. */
export function paceOf(options: StreamOptions, paced: Paced): Pace {
  const { part, time, shape, dueBefore, isSteered = false, positionOf } = paced;
  const { eps = 1, startAt } = options;
  const { remaining } = part;
  const whole =
    time === undefined
      ? clocked(eps, shape, isSteered)
      : timedPace(options, time, { remaining, dueBefore, positionOf });
  const own = ownPace(whole, paced);
  const aheadMs = startAt === undefined ? undefined : timeSince(startAt, systemClock);
  // Without a start, the clock's rows are due from the moment when the process starts.
  const isContinued = time !== undefined || startAt !== undefined;
  if (!isContinued) return own;
  const first = remaining[0]?.[0] ?? 0;
  return viewOf(own, {
    ...(aheadMs === undefined ? {} : { aheadMs }),
    ...(isWhole(remaining)
      ? {}
      : {
          count: (rows) => countBelow(rows, remaining),
          rowAt: (row) => rowAt(first + row, remaining).row,
        }),
  });
}

function ownPace(whole: Pace, { part: { shard }, split, wholeRows = -1 }: Paced): Pace {
  if (shard === undefined) return whole;
  if (split === undefined) return shardPace(whole, shard);
  return splitPace(whole, split, { count: shard.count, most: wholeRows < 0 ? Infinity : wholeRows });
}

const isWhole = ([range]: Part['remaining']): boolean => range?.[0] === 0 && range[1] === Infinity;

function clocked(eps: number, shape: StreamTime['shape'], isSteered: boolean): Pace {
  if (!Number.isFinite(eps)) return unlimited();
  if (shape === undefined && !isSteered) return steady(eps);
  return shaped({ eps, ...(shape === undefined ? {} : { rate: shape }), clock: systemClock });
}

/** A stream that goes on has its event clock go on from the first remaining row, unless the options say when the stream started. */
function timedPace(
  { startAt }: StreamOptions,
  { timing, timeline }: EventTimes,
  { remaining, dueBefore, positionOf }: Pick<Part, 'remaining'> & Pick<Paced, 'dueBefore' | 'positionOf'>,
): Pace {
  const first = remaining[0]?.[0] ?? 0;
  const reachedMs =
    first === 0 || startAt !== undefined ? timing.fromMs : timeline.time(rowOf(positionOf(first), dueBefore));
  return timed(timeline, {
    timing: { ...timing, fromMs: Number.isFinite(reachedMs) ? reachedMs : timing.fromMs },
    clock: systemClock,
    positions: dueBefore,
  });
}

/** The row of the stream without faults at whose time a position is due: the last of the rows it waits for. */
export function rowOf(position: number, dueBefore: (rows: number) => number): number {
  let [low, high] = [0, position + 1];
  for (let step = 1; dueBefore(high) <= position; step *= 2) [low, high] = [high, high + step];
  while (low + 1 < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (dueBefore(middle) <= position) low = middle;
    else high = middle;
  }
  return high - 1;
}
