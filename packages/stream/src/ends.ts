import { durationAtRate, exactLimit, rowsBefore, smaller } from './config/limit.ts';
import { rowsIn } from '@catbird/engine';
import { type Clock, type EndingOptions, doneRows, remainingLimit } from '@catbird/send';
import { constantRate as rateOf } from './faults.ts';
import { timeSince } from './pace.ts';
import { comingRows, type StreamRows } from './rows.ts';
import { remainingOf, type StreamSettings } from './settings.ts';
import { findRow, shardLimit, splitLimit } from './shard.ts';
import type { EventTimes } from './times.ts';

/** What ends a stream. */
export interface StreamEnds {
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
export function endsOf(
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
export function once(compute: () => number): () => number {
  let value: number | undefined;
  return () => (value ??= compute());
}
