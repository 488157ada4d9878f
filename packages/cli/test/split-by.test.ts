import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { jsonLines } from './catbird.ts';
import { begin, here } from './here.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/customers.yaml', import.meta.url));

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-split-'))));
afterAll(() => rm(folder, { recursive: true }));

const SCHEMA = JSON.stringify({
  $entities: { user: { size: 200, fields: { name: { type: 'person.fullName' } } } },
  n: { type: 'catbird.sequence' },
  who: { type: 'catbird.entity', params: { of: 'user' }, hidden: true },
  user: { type: 'catbird.ref', params: 'who.user_id' },
  tags: { type: 'catbird.sequence', count: 2 },
  at: { type: 'catbird.timestampNow' },
});

interface Row {
  readonly n: number;
  readonly user: number;
}

const numberOf = (row: unknown): number => (row as Row).n;

/** Whether the rows of each user arrived in order. */
function inOrder(rows: readonly unknown[]): boolean {
  const last = new Map<number, number>();
  return (rows as readonly Row[]).every(({ n, user }) => {
    const before = last.get(user) ?? 0;
    last.set(user, n);
    return n > before;
  });
}

const SPLIT = ['--split-by', 'user', '--workers', '2', '--in-flight', '2'];
const FLAGS = ['--schema', '-', '--seed', '7', ...SPLIT];
const FROM = ['--from', '2026-01-01', '--speed', 'max'];

describe('events split by a key', () => {
  test.each([
    ['at a rate', ['--eps', '1500']],
    ['with computed times', ['--eps', '100', ...FROM]],
  ])('%s are the whole up to the exact limit, and those of a key are in order', async (_, rate) => {
    const service = await startHttp();
    try {
      const args = ['http', '--url', `${service.url}/events`, ...FLAGS, ...rate, '--limit', '3001', '--json'];
      const { code, err } = await here(args, { input: SCHEMA });
      expect(code, err).toBe(0);
      expect(jsonLines(err).at(-1)).toMatchObject({ accepted: 3001, reason: 'limit' });
      expect(service.rows.map(numberOf).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 3001 }, (_, i) => i + 1),
      );
      expect(inOrder(service.rows)).toBe(true);
      if (!rate.includes('--from')) return;
      const sampled = await here(
        [
          'sample',
          '--schema',
          '-',
          '--seed',
          '7',
          '-n',
          '3001',
          '--eps',
          '100',
          '--from',
          '2026-01-01',
          '--quiet',
        ],
        { input: SCHEMA },
      );
      expect(service.rows.toSorted((a, b) => numberOf(a) - numberOf(b))).toEqual(jsonLines(sampled.out));
    } finally {
      await service.close();
    }
  });

  test('may be changes of a table, whose faults and order per row are kept', async () => {
    const service = await startHttp();
    try {
      const config = join(folder, 'changes.json');
      await writeFile(config, await changesTo(`${service.url}/events`));
      const split = ['run', config, '--split-by', 'customer_id', '--json'];
      const [one, other] = await Promise.all([
        here([...split, '--workers', '2', '--shard', '0/2']),
        here([...split, '--shard', '1/2']),
      ]);
      expect([one.code, other.code], one.err + other.err).toEqual([0, 0]);
      const rows = service.rows as readonly {
        customer_id: number;
        change: { source: { sequence: number } };
      }[];
      const last = new Map<number, number>();
      for (const { customer_id: key, change } of rows) {
        expect(change.source.sequence).toBe((last.get(key) ?? 0) + 1);
        last.set(key, change.source.sequence);
      }
      expect(last.size).toBe(300);
      const ends = [one, other].map(({ err }) => jsonLines(err).at(-1));
      expect(ends).toMatchObject([
        { reason: 'end', workers: [{}, {}], part: { owed: 0 } },
        { reason: 'end', part: { owed: 0 } },
      ]);
      const accepted = (ends as { accepted: number }[]).map((end) => end.accepted);
      expect(accepted.reduce((sum, each) => sum + each)).toBe(rows.length);
    } finally {
      await service.close();
    }
  });
});

test('a thread without keys ends with the others', async () => {
  const service = await startHttp();
  try {
    const same =
      '{"n": {"type": "catbird.sequence"}, "same": {"type": "helpers.arrayElement", "params": [["x"]]}}';
    const args = [
      'http',
      '--url',
      `${service.url}/events`,
      '--schema',
      '-',
      '--eps',
      'max',
      '--limit',
      '500',
    ];
    const { code, err } = await here([...args, '--workers', '2', '--split-by', 'same', '--json'], {
      input: same,
    });
    expect(code, err).toBe(0);
    expect(jsonLines(err).at(-1)).toMatchObject({ accepted: 500, reason: 'limit' });
  } finally {
    await service.close();
  }
});

