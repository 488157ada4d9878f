import {
  shaped,
  timed,
  readTimeline,
  type AdjustablePace,
  type BackfillProgress,
  type Clock,
  type Progress,
  type RowTimes,
  type Timeline,
  type Timing,
} from '@catbird/core';
import { countBelow, type Range } from '@catbird/core/resume';
import type { StreamRequest } from './run-protocol.ts';
import { timeResult, type Stepped } from './settings.ts';

/** When the rows of a session are sent, and what times they have. */
export interface StreamTimes {
  readonly pace: AdjustablePace;
  /** The times of the rows; undefined: the clock's. */
  readonly times: RowTimes | undefined;
  /** With relative instants resolved. Undefined if the times are the clock's. */
  readonly timing: Timing | undefined;
  /** How much of the past is left; undefined once the stream is live. */
  backfill(progress: Progress): BackfillProgress | undefined;
}

/** Behind the wall clock by less than this, in milliseconds, a stream is live. */
const PRESENT_MS = 2000;

/**
 * Resolves the time settings of a request, unless an earlier session has.
 *
 * @param schema of the rows, without faults
 * @param remaining the rows to send
 * @param positions rows of the stream that are complete when this many rows of the timeline are due: more or less of them with faults
 * @throws if the settings are invalid, which saved ones are not, or the rows cannot be timed
 */
export function streamTimes(
  { time: settings, timing: resolved, eps, seed, first: start }: StreamRequest,
  schema: Stepped,
  clock: Clock,
  positions: (rows: number) => number,
  remaining: readonly Range[] = [[start, Infinity]],
): StreamTimes {
  const parsed =
    resolved === undefined
      ? timeResult({ settings, eps }, schema, clock.date())
      : { ok: true as const, timing: resolved, shape: undefined };
  if (!parsed.ok) throw new Error(parsed.problems.map(({ text }) => text).join('; '));
  const { timing, shape } = parsed;
  if (timing === undefined) {
    const pace = shaped({ eps, clock, ...(shape !== undefined && { rate: shape }) });
    return { pace, timing, times: undefined, backfill: () => undefined };
  }
  const read = readTimeline(schema, timing, seed);
  if (!read.ok) throw new Error(read.message);
  const timeline = read.value;
  return { ...timedFrom(timeline, { timing, clock, positions, remaining }), timing, times: timeline };
}

/** When the remaining rows of a timed stream are due: event time goes on from the first of them. */
export function timedFrom(
  timeline: Timeline,
  {
    timing,
    clock,
    positions,
    remaining,
  }: {
    readonly timing: Timing;
    readonly clock: Clock;
    readonly positions: (rows: number) => number;
    readonly remaining: readonly Range[];
  },
): Pick<StreamTimes, 'pace' | 'backfill'> {
  const first = remaining[0]?.[0] ?? 0;
  const reachedMs = timeline.time(rowOf(first, positions));
  // A stream whose rows have all been sent has no next time.
  const fromMs = Number.isFinite(reachedMs) ? Math.max(timing.fromMs, reachedMs) : timing.fromMs;
  const due = (rows: number): number => countBelow(positions(rows), remaining);
  return {
    pace: timed(timeline, { timing: { ...timing, fromMs }, clock, positions: due }),
    backfill: (progress) =>
      backfillOf(progress, { ...timing, fromMs }, clock, (ms) => due(timeline.before(ms))),
  };
}

/** The first row of the timeline with which the stream goes beyond a position. */
function rowOf(position: number, positions: (rows: number) => number): number {
  let [low, high] = [0, 1];
  while (positions(high) <= position) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (positions(middle) <= position) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * How much of the past is left.
 *
 * @param dueBefore rows that are due before an instant, in milliseconds since 1970
 */
export function backfillOf(
  { time, generated }: Progress,
  { fromMs, future, toMs }: Timing,
  clock: Pick<Clock, 'date'>,
  dueBefore: (ms: number) => number,
): BackfillProgress | undefined {
  if (time === undefined) return undefined;
  const wallMs = clock.date();
  const isOwnClock = future || (toMs !== null && toMs <= wallMs);
  const isPresent = isOwnClock || time.isPaused || wallMs - time.eventMs < PRESENT_MS;
  if (time.isLive && isPresent) return undefined;
  // At a speed of its own, a stream on its way to the present is never behind.
  const rows = Math.max(time.dueRows, time.isLive ? dueBefore(Math.min(wallMs, toMs ?? Infinity)) : 0);
  return { fromMs, reachedMs: time.eventMs, leftRows: rows - generated, rows };
}
