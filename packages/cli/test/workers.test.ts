import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { startHttp } from '../../../test/services/http.ts';
import { jsonLines } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-workers-'))));
afterAll(() => rm(folder, { recursive: true }));

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "id": {"type": "string.uuid"}}';
const FLAGS = ['--schema', '-', '--seed', '7', '--eps', 'max'];

/** Whole JSON lines so far. */
const linesOf = (err: string) =>
  jsonLines(err.slice(0, err.lastIndexOf('\n') + 1)) as Readonly<Record<string, unknown>>[];

test('three threads send every row once, up to the exact limit, and one summary adds them up', async () => {
  const service = await startHttp();
  try {
    const args = [
      'http',
      '--url',
      `${service.url}/events`,
      ...FLAGS,
      '--limit',
      '10001',
      '--workers',
      '3',
      '--json',
    ];
    const { code, err } = await here(args, { input: SCHEMA });
    expect(code, err).toBe(0);
    const summaries = linesOf(err).filter(({ type }) => type === 'summary');
    expect(summaries).toMatchObject([
      {
        generated: 10_001,
        accepted: 10_001,
        reason: 'limit',
        workers: [{ accepted: 3334 }, { accepted: 3334 }, { accepted: 3333 }],
      },
    ]);
    expect(service.faults).toEqual([]);
    const numbers = service.rows.map((row) => (row as { n: number }).n).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 10_001 }, (_, i) => i + 1));
  } finally {
    await service.close();
  }
});

/** Steps of journeys that threads send: in the long run, many pages of each. */
const STEPS = longOnly([30_000])[0] ?? 3000;

test('every step arrives once if several threads send journeys', async () => {
  const service = await startHttp();
  const journeys = ['--template', 'Web Sessions', '--seed', '7', '--from', '2026-01-01', '--eps', '2000'];
  try {
    const [sent, sampled] = await Promise.all([
      here([
        'http',
        ...journeys,
        ...`--url ${service.url}/events --speed max --limit ${STEPS} --workers 2 --json`.split(' '),
      ]),
      here(['sample', ...journeys, '-n', String(STEPS), '--quiet']),
    ]);
    expect([sent.code, sampled.code], sent.err).toEqual([0, 0]);
    const rows = service.rows.map((row) => JSON.stringify(row)).toSorted();
    expect(rows.join('\n') === sampled.out.trimEnd().split('\n').toSorted().join('\n')).toBe(true);
  } finally {
    await service.close();
  }
});

test('a file has the bytes that one thread writes', async () => {
  const path = join(folder, 'events.ndjson');
  const [written, sampled] = await Promise.all([
    here(['file', '--path', path, ...FLAGS, '--limit', '20000', '--workers', '2', '--quiet'], {
      input: SCHEMA,
    }),
    here(['sample', '--schema', '-', '--seed', '7', '-n', '20000', '--workers', '2', '--quiet'], {
      input: SCHEMA,
    }),
  ]);
  expect([written.code, sampled.code]).toEqual([0, 0]);
  expect((await readFile(path, 'utf8')) === sampled.out).toBe(true);
  expect(sampled.out.match(/\n/g)).toHaveLength(20_000);
});

test('a signal stops all threads, and the summary counts what they sent', async () => {
  const service = await startHttp();
  try {
    const args = [
      'http',
      '--url',
      `${service.url}/events`,
      '--schema',
      '-',
      '--eps',
      '500',
      '--workers',
      '2',
    ];
    const { stop, until, ended } = begin([...args, '--json'], { input: SCHEMA });
    await until((err) => linesOf(err).some(({ accepted }) => Number(accepted) > 100));
    stop();
    const { code, err } = await ended;
    expect(code).toBe(130);
    expect(linesOf(err).at(-1)).toMatchObject({
      reason: 'interrupted',
      accepted: service.rows.length,
      inFlight: 0,
    });
  } finally {
    await service.close();
  }
});

const HTTP = ['http', '--url', 'http://127.0.0.1:9/', '--workers'];

test.each([
  [[...HTTP, '0'], '--workers must be a whole number from 1 to 256, or auto'],
  [[...HTTP, '2', '--control-port', '7999'], '--control-port cannot be used with --workers'],
  [[...HTTP, '4', '--in-flight', '2'], '--workers 4 needs --in-flight 4 or more'],
])('%j is rejected with a remedy', async (args, words) => {
  const { code, err } = await here(args);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

test('threads that cannot connect end the stream with the reason, and nothing is lost', async () => {
  const { code, err } = await here([...HTTP, '2', '--limit', '10', '--retry-for', '1ms', '--json']);
  expect(code).toBe(1);
  expect(linesOf(err).at(-1)).toMatchObject({ type: 'summary', reason: 'failed', accepted: 0, inFlight: 0 });
});
