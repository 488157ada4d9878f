import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findTemplate } from '@catbird/engine';
import { median, report, schemaOf, short } from './measure.js';
import { startService, type Service } from './service.js';

/**
 * The command line with 1, 2, 4 … threads, up to the cores of the machine and at least 4: CPU seconds per row, rows per second and
 * memory, each as a ratio to one thread in the same turn; medians over the turns. "Processes" is the CPU ratio of as many processes of
 * one thread each, side by side: what the machine itself costs when more of it is busy, which threads cannot avoid. Rows are printed in order to a file that discards
 * them, or sent to a sink in another process, which does not count. CPU seconds per row are those of the rows beyond a first run, so
 * that they leave out the start.
 *
 *     node dist/workers.js [work]
 *
 * Rows per second say something only while the cores are idle: `idle` is the share of the wanted cores that were idle before. Then
 * printed rows must reach 0.85 × threads; when rows are sent, the sink needs a core, too, so they are not judged. CPU seconds per
 * row must not exceed 1.1 times one thread's with two, nor memory 60 MB per thread.
 * CPU seconds per row sent by one thread must not exceed 1/80 of those of the predecessor, which is measured once in each turn (on
 * Linux only).
 */
const TURNS = Number(process.env['TURNS'] ?? 5);
/** Seconds of CPU time that one thread is busy. */
const SECONDS = Number(process.env['SECONDS'] ?? 6);
const CATBIRD = fileURLToPath(new URL('../../packages/cli/bin/catbird.js', import.meta.url));
const USAGE = new URL('./usage.js', import.meta.url).href;
const PEER = fileURLToPath(new URL('./peer-delivery.js', import.meta.url));
const [MAX_CPU_RATIO, MIN_SPEED_UP, MAX_MB, MAX_PEER_SHARE] = [1.1, 0.85, 60, 1 / 80];
const IDLE = 0.9;

const folder = mkdtempSync(join(tmpdir(), 'catbird-bench-'));
const nowhere = openSync('/dev/null', 'w');

interface Usage {
  readonly cpuSeconds: number;
  readonly rssMb: number;
  readonly wallSeconds: number;
}

let runs = 0;

/** Runs `catbird` and says what it used. */
async function used(args: readonly string[]): Promise<Usage> {
  const file = join(folder, `usage-${++runs}.json`);
  const startMs = performance.now();
  const child = spawn(process.execPath, ['--import', USAGE, CATBIRD, ...args, '--quiet'], {
    stdio: ['ignore', nowhere, 'inherit'],
    env: { ...process.env, USAGE_FILE: file },
  });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`catbird ${args.join(' ')} ended with ${code}`);
  const usage = JSON.parse(readFileSync(file, 'utf8')) as Omit<Usage, 'wallSeconds'>;
  return { ...usage, wallSeconds: (performance.now() - startMs) / 1000 };
}

/** The share of so many cores that is idle. */
async function idleShare(cores: number): Promise<number> {
  const idle = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const [before, startMs] = [idle(), performance.now()];
  await sleep(500);
  return Math.min(1, (idle() - before) / (performance.now() - startMs) / cores);
}

/** The arguments for a number of rows. */
type Work = (rows: number) => readonly string[];

interface Measured {
  readonly cpuPerRow: number;
  readonly perSecond: number;
  readonly rssMb: number;
  readonly idle: number;
  /** That of as many processes. */
  readonly processCpuPerRow: number;
}

async function measure(work: Work, rows: number, workers: number): Promise<Measured> {
  const idle = await idleShare(workers);
  const flags = workers === 1 ? [] : ['--workers', String(workers)];
  const short = await used([...work(rows / 4), ...flags]);
  const long = await used([...work(rows), ...flags]);
  const more = (rows * 3) / 4;
  const cpuPerRow = (long.cpuSeconds - short.cpuSeconds) / more;
  return {
    cpuPerRow,
    perSecond: more / (long.wallSeconds - short.wallSeconds),
    rssMb: long.rssMb,
    idle,
    processCpuPerRow: workers === 1 ? cpuPerRow : await cpuOfProcesses(work, rows, workers),
  };
}

/** CPU seconds per row of so many processes at once, which share the rows. */
async function cpuOfProcesses(work: Work, rows: number, processes: number): Promise<number> {
  const cpuSeconds = async (all: number): Promise<number> => {
    const args = work(Math.ceil(all / processes));
    const each = await Promise.all(Array.from({ length: processes }, async () => used(args)));
    return each.reduce((sum, usage) => sum + usage.cpuSeconds, 0);
  };
  return ((await cpuSeconds(rows)) - (await cpuSeconds(rows / 4))) / ((rows * 3) / 4);
}

/** Rows that take one thread about `SECONDS` of CPU time. */
async function rowsFor(work: Work): Promise<number> {
  const [few, many] = [200_000, 1_000_000];
  const perRow = ((await used(work(many))).cpuSeconds - (await used(work(few))).cpuSeconds) / (many - few);
  return Math.ceil(SECONDS / perRow / 4) * 4;
}

const COUNTS = [1];
const MOST = Number(process.env['WORKERS'] ?? Math.max(4, availableParallelism()));
for (let count = 2; count <= MOST; count *= 2) COUNTS.push(count);

