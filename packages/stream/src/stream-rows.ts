import {
  type RowWriter,
  type Split,
  invalid,
  type Result,
  splitBy,
  dropsOf,
  isDroppedAt,
  withDrops,
  withFaults,
  type FaultyRows,
  withSides,
  compile,
  inFieldOrder,
  rowsIn,
} from '@catbird/engine';
import { constantRate } from './config/faults.ts';
import type { StreamSettings } from './stream-settings.ts';
import type { EventTimes } from './pace.ts';

/** One of `count` processes that share a stream. It sends rows `index`, `index + count`, … */
export interface Shard {
  /** From 0 to `count − 1`. */
  readonly index: number;
  readonly count: number;
}

/** How many of the first `limit` rows belong to this shard; −1 (no limit) stays −1. */
export const shardLimit = (limit: number, { index, count }: Shard): number =>
  limit < 0 ? limit : Math.max(0, Math.ceil((limit - index) / count));

/** The row number in the whole stream of row `row` of a shard. Without a shard they are the same. */
const rowNumber = (row: number, shard: Shard | undefined): number =>
  shard === undefined ? row : shard.index + row * shard.count;

/** A writer whose row i is row `index + i · count` of the stream. */
export const shardRows = (rows: RowWriter, shard: Shard): RowWriter => ({
  fill(batch, extent) {
    const { first, step = 1 } = extent;
    rows.fill(batch, { ...extent, first: rowNumber(first, shard), step: step * shard.count });
    return Object.assign(batch, { first });
  },
});

/**
 * How many of the first `limit` rows belong to one part of a split stream: an upper bound until all of them have been searched, then
 * exactly. −1 (no limit) stays −1.
 */
export function splitLimit(limit: number, split: Split): number {
  if (limit < 0) return limit;
  return split.end < limit ? split.found + limit - split.end : split.before(limit);
}

/**
 * Finds a row of one part of a split stream, and those before it, which are needed to go on there anyway. If the part has no such row
 * below a limit of the whole stream (−1: none), `splitLimit` is exact afterwards.
 */
export function findRow(split: Split, row: number, limit: number): void {
  const stop = limit < 0 ? Infinity : limit;
  let end = -1;
  while (split.found <= row && split.end < stop && split.end !== end) {
    ({ end } = split);
    split.find(row + 1);
  }
}

/** A writer of the rows of one part of a split stream. */
const splitRows = (rows: RowWriter, split: Split): RowWriter => ({
  fill(batch, extent) {
    const list = split.list(extent.first, extent.count);
    return rows.fill(batch, { ...extent, rows: list, count: list.length });
  },
});

/** The rows of a stream. */
export interface StreamRows {
  /** Those that this process sends, in their format. */
  readonly rows: RowWriter;
  /** All of the stream without faults, as lines of JSON. */
  readonly plain: RowWriter;
  /** The whole stream with its faults; undefined if it has none and cannot get any. */
  readonly faulty: FaultyRows | undefined;
  /** How many positions of the stream are due when this many rows without faults are. */
  readonly dueBefore: (rows: number) => number;
  /** The number in the whole stream of a row of this process. */
  readonly positionOf: (row: number) => number;
  /** Which rows this process sends, if that follows from their keys. */
  readonly split: Split | undefined;
  /** Whether incidents drop a row of the whole stream, by its number without faults. Undefined: they drop none. */
  readonly isDropped: ((row: number) => boolean) | undefined;
}

/**
 * The rows of a stream: those of its schema, with what travels beside them, with faults, and of them the part that this process sends. What changes how
 * rows are written wraps the writer here.
 */
export function rowsOf(
  settings: StreamSettings,
  time: EventTimes | undefined,
): Result<{ readonly rows: StreamRows }> {
  const { shard, format = asTheyAre } = settings;
  const drops = dropsOf(settings.schema, settings.seed);
  const plain = sidedRows(withDrops(compiledRows(settings), drops), settings, time !== undefined);
  const fitted = fitting(() => faultyRows(plain, settings, time));
  if (!fitted.ok) return fitted;
  const { faulty } = fitted;
  const split = splitOf(settings, faulty, time);
  const rows = {
    rows: format(ownRows(faulty ?? plain, shard, split)),
    plain,
    faulty,
    dueBefore: faulty?.dueBefore ?? ((count: number) => count),
    positionOf: split?.positionOf ?? ((row: number) => rowNumber(row, shard)),
    split,
    isDropped: time && drops && isDroppedAt(drops, time.timeline),
  };
  return { ok: true, rows };
}

/** The rows of the schema. Formats need the members of recorded rows in the order of their fields. */
const compiledRows = ({ schema, seed, compiled, format }: StreamSettings): RowWriter =>
  compiled ?? compile(format === undefined ? schema : inFieldOrder(schema), { seed });

/** Rows with what travels beside them, if anything does. */
const sidedRows = (made: RowWriter, { sides, seed }: StreamSettings, isTimed: boolean): RowWriter =>
  sides?.schema === undefined && sides?.isDivided !== true && !(sides?.time !== undefined && isTimed)
    ? made
    : withSides(made, sides, { seed, isTimed });

const asTheyAre = (rows: RowWriter): RowWriter => rows;

/** Rows with faults, if there are or may be any. */
function faultyRows(
  plain: RowWriter,
  settings: StreamSettings,
  time: EventTimes | undefined,
): FaultyRows | undefined {
  const { schema, options, faults, faultChanges, seed, onFault, isSteered = false, left } = settings;
  const hasFaults =
    isSteered || faultChanges.length > 0 || options.faults !== undefined || onFault !== undefined;
  if (!hasFaults) return undefined;
  const faulty = withFaults(plain, faults, {
    seed,
    schema,
    timeline: time?.timeline,
    perSecond: constantRate(options, settings.time.shape),
    changes: faultChanges,
    ...(onFault && { onFault, onChange: onFault }),
  });
  if (left?.faultsFrom !== undefined) faulty.change(left.faultsFrom, faults);
  return faulty;
}

/** Rows with faults, unless their changes are those of another stream. */
function fitting(make: () => FaultyRows | undefined): Result<{ readonly faulty: FaultyRows | undefined }> {
  try {
    return { ok: true, faulty: make() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return invalid(`The changes of the faults do not fit: ${error.message}`);
  }
}

function ownRows(whole: RowWriter, shard: StreamSettings['shard'], split: Split | undefined): RowWriter {
  if (shard === undefined) return whole;
  return split === undefined ? shardRows(whole, shard) : splitRows(whole, split);
}

/** Which rows belong to this part of the stream, if that follows from their keys. */
function splitOf(
  { splitKey, shard, seed, schema }: StreamSettings,
  faulty: FaultyRows | undefined,
  time: EventTimes | undefined,
): Split | undefined {
  if (splitKey === undefined || shard === undefined) return undefined;
  const rows = comingRows(schema, time);
  return splitBy(splitKey, {
    ...shard,
    seed,
    time: time?.timeline ?? TIMELESS,
    rows,
    positions: faulty?.dueBefore(rows) ?? rows,
    rowAt: faulty?.rowAt,
  });
}

/** How many rows without faults there are at most; `Infinity`: any number. Later rows have no event times. */
export const comingRows = (schema: StreamSettings['schema'], time: EventTimes | undefined): number =>
  Math.min(
    rowsIn(schema),
    time === undefined ? Infinity : time.timeline.before(time.timing.toMs ?? Infinity),
  );

/** The time of rows whose keys do not depend on it. */
const TIMELESS = { startMs: 0, stepMs: 0 };
