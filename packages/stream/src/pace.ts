import { invalid, growingIn, readTimeline, type Reading, type Timeline, type Timing } from '@catbird/engine';
import { growthProblem } from './config/shared.ts';
import { type StreamSettings, remainingOf } from './stream-settings.ts';
import {
  type Clock,
  steady,
  unlimited,
  type Pace,
  shaped,
  shardPace,
  splitPace,
  rowsUpTo,
  timed,
  viewOf,
  countBelow,
  rowAt,
  type Range,
} from '@catbird/send';
import type { StreamRows } from './stream-rows.ts';

/** The event times of a stream that computes them. */
export interface EventTimes {
  /** With all changes of the rate so far. */
  readonly timing: Timing;
  /** As the options give it. */
  readonly given: Timing;
  readonly timeline: Timeline;
  /** What relative times count from, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** The event times of a stream, undefined if rows have the clock's time. */
export function eventTimesOf({
  schema,
  seed,
  optionOf,
  time: { timing: given, nowMs },
  left,
}: StreamSettings): Reading<EventTimes | undefined> {
  const [grows] = growingIn(schema);
  if (given === undefined)
    return grows === undefined
      ? { ok: true, value: undefined }
      : invalid(growthProblem({ optionOf }, grows.name));
  const timing = left?.timing ?? given;
  const timeline = readTimeline(schema, timing, seed);
  return timeline.ok ? { ok: true, value: { timing, given, timeline: timeline.value, nowMs } } : timeline;
}

/** What the pace of a stream depends on besides its settings. */
interface Paced {
  readonly time: EventTimes | undefined;
  readonly rows: Pick<StreamRows, 'dueBefore' | 'split'>;
  /** How many rows the whole stream sends; −1: no end. */
  readonly wholeRows: number;
  /** Where event time begins, if there is one. */
  readonly reachedMs: () => number;
}

/** When the remaining rows of a stream are due. */
export function paceOf(settings: StreamSettings, paced: Paced, clock: Clock): Pace {
  const { time, rows, reachedMs } = paced;
  const { startAt } = settings;
  const remaining = remainingOf(settings);
  const whole =
    time === undefined
      ? clocked(settings, clock)
      : timed(time.timeline, {
          timing: { ...time.timing, fromMs: reachedMs() },
          clock,
          positions: rows.dueBefore,
        });
  const own = ownPace(whole, settings, paced);
  const first = remaining[0]?.[0] ?? 0;
  // Without a start, the clock's rows are due from the moment when the process starts.
  const isPart = !isWhole(remaining) && (time !== undefined || startAt !== undefined);
  if (!isPart && startAt === undefined) return own;
  return viewOf(own, {
    ...(startAt !== undefined && { aheadMs: timeSince(startAt, clock) }),
    ...(isPart && {
      count: (rows: number) => countBelow(rows, remaining),
      rowAt: (row: number) => rowAt(first + row, remaining).row,
    }),
  });
}

const isWhole = ([range]: readonly Range[]): boolean => range?.[0] === 0 && range[1] === Infinity;

function ownPace(whole: Pace, { shard }: StreamSettings, { rows: { split }, wholeRows }: Paced): Pace {
  if (shard === undefined) return whole;
  if (split === undefined) return shardPace(whole, shard);
  return splitPace(whole, split, { count: shard.count, most: wholeRows < 0 ? Infinity : wholeRows });
}

function clocked(
  { options: { eps = 1 }, time: { shape, zone }, isSteered = false }: StreamSettings,
  clock: Clock,
): Pace {
  if (!Number.isFinite(eps)) return unlimited();
  if (shape === undefined && !isSteered) return steady(eps);
  return shaped({ eps, ...(shape && { rate: shape }), ...(zone && { zone }), clock });
}

/** Whether event time begins with the first batch: it was not given, and no process has sent a row. */
export const startsNow = ({ options: { from = 'now' }, startAt, left }: StreamSettings): boolean =>
  from.trim() === 'now' && startAt === undefined && remainingOf({ left })[0]?.[0] === 0;

/**
 * Where event time begins in this process, in milliseconds since 1970: with the first remaining row, unless it is known when the whole
 * stream started.
 */
export function reachedOf(
  settings: StreamSettings,
  {
    time: { timing, timeline },
    rows,
  }: { readonly time: EventTimes; readonly rows: Pick<StreamRows, 'positionOf' | 'dueBefore'> },
): number {
  const [[first] = [0]] = remainingOf(settings);
  if (first === 0 || settings.startAt !== undefined) return timing.fromMs;
  const reachedMs = timeline.time(rowsUpTo(rows.positionOf(first), rows.dueBefore) - 1);
  // A stream whose rows have all been sent has no next time.
  return Number.isFinite(reachedMs) ? reachedMs : timing.fromMs;
}

/**
 * How long ago a wall-clock time was, in milliseconds, when it is first asked; later the same. 0 if it has not come.
 *
 * @param startMs milliseconds since 1970
 */
export function timeSince(startMs: number, { date }: Pick<Clock, 'date'>): () => number {
  let sinceMs: number | undefined;
  return () => (sinceMs ??= Math.max(0, date() - startMs));
}
