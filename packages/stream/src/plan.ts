import { invalid, localTime, type Timing, rowsIn, type Result, type Schema, changeIn } from '@catbird/engine';
import {
  type Clock,
  type Progress,
  type EndingOptions,
  doneRows,
  remainingLimit,
  clockFrom,
  ending,
  type Pace,
  type Range,
} from '@catbird/send';
import { durationAtRate, exactLimit, rowsBefore, smaller } from './config/delivery.ts';
import { constantRate as rateOf } from './config/faults.ts';
import { timeSince, paceOf, reachedOf, startsNow, type EventTimes, eventTimesOf } from './pace.ts';
import { comingRows, type StreamRows, rowsOf, findRow, shardLimit, splitLimit } from './stream-rows.ts';
import { rowsOfSize, sizeNote, type SizedRows } from './size.ts';
import { type HandStarts, handStarts, startedSchema } from './started.ts';
import { remainingOf, type StreamSettings } from './stream-settings.ts';

/** How far a stream with history has come. */
export interface BackfillProgress {
  /** Event time of the first row of this process, in milliseconds since 1970. */
  readonly fromMs: number;
  /** Event time of the latest row, in milliseconds since 1970. */
  readonly reachedMs: number;
  /** Rows of the past that are left, and all of them so far. */
  readonly leftRows: number;
  readonly rows: number;
}

/** Behind the wall clock by less than this, in milliseconds, a stream is live. */
const PRESENT_MS = 2000;

/**
 * How much of the past is left. Undefined once the stream is live, and without event times.
 *
 * @param dueBefore rows that are due before an instant, in milliseconds since 1970
 */
