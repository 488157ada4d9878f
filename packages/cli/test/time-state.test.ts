import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cameBeyond, jsonLines, type Ended } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-time-state-'))));
afterEach(() => rm(folder, { recursive: true }));

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}';

interface Row {
  readonly n: number;
  readonly at: string;
}

const args = (...more: readonly string[]): readonly string[] => [
  'file',
  '--path',
  join(folder, 'events.ndjson'),
  '--state',
  join(folder, 'state'),
  '--schema',
  '-',
  '--json',
  ...more,
];
const stream = (...more: readonly string[]): Promise<Ended> => here(args(...more), { input: SCHEMA });
const rows = async (): Promise<readonly Row[]> =>
  jsonLines(await readFile(join(folder, 'events.ndjson'), 'utf8')) as Row[];
const kept = async () =>
  JSON.parse(await readFile(join(folder, 'state'), 'utf8')) as {
    next: number;
    spans: unknown[];
    time: { nowMs: number; timing: { fromMs: number } } | null;
  };

test('a relative --from stays that of the first start, and rows that fell due while stopped are sent', async () => {
  const timed = ['--from', '-10s', '--eps', '50'];
  const running = begin(args(...timed), { input: SCHEMA });
  const next = await cameBeyond(500, join(folder, 'state'));
  running.stop();
  expect((await running.ended).code).toBe(130);
  const { time, spans } = await kept();
  expect(spans).toEqual([]);
  const fromMs = time?.timing.fromMs ?? 0;
  // Later by more than a second, so that -10s would be another instant.
  await expect.poll(() => Date.now()).toBeGreaterThan(fromMs + 13_000);
  const again = await stream(...timed, '--limit', String(next + 200));
  expect(again.code, again.err).toBe(0);
  expect(again.err).toContain(`from -10s is ${new Date(fromMs).toISOString().replace('.000Z', 'Z')}`);
  const all = await rows();
  expect(all.map(({ n }) => n)).toEqual(all.map((_, i) => i + 1));
  expect(all.map(({ at }) => Date.parse(at))).toEqual(all.map((_, i) => fromMs + i * 20));
});

describe('a state of other event times is rejected with what differs:', () => {
  const TIMED = ['--from', '2026-01-01', '--to', '2026-01-01T00:01:00Z', '--eps', '10'];
  test.each([
    ['another rate', [...TIMED, '--eps', '20'], 'is of a stream with another --eps.'],
    ['another shape', [...TIMED, '--rate', 'business day'], 'is of a stream with another --rate.'],
    ['another beginning', [...TIMED, '--from', '2025-01-01'], 'is of a stream with another --from.'],
    [
      'other places',
      [...TIMED, '--arrivals', 'poisson', '--disorder', '1s'],
      'is of a stream with other --arrivals and another --disorder.',
    ],
    [
      'changes',
      [...TIMED, '--changes', '[["2026-01-01T00:00:10Z", 5]]'],
      'is of a stream with other --changes.',
    ],
    ['none', ['--limit', '5'], 'is of a stream with event times from --from, --rate or --arrivals.'],
  ])('%s', async (_, other, words) => {
    expect((await stream(...TIMED)).code).toBe(0);
    const before = await readFile(join(folder, 'state'), 'utf8');
    const { code, err } = await stream(...other);
    expect(code).toBe(2);
    expect(err).toContain(words);
    expect(await readFile(join(folder, 'state'), 'utf8')).toBe(before);
    expect(await rows()).toHaveLength(600);
  });

  test('the current time', async () => {
    expect((await stream('--limit', '5', '--eps', 'max')).code).toBe(0);
    const { code, err } = await stream(...TIMED);
    expect(code).toBe(2);
    expect(err).toContain('is of a stream with the current time in its events.');
  });
});

test('another end or speed is the same stream', async () => {
  const timed = ['--from', '2026-01-01', '--eps', '10'];
  expect((await stream(...timed, '--to', '2026-01-01T00:01:00Z')).code).toBe(0);
  const on = await stream(...timed, '--to', '2026-01-01T00:02:00Z', '--speed', '1000');
  expect(on.code, on.err).toBe(0);
  expect((await rows()).map(({ n }) => n)).toEqual(Array.from({ length: 1200 }, (_, i) => i + 1));
  const done = await stream(...timed, '--to', '2026-01-01T00:02:00Z');
  expect(done.code).toBe(0);
  expect(done.err).toContain('Already finished');
});

test('a state of an earlier version, without event times, still resumes a stream with the current time', async () => {
  expect((await stream('--limit', '5', '--eps', 'max')).code).toBe(0);
  const { time, ...old } = await kept();
  expect(time).toBeNull();
  await writeFile(join(folder, 'state'), JSON.stringify(old));
  expect((await stream('--limit', '9', '--eps', 'max')).code).toBe(0);
  expect((await rows()).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test.each([
  [{ nowMs: 'now' }, 'time.nowMs'],
  [{ nowMs: 9e15 }, 'time.nowMs'],
  [{ timing: 5 }, 'time.timing'],
  [{ changes: {} }, 'time.changes'],
])('a state with the event times %j is rejected', async (wrong, place) => {
  const timed = ['--from', '2026-01-01', '--to', '2026-01-01T00:01:00Z'];
  expect((await stream(...timed)).code).toBe(0);
  const state = await kept();
  await writeFile(join(folder, 'state'), JSON.stringify({ ...state, time: { ...state.time, ...wrong } }));
  const { code, err } = await stream(...timed);
  expect(code).toBe(2);
  expect(err).toContain(place);
});