type Row = Readonly<Record<string, string | number>>;

/**
 * The figures of one kind of work, a row for each number of threads.
 *
 * @param onTurn called after each turn with its figures of one thread
 */
async function curve(
  name: string,
  work: Work,
  onTurn?: (one: Measured) => Promise<void>,
): Promise<readonly Row[]> {
  const count = await rowsFor(work);
  const turns: (readonly Measured[])[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const all: Measured[] = [];
    for (const workers of COUNTS) all.push(await measure(work, count, workers));
    turns.push(all);
    await onTurn?.(all[0] as Measured);
  }
  const middle = (of: (one: Measured, own: Measured) => number, i: number): number =>
    median(turns.map((all) => of(all[0] as Measured, all[i] as Measured)));
  return COUNTS.map((workers, i) => ({
    work: name,
    workers,
    'CPU µs/row': short(middle((_, own) => own.cpuPerRow * 1e6, i)),
    'CPU ratio': short(middle((one, own) => own.cpuPerRow / one.cpuPerRow, i)),
    processes: short(middle((one, own) => own.processCpuPerRow / one.cpuPerRow, i)),
    'speed-up': short(middle((one, own) => own.perSecond / one.perSecond, i)),
    idle: short(middle((_, own) => own.idle, i)),
    'MB per worker': short(middle((one, own) => (own.rssMb - one.rssMb) / workers, i)),
  }));
}

/** CPU seconds per row of the predecessor, sent to the same sink. Linux only. */
async function peerCpuPerRow(sink: Service): Promise<number> {
  const { fields } = schemaOf(findTemplate('Web Analytics Starter Kit')?.text ?? '');
  const child = spawn(process.execPath, [PEER, sink.url, '100000', JSON.stringify(fields)], {
    stdio: 'ignore',
  });
  // Its 14th and 15th fields are ticks of 10 ms: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const cpuSeconds = (): number => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  try {
    while ((await sink.count()).lines === 0) await sleep(50);
    const [lines, seconds] = [(await sink.count()).lines, cpuSeconds()];
    await sleep(4000);
    return (cpuSeconds() - seconds) / ((await sink.count()).lines - lines);
  } finally {
    child.kill('SIGKILL');
  }
}

const template = (name: string): readonly string[] => ['--template', name, '--seed', '42'];
const sample =
  (name: string): Work =>
  (rows) => ['sample', ...template(name), '--from', '2026-01-01', '-n', String(rows)];

const service = await startService();
try {
  const sent =
    (name: string, pace: string): Work =>
    (rows) => [
      ...`tinybird --host custom --endpoint ${service.url} --datasource d --token t ${pace}`.split(' '),
      ...template(name),
      '--limit',
      String(rows),
    ];
  const http = sent('Web Analytics Starter Kit', '--eps max');
  const works = [
    ['print Simple Example', sample('Simple Example')],
    ['print Web Analytics', sample('Web Analytics Starter Kit')],
    ['print Web Sessions', sample('Web Sessions')],
    ['send Web Analytics', http],
    ['send Web Sessions', sent('Web Sessions', '--from 2026-01-01 --eps 1000 --speed max')],
  ] as const;
  const rows: Row[] = [];
  const shares: number[] = [];
  const comparePeer = async (one: Measured): Promise<void> => {
    await service.reset();
    shares.push(one.cpuPerRow / (await peerCpuPerRow(service)));
  };
  const [, , only = ''] = process.argv;
  for (const [name, work] of works.filter(([each]) => each.startsWith(only))) {
    rows.push(...(await curve(name, work, work === http ? comparePeer : undefined)));
  }
  const of = (column: string, isOf: (row: Row) => boolean): number[] =>
    rows.filter(isOf).map((row) => Number(row[column]));
  const share = median(shares);
  const summary = {
    'largest CPU ratio with 2 workers': Math.max(...of('CPU ratio', ({ workers }) => workers === 2)),
    'most MB per worker': Math.max(...of('MB per worker', ({ workers }) => Number(workers) > 1)),
    ...(shares.length > 0 && {
      'CPU seconds per row sent, as a share of mockingbird’s': short(share),
      'at most 1/80 of mockingbird’s': share <= MAX_PEER_SHARE ? 'holds' : 'does not hold',
    }),
  };
  report('workers', rows, summary);
  const slow = rows.filter(
    (row) =>
      String(row['work']).startsWith('print') &&
      Number(row['idle']) >= IDLE &&
      Number(row['workers']) <= cpus().length &&
      Number(row['speed-up']) < MIN_SPEED_UP * Number(row['workers']),
  );
  const problems = [
    ...(summary['largest CPU ratio with 2 workers'] > MAX_CPU_RATIO ? ['CPU seconds per row'] : []),
    ...(summary['most MB per worker'] > MAX_MB ? ['memory'] : []),
    ...(share > MAX_PEER_SHARE ? ['CPU seconds per row sent, compared with mockingbird’s'] : []),
    ...slow.map((row) => `rows per second of ${row['work']} with ${row['workers']} workers`),
  ];
  if (problems.length > 0) throw new Error(`Worse than promised: ${problems.join(', ')}`);
} finally {
  service.close();
  rmSync(folder, { recursive: true });
}