function backfillOf(
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

/** What ends a stream. */
interface StreamEnds {
  /** Rows to send at most, besides the duration; −1: no limit. That of an entity's table follows changes of the faults. */
  readonly limit: () => number;
  /** Rows of the whole stream as planned: the smaller one of the limit and the rows before the end of the event times. −1: no end. */
  readonly wholeRows: number;
  /** Rows to send as planned. −1: no end. Of the part of a split stream, as many as it may have. */
  readonly plannedRows: number;
  /** The same, as far as it is known by now. */
  readonly ownRows: () => number;
  /** How many rows without faults the whole stream has at most; `Infinity`: any number. Later rows may have no event times. */
  readonly lastRow: number;
  /** After so many milliseconds, the stream ends, as its duration is no number of rows. Undefined: it does not. */
  readonly stopAfterMs: number | undefined;
  /** How many of the first rows of the whole stream this process has to send; −1 (no limit) stays −1. */
  readonly leftOf: (total: number) => number;
  /** How the duration ends the pace of a stream at a rate. Undefined: there is none, or it is no number of rows. */
  readonly endBy: (clock: Clock) => EndingOptions | undefined;
}

/** Computes what ends a stream, in the whole and in this process. */
function endsOf(
  settings: StreamSettings,
  time: EventTimes | undefined,
  { dueBefore, faulty, positionOf, split }: StreamRows,
): StreamEnds {
  const { schema, options, shard, left } = settings;
  const remaining = remainingOf(settings);
  const rows = rowsIn(schema);
  const leftOf = (total: number): number => remainingLimit(ownLimit(total, { shard, split }), remaining);
  const perSecond = constantRate(settings, time);
  const stopAfterMs = stopAfter(settings, time, perSecond);
  const done = { spentMs: left?.spentMs, rows: doneRows(remaining) };
  const duration = durationAtRate(options.duration, perSecond, done);
  const { limit } = exactLimit({ ...options, duration }, perSecond, dueBefore(rows));
  const counted = (): number =>
    stopAfterMs === 0 ? 0 : exactLimit(options, Infinity, dueBefore(rows)).limit;
  const timely = (): number => leftOf(exactLimit({ duration }, perSecond).limit);
  const planned = time === undefined ? -1 : rowsBefore(time.timing.toMs, time.timeline, dueBefore);
  const wholeRows = smaller(limit, planned);
  const given = counted();
  const coming = comingRows(schema, time);
  // Whether any row is left is known exactly.
  if (split !== undefined && left !== undefined) findRow(split, remaining[0]?.[0] ?? 0, wholeRows);
  return {
    // That of a split stream is known once all its rows have been found.
    limit:
      split === undefined ? newLimit(() => leftOf(counted()), faulty?.changes ?? []) : () => leftOf(given),
    wholeRows,
    plannedRows: leftOf(wholeRows),
    ownRows: () => leftOf(wholeRows),
    // Faults leave out rows and repeat others.
    lastRow: faulty === undefined ? smaller(limit, coming) : coming,
    stopAfterMs,
    leftOf,
    endBy(clock) {
      const endMs = endAt(settings, { perSecond, positionOf }, clock);
      return endMs && { endMs, rows: split === undefined ? once(timely) : timely };
    },
  };
}

/** Rows per second of a rate at which a duration is a number of rows: that of event times is in their timing, and a shape varies. */
const constantRate = ({ options, time: { shape } }: StreamSettings, time: EventTimes | undefined): number =>
  (time === undefined ? rateOf(options, shape) : undefined) ?? Infinity;

/** When a duration ends that is no number of rows, in milliseconds from now. */
function stopAfter(
  { options: { duration }, left }: StreamSettings,
  time: EventTimes | undefined,
  perSecond: number,
): number | undefined {
  if (duration === undefined || time !== undefined || Number.isFinite(perSecond)) return undefined;
  return Math.max(0, duration - (left?.spentMs ?? left?.elapsedMs ?? 0));
}

/** When a duration ends the pace of a stream at a rate, in milliseconds from the start of this process. */
function endAt(
  { options: { duration }, left, startAt }: StreamSettings,
  { perSecond, positionOf }: { readonly perSecond: number } & Pick<StreamRows, 'positionOf'>,
  clock: Clock,
): (() => number) | undefined {
  if (duration === undefined || !Number.isFinite(perSecond)) return undefined;
  const spent = (): number =>
    left === undefined ? 0 : (left.spentMs ?? (positionOf(doneRows(left.remaining)) * 1000) / perSecond);
  const before = startAt === undefined ? spent : timeSince(startAt, clock);
  return () => Math.max(0, duration - before());
}

/** How many of the first rows of the whole stream are those of a part; −1 (no limit) stays −1. */
function ownLimit(
  total: number,
  { shard, split }: Pick<StreamSettings, 'shard'> & Pick<StreamRows, 'split'>,
): number {
  if (shard === undefined) return total;
  return split === undefined ? shardLimit(total, shard) : splitLimit(total, split);
}

/** A limit that is computed again when the faults have changed. */
function newLimit(compute: () => number, faultChanges: readonly unknown[]): () => number {
  let [limit, changes] = [compute(), faultChanges.length];
  return () => {
    if (faultChanges.length !== changes) [limit, changes] = [compute(), faultChanges.length];
    return limit;
  };
}

/** A number that is computed when it is first asked for. */
function once(compute: () => number): () => number {
  let value: number | undefined;
  return () => (value ??= compute());
}

/** What a stream sends and when: everything but where to. */
export interface StreamPlan extends StreamRows, Omit<StreamEnds, 'endBy' | 'leftOf'> {
  /** With what is started by hand of its incidents. */
  readonly schema: Schema;
  readonly incidents: HandStarts;
  /** Computed event times. Undefined if rows have the clock's time. */
  readonly time: EventTimes | undefined;
  /** The rows to send, in order and disjoint. The last range is endless. */
  readonly remaining: readonly Range[];
  /** Index of the first of them. */
  readonly first: number;
  /** Rows are changes of a table, which must arrive one after the other. */
  readonly isOrdered: boolean;
  /** What a clock of the time zone shows at an instant, as if it showed UTC. Undefined: UTC. */
  readonly toLocal: ((ms: number) => number) | undefined;
  /** What the options mean now. */
  readonly notes: readonly string[];
  /** When the rows are due. @param clock of the run */
  readonly paceBy: (clock: Clock) => StreamPace;
}

/** When the rows of a stream are due. */
export interface StreamPace {
  readonly pace: Pace;
  /** How the duration ends the stream. Undefined: there is none, or it is no number of rows. */
  readonly end: EndingOptions | undefined;
  /** How much of the duration is spent, in milliseconds, if the rows do not tell. */
  readonly spentMs: () => number | undefined;
  /** How much of the past is left. Undefined once the stream is live, and without event times. */
  readonly backfill: (progress: Progress) => BackfillProgress | undefined;
}

/** The plan of a stream. Data of the schema must be loaded. */
export function planStream(given: StreamSettings): Result<{ readonly plan: StreamPlan }> {
  const { schema, started } = startedSchema(given);
  const settings = { ...given, schema };
  const times = eventTimesOf(settings);
  if (!times.ok) return times;
  const time = times.value;
  const made = rowsOf(settings, time);
  if (!made.ok) return made;
  const { rows } = made;
  const { size, limit = -1 } = settings.options;
  if (size !== undefined && limit >= 0)
    return invalid(
      `${settings.optionOf('size')} cannot be combined with ${settings.optionOf('limit')}. Remove one of them`,
    );
  const sized = size === undefined ? undefined : sizedBy(size, settings, rows);
  const limited = sized ? { ...settings, options: { ...settings.options, limit: sized.limit } } : settings;
  const { endBy, leftOf, ...ends } = endsOf(limited, time, rows);
  const remaining = remainingOf(settings);
  const reachedMs = once(() => (time === undefined ? 0 : reachedOf(settings, { time, rows })));
  return {
    ok: true,
    plan: {
      ...rows,
      ...ends,
      schema,
      incidents: handStarts(settings, started, { time, rows }),
      time,
      remaining,
      first: remaining[0]?.[0] ?? 0,
      isOrdered: changeIn(settings.schema) !== undefined,
      toLocal: settings.time.zone && localTime(settings.time.zone),
      notes: [...settings.time.notes, ...(sized ? [sizeNote(sized)] : [])],
      paceBy(wall) {
        const clock = startsNow(settings) ? clockFrom(reachedMs, wall) : wall;
        const endless = paceOf(settings, { time, rows, wholeRows: ends.wholeRows, reachedMs }, clock);
        return {
          ...withEnd(endless, endBy(clock), settings.left?.spentMs),
          backfill(progress) {
            if (time === undefined) return undefined;
            const timing = { ...time.timing, fromMs: reachedMs() };
            const dueBefore = (ms: number): number => leftOf(rows.dueBefore(time.timeline.before(ms)));
            return backfillOf(progress, timing, clock, dueBefore);
          },
        };
      },
    },
  };
}

/** The rows of a size, whichever of them this process sends. */
const sizedBy = (
  bytes: number,
  { schema, seed, format = (rows) => rows }: StreamSettings,
  { plain }: StreamRows,
): SizedRows => rowsOfSize(bytes, format(plain), schema, seed);

/** A pace that ends with the duration, if there is one, and how much of that is spent once the rows do not tell. */
function withEnd(
  pace: Pace,
  end: EndingOptions | undefined,
  before: number | undefined,
): Pick<StreamPace, 'pace' | 'end' | 'spentMs'> {
  if (end === undefined) return { pace, end, spentMs: () => undefined };
  const ended = ending(pace, end);
  const isTold = (): boolean => before === undefined && !ended.isChanged;
  return { pace: ended, end, spentMs: () => (isTold() ? undefined : (before ?? 0) + ended.spentMs) };
}
