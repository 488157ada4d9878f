import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines, type Ended } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-entities-'))));
afterAll(() => rm(folder, { recursive: true }));

const NAME = { type: 'person.firstName' };
const user = { size: 20, fields: { name: NAME } };
const orders = {
  schema: {
    user: { type: 'catbird.entity', params: { of: 'user' } },
    name: { type: 'catbird.ref', params: 'user.name' },
  },
  limit: 50,
};

async function run(config: object, name = 'config.json', ...flags: readonly string[]): Promise<Ended> {
  const file = join(folder, name);
  const streams = Object.entries((config as { streams?: object }).streams ?? {}).map(([stream, spec]) => [
    stream,
    { settings: { path: join(folder, `${stream}.ndjson`) }, ...(spec as object) },
  ]);
  const whole = { destination: 'file', settings: { existing: 'replace' }, eps: 'max', seed: 1, ...config };
  await writeFile(file, JSON.stringify({ ...whole, streams: Object.fromEntries(streams) as object }));
  return here(['run', file, '--json', ...flags]);
}

const rowsOf = async (stream: string): Promise<readonly Record<string, unknown>[]> =>
  jsonLines(await readFile(join(folder, `${stream}.ndjson`), 'utf8')) as Record<string, unknown>[];

/** Runs streams that share users, and joins them. */
async function joined(entities: unknown): Promise<void> {
  const ended = await run({ entities, streams: { users: { entity: 'user' }, orders } });
  expect(ended.code, ended.err).toBe(0);
  const users = new Map((await rowsOf('users')).map((row) => [row['user_id'], row['name']]));
  expect(users.size).toBe(20);
  const all = await rowsOf('orders');
  expect(all).toHaveLength(50);
  for (const row of all) expect(row['name']).toBe(users.get(row['user']));
}

test('streams share the entities of a config', () => joined({ user }));

test('entities may be a file, YAML or JSON', async () => {
  await writeFile(
    join(folder, 'shared.yaml'),
    'user:\n  size: 20\n  fields: { name: { type: person.firstName } }\n',
  );
  await joined('shared.yaml');
  await writeFile(join(folder, 'shared.json'), JSON.stringify({ user }));
  await joined('shared.json');
});

test.each<[string, object, string]>([
  [
    'an unknown entity',
    { entities: { user }, streams: { a: { entity: 'usr' } } },
    'Unknown entity usr. Did you mean user?',
  ],
  ['no entities', { streams: { a: { entity: 'user' } } }, 'Unknown entity user. The config has no entities'],
  [
    'an entity and a schema',
    { entities: { user }, streams: { a: { entity: 'user', schema: { a: NAME } } } },
    'streams.a: use either entity or schema, not both',
  ],
  [
    'an entity that is no name',
    { entities: { user }, streams: { a: { entity: 5 } } },
    'streams.a.entity must be the name of an entity',
  ],
  [
    'entities that are no object',
    { entities: 5, streams: { orders } },
    'entities must be an object or the path of a file',
  ],
  ['a missing file', { entities: 'none.yaml', streams: { orders } }, 'Could not read the entities'],
  [
    'an entity defined two ways in two schemas',
    {
      streams: {
        a: { ...orders, schema: { $entities: { user }, ...orders.schema } },
        b: { ...orders, schema: { $entities: { user: { ...user, size: 21 } }, ...orders.schema } },
      },
    },
    'Entity user is defined differently in a and b. Define it once, under entities at the top of the config',
  ],
  [
    'an entity defined in the config and otherwise in a schema',
    {
      entities: { user },
      streams: { a: { ...orders, schema: { $entities: { user: { ...user, size: 21 } }, ...orders.schema } } },
    },
    'Entity user is already defined differently outside this schema',
  ],
  [
    'an invalid entity',
    { entities: { user: { fields: {} } }, streams: { orders } },
    'Entity user: size is missing',
  ],
])('%s is an issue', async (_, config, message) => {
  const ended = await run(config);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain(JSON.stringify(message).slice(1, -1));
});

test('an issue of a file with entities has its line and column', async () => {
  await writeFile(join(folder, 'bad.json'), '{\n  "user": {"size": 0, "fields": {}}\n}');
  const ended = await run({ entities: 'bad.json', streams: { orders } });
  expect(jsonLines(ended.err)[0]).toMatchObject({ file: join(folder, 'bad.json'), line: 2, column: 20 });
});

test('the table of an entity ends after the last, or before', async () => {
  const ended = await run({
    entities: { user },
    streams: { a: { entity: 'user', limit: 7 }, b: { entity: 'user', limit: 70 } },
  });
  expect(ended.code, ended.err).toBe(0);
  expect([(await rowsOf('a')).length, (await rowsOf('b')).length]).toEqual([7, 20]);
});

test('all shards of streams with entities have the rows of the whole', async () => {
  const all = { entities: { user }, streams: { users: { entity: 'user' }, orders } };
  expect((await run(all)).code).toBe(0);
  const whole = [await rowsOf('users'), await rowsOf('orders')] as const;
  const parts: (typeof whole)[] = [];
  for (const k of [0, 1, 2]) {
    const ended = await run(all, 'shards.json', '--shard', `${k}/3`);
    expect(ended.code, ended.err).toBe(0);
    parts.push([await rowsOf('users'), await rowsOf('orders')]);
  }
  for (const stream of [0, 1] as const)
    expect(whole[stream].map((_, i) => parts[i % 3]?.[stream][Math.floor(i / 3)])).toEqual(whole[stream]);
  expect(parts.flatMap(([users]) => users)).toHaveLength(20);
  expect(parts.flatMap(([, rows]) => rows)).toHaveLength(50);
});

