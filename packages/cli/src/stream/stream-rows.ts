import { compile, rowsIn, splitBy, withFaults, withKeys } from '@catbird/core';
import type { FaultOptions, Faults, FaultyRows, RowWriter, Split } from '@catbird/core';
import type { Blocks } from '../workers/blocks.ts';
import { newFaultLog, type FaultLog } from './fault-log.ts';
import type { Inputs } from './inputs.ts';
import type { Part } from './part.ts';
import type { EventTimes } from './prepared.ts';
import { rowNumber, shardRows, splitRows, type Shard } from './shard.ts';
import type { StreamOptions, StreamSpec } from './spec.ts';

/** The rows of a stream. */
export interface StreamRows {
  readonly rows: RowWriter;
  /** The same without faults and sharding. */
  readonly plain: RowWriter;
  readonly faulty: FaultyRows | undefined;
  readonly faultLog: FaultLog | undefined;
  /** How many positions of the stream are due when this many rows without faults are. */
  readonly dueBefore: (rows: number) => number;
  /** The number in the whole stream of a row of this process. */
  readonly positionOf: (row: number) => number;
  /** Which rows this process sends, if that follows from their keys. */
  readonly split: Split | undefined;
}

/** What decides on the rows besides the options and the schema. */
interface Choice {
  readonly part: Part;
  readonly blocks: Blocks | undefined;
  readonly time: EventTimes | undefined;
}

/** The rows of a stream, with faults if it has any; a sentence if changes of the faults do not fit. */
export function rowsOf(
  { options, isSteered }: StreamSpec,
  inputs: Inputs,
  { part: { seed, shard, faultChanges, faultLog: logged }, blocks, time }: Choice,
): StreamRows | { readonly problem: string } {
  const plain = plainRows(inputs, seed, blocks);
  const hasFaults = isSteered === true || faultChanges.length > 0 || asksFaults(options);
  const faultLog = hasFaults ? newFaultLog((row) => positionOf(row), logged) : undefined;
  const faulty =
    faultLog === undefined
      ? undefined
      : faultyRows(plain, inputs.faults, {
          seed,
          onFault: faultLog.note,
          onChange: faultLog.note,
          changes: faultChanges,
        });
  if (faulty !== undefined && 'problem' in faulty) return faulty;
  const whole = faulty ?? plain;
  const split = splitOf(inputs, { seed, shard, faulty, time });
  const positionOf = split?.positionOf ?? ((row: number): number => rowNumber(row, shard));
  return {
    rows: ownRows(whole, shard, split),
    plain,
    faulty,
    faultLog,
    dueBefore: faulty?.dueBefore ?? ((rows) => rows),
    positionOf,
    split,
  };
}

function ownRows(whole: RowWriter, shard: Shard | undefined, split: Split | undefined): RowWriter {
  if (shard === undefined) return whole;
  return split === undefined ? shardRows(whole, shard) : splitRows(whole, split);
}

/** Which rows belong to this part of the stream, if that follows from their keys. */
function splitOf(
  { splitKey, schema: { schema } }: Inputs,
  {
    seed,
    shard,
    faulty,
    time,
  }: Pick<Part, 'seed' | 'shard'> & Pick<StreamRows, 'faulty'> & Pick<Choice, 'time'>,
): Split | undefined {
  if (splitKey === undefined || shard === undefined) return undefined;
  const rows = lastRow(-1, { time, made: { faulty: undefined }, rows: rowsIn(schema) });
  return splitBy(splitKey, {
    ...shard,
    seed,
    time: time?.timeline ?? TIMELESS,
    rows,
    positions: faulty?.dueBefore(rows) ?? rows,
    rowAt: faulty?.rowAt,
  });
}

/** What the last row depends on besides the limit. */
interface LastRow extends Pick<Choice, 'time'> {
  /** Rows that the schema has, without faults; `Infinity`: any number. */
  readonly rows: number;
  readonly made: Pick<StreamRows, 'faulty'>;
}

/** How many rows without faults the stream has at most; `Infinity`: any number. Later rows may have no event times. */
export function lastRow(limit: number, { time, made: { faulty }, rows }: LastRow): number {
  // Faults leave out rows and repeat others.
  const sent = limit < 0 || faulty !== undefined ? Infinity : limit;
  return Math.min(sent, time === undefined ? rows : time.timeline.before(time.timing.toMs ?? Infinity));
}

/** The time of rows whose keys do not depend on it. */
const TIMELESS = { startMs: 0, stepMs: 0 };

/** The rows without faults and sharding, with their keys if the destination uses them. */
function plainRows({ schema: { schema }, key }: Inputs, seed: string, blocks: Blocks | undefined): RowWriter {
  const rows = blocks?.rows ?? compile(schema, { seed });
  return key === undefined ? rows : withKeys(rows, key, { seed });
}

const asksFaults = ({ faults, faultsLog }: StreamOptions): boolean =>
  faults !== undefined || faultsLog !== undefined;

/** Rows with faults; a sentence if the changes are those of another stream. */
function faultyRows(
  rows: RowWriter,
  faults: Faults,
  options: FaultOptions,
): FaultyRows | { readonly problem: string } {
  try {
    return withFaults(rows, faults, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { problem: `The changes of the faults do not fit: ${error.message}` };
  }
}
