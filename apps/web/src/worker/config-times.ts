import {
  shaped,
  timed,
  unlimited,
  type Clock,
  type FaultyRows,
  type Pace,
  type Progress,
  type Rate,
  type Timeline,
  type Timing,
} from '@catbird/core';
import type { Range } from '@catbird/core/resume';
import type { BackfillProgress } from './report-protocol.ts';
import { backfillOf, timedFrom } from './stream-times.ts';

/** What the times of a stream of a config follow from. */
export interface TimeInputs {
  readonly timing: Timing | undefined;
  readonly shape: Rate | undefined;
  readonly timeline: Timeline | undefined;
}

/** When rows are due. */
export interface Times {
  readonly paceBy: (clock: Clock) => Pace;
  /** How much of the past is left; undefined once the stream is live, and without computed times. */
  readonly backfill: (progress: Progress, clock: Clock) => BackfillProgress | undefined;
}

/** When all rows are due. */
export function firstTimes(read: TimeInputs, eps: number, dueBefore: FaultyRows['dueBefore']): Times {
  const { timing, timeline } = read;
  return {
    paceBy: (clock) => paceOf(read, eps, dueBefore, clock),
    backfill: (progress, clock) =>
      timing && timeline && backfillOf(progress, timing, clock, (ms) => dueBefore(timeline.before(ms))),
  };
}

/** When the rows that are left are due. Those with the clock's times are due from now on. */
export function continuedTimes(
  read: TimeInputs,
  eps: number,
  positions: FaultyRows['dueBefore'],
  remaining: readonly Range[],
): Times {
  const { timing, timeline } = read;
  if (timing === undefined || timeline === undefined) return firstTimes(read, eps, positions);
  let times: ReturnType<typeof timedFrom> | undefined;
  const from = (clock: Clock): ReturnType<typeof timedFrom> =>
    (times ??= timedFrom(timeline, { timing, clock, positions, remaining }));
  return {
    paceBy: (clock) => from(clock).pace,
    backfill: (progress, clock) => from(clock).backfill(progress),
  };
}

function paceOf(
  { timing, timeline, shape }: TimeInputs,
  eps: number,
  dueBefore: (rows: number) => number,
  clock: Clock,
): Pace {
  return timing !== undefined && timeline !== undefined
    ? timed(timeline, { timing, clock, positions: dueBefore })
    : clockedPace(eps, shape, clock);
}

function clockedPace(eps: number, shape: Rate | undefined, clock: Clock): Pace {
  if (!Number.isFinite(eps)) return unlimited();
  return shaped({ eps, clock, ...(shape !== undefined && { rate: shape }) });
}

/** Why the rate cannot be changed, in a sentence; undefined: it can. */
export function fixedRate({ timing, timeline }: TimeInputs, eps: number): string | undefined {
  if (timeline?.isFixed === true)
    return 'Each event is the creation of an entity, so its growth determines the rate.';
  return timing === undefined && !Number.isFinite(eps)
    ? 'The stream sends as fast as the destination accepts.'
    : undefined;
}
