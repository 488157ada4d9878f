import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEntities, parseSchema } from '../../../../engine/src/schema/parse.ts';
import { readDefinition } from '../definition.ts';
import { definitionLanguage } from '../language.ts';
import { firstNotes } from '../not-followed.ts';
import { readSql } from './sql.ts';

/** Columns of the only table, with what was found of each. */
const columns = (sql: string): Record<string, object> =>
  Object.fromEntries((readSql(sql).tables[0]?.fields ?? []).map(({ name, ...shape }) => [name, shape]));

/** Partitions of 2025, and of the year before. */
const YEARS = { from: '2024-01-02T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' };

test('Postgres: enumerations, checks, arrays, keys and types of several words', () => {
  const sql = `
    CREATE TYPE public.mood AS ENUM ('sad', 'it''s ok');
    CREATE TABLE IF NOT EXISTS shop."Orders" (
      id bigserial PRIMARY KEY, -- a comment, with a comma
      user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      mood mood, tags text[] NOT NULL,
      price numeric(10,2) NOT NULL DEFAULT 0 CHECK (price > 0 AND price < 1000),
      state varchar(10) CHECK (state = ANY (ARRAY['open', 'paid'])),
      score double precision, at timestamp with time zone DEFAULT now(),
      CONSTRAINT few CHECK (quantity BETWEEN 1 AND 5), quantity integer
    );`;
  expect(readSql(sql).tables[0]?.name).toBe('Orders');
  expect(columns(sql)).toEqual({
    id: { kind: 'whole number', isNullable: false, isKey: true },
    user_id: { kind: 'whole number', isNullable: false, references: 'users', referencedField: 'id' },
    mood: { kind: 'text', isNullable: true, values: ['sad', "it's ok"] },
    tags: { kind: 'text', isNullable: false, isList: true },
    price: { kind: 'number', isNullable: false, initial: 0, decimals: 2, min: 0.01, max: 999.99 },
    state: { kind: 'text', isNullable: true, maxLength: 10, values: ['open', 'paid'] },
    score: { kind: 'number', isNullable: true },
    at: { kind: 'timestamp', isNullable: true },
    quantity: { kind: 'whole number', isNullable: true, min: 1, max: 5 },
  });
});

test('Postgres: checks between columns, with patterns, and of values that may be null', () => {
  const sql = `CREATE TABLE t (
      low int CHECK (low >= 1), high int, starts_on date NOT NULL, ends_on date, code text, mail text, other text,
      CHECK (low < high), CHECK (ends_on >= starts_on), CHECK (high IS NULL OR (high <= 90)),
      CHECK (code ~ '^[A-Z]{2}[0-9]{3}$'), CHECK ((mail)::text ~~ '%@%'::text), CHECK (other ~ '^(a|b)+?$'), CHECK (low + high < 5),
      CHECK (starts_on > '2024-02-03'::date));
    CREATE UNIQUE INDEX ON t (lower(mail)); CREATE UNIQUE INDEX ON t (low DESC, high); CREATE UNIQUE INDEX i ON t (code) WHERE low > 3;`;
  const { tables, notes } = readSql(sql);
  expect(tables[0]?.keys).toEqual([['low', 'high']]);
  expect(columns(sql)).toMatchObject({
    low: { min: 1, follows: { field: 'high', isStrict: true, isNullable: true } },
    high: { min: 2, max: 90 },
    starts_on: { from: '2024-02-03T00:00:00.000Z' },
    ends_on: { follows: { field: 'starts_on', isStrict: false, isNullable: false } },
    code: { pattern: '[A-Z]{2}[0-9]{3}' },
    mail: { kind: 'email', isUnique: true },
    other: { values: expect.arrayContaining([expect.stringMatching(/^[ab]+$/)]) },
  });
  expect(notes).toEqual([
    'Followed in part: CHECK of t: low + high < 5 (line 1)',
    'Not followed: CREATE UNIQUE INDEX i (line 6)',
  ]);
});

test('MySQL: backticks, ENUM, unsigned, tinyint(1) and keys of the table', () => {
  const sql =
    "CREATE TABLE `db`.`t` (`id` int(11) unsigned NOT NULL AUTO_INCREMENT, `size` enum('S','M') DEFAULT 'M', ok tinyint(1), name varchar(50) COMMENT 'a, b', FOREIGN KEY (`ok`) REFERENCES `other` (`id`), PRIMARY KEY (`id`), KEY `k` (`name`(10))) ENGINE=InnoDB;";
  expect(columns(sql)).toEqual({
    id: { kind: 'whole number', isNullable: false, isKey: true, min: 0 },
    size: { kind: 'text', isNullable: true, values: ['S', 'M'], initial: 'M' },
    ok: {
      kind: 'whole number',
      isNullable: true,
      min: 0,
      max: 1,
      references: 'other',
      referencedField: 'id',
    },
    name: { kind: 'text', isNullable: true, maxLength: 50 },
  });
});

