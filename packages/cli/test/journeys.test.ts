import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, jsonLines } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-journeys-'))));
afterAll(() => rm(folder, { recursive: true }));

const journey = (only?: readonly string[]) => ({
  type: 'catbird.journey',
  params: {
    states: { placed: { paid: 1 }, paid: { shipped: 1, end: 1 }, shipped: {} },
    wait: { placed: '2s', paid: { min: '5s', max: '20s' } },
    ...(only === undefined ? {} : { only }),
  },
});
const SCHEMA = {
  step: journey(),
  order: { type: 'catbird.session', params: { of: 'step', form: 'integer' } },
  at: { type: 'catbird.timestampNow' },
};
const input = JSON.stringify(SCHEMA);
const FROM = ['--from', '2026-11-20', '--seed', '7'];

const sample = async (...flags: readonly string[]): Promise<string> => {
  const { code, out, err } = await here(['sample', '--schema', '-', '--quiet', ...flags], { input });
  expect(code, err).toBe(0);
  return out;
};

test('shards of a journey add up to what sample prints', async () => {
  const whole = await sample(...FROM, '--starts', '4', '--to', '2026-11-20T00:02');
  const parts = await Promise.all(
    [0, 1, 2].map(async (k) => {
      const path = join(folder, `part-${k}.ndjson`);
      const flags = [...FROM, '--starts', '4', '--to', '2026-11-20T00:02', '--shard', `${k}/3`];
      const { code, err } = await here(['file', '--path', path, '--schema', '-', ...flags], { input });
      expect(code, err).toBe(0);
      return (await readFile(path, 'utf8')).trimEnd().split('\n');
    }),
  );
  const lines = whole.trimEnd().split('\n');
  expect(lines.map((_, row) => parts[row % 3]?.[Math.floor(row / 3)])).toEqual(lines);
  expect(parts.flat()).toHaveLength(lines.length);
});

test('events per second are those of all steps; the summary has both rates', async () => {
  // Two and a half steps a journey: ten events are four journeys.
  expect(await sample(...FROM, '--eps', '10', '-n', '300')).toBe(
    await sample(...FROM, '--starts', '4', '-n', '300'),
  );
  const flags = ['--eps', '50', '--limit', '50', '--json', '--from', '-1m'];
  const { code, err } = await here(['log', '--schema', '-', ...flags], { input });
  expect(code, err).toBe(0);
  expect(jsonLines(err).at(-1)).toMatchObject({
    accepted: 50,
    time: {
      plan: '20 journeys/s (50 events/s), even arrivals',
      journeys: { startsPerSecond: 20, eventsPerStart: 2.5 },
    },
  });
});

test('without settings of time, the steps of a journey start now', async () => {
  const beforeMs = Math.floor(Date.now() / 1000) * 1000;
  const { code, out, err } = await here(['log', '--schema', '-', '--eps', '20', '--limit', '15'], {
    input,
  });
  expect(code, err).toBe(0);
  const rows = jsonLines(out) as { step: string; at: string }[];
  expect(Date.parse(rows[0]?.at ?? '')).toBeGreaterThanOrEqual(beforeMs);
  expect(Date.parse(rows.at(-1)?.at ?? '')).toBeLessThanOrEqual(Date.now());
  expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted());
});

test.each([
  [['--starts', '5', '--eps', '5'], '--starts cannot be combined with --eps'],
  [['--starts', '0'], '--starts must be a number above 0'],
  [['--eps', 'max'], '--eps must be a number, such as 100, not max'],
  [['--arrivals', 'ticks'], '--arrivals must not be ticks: the steps of a journey have computed times'],
  [
    ['--arrivals', 'poisson', '--starts', '1e7'],
    'journeys of step would be active at a time, and poisson arrivals allow 4 million. Use jitter',
  ],
  [['--shard', '0/2', '--seed', '1'], '--shard needs absolute --from'],
])('%j is rejected', async (flags, words) => {
  const { code, err } = await here(['log', '--schema', '-', ...flags], { input });
  expect(err).toContain(words);
  expect(code).toBe(2);
});

test('starts needs a journey', async () => {
  const { code, err } = await here(['log', '--template', 'Simple Example', '--starts', '5']);
  expect(err).toContain('--starts only applies to a schema with a catbird.journey that has wait. Use eps');
  expect(code).toBe(2);
});

