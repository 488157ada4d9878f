import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-infer-'))));
afterAll(() => rm(folder, { recursive: true }));

const STATES = ['delivered', 'cancelled', 'shipped'];

const ORDERS = Array.from({ length: 300 }, (_, i) => ({
  order_id: i + 1,
  at: new Date(Date.UTC(2026, 0, 1) + i * 61_000).toISOString(),
  state: STATES[i % 7 === 0 ? 1 : i % 2] ?? '',
  email: `person${i}@mail.example`,
  total: ((i * 37) % 400) / 4,
  address: { city: `Town ${String.fromCharCode(65 + (i % 26))}`, zip: `${10_000 + i}` },
}));

const NDJSON = ORDERS.map((order) => `${JSON.stringify(order)}\n`).join('');

test('orders whose states follow one another become a journey, and the schema makes such orders', async () => {
  const shop = [
    '--template',
    'Online Shop',
    '-n',
    '600',
    '--seed',
    '1',
    '--from',
    '2026-03-01',
    '--eps',
    '1',
  ];
  const { out } = await here(['sample', ...shop, '--quiet']);
  const inferred = await here(['infer', '-'], { input: out });
  expect(inferred.code, inferred.err).toBe(0);
  const args = ['sample', '--schema', '-', '-n', '200', '--from', '2026-03-01', '--eps', '1', '--quiet'];
  const sampled = await here(args, { input: inferred.out });
  const firsts = new Map<unknown, Record<string, unknown>>();
  for (const row of jsonLines(sampled.out) as Record<string, unknown>[]) {
    const { order_id, user_id, name, email, country } = row;
    const first = firsts.get(order_id);
    if (first === undefined) expect(row['status']).toBe('pending');
    else expect({ user_id, name, email, country }).toEqual(first);
    firsts.set(order_id, { user_id, name, email, country });
  }
});

test('a sample becomes a schema, and the schema makes rows like it', async () => {
  const inferred = await here(['infer', '-', '--copy', 'none'], { input: NDJSON });
  expect(inferred.code).toBe(0);
  expect(inferred.err).toContain(
    'No text of the sample is in the schema, except names of fields and beginnings of keys. Of its numbers, only rounded bounds',
  );
  const sampled = await here(['sample', '--schema', '-', '-n', '50', '--quiet'], { input: inferred.out });
  expect(sampled).toMatchObject({ code: 0, err: '' });
  const rows = jsonLines(sampled.out) as typeof ORDERS;
  expect(rows.map((row) => row.order_id)).toEqual(rows.map((_, i) => i + 1));
  for (const row of rows) {
    expect(Object.keys(row)).toEqual(Object.keys(ORDERS[0] ?? {}));
    expect(row.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
    expect(row.state).toMatch(/^[a-z]{9}$/);
    expect(STATES).not.toContain(row.state);
    expect(row.email).toMatch(/@/);
    expect(row.total).toBeLessThanOrEqual(100);
    expect(row.address.zip).toMatch(/^\d{5}$/);
  }
});

test('short words of categories are copied by default, and listed', async () => {
  const { out, err } = await here(['infer', '-'], { input: NDJSON });
  expect(JSON.parse(out)).toMatchObject({ state: { params: { values: ['cancelled', 'delivered'] } } });
  expect(err).toMatch(
    /^Copied from state: "cancelled" \(\d\d %\), "delivered" \(\d\d %\)\. --copy none copies nothing$/m,
  );
  expect(out).not.toMatch(/mail\.example|Town/);
});

test('--copy enums copies values that repeat, and lists each of them; --explain says why', async () => {
  const { out, err } = await here(['infer', '-', '--copy', 'enums', '--explain'], { input: NDJSON });
  expect(JSON.parse(out)).toMatchObject({
    state: { type: 'catbird.pickWeighted', params: { values: ['cancelled', 'delivered'] } },
  });
  expect(err).toMatch(/Copied from state: "cancelled" \(\d\d %\), "delivered" \(\d\d %\)/);
  expect(err).toMatch(/^at: timestamp \(100 %\)\n {4}A time, and rows are in its order/m);
  expect(out).not.toContain('mail.example');
});

test('--copy with the name of a field copies its values, too, and refuses other names', async () => {
  const { out, err } = await here(['infer', '-', '--copy', 'address.city'], { input: NDJSON });
  expect(out).toContain('"Town A"');
  expect(err).toMatch(/^Copied from state: .*\nCopied from address\.city: "Town A" \(4 %\)/m);
  const none = await here(['infer', '-', '--copy', 'none', '--copy', 'address.city'], { input: NDJSON });
  expect(none.out).not.toMatch(/cancelled/);
  expect(none.out).toContain('"Town A"');
  expect(await here(['infer', '-', '--copy', 'town'], { input: NDJSON })).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining(
      'No field town has values to copy. Fields that do: state, address.city',
    ) as string,
  });
});