test('ClickHouse: wrappers, Enum8, arrays, tuples, and columns that are not null by default', () => {
  const sql =
    "CREATE TABLE db.e ON CLUSTER c (`at` DateTime64(3, 'UTC') CODEC(Delta, ZSTD), kind LowCardinality(Nullable(String)), level Enum8('debug' = 1, 'error' = 2), ids Array(UInt8), pos Tuple(lat Float64, lon Float64), m Map(String, String), price Decimal64(2), INDEX ix kind TYPE set(0)) ENGINE = MergeTree ORDER BY at";
  expect(columns(sql)).toEqual({
    at: { kind: 'timestamp', isNullable: false },
    kind: { kind: 'text', isNullable: true },
    level: { kind: 'text', isNullable: false, values: ['debug', 'error'] },
    ids: { kind: 'whole number', isNullable: false, isList: true, max: 255 },
    pos: {
      kind: 'object',
      isNullable: false,
      fields: [
        { name: 'lat', kind: 'number' },
        { name: 'lon', kind: 'number' },
      ],
    },
    m: {
      kind: 'map',
      isNullable: false,
      fields: [
        { name: 'key', kind: 'text', maxLength: 20 },
        { name: 'value', kind: 'text' },
      ],
    },
    price: { kind: 'number', isNullable: false, decimals: 2 },
  });
});

test('Snowflake and BigQuery: NUMBER, VARIANT, STRUCT and ARRAY in angle brackets, OPTIONS', () => {
  expect(
    columns(
      'create or replace transient table A.B.C (ID NUMBER(38,0) autoincrement, P VARIANT, T TIMESTAMP_NTZ(9)) cluster by (T);',
    ),
  ).toEqual({
    ID: { kind: 'number', isNullable: false, isKey: true, decimals: 0, max: 999_999_999_999 },
    P: { kind: 'JSON', isNullable: true },
    T: { kind: 'timestamp', isNullable: true },
  });
  expect(
    columns(
      "CREATE TABLE `p-1.d.t` (id INT64 NOT NULL OPTIONS(description='x, y'), items ARRAY<STRUCT<sku STRING, dims STRUCT<w FLOAT64>>>) PARTITION BY d;",
    ),
  ).toEqual({
    id: { kind: 'whole number', isNullable: false },
    items: {
      kind: 'object',
      isNullable: true,
      isList: true,
      fields: [
        { name: 'sku', kind: 'text' },
        { name: 'dims', kind: 'object', fields: [{ name: 'w', kind: 'number' }] },
      ],
    },
  });
});

test.each([
  ['RANGE (`y`)', 'LESS THAN (10)', 'LESS THAN (30)', { min: -10, max: 29 }],
  ['RANGE (`y`)', 'LESS THAN (10)', 'LESS THAN MAXVALUE', {}],
  ['LIST (`y`)', 'IN (1, -2)', 'IN (7)', { values: [1, -2, 7] }],
  ['RANGE COLUMNS(`d`)', "LESS THAN ('2025-01-01')", "LESS THAN ('2026-01-01')", YEARS],
  ['RANGE (year(`d`))', 'LESS THAN (2025)', 'LESS THAN (2026)', YEARS],
  ['RANGE (to_days(`d`))', 'LESS THAN (739617)', 'LESS THAN (739982)', YEARS],
  ['RANGE (unix_timestamp(`d`))', 'LESS THAN (1735689600)', 'LESS THAN (1767225600)', YEARS],
])('bounds of partitions of MySQL: %s with %s, %s', (by, first, second, bounds) => {
  const { tables, notes } = readSql(
    `CREATE TABLE \`t\` (\`y\` int, \`d\` datetime) ENGINE=InnoDB /*!50100 PARTITION BY ${by} (PARTITION a VALUES ${first} ENGINE = InnoDB, PARTITION b VALUES ${second} ENGINE = InnoDB) */;`,
  );
  expect(notes).toEqual([]);
  const {
    name: _,
    kind: __,
    isNullable: ___,
    ...found
  } = tables[0]?.fields[by.includes('y`') ? 0 : 1] ?? { name: '', kind: 'text' };
  expect(found).toEqual(bounds);
});

test('bounds of partitions by several columns are noted', () => {
  const { notes } = readSql(
    'CREATE TABLE `t` (`y` int, `z` int) ENGINE=InnoDB /*!50100 PARTITION BY RANGE COLUMNS (`y`, `z`) (PARTITION a VALUES LESS THAN (10, 10)) */;',
  );
  expect(notes).toEqual(['Not followed: the bounds of partitions of t (line 1)']);
});

test('without a key, the id of a table identifies its rows, and the ids of other tables do not', () => {
  const keysOf = (sql: string) =>
    readSql(sql).tables.map(({ fields }) => fields.filter(({ isKey }) => isKey).map(({ name }) => name));
  expect(
    keysOf(`CREATE TABLE payments (payment_id bigint NOT NULL, order_id bigint NOT NULL);
      CREATE TABLE Categories (CategoryID INT64, name STRING NOT NULL);
      CREATE TABLE orders (order_id int NOT NULL, n int PRIMARY KEY);
      CREATE TABLE lines (order_id int NOT NULL, line_id int NOT NULL, PRIMARY KEY (order_id, line_id))`),
  ).toEqual([['payment_id'], ['CategoryID'], ['n'], []]);
});