describe('shards split by a key', () => {
  let service: Service;
  let config = '';
  beforeEach(async () => {
    service = await startHttp();
    config = join(folder, 'shards.json');
    const settings = { url: `${service.url}/events` };
    const time = { from: '2026-01-01', eps: 100, limit: 3001 };
    const stream = { destination: 'http', settings, schema: JSON.parse(SCHEMA) as unknown, seed: 7, ...time };
    await writeFile(config, JSON.stringify(stream));
  });
  afterEach(() => service.close());
  const argsOf = (shard: number, speed: string, more: readonly string[]): string[] =>
    ['run', config, '--shard', `${shard}/3`, '--set', `speed=${speed}`, '--digest', '--json'].concat(more);
  const SPLIT_BY = ['--split-by', 'user'];

  test('are the whole together, with or without workers, and each has all rows of its keys', async () => {
    const threads = [[], ['--workers', '2'], []];
    const ends = await Promise.all(
      threads.map((more, shard) => here(argsOf(shard, 'max', [...SPLIT_BY, ...more]))),
    );
    expect(ends.map(({ code }) => code).join(), ends.map(({ err }) => err).join('')).toBe('0,0,0');
    expect(service.rows.map(numberOf).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 3001 }, (_, i) => i + 1),
    );
    const files = ends.map((_, shard) => join(folder, `keys.${shard}`));
    await Promise.all(files.map((file, shard) => writeFile(file, ends[shard]?.err ?? '')));
    const [sum, part, digest] = await Promise.all([
      here(['summary', '--json', ...files]),
      here(['summary', ...files.slice(1)]),
      here(['digest', config]),
    ]);
    expect(sum.code, sum.err).toBe(0);
    const whole = { accepted: 3001, owing: [], rows: 3001, digest: digest.out.trim() };
    expect(JSON.parse(sum.out)).toMatchObject(whole);
    expect(part.code).toBe(1);
    expect(part.out).toContain('Shard 0/3 is missing: up to 3,001 events left.');
  });

  test('go on where they were, send nothing once they have ended, and stay split', async () => {
    const state = ['--state', join(folder, 'keys.state'), '--set', 'delivery.inFlight=2', '--workers', '2'];
    const first = begin(argsOf(1, '10', [...state, ...SPLIT_BY]));
    await first.until(() => service.rows.length > 50);
    first.stop();
    expect((await first.ended).code).toBe(130);
    const other = await here(argsOf(1, 'max', state));
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('--split-by user')]);
    const second = await here(argsOf(1, 'max', [...state, ...SPLIT_BY]));
    expect(second.code, second.err).toBe(0);
    expect(inOrder(service.rows)).toBe(true);
    const sent = service.rows.length;
    const all = await here(['sample', '--config', config, '-n', '3001', '--quiet']);
    const users = new Set(service.rows.map((row) => (row as Row).user));
    const own = jsonLines(all.out).filter((row) => users.has((row as Row).user));
    expect(service.rows.map(numberOf).toSorted((a, b) => a - b)).toEqual(own.map(numberOf));
    const third = await here(argsOf(1, 'max', [...state, ...SPLIT_BY]));
    const last = { generated: 0, part: { owed: 0, splitBy: 'user', shard: { index: 1, count: 3 } } };
    expect(jsonLines(third.err).at(-1)).toMatchObject(last);
    expect([third.code, service.rows.length]).toEqual([0, sent]);
  });
});

const changesTo = async (url: string): Promise<string> =>
  JSON.stringify({
    destination: 'http',
    settings: { url },
    seed: 5,
    from: '2026-01-01',
    to: '2026-01-01T04:00:00Z',
    speed: 'max',
    starts: 1,
    entities: { customer: { size: 300, fields: { city: { type: 'location.city' } } } },
    schema: {
      step: {
        type: 'catbird.journey',
        hidden: true,
        params: {
          of: 'customer',
          states: { created: { updated: 9, deleted: 1 }, updated: { updated: 5, deleted: 5 }, deleted: {} },
          wait: { created: { mean: '1m' }, updated: { mean: '1m' } },
        },
      },
      customer_id: { type: 'catbird.ref', params: 'step.customer_id' },
      change: {
        type: 'catbird.change',
        params: { of: 'step', ops: { created: 'c', updated: 'u', deleted: 'd' } },
      },
    },
  });

const HTTP = ['http', '--url', 'http://127.0.0.1:9/', '--schema', '-', '--seed', '1', '--workers', '2'];

test.each([
  [['--split-by', 'usr'], 'Did you mean user?'],
  [['--split-by', 'tags'], 'tags is a list, but a key is a single value'],
  [['--split-by', 'at'], 'its values depend on the current time'],
])('%j is rejected with a remedy', async (args, words) => {
  const { code, err } = await here([...HTTP, ...args], { input: SCHEMA });
  expect(code).toBe(2);
  expect(err).toContain(words);
});

test('changes are split by the key of their entity only', async () => {
  const args = ['--set', 'streams.customers.settings={}', '--workers', '2', '--split-by', 'change'];
  const { code, err } = await here(['run', EXAMPLE, ...args]);
  expect(code).toBe(2);
  expect(err).toContain('"params": "step.customer_id"');
});
