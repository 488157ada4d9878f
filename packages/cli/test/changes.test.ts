import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/customers.yaml', import.meta.url));

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-changes-'))));
afterAll(() => rm(folder, { recursive: true }));

interface Row {
  readonly change: {
    readonly before: Readonly<Record<string, unknown>> | null;
    readonly after: Readonly<Record<string, unknown>> | null;
    readonly ts_ms: number;
  };
}

test('the tables of the example are what its changes lead to, and no order outlives its customer', async () => {
  const paths = ['customers', 'orders'].map((name) => [name, join(folder, `${name}.ndjson`)] as const);
  const sets = paths.flatMap(([name, path]) => ['--set', `streams.${name}.settings.path=${path}`]);
  const ended = await here(['run', EXAMPLE, '--quiet', '--set', 'to=2026-11-20T01:00:00Z', ...sets]);
  expect(ended.code, ended.err).toBe(0);
  const tables: (readonly unknown[])[] = [];
  for (const [name, path] of paths) {
    const entity = name.slice(0, -1);
    const table = new Map<unknown, unknown>();
    const astray: unknown[] = [];
    for (const { change } of jsonLines(await readFile(path, 'utf8')) as readonly Row[]) {
      const key = (change.after ?? change.before)?.[`${entity}_id`];
      if (JSON.stringify(table.get(key) ?? null) !== JSON.stringify(change.before)) astray.push(change);
      if (change.after === null) table.delete(key);
      else table.set(key, change.after);
    }
    expect(astray).toEqual([]);
    const at = ['--at', '2026-11-20T01:00:00Z'];
    const { out, err } = await here(['sample', '--config', EXAMPLE, '--entity', entity, ...at]);
    const rows = jsonLines(out);
    expect(rows.length, err).toBeGreaterThan(500);
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set([...table.values()].map((row) => JSON.stringify(row))),
    );
    tables.push(rows);
  }
  const [customers = [], orders = []] = tables as (readonly { readonly customer_id: number }[])[];
  const known = new Set(customers.map((row) => row.customer_id));
  expect(orders.filter((row) => !known.has(row.customer_id))).toEqual([]);
});

test('sample prints a stream and the table of an entity', async () => {
  const stream = await here(['sample', '--config', EXAMPLE, '--stream', 'orders', '-n', '3', '--quiet']);
  expect(jsonLines(stream.out)).toHaveLength(3);
  const table = await here(['sample', '--config', EXAMPLE, '--entity', 'order', '-n', '3', '--quiet']);
  expect(jsonLines(table.out)).toMatchObject([{ order_id: 1 }, { order_id: 2 }, { order_id: 3 }]);
});

test('a table of more journeys at a time than can be under way is an error', async () => {
  const path = join(folder, 'crowded.json');
  const times = { seed: 1, from: '2026-11-20', starts: 1e7 };
  const step = {
    of: 'thing',
    states: { made: { gone: 1 }, gone: {} },
    wait: { made: '300d' },
    longest: '365d',
  };
  const schema = {
    $entities: { thing: { size: 2 ** 53 - 1, fields: { n: { type: 'number.int' } } } },
    step: { type: 'catbird.journey', params: step },
    change: { type: 'catbird.change', params: { of: 'step', ops: { made: 'c', gone: 'd' } } },
  };
  await writeFile(path, JSON.stringify({ ...times, destination: 'file', settings: {}, schema }));
  const { code, err } = await here(['sample', '--config', path, '--at', '2026-11-21']);
  expect(code).toBe(2);
  expect(err).toMatch(/crowded.json: Up to .* would be active at a time/);
});

test.each([
  [['--entity', 'customer', '--at', '2026-11-19'], /before the stream begins, at 2026-11-20T00:00:00Z/],
  [['--entity', 'custmer'], /Unknown entity custmer. Did you mean customer\?/],
  [['--stream', 'order'], /Unknown stream order. Did you mean orders\?/],
  [[], /Choose a stream with --stream: customers, orders/],
  [['--stream', 'orders', '--entity', 'order'], /cannot be combined/],
  [['--stream', 'orders', '--eps', '5'], /--eps cannot be combined with --config/],
])('sample with %j is an error', async (args, words) => {
  const { code, out, err } = await here(['sample', '--config', EXAMPLE, ...args]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(words);
});

describe('options and settings that do not fit changes', () => {
  const config = {
    destination: 'postgres',
    settings: { url: 'postgres://127.0.0.1:1/x', table: 't', changeField: 'chnge' },
    schema: {
      $entities: { thing: { size: 5, fields: { is_deleted: { type: 'number.int' } } } },
      step: { type: 'catbird.journey', params: { of: 'thing', states: { made: {} }, wait: {} } },
      change: { type: 'catbird.change', params: { of: 'step', ops: { made: 'c' } } },
    },
  };
  const refused = async (more: object, ...args: readonly string[]): Promise<string> => {
    const path = join(folder, 'wrong.json');
    await writeFile(path, JSON.stringify({ ...config, ...more }));
    const { code, err } = await here(['run', path, ...args]);
    expect(code).toBe(2);
    return err;
  };

  test('the field is unknown, and the order would break', async () => {
    const delivery = { onFailure: 'continue', whenBehind: 'drop', inFlight: 4 };
    const err = await refused(
      { delivery },
      '--shard',
      '0/2',
      '--resend',
      'all',
      '--state',
      join(folder, 's'),
    );
    for (const words of [
      'Unknown field chnge in the schema. Did you mean change?',
      'onFailure continue does not fit the changes in change',
      'whenBehind drop does not fit',
      'inFlight 4 does not fit',
      '--shard does not fit',
      '--resend does not fit',
    ])
      expect(err).toContain(words);
  });

  test('faults would lead to another table', async () => {
    const settings = { ...config.settings, changeField: 'change' };
    const faults = { duplicates: { share: 0.1 }, late: { share: 0.1, delayMs: { mean: 60_000 } } };
    const err = await refused({ settings, faults });
    expect(err).toContain('The fault duplicates does not fit');
    expect(err).not.toContain('late');
  });

  test('rows that an incident drops would lead to another table', async () => {
    const settings = { ...config.settings, changeField: 'change' };
    const incidents = [{ name: 'outage', at: '+1m', for: '1m', drop: true }];
    const err = await refused({ settings, incidents, from: '2026-11-20' });
    expect(err).toContain('drop of the incident outage does not fit');
  });

  test('ClickHouse would overwrite a field with the column of the same name', async () => {
    const settings = { url: 'http://127.0.0.1:1', table: 't', changeField: 'change' };
    expect(await refused({ destination: 'clickhouse', settings })).toContain(
      'have a field is_deleted, but the destination adds a column of this name. Rename the field',
    );
  });
});