const GROWING = { ...user, size: 400, grow: { from: 5, perSecond: 1 } };
const FROM = { from: '2026-01-01', to: '2026-01-01T00:02:00Z', speed: 'max' };
const timed = {
  schema: { at: { type: 'catbird.timestampNow' }, ...orders.schema },
  eps: 10,
};

test('what grows comes at its creation, and is drawn after it', async () => {
  const config = {
    eps: 10,
    ...FROM,
    entities: { user: { ...GROWING, fields: { name: NAME, at: { type: 'catbird.timestampNow' } } } },
    streams: { users: { entity: 'user' }, orders: timed },
  };
  const ended = await run(config, 'grow.json', '--state', join(folder, 'grow.state'));
  expect(ended.code, ended.err).toBe(0);
  expect(ended.err).toContain('Each event is the creation of one entity, user');
  const users = await rowsOf('users');
  expect(users).toHaveLength(124);
  const born = new Map(users.map((row) => [row['user_id'], String(row['at'])]));
  const all = await rowsOf('orders');
  expect(all).toHaveLength(1200);
  for (const { user: id, at } of all) expect(Number(id) <= 5 || String(born.get(id)) < String(at)).toBe(true);
  expect(new Set(all.map(({ user: id }) => id)).size).toBeGreaterThan(100);
  const parts: Record<string, unknown>[][] = [];
  for (const k of [0, 1]) {
    const part = await run({ ...config, seed: 1 }, 'grow.json', '--shard', `${k}/2`);
    expect(part.code, part.err).toBe(0);
    parts.push([...(await rowsOf('users')), ...(await rowsOf('orders'))]);
  }
  const whole = [...users, ...all].map((row) => JSON.stringify(row)).toSorted();
  expect(
    parts
      .flat()
      .map((row) => JSON.stringify(row))
      .toSorted(),
  ).toEqual(whole);
});

test.each<[string, object, string]>([
  [
    'without computed times',
    { entities: { user: GROWING }, streams: { orders } },
    'Entity user grows in event time, so events need computed times. Set from: now, or an instant in the past',
  ],
  [
    'from two beginnings',
    {
      entities: { user: GROWING },
      ...FROM,
      eps: 5,
      streams: { orders: timed, later: { ...timed, from: '2026-01-01T00:01:00Z' } },
    },
    'Entity user grows from the beginning of its streams, but orders begins at 2026-01-01T00:00:00Z, and later at 2026-01-01T00:01:00Z. Give both the same from',
  ],
])('growth %s is an issue', async (_, config, message) => {
  const ended = await run(config);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain(message);
});

/** The keys of 200 users, as sent with faults, and the log of the faults. */
async function usersWith(
  faults: object,
): Promise<{ ids: number[]; log: readonly Record<string, unknown>[] }> {
  const log = join(folder, 'faults.log');
  const streams = { users: { entity: 'user', faults } };
  const ended = await run(
    { entities: { user: { ...user, size: 200 } }, streams },
    'faults.json',
    '--faults-log',
    log,
  );
  expect(ended.code, ended.err).toBe(0);
  return {
    ids: (await rowsOf('users')).map((row) => Number(row['user_id'])),
    log: jsonLines(await readFile(`${log}.users`, 'utf8')) as Record<string, unknown>[],
  };
}

const USERS = Array.from({ length: 200 }, (_, i) => i + 1);

test('dropped entities are missing, and no other comes in their place', async () => {
  const { ids, log } = await usersWith({ dropped: { share: 0.2 } });
  const dropped = new Set(log.map(({ row }) => Number(row) + 1));
  expect(dropped.size).toBeGreaterThan(10);
  expect(ids).toEqual(USERS.filter((id) => !dropped.has(id)));
});

test('copies of entities come on top', async () => {
  const { ids, log } = await usersWith({ duplicates: { share: 0.2 } });
  expect(log.length).toBeGreaterThan(10);
  expect(ids).toHaveLength(200 + log.length);
  expect(ids.filter((id, i) => ids.indexOf(id) === i)).toEqual(USERS);
});

test('shuffled entities come once each, without an incomplete last window', async () => {
  const shuffled = async (window: number): Promise<number[]> =>
    (await usersWith({ reordering: { window } })).ids;
  const ids = await shuffled(8);
  expect(ids).not.toEqual(USERS);
  expect(ids.toSorted((a, b) => a - b)).toEqual(USERS);
  expect((await shuffled(30)).toSorted((a, b) => a - b)).toEqual(USERS.slice(0, 180));
});

test('the table of an entity that grows begins with the streams that draw it, and is as long as it was at an instant', async () => {
  const file = join(folder, 'growing.json');
  const grown = {
    size: 10,
    grow: { from: 1, perSecond: 0.3 },
    fields: { at: { type: 'catbird.timestampNow' } },
  };
  const streams = {
    others: { from: '2025-06-01', to: '2025-06-02', schema: { name: NAME } },
    users: { from: '2026-01-01', entity: 'user' },
  };
  await writeFile(
    file,
    JSON.stringify({ destination: 'log', seed: 1, eps: 1, entities: { user: grown }, streams }),
  );
  const sample = async (...args: readonly string[]): Promise<readonly unknown[]> =>
    jsonLines((await here(['sample', '--config', file, '--quiet', ...args])).out);
  const table = await sample('--stream', 'users');
  expect(table).toHaveLength(10);
  expect(table[1]).toEqual({ user_id: 2, at: '2026-01-01T00:00:03.334Z' });
  expect(await sample('--entity', 'user')).toEqual(table);
  for (const of of [
    ['--entity', 'user'],
    ['--stream', 'users'],
  ])
    expect(await sample(...of, '--at', '2026-01-01T00:00:10Z')).toEqual(table.slice(0, 3));
});
