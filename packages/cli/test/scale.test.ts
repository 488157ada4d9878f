import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { cameBeyond, eventually, jsonLines, start } from './catbird.ts';
import { begin, here, type Begun } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-scale-'))));
afterAll(() => rm(folder, { recursive: true }));

let service: Service | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const SCHEMA = '{"id": {"type": "string.uuid"}, "n": {"type": "number.int"}}';
const sample = async (count: number, seed = '7'): Promise<string[]> =>
  (await here(['sample', '--schema', '-', '--seed', seed, '-n', String(count)], { input: SCHEMA })).out
    .trimEnd()
    .split('\n');

test('all shards together have every row once, and split the limit exactly', async () => {
  const flags = ['log', '--schema', '-', '--seed', '7', '--eps', 'max', '--limit', '10001', '--quiet'];
  const parts = await Promise.all(
    [0, 1, 2, 3].map(async (k) =>
      (await here([...flags, '--shard', `${k}/4`], { input: SCHEMA })).out.trimEnd().split('\n'),
    ),
  );
  expect(parts.map((rows) => rows.length)).toEqual([2501, 2500, 2500, 2500]);
  const whole = await sample(10_001);
  expect(whole.map((_, i) => parts[i % 4]?.[Math.floor(i / 4)])).toEqual(whole);
});

test.each([
  ['Cloud Run', { CLOUD_RUN_TASK_INDEX: '2', CLOUD_RUN_TASK_COUNT: '3' }, 'auto'],
  ['AWS Batch', { AWS_BATCH_JOB_ARRAY_INDEX: '2', AWS_BATCH_JOB_ARRAY_SIZE: '3' }, 'auto'],
  ['Kubernetes', { JOB_COMPLETION_INDEX: '2' }, 'auto/3'],
  ['Nomad', { NOMAD_ALLOC_INDEX: '2' }, 'auto/3'],
  [
    'Slurm',
    {
      SLURM_ARRAY_TASK_ID: '14',
      SLURM_ARRAY_TASK_MIN: '10',
      SLURM_ARRAY_TASK_COUNT: '3',
      SLURM_ARRAY_TASK_STEP: '2',
    },
    'auto',
  ],
])('a job array of %s selects the shard', async (_, env, shard) => {
  const flags = ['log', '--schema', '-', '--seed', '7', '--eps', 'max', '--limit', '9', '--quiet'];
  const { out } = await here([...flags, '--shard', shard], { input: SCHEMA, env });
  const whole = await sample(9);
  expect(out.trimEnd().split('\n')).toEqual([whole[2], whole[5], whole[8]]);
});

test.each([
  [['--shard', '4/4', '--seed', '1'], {}, '--shard must be K/N'],
  [['--shard', '0/0', '--seed', '1'], {}, '--shard must be K/N'],
  [['--shard', '0/2'], {}, '--shard needs --seed'],
  [['--shard', 'auto', '--seed', '1'], {}, 'no supported job array'],
  [['--shard', 'auto', '--seed', '1'], { JOB_COMPLETION_INDEX: '1' }, 'use auto/N'],
  [
    ['--shard', 'auto/2', '--seed', '1'],
    { JOB_COMPLETION_INDEX: '2' },
    'job index 2 is not a whole number from 0 to 1',
  ],
])('%j is rejected with a remedy', async (flags, env, words) => {
  const { code, err } = await here(['log', '--limit', '1', ...flags], { env });
  expect(code).toBe(2);
  expect(err).toContain(words);
});

/** Starts a command that ends with `--start-at` so that it has to wait: the slower the machine, the later the start. */
async function startedBefore(
  args: readonly string[],
  leadMs: number,
): Promise<{ readonly started: Begun; readonly soon: string }> {
  const soon = new Date(Date.now() + leadMs).toISOString();
  const started = begin([...args, soon], { input: SCHEMA });
  try {
    await started.printed(`for the start at ${soon.replace('.000Z', 'Z')}`);
    return { started, soon };
  } catch (error) {
    // It started too late to wait.
    if (leadMs > 30_000) throw error;
    return startedBefore(args, leadMs * 4);
  }
}

test('a stream waits for --start-at, and a signal ends the wait before anything is opened', async () => {
  const args = ['log', '--schema', '-', '--limit', '3', '--eps', 'max', '--start-at'];
  const { started, soon } = await startedBefore(args, 2000);
  const ended = await started.ended;
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
  expect(jsonLines(ended.out)).toHaveLength(3);
  const waiting = begin([...args, '9999-01-01'], { input: SCHEMA });
  await waiting.printed('for the start at 9999-01-01T00:00:00Z');
  waiting.stop();
  expect(await waiting.ended).toMatchObject({ code: 130, out: '' });
});