test('--keep-times keeps the time of the event between the first and the last of the sample', async () => {
  const inferred = await here(['infer', '-', '--keep-times'], { input: NDJSON });
  expect(inferred).toMatchObject({ code: 0, err: expect.stringContaining('at stays between the first') });
  const sampled = await here(['sample', '--schema', '-', '-n', '50', '--quiet'], { input: inferred.out });
  for (const { at } of jsonLines(sampled.out) as typeof ORDERS)
    expect(at).toMatch(/^2026-01-01T\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('reads gzip, and what a truncated file still contains', async () => {
  const packed = gzipSync(Buffer.from(NDJSON));
  const [whole, cut] = [join(folder, 'orders.ndjson.gz'), join(folder, 'cut.ndjson.gz')];
  await writeFile(whole, packed);
  await writeFile(cut, packed.subarray(0, packed.length / 2));
  expect((await here(['infer', whole])).err).toContain('7 fields from 300 rows');
  const { code, err } = await here(['infer', cut]);
  expect(code).toBe(0);
  expect(err).toContain('The end of the sample is missing: unexpected end of file');
});

test('several samples, and several types of event in one, become a config that runs', async () => {
  const users = join(folder, 'users.csv');
  await writeFile(
    users,
    `id,name\n${Array.from({ length: 30 }, (_, n) => `${n + 1},Name ${n}`).join('\n')}\n`,
  );
  const events = Array.from({ length: 200 }, (_, n) =>
    n % 4 === 0
      ? { type: 'paid', total: n, currency: 'EUR' }
      : { type: 'opened', path: `/x/${n % 9}`, ms: n },
  );
  const input = events.map((event) => JSON.stringify(event)).join('\n');
  const { out, err, code } = await here(['infer', '-', users], { input });
  expect(code).toBe(0);
  expect(err).toMatch(/^type names the type of the event: 2 types, each with fields of its own\./m);
  expect(err).toContain('events_opened: 3 fields from 150 rows\nevents_paid: 3 fields from 50 rows');
  expect(err).toContain('A config for 3 streams. Run it with catbird run');
  const config = JSON.parse(out) as { streams: Record<string, { settings: { path: string } }> };
  expect(Object.keys(config.streams)).toEqual(['events_opened', 'events_paid', 'users']);
  for (const [name, stream] of Object.entries(config.streams))
    stream.settings.path = join(folder, `${name}.ndjson`);
  const run = await here(['run', '-', '--json'], { input: JSON.stringify(config) });
  expect(run.code).toBe(0);
  const paid = jsonLines(await readFile(join(folder, 'events_paid.ndjson'), 'utf8'));
  expect(paid).toHaveLength(50);
  expect(paid[0]).toEqual({ type: 'paid', total: expect.any(Number) as number, currency: 'EUR' });

  const whole = await here(['infer', '-', '--split', 'none'], { input });
  expect(JSON.parse(whole.out)).toMatchObject({
    type: {},
    total: { if: 'type == "paid"' },
    path: { if: 'type == "opened"' },
  });
  const mixed = await here(['infer', '-', users], { input: 'CREATE TABLE t (id int);' });
  expect(mixed).toMatchObject({
    code: 2,
    err: 'stdin is a definition. Give several samples, one definition, or several files of Protobuf, SQL, Avro or the Kinesis Data Generator\n',
  });
});

test('SQL of one table becomes a schema, and of several a config that runs', async () => {
  const one = await here(['infer', '-'], {
    input: 'CREATE TABLE t (id int PRIMARY KEY, email text, g point);',
  });
  expect(one.err).toContain('Skipped column t.g point: unknown type');
  const sampled = await here(['sample', '--schema', '-', '--quiet', '-n', '1'], { input: one.out });
  expect(sampled.out).toMatch(/^\{"id":1,"email":("[^"]+@[^"]+"|null)\}\n$/);
  const sql =
    'CREATE TABLE users (id serial PRIMARY KEY, name text); CREATE TABLE orders (n int, user_id int NOT NULL REFERENCES users);';
  const several = await here(['infer', '-'], { input: sql });
  expect(several.err).toContain('A config for 2 tables');
  const config = JSON.parse(several.out) as { streams: Record<string, { settings: { path: string } }> };
  for (const [name, stream] of Object.entries(config.streams))
    stream.settings.path = join(folder, `${name}.ndjson`);
  const run = await here(['run', '-'], { input: JSON.stringify({ ...config, eps: 'max' }) });
  expect(run).toMatchObject({ code: 0 });
  const users = jsonLines(await readFile(join(folder, 'users.ndjson'), 'utf8')) as { id: number }[];
  const orders = jsonLines(await readFile(join(folder, 'orders.ndjson'), 'utf8')) as { user_id: number }[];
  const known = new Set(users.map(({ id }) => id));
  expect(orders.length).toBe(1_000);
  expect(orders.every(({ user_id }) => known.has(user_id))).toBe(true);
});

test('tables with times that may be null become a config that is valid', async () => {
  const input =
    'CREATE TABLE authors (id bigint PRIMARY KEY, name varchar(40), created_at timestamp, updated_at timestamp);' +
    'CREATE TABLE notes (id bigint PRIMARY KEY, author_id bigint NOT NULL REFERENCES authors(id));';
  const { code, out } = await here(['infer', '-', '--quiet'], { input });
  expect(code).toBe(0);
  const config = join(folder, 'authors.json');
  await writeFile(config, out);
  expect(await here(['validate', config])).toMatchObject({ code: 0 });
  const rows = jsonLines(
    (await here(['sample', '--config', config, '--stream', 'authors', '-n', '300', '--quiet'])).out,
  ) as { created_at: string | null; updated_at: string | null }[];
  const both = rows.filter((row) => row.created_at !== null && row.updated_at !== null);
  expect(both.every((row) => String(row.updated_at) >= String(row.created_at))).toBe(true);
  expect(rows.some((row) => row.updated_at === null)).toBe(true);
});

test('says what it cannot read', async () => {
  const missing = await here(['infer', join(folder, 'missing.csv')]);
  expect(missing.code).toBe(1);
  expect(missing.err).toContain('ENOENT');
  expect(missing.err).toContain('Check the path');
  const empty = await here(['infer', '-']);
  expect(empty).toMatchObject({ code: 2, out: '' });
  expect(empty.err).toContain('No rows found in stdin. Save one event or more as NDJSON');
  const twice = await here(['infer', '-', '-']);
  expect(twice).toMatchObject({ code: 2, out: '' });
  expect(twice.err).toContain('stdin can be read only once');
  const binary = await here(['infer', '-'], { input: 'PAR1\0\0' });
  expect(binary).toMatchObject({ code: 2, out: '' });
  expect(binary.err).toContain('It is not text. Save it as NDJSON, JSON or CSV');
});

test('notes on a definition are those of most harm, and --explain prints all', async () => {
  const lost = Array.from(
    { length: 70 },
    (_, n) => `CREATE TABLE t${n} (id int PRIMARY KEY, f${n} gone${n});`,
  );
  const input = `${lost.join('\n')}\nCREATE UNIQUE INDEX one ON t1 (f1) WHERE id > 5;`;
  const [some, all] = await Promise.all([
    here(['infer', '-'], { input }),
    here(['infer', '-', '--explain'], { input }),
  ]);
  const [first, ...others] = some.err.split('\n');
  expect(first).toMatch(/CREATE UNIQUE INDEX one/);
  expect(others.some((line) => /^… and \d+ more notes: --explain prints them$/.test(line))).toBe(true);
  expect(all.err).toMatch(/gone69/);
  expect(all.err.split('\n')[0]).toBe(first);
  expect(all.err).not.toMatch(/more notes/);
});