test('starts beside streams apply to those with journeys', async () => {
  const entities = { user: { size: 3, fields: { name: { type: 'person.fullName' } } } };
  const streams = {
    users: { entity: 'user' },
    visits: { schema: { n: { type: 'catbird.sequence' } }, eps: 100 },
    orders: { schema: { step: journey(['placed']) } },
  };
  const config = {
    seed: 1,
    destination: 'log',
    limit: 3,
    starts: 50,
    from: '-1s',
    to: 'now',
    entities,
    streams,
  };
  const { code, err } = await here(['run', '-', '--json'], { input: JSON.stringify(config) });
  expect(code, err).toBe(0);
  const own = { ...config, streams: { ...streams, users: { entity: 'user', starts: 5 } } };
  const refused = await here(['run', '-'], { input: JSON.stringify(own) });
  expect(refused.err).toContain('streams.users.starts only applies to a schema with a catbird.journey');
});

test('a template with a journey goes to two destinations at equal rates', async () => {
  const one = { template: 'Web Sessions', eps: 20, limit: 50 };
  const config = { seed: 1, destination: 'log', from: '-1h', streams: { one, other: one } };
  const { code, out, err } = await here(['run', '-'], { input: JSON.stringify(config) });
  expect(code, err).toBe(0);
  const lines = out.trim().split('\n');
  expect([lines.length, new Set(lines).size]).toEqual([100, 50]);
});

/** Two streams of one journey. */
const shop = (orders: object, payments: object): string =>
  JSON.stringify({
    seed: 1,
    destination: 'log',
    streams: {
      orders: { schema: { step: journey(['placed']) }, ...orders },
      payments: { schema: { step: journey(['paid']) }, ...payments },
    },
  });

test.each([
  [{ eps: 5 }, { eps: 5 }, 'Give both the same starts, journeys per second, in place of eps'],
  [{ starts: 5 }, { starts: 6 }, 'differ in starts. Set it once, beside streams'],
  [{ starts: 5, from: '-1h' }, { starts: 5 }, 'differ in from. Set it once, beside streams'],
])('streams %j and %j that share a journey are rejected', async (orders, payments, words) => {
  const { code, err } = await here(['run', '-'], { input: shop(orders, payments) });
  expect(err).toContain(`Streams orders and payments share the journey step`);
  expect(err).toContain(words);
  expect(code).toBe(2);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a running journey changes its rate in its own unit, and shared ones keep theirs', async () => {
  const port = await freePort();
  const put = (body: string) =>
    fetch(`http://127.0.0.1:${port}/rate`, { method: 'PUT', body }).then((response) => response.json());
  const one = begin(['log', '--schema', '-', '--starts', '5', '--json', '--control-port', String(port)], {
    input,
  });
  await one.printed('"type":"start"');
  expect(await put('{"eps": 5}')).toEqual({
    error: 'eps does not apply: the rate of this stream is in journeys per second. Use starts',
  });
  await put('{"starts": 8}');
  await one.printed('Rate: 8 journeys/s from');
  one.stop();
  const { err } = await one.ended;
  expect(jsonLines(err).at(-1)).toMatchObject({ time: { changes: [[expect.any(String), 8]] } });

  const both = begin(['run', '-', '--json', '--control-port', String(port)], {
    input: shop({ starts: 5 }, { starts: 5 }),
  });
  await eventually(() => put('5'));
  expect(await put('{"starts": 8}')).toEqual({
    error: [
      'The rate cannot change: the stream shares its journeys with payments. Start them again with another rate',
      'The rate cannot change: the stream shares its journeys with orders. Start them again with another rate',
    ].join('\n'),
  });
  both.stop();
  expect((await both.ended).code).toBe(130);
});

describe('lives of few entities', () => {
  const params = { states: { here: { gone: 1 }, gone: {} }, wait: { here: '1s' }, of: 'user' };
  const config = {
    destination: 'log',
    seed: 1,
    starts: 1,
    entities: { user: { size: 2, fields: { name: { type: 'person.firstName' } } } },
    schema: { state: { type: 'catbird.journey', params } },
  };
  const run = async (...sets: readonly string[]) => {
    const file = join(folder, 'lives.json');
    await writeFile(file, JSON.stringify(config));
    return here(['run', file, ...sets.flatMap((set) => ['--set', set])]);
  };

  const only = (state: string): string => `schema.state.params.only=["${state}"]`;

  test.each([
    ['before the end of the stream', ['from=2026-01-01', 'to=2026-01-02'], 4, '4 events from 2026-01-01'],
    ['in the past', ['from=2026-01-01'], 4, '4 events by now, and no more'],
    ['live', ['from=now', 'schema.state.params.wait.here=100ms', 'starts=10'], 4, ''],
    ['with their first steps only', ['from=2026-01-01', only('here')], 2, '2 events by now, and no more'],
  ])('end after the last row: %s', async (_, sets, rows, words) => {
    const { code, out, err } = await run(...sets);
    expect(code, err).toBe(0);
    expect(jsonLines(out)).toHaveLength(rows);
    expect(err).toContain(words);
  });
});