test('a killed stream resumed with --state misses no row and repeats the same bytes', async () => {
  service = await startHttp();
  const state = join(folder, 'state.json');
  const flags = [
    'http',
    '--url',
    `${service.url}/events`,
    '--schema',
    '-',
    '--eps',
    '500',
    '--limit',
    '6000',
    '--state',
    state,
    '--json',
  ];
  // More kills are in scale.kill.long.test.ts.
  const running = start(flags, { input: SCHEMA });
  await cameBeyond(0, state);
  running.child.kill('SIGKILL');
  await running.ended;
  const last = await here([...flags, '--eps', 'max'], { input: SCHEMA });
  expect(last.code).toBe(0);
  expect(last.err).toContain('Resuming at row');
  const kept = JSON.parse(await readFile(state, 'utf8')) as { seed: string; next: number };
  expect(kept.next).toBe(6000);
  const received = new Set(service.rows.map((row) => JSON.stringify(row)));
  // Only what came after the state was saved comes again.
  expect(service.rows.length).toBeLessThan(12_000);
  expect([...received].sort()).toEqual((await sample(6000, kept.seed)).sort());
  // Nothing is left to send.
  const again = await here([...flags, '--eps', 'max'], { input: SCHEMA });
  expect(jsonLines(again.err).at(-1)).toMatchObject({ generated: 0, exitCode: 0 });
});

test('failed rows are sent again after a restart', async () => {
  service = await startHttp();
  const state = join(folder, 'given-up.json');
  const flags = [
    'http',
    '--url',
    `${service.url}/events`,
    '--schema',
    '-',
    '--eps',
    'max',
    '--limit',
    '20000',
    '--state',
    state,
    '--attempts',
    '1',
    '--quiet',
    '--in-flight',
    '1',
  ];
  let requests = 0;
  service.answerWith(() => (++requests === 2 ? { status: 503 } : undefined));
  expect((await here(flags, { input: SCHEMA })).code).toBe(1);
  const { next, seed } = JSON.parse(await readFile(state, 'utf8')) as { seed: string; next: number };
  expect(next).toBe(service.rows.length);
  expect((await here(flags, { input: SCHEMA })).code).toBe(0);
  expect(service.rows.map((row) => JSON.stringify(row))).toEqual(await sample(20_000, seed));
});

test('the state of another stream is rejected', async () => {
  const state = join(folder, 'other.json');
  const flags = ['log', '--limit', '1', '--eps', 'max', '--state', state];
  expect((await here([...flags, '--seed', '1'])).code).toBe(0);
  const { code, err } = await here([...flags, '--seed', '2', '--template', 'Flappybird']);
  expect(code).toBe(2);
  expect(err).toContain('another seed and another schema');
});

test('a metrics port that is in use is reported', async () => {
  const other = createServer().listen(0);
  await once(other, 'listening');
  const address = other.address();
  const port = String(typeof address === 'object' && address !== null ? address.port : 0);
  const { code, out, err } = await here(['log', '--limit', '1', '--metrics-port', port]);
  other.close();
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`--metrics-port ${port}: listen EADDRINUSE`);
  expect(err).not.toMatch(/\n\s+at /);
});

/** A port that is free on all addresses right now. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The status of /metrics for a client that uses this host name. */
async function metricsStatus(address: string, port: number, host = address): Promise<number | string> {
  const path = { host: address, port, path: '/metrics', headers: { host }, agent: false };
  return new Promise((resolve) =>
    get(path, (response) => resolve(response.resume().statusCode ?? 0)).on('error', (error) =>
      resolve('code' in error ? String(error.code) : error.message),
    ),
  );
}

test('metrics are local unless --metrics-host allows more', async () => {
  const port = await freePort();
  const elsewhere = '127.0.0.2';
  const line = ['log', '--eps', '5', '--metrics-port', String(port)];
  const local = begin(line);
  await local.printed('Streaming');
  expect(await metricsStatus('127.0.0.1', port)).toBe(200);
  expect(await metricsStatus('127.0.0.1', port, 'localhost:1')).toBe(200);
  expect(await metricsStatus('127.0.0.1', port, 'evil.example')).toBe(403);
  expect(await metricsStatus(elsewhere, port)).toBe('ECONNREFUSED');
  local.stop();
  await local.ended;
  const wide = begin([...line, '--metrics-host', '0.0.0.0']);
  await wide.printed('Streaming');
  expect(await metricsStatus(elsewhere, port, 'a-pod:9090')).toBe(200);
  wide.stop();
  await wide.ended;
});

test('--metrics-host without --metrics-port is rejected', async () => {
  const { code, err } = await here(['log', '--limit', '1', '--metrics-host', '0.0.0.0']);
  expect(code).toBe(2);
  expect(err).toContain('--metrics-host needs --metrics-port');
});

test('Prometheus metrics are served while the stream runs', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  probe.close();
  const running = begin(['log', '--eps', '50', '--metrics-port', String(port)]);
  const text = await eventually(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const accepted = /^catbird_rows_total\{outcome="accepted"\} (\d+)$/m.exec(metrics)?.[1];
    expect(Number(accepted)).toBeGreaterThanOrEqual(50);
    return metrics;
  });
  running.stop();
  expect((await running.ended).code).toBe(130);
  expect(text).toMatch(/^# TYPE catbird_rows_total counter$/m);
  expect(text).toContain('catbird_rows_per_second_asked 50');
});
