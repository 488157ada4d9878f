import {
  compile,
  newBatch,
  parseSchema,
  payload,
  type EventTime,
  type RowWriter,
  type Schema,
} from '@catbird/engine';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** Calls `work` for about `ms` milliseconds. Returns units of work per second. */
export function rate(work: () => number, ms: number): number {
  const start = performance.now();
  let done = 0;
  let elapsed = 0;
  do {
    done += work();
    elapsed = performance.now() - start;
  } while (elapsed < ms);
  return (done / elapsed) * 1000;
}

/** Calls `work` for about `ms` milliseconds. Returns units of work per CPU second of this process. */
export function cpuRate(work: () => number, ms: number): number {
  const end = performance.now() + ms;
  let done = 0;
  const seconds = cpuSeconds(() => {
    do done += work();
    while (performance.now() < end);
  });
  return done / seconds;
}

/** CPU seconds of this process while some work is done. */
export function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The schema of a text that must be valid. */
export function schemaOf(text: string): Schema {
  const result = parseSchema(text);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('; '));
  return result.schema;
}

/** Event times advance by one millisecond per thousand rows. */
const TIME: EventTime = { startMs: Date.UTC(2026, 10, 20), stepMs: 0.001 };

/** Rows of a schema, batch after batch. */
export interface Filling {
  /** Fills the next batch. Returns its rows. */
  readonly work: () => number;
  /** Of the last batch. */
  readonly bytesPerRow: () => number;
}

/** Fills batch after batch with the rows of a schema. */
export function filling(schema: Schema, count = 5000): Filling {
  const writer: RowWriter = compile(schema, { seed: 1 });
  const batch = newBatch();
  let first = 0;
  return {
    work() {
      writer.fill(batch, { first, count, time: TIME });
      first += count;
      return batch.count;
    },
    bytesPerRow: () => payload(batch).length / batch.count,
  };
}

/** The median; the upper one of an even number of values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((x, y) => x - y)[values.length >> 1] ?? NaN;

/** The geometric mean. */
export const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** Rounds to three significant digits. */
export const short = (value: number): number => Number(value.toPrecision(3));

/** Machine, date and commit of a measurement. */
function circumstances(): Record<string, string | number> {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    node: process.version,
    cpu: cpu?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
}

/** Prints a table and saves it as results/<name>.json. */
export function report(
  name: string,
  rows: readonly Readonly<Record<string, string | number>>[],
  summary: Readonly<Record<string, string | number>> = {},
): void {
  console.log(`\n${name}`);
  console.table(rows);
  for (const [key, value] of Object.entries(summary)) console.log(`${key}: ${value}`);
  const folder = new URL('../results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ name, ...circumstances(), summary, rows }, null, 2);
  writeFileSync(new URL(`${name}.json`, folder), `${text}\n`);
}