test('what is not understood is noted, and the rest is read', () => {
  const { tables, notes } = readSql(
    'SET x = 1; CREATE TABLE a (g geometry(Point), h geometry NOT NULL, i point NOT NULL DEFAULT now(), n int); INSERT INTO a VALUES (1); INSERT INTO a VALUES (2); CREATE TABLE b AS SELECT 1; nonsense',
  );
  expect(tables.map(({ name, fields }) => [name, fields.length])).toEqual([['a', 1]]);
  expect(notes).toEqual([
    'Skipped column a.h geometry: unknown type. Rows are refused without it: add the field to the schema (line 1)',
    'Skipped column a.g geometry: unknown type (line 1)',
    'Skipped column a.i point: unknown type (line 1)',
    'Skipped table b: it lists no columns (line 1)',
    'Not followed: SET (line 1)',
    'Not followed: rows of INSERT for a (line 1)',
    'Not followed: NONSENSE (line 1)',
  ]);
});

test('notes of keys that rows may break come first, and sequences are counted', () => {
  const sequences = Array.from(
    { length: 80 },
    (_, n) => `CREATE SEQUENCE s${n}; CREATE VIEW v${n} AS SELECT 1;`,
  );
  const { notes } = readSql(
    `${sequences.join('\n')}\nCREATE TABLE t (a int NOT NULL, b text); CREATE UNIQUE INDEX one ON t (a) WHERE b IS NULL;`,
  );
  expect(notes[0]).toBe('Not followed: CREATE UNIQUE INDEX one (line 81)');
  expect(notes).toContain('Not followed: CREATE SEQUENCE (line 1, line 2, line 3 and 77 more)');
  // Those of most harm are shown, and all can be.
  expect(notes).toHaveLength(82);
  expect([firstNotes(notes, '')[0], firstNotes(notes, '').at(-1)]).toEqual([notes[0], '… and 22 more notes']);
});

test('one table is a schema; several are a config whose streams share keys', async () => {
  const one = await readDefinition('CREATE TABLE t (id int PRIMARY KEY, email text, at timestamp)', 'sql');
  expect(one).toMatchObject({
    kind: 'schema',
    schema: {
      id: { type: 'catbird.sequence' },
      email: { type: 'internet.email' },
      at: { type: 'catbird.timestampNow' },
    },
  });
  const two = await readDefinition(
    'CREATE TABLE users (id uuid PRIMARY KEY, name text); CREATE TABLE orders (n int, user_id uuid NOT NULL REFERENCES users)',
    'sql',
  );
  expect(two).toMatchObject({
    kind: 'config',
    config: {
      entities: { users: { keyName: 'id', key: { type: 'string.uuid' } } },
      streams: {
        users: { entity: 'users' },
        orders: { schema: { user_id: { type: 'catbird.entity', params: { of: 'users' } } } },
      },
    },
  });
});

test('a definition is recognised by its beginning', () => {
  expect(definitionLanguage('-- dump\n/* of */ SET x = 1;\nCREATE TABLE t (a int)')).toBe('sql');
  expect(definitionLanguage('create,table\n1,2\n')).toBeUndefined();
  expect(definitionLanguage('{"sql":"create table t"}')).toBeUndefined();
});

test('any text is read without an error, and any column that is read gives a valid schema', async () => {
  const piece = fc.constantFrom(
    'CREATE TABLE ',
    't',
    ' (',
    ')',
    ',',
    ';',
    'a int',
    'b text[]',
    "'",
    '"',
    '`',
    '<',
    '>',
    'ARRAY<',
    'STRUCT<',
    'CHECK (a > 0)',
    'numeric(99,99)',
    'Enum8(',
    'Nullable(',
    '--',
    '/*',
    '$$',
    ' NOT NULL',
    ' CHECK (a BETWEEN 9 AND 1)',
    'PRIMARY KEY (a)',
    ' REFERENCES t',
    'x Tuple()',
    'id uuid PRIMARY KEY',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
      const found = await readDefinition(`CREATE TABLE t (${pieces.join('')}`, 'sql');
      if (found.tables === 0) return;
      const schemas =
        found.kind === 'schema'
          ? [found.schema]
          : Object.values(found.config['streams'] as Record<string, { schema?: object }>).map(
              ({ schema }) => schema ?? {},
            );
      const declared =
        found.kind === 'config' ? parseEntities(JSON.stringify(found.config['entities'] ?? {})) : undefined;
      const entities = declared?.ok === true ? declared.entities : [];
      for (const schema of schemas.filter((each) => Object.keys(each).length > 0)) {
        const parsed = parseSchema(JSON.stringify(schema), { entities });
        expect(parsed.ok ? [] : parsed.issues.map(({ message }) => message)).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});
