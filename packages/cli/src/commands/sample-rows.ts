import {
  compile,
  dropsOf,
  withDrops,
  withoutDropped,
  type Result,
  type RowWriter,
  inFieldOrder,
  newBatch,
  rowsIn,
  type Extent,
  type Schema,
  readTimeline,
  type Timeline,
  firstPlace,
  type Zone,
} from '@catbird/engine';
import { newFile, withFormat, type FormatPlan } from '@catbird/formats';
import type { ComputedTimes } from '@catbird/verify';
import { growthIssues } from '../stream/split-key.ts';
import type { StreamSpec } from '../stream/spec.ts';
import { readTime } from '../stream/event-times.ts';
import { newWork } from '../report/work.ts';
import type { Terminal } from '../terminal.ts';
import type { TypePackage } from '../types/package.ts';
import { newBlocks } from '../workers/blocks.ts';
import { isLong } from '../workers/choose.ts';
import { coresOf, type WorkersChoice } from '../workers/count.ts';

/** Size of a write: large enough to be cheap, small enough to stay in the processor's cache. */
const AT_ONCE = { rows: 8192, bytes: 256 * 1024 };

/** Rows if neither their number nor their end is given. */
export const FEW_ROWS = 10;

/** The event times of rows. */
export interface Times {
  /** Of the next batch. */
  readonly time: () => Extent['time'];
  /** How many of this many rows have a time before the end. */
  readonly rows: (most: number) => number;
  readonly notes: readonly string[];
  /** The time zone. Undefined: UTC. */
  readonly zone: Zone | undefined;
  /** Set if times are computed from the options. Otherwise rows have the current time. */
  readonly computed: ComputedTimes | undefined;
  /** What relative times count from, in milliseconds since 1970. */
  readonly nowMs: number;
}

/** Settings of times, for rows that are only printed. */
function printedTimes(options: StreamSpec['options'], schema: Schema | undefined): StreamSpec['options'] {
  const { recording } = schema ?? {};
  // What is only printed may lie ahead of the clock.
  const future = options.from === undefined ? {} : { future: true };
  // Without times, all rows are printed anyhow.
  const isUntimed = recording !== undefined && recording.time === undefined;
  return { ...options, ...future, ...(isUntimed && { eps: options.eps ?? 1 }) };
}

/**
 * The times of rows that are printed at once.
 *
 * @param schema undefined if it has errors
 */
export function timesOf(
  { options, optionOf }: Pick<StreamSpec, 'options' | 'optionOf'>,
  schema: Schema | undefined,
  seed: string,
): Result<Times> {
  const reading = readTime({ options: printedTimes(options, schema), optionOf }, schema);
  if (!reading.ok) return reading;
  const { timing, zone, notes, nowMs } = reading;
  const issues = timing === undefined && schema ? growthIssues({ optionOf }, schema) : [];
  if (issues.length > 0) return { ok: false, issues };
  const most = schema === undefined ? Infinity : rowsIn(schema);
  if (timing === undefined)
    return {
      ok: true,
      time: () => ({ startMs: Date.now(), stepMs: 0 }),
      rows: (asked) => Math.min(asked, most),
      notes,
      zone,
      computed: undefined,
      nowMs,
    };
  const read = readTimeline(schema ?? {}, timing, seed);
  if (!read.ok) return read;
  const timeline = read.value;
  const { toMs } = timing;
  const rows = (asked: number): number =>
    toMs === null
      ? rowsThatCome(timeline, Math.min(asked, most))
      : Math.min(asked, most, timeline.before(toMs));
  return { ok: true, time: () => timeline, rows, notes, zone, computed: { timing, timeline }, nowMs };
}

/** How many of the first `most` rows come before the rate stays 0 or the year 9999 is over. */
const rowsThatCome = (timeline: Timeline, most: number): number =>
  timeline.time(most - 1) < Infinity
    ? most
    : firstPlace(0, most - 1, (row) => timeline.time(row) === Infinity);

/** Which rows to print. */
export interface Printed {
  readonly schema: Schema;
  /** The packages of the types that it uses. Default: none. */
  readonly types?: readonly TypePackage[] | undefined;
  readonly seed: string;
  readonly rows: number;
  readonly time: Times['time'];
  /** Absent: rows have the current time. */
  readonly computed?: ComputedTimes | undefined;
  /** Default: one thread. */
  readonly workers?: WorkersChoice | undefined;
  /** Default: lines of JSON. */
  readonly format?: FormatPlan | undefined;
  readonly quiet?: boolean | undefined;
}

/** Lines of JSON. */
export const JSON_LINES: FormatPlan = {
  contentType: 'application/x-ndjson',
  extension: 'ndjson',
  isText: true,
};

/** What writes the rows of a schema in a format. */
export const writerOf = (schema: Schema, seed: string, format: FormatPlan = JSON_LINES): RowWriter =>
  withFormat(compile(format === JSON_LINES ? schema : inFieldOrder(schema), { seed }), format);

/** Prints the first rows of a schema. */
export async function print(
  { schema, types, seed, rows, time, computed, workers = 1, format = JSON_LINES, quiet = false }: Printed,
  { out, err }: Terminal,
): Promise<void> {
  const blocks = newBlocks({
    schema: format === JSON_LINES ? schema : inFieldOrder(schema),
    types,
    seed,
    timing: computed?.timing,
  });
  const count = workers === 'auto' ? (isLong(rows) ? coresOf() : 1) : workers;
  if (count > 1 && schema.recording === undefined)
    blocks.start(count, rows, (note) => err.write(`${note}\n`));
  const batch = newBatch();
  const writer = withFormat(withDrops(blocks.rows, dropsOf(schema, seed)), format);
  const file = newFile(format);
  const work = newWork(err, 'Writing', { quiet: quiet || out.isTerminal });
  try {
    await out.write(file.begin());
    for (let first = 0; first < rows; first += batch.count) {
      const extent = {
        first,
        count: Math.min(AT_ONCE.rows, rows - first),
        maxBytes: AT_ONCE.bytes,
        time: time(),
      };
      await out.write(file.add(withoutDropped(writer.fill(batch, extent))));
      work.at(first + batch.count, (first + batch.count) / rows);
    }
    await out.write(file.end());
  } finally {
    work.end();
    await blocks.close();
  }
}
