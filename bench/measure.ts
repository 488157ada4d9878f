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
  const before = process.cpuUsage();
  const end = performance.now() + ms;
  let done = 0;
  do done += work();
  while (performance.now() < end);
  const { user, system } = process.cpuUsage(before);
  return (done / (user + system)) * 1e6;
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
export function circumstances(): Record<string, string | number> {
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
