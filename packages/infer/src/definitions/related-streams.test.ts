import { expect, test } from 'vitest';
import { definedRows } from '../../test/definition-rows.ts';
import { writtenConfig, type ConfigPlan } from './related-streams.ts';
import { readSql } from './sql/sql.ts';

const PLAN: ConfigPlan = {
  rowsOf: () => 100,
  shared: { destination: 'postgres' },
  streamOf: (stream) => ({ settings: { table: stream } }),
};

/** The config of tables of SQL, and what a note names. */
function config(sql: string, rows: Readonly<Record<string, number>> = {}) {
  const plan = { ...PLAN, rowsOf: (table: string) => rows[table] ?? 100 };
  const found = writtenConfig(readSql(sql), plan);
  return {
    ...(found.config as { entities: Record<string, object>; streams: Record<string, object> }),
    notes: found.notes,
  };
}

test('the parts of a key are digits of the number of the row, and the last one has what the others leave', () => {
  const { streams, entities } = config(
    `CREATE TABLE orders (id int PRIMARY KEY);
     CREATE TABLE products (id uuid PRIMARY KEY);
     CREATE TABLE items (order_id int REFERENCES orders, product_id uuid REFERENCES products, line int, PRIMARY KEY (order_id, product_id, line));`,
    { orders: 10, products: 4 },
  );
  expect(Object.keys(entities)).toEqual(['orders', 'products']);
  expect(streams['items']).toMatchObject({
    startAfter: ['orders', 'products'],
    limit: 100,
    schema: {
      order_id: { params: { of: 'orders', number: 'index() % 10 + 1' } },
      product_id: { params: { of: 'products', number: '(floor(index() / 10) + index() % 10) % 4 + 1' } },
      line: { params: 'floor(index() / 40) + 1' },
    },
  });
});

test('a table gets no more rows than differ in its key', () => {
  const { streams, notes } = config(
    `CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (id int PRIMARY KEY);
     CREATE TABLE ab (a int REFERENCES a, b int REFERENCES b, PRIMARY KEY (a, b));`,
    { a: 3, b: 4 },
  );
  expect(streams['ab']).toMatchObject({ limit: 12 });
  expect(notes).toEqual(['ab gets 12 rows, because no more of them differ in their keys']);
});

test('a reference of several columns draws the row of the other table by a hidden field', () => {
  const { streams, entities, notes } = config(
    `CREATE TABLE sites (tenant smallint, code text, PRIMARY KEY (tenant, code));
     CREATE TABLE devices (id uuid PRIMARY KEY, tenant smallint NOT NULL, site text NOT NULL, FOREIGN KEY (tenant, site) REFERENCES sites (tenant, code));`,
  );
  expect(notes).toEqual([]);
  expect(entities['sites']).toMatchObject({ keyName: 'sites_row', size: 100 });
  expect(streams['sites']).toMatchObject({
    schema: {
      sites_row: { hidden: true, params: { skew: 'inOrder' } },
      tenant: { params: 'sites_row.tenant' },
    },
  });
  expect(streams['devices']).toMatchObject({
    schema: {
      tenant_site_row: { type: 'catbird.entity', params: { of: 'sites' }, hidden: true },
      tenant: { type: 'catbird.ref', params: 'tenant_site_row.tenant' },
      site: { type: 'catbird.ref', params: 'tenant_site_row.code' },
    },
  });
});

test('a reference to the own table makes a tree, whose rows are sent one request at a time', () => {
  const { entities, streams, notes } = config(
    'CREATE TABLE c (id int PRIMARY KEY, parent int REFERENCES c, root int NOT NULL REFERENCES c)',
  );
  expect(entities['c']).toMatchObject({
    fields: {
      parent: { params: { of: 'c', number: 'floor((index() + 1) / 8)' } },
      root: { params: { of: 'c', number: 'max(1, floor((index() + 1) / 8))' } },
    },
  });
  expect(streams['c']).toEqual({ settings: { table: 'c' }, delivery: { inFlight: 1 }, entity: 'c' });
  expect(notes).toEqual([
    'Rows of c refer to earlier ones of the same table: they are sent one request at a time',
  ]);
});

test('a circle is cut where null is allowed, and named where it is not', () => {
  const circle = (isRequired: boolean): string =>
    `CREATE TABLE teams (id int PRIMARY KEY, lead int ${isRequired ? 'NOT NULL' : ''} REFERENCES people);
     CREATE TABLE people (id int PRIMARY KEY, team int NOT NULL REFERENCES teams);`;
  const cut = config(circle(false));
  expect(cut.entities['teams']).toMatchObject({ fields: { lead: { value: null } } });
  expect(cut.streams['people']).toMatchObject({ startAfter: ['teams'] });
  expect(cut.notes).toEqual([
    'Tables refer to one another in a circle: teams (lead) is null, because people is filled later',
  ]);
  expect(config(circle(true)).notes.join()).toMatch(/teams \(lead\) cannot be null\. Drop that FOREIGN KEY/);
});

test('a reference to a table without rows is null, and a note names one that cannot be', () => {
  const { streams, notes } = config(
    `CREATE TABLE a (id int PRIMARY KEY);
     CREATE TABLE b (id int PRIMARY KEY, maybe int REFERENCES a, always int NOT NULL REFERENCES a);`,
    { a: 0 },
  );
  expect(Object.keys(streams)).toEqual(['b']);
  expect(streams['b']).toMatchObject({ schema: { maybe: { value: null } } });
  expect(notes).toEqual(['Not followed: b (always) refers to a, which gets no rows']);
});

test('one key per row is drawn for a reference that is unique, and others are named if they share a field', () => {
  const { streams, notes } = config(
    `CREATE TABLE users (id uuid PRIMARY KEY, tenant int, UNIQUE (tenant, id));
     CREATE TABLE orders (id int PRIMARY KEY, tenant int, UNIQUE (tenant, id));
     CREATE TABLE profiles (user_id uuid PRIMARY KEY REFERENCES users);
     CREATE TABLE notes (tenant int, user_id uuid, order_id int, FOREIGN KEY (tenant, user_id) REFERENCES users (tenant, id), FOREIGN KEY (tenant, order_id) REFERENCES orders (tenant, id));
     CREATE TABLE bills (tenant int, user_id uuid, order_id int NOT NULL, FOREIGN KEY (tenant, user_id) REFERENCES users (tenant, id), FOREIGN KEY (tenant, order_id) REFERENCES orders (tenant, id));`,
  );
  expect(streams['profiles']).toMatchObject({
    schema: { user_id: { params: { of: 'users', number: 'index() % 100 + 1' } } },
  });
  expect(streams['notes']).toMatchObject({
    schema: { user_id: { type: 'catbird.ref' }, order_id: { value: null } },
  });
  expect(notes).toEqual([
    'Not followed: FOREIGN KEY of bills (tenant, order_id), which shares a field with another one',
    'order_id of notes is null: FOREIGN KEY of notes (tenant, order_id) shares a field with another one',
  ]);
});

test('unique texts are as long as a condition says', async () => {
  const rows = await definedRows(
    `CREATE TABLE a (code varchar(20) PRIMARY KEY CHECK (length(code) >= 12), mail varchar(90) NOT NULL UNIQUE CHECK (length(mail) > 30));
     CREATE TABLE b (a varchar(20) NOT NULL REFERENCES a);`,
    'sql',
  );
  const { a = [], b = [] } = rows;
  expect(a.every(({ code, mail }) => String(code).length >= 12 && String(mail).length > 30)).toBe(true);
  expect(new Set(a.map(({ code }) => code)).size).toBe(20);
  expect(b.every((row) => String(row['a']).length >= 12)).toBe(true);
});
