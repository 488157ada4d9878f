import { format, resolveConfig } from 'prettier';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { caseText, hasCases } from '../../test/cases.ts';
import { readDefinition } from './definition.ts';
import { ANNOTATIONS, FOLLOWED } from './json-schema/keywords.ts';
import { METHODS } from './kdg/methods.ts';
import { definitionLanguage, type DefinitionLanguage } from './language.ts';

/** What is read of a text: its schema and its notes. */
async function read(text: string, language: DefinitionLanguage) {
  const { notes, ...found } = await readDefinition(text, language);
  return { notes, written: JSON.stringify('schema' in found ? found.schema : found.config) };
}

/** Statements that end here say the same as none. */
const BASE =
  'CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, b varchar(90) NOT NULL, c date);\nCREATE TABLE u (x int);\n';

/** Statements of SQL, each after `BASE`. All but the silent ones change what is read, or are named. */
const STATEMENTS = [
  'ALTER TABLE t ADD CONSTRAINT k UNIQUE (b)',
  'ALTER TABLE ONLY public.u ADD CONSTRAINT k PRIMARY KEY (x)',
  'ALTER TABLE u ADD FOREIGN KEY (x) REFERENCES t (id)',
  'ALTER TABLE t ADD CHECK (a BETWEEN 3 AND 4)',
  'ALTER TABLE t ADD CHECK (a > 0 OR id > 0)',
  'ALTER TABLE t ADD COLUMN IF NOT EXISTS d boolean',
  'ALTER TABLE t ADD (e NUMBER(3), f VARCHAR2(10))',
  'ALTER TABLE t ADD INDEX i (b), ADD COLUMN g json',
  'ALTER TABLE t MODIFY COLUMN b char(3) NOT NULL',
  'ALTER TABLE t CHANGE a aa bigint',
  'ALTER TABLE t ALTER COLUMN b TYPE uuid',
  'ALTER TABLE t ALTER COLUMN c SET NOT NULL',
  'ALTER TABLE t ALTER COLUMN a DROP NOT NULL',
  "ALTER TABLE t ALTER COLUMN a SET DEFAULT nextval('s')",
  'ALTER TABLE t ALTER COLUMN a ADD GENERATED ALWAYS AS IDENTITY',
  'ALTER TABLE t DROP COLUMN c',
  'ALTER TABLE t DROP CONSTRAINT k',
  'ALTER TABLE t RENAME COLUMN a TO z',
  'ALTER TABLE t RENAME TO tt',
  'ALTER TABLE t ATTACH PARTITION u FOR VALUES IN (1)',
  'ALTER TABLE u INHERIT t',
  'ALTER TABLE t ENABLE ROW LEVEL SECURITY, ADD CHECK (a > 5)',
  'ALTER TABLE gone ADD x int',
  'CREATE TABLE v (LIKE t INCLUDING ALL)',
  'CREATE TABLE v (y int) INHERITS (t)',
  'CREATE TABLE v PARTITION OF t FOR VALUES FROM (1) TO (2)',
  'CREATE TABLE v (y int) PARTITION BY RANGE (y) (PARTITION a VALUES LESS THAN (10))',
  'CREATE TABLE v AS SELECT 1',
  'CREATE TABLE v CLUSTER BY (lower(y)) (y int)',
  'CREATE TABLE v CLONE t',
  'CREATE TABLE v AS t ENGINE = Memory',
  'CREATE STREAM s ON TABLE t',
  'CREATE TABLE v (y int, CONSTRAINT c CHECK y > 6)',
  'CREATE TABLE v (y int, CONSTRAINT c ASSUME y > 6)',
  'CREATE TABLE v (y int, UNIQUE ((y + 1)))',
  'CREATE TABLE v (y int, INVERTED INDEX i (y), FAMILY f (y), SUPPLEMENTAL LOG DATA (ALL) COLUMNS)',
  'CREATE TABLE v (key text, "index" int, check_ int, period int, like_ int)',
  'CREATE TABLE v (a_id int, b_id int, PRIMARY KEY (a_id, b_id))',
  'CREATE TABLE v (a int, b int, UNIQUE (a, b))',
  'CREATE TABLE v (a int, b int, FOREIGN KEY (a, b) REFERENCES t)',
  'CREATE TABLE v (r int4range, EXCLUDE USING gist (r WITH &&))',
  "CREATE TYPE e AS ENUM ('p', 'q'); CREATE TABLE v (e e)",
  "CREATE TYPE e AS ENUM ('p'); ALTER TYPE e ADD VALUE 'q'; CREATE TABLE v (e e)",
  'CREATE TYPE c AS (x int, y int); CREATE TABLE v (c c)',
  'CREATE TYPE n FROM varchar(11) NOT NULL; CREATE TABLE v (n n)',
  'CREATE TYPE r AS RANGE (subtype = float8)',
  'CREATE DOMAIN d AS int CHECK (VALUE > 7); CREATE TABLE v (d d)',
  'CREATE UNIQUE INDEX i ON t (b)',
  'CREATE UNIQUE INDEX i ON t (lower(b))',
  'CREATE INDEX i ON t (a)',
  'CREATE VIEW w AS SELECT 1',
  'CREATE MATERIALIZED VIEW w AS SELECT 1',
  'CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW BEGIN UPDATE u SET x = 1; SELECT 1; END',
  'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $body$ SELECT 1; CREATE TABLE no (x int); $body$',
  'CREATE PROCEDURE p() BEGIN IF 1 THEN SELECT 1; END IF; CASE 1 WHEN 1 THEN SELECT 2; END CASE; END',
  'CREATE SEQUENCE s',
  'CREATE RULE r AS ON INSERT TO t DO NOTHING',
  'CREATE POLICY p ON t',
  'CREATE SCHEMA x',
  'CREATE EXTENSION citext',
  'CREATE DATABASE x',
  'CREATE SYNONYM y FOR t',
  'DROP TABLE IF EXISTS u',
  'DROP VIEW w',
  "COMMENT ON TABLE t IS 'x; \"y'",
  'GRANT SELECT ON t TO p',
  "INSERT INTO t VALUES (1, 2, 'it''s; x', NULL), (2, 3, ');', NULL)",
  "REPLACE INTO t VALUES (1, 2, 'x', NULL)",
  'COPY t (id, b) FROM stdin;\n1\tPat O\'Hara; "\n\\.\n',
  'UPDATE t SET a = 1',
  'DELETE FROM t',
  'TRUNCATE t',
  'SET x = 1',
  "SELECT setval('s', 1)",
  'USE shop',
  'LOCK TABLES t WRITE',
  'PRAGMA foreign_keys = ON',
  'BEGIN TRANSACTION',
  'COMMIT',
  'DO $$ BEGIN PERFORM 1; END $$',
  'EXEC sp_rename 1',
  'MERGE INTO t USING u ON 1 = 1',
  'nonsense',
  '\\connect other\nSET x = 1',
  "PROMPT it's done\nSET x = 1",
  'DELIMITER ;;\nCREATE TRIGGER tr AFTER INSERT ON t FOR EACH ROW BEGIN SELECT 1; END;;\nDELIMITER ;\nSET x = 1',
];

test.each(STATEMENTS)('SQL: %s is followed or named, and what comes after it is read', async (statement) => {
  const after = 'CREATE TABLE zz (last int NOT NULL);';
  const base = await read(`${BASE}${after}`, 'sql');
  const found = await read(`${BASE}${statement};\n${after}`, 'sql');
  expect(found.notes.length > 0 || found.written !== base.written).toBe(true);
  expect(found.written).toContain('"last"');
  // Names of a statement that is not followed are no tables.
  expect(found.written).not.toContain('"no"');
});

/** Clauses of a column, beside those that say nothing about values. */
const CLAUSES = [
  'NOT NULL',
  'PRIMARY KEY',
  'UNIQUE',
  'REFERENCES u (x)',
  'CHECK (k < 4)',
  'CHECK (k IN (1, 2))',
  'CHECK (k <> 5)',
  'GENERATED ALWAYS AS (1 + 1) STORED',
  'GENERATED ALWAYS AS IDENTITY',
  'EPHEMERAL',
  'MATERIALIZED l + 1',
  'AUTO_INCREMENT',
  'AS (1) PERSISTED',
  'UNSIGNED NOT NULL',
];

test.each(CLAUSES)('SQL: a column with %s is read as another one, or a note says why not', async (clause) => {
  const [plain, found] = await Promise.all(
    ['', clause].map((each) => read(`${BASE}CREATE TABLE v (k int ${each}, l int);`, 'sql')),
  );
  expect([found?.written, found?.notes]).not.toEqual([plain?.written, plain?.notes]);
});

/** Types, with a value of which the field spec has a part. */
const TYPES: readonly (readonly [type: string, spec: string])[] = [
  ['character varying(4)', '"length":4'],
  ['public.citext', 'lorem.words'],
  ['VARCHAR2(30 CHAR)', 'lorem.word'],
  ['nvarchar(max)', 'lorem.words'],
  ['national character varying(3)', '"length":3'],
  ['LONG RAW', 'hexadecimal'],
  ['NUMBER(10)', 'number.int'],
  ['NUMBER(8,2)', 'number.float'],
  ['double precision', 'number.float'],
  ['timestamp(3) with time zone', 'timestampNow'],
  ['datetimeoffset(7)', 'timestampNow'],
  ['interval year to month', '[1-9]-[1-9]'],
  ['macaddr', '0-9a-f'],
  ['inet', 'ipv4'],
  ['jsonb', 'object'],
  ['uniqueidentifier', 'uuid'],
  ['bit', 'boolean'],
  ['int[][]', '"oneOf"'],
  ['integer ARRAY', '"count"'],
  ["SET('a','b')", '"a"'],
  ['mediumint unsigned', 'number.int'],
  ['smallmoney', 'number.float'],
  ['time without time zone', 'HH:mm:ss'],
  ['bytea', 'hexadecimal'],
  ['year', '2030'],
  ['varchar', 'lorem.words'],
  ['bpchar', 'lorem.words'],
  ['nchar varying', 'lorem.words'],
  ['char large object', 'lorem.words'],
  ['binary varying(8)', '"length":8'],
  ['Int8', '"max":127'],
  ['int8', '"max":1000'],
  ['double(3,1)', '"max":99'],
  ['int4multirange', '{['],
  ['Map(String, UInt8)', 'catbird.map'],
  ['MAP<STRING, STRUCT<a: INT, b: DOUBLE>>', '"b":{"type":"number.float"'],
  ['Variant(UInt8, String)', '"oneOf"'],
  ['Tuple(UInt8, Date)', 'catbird.list'],
  ['OBJECT(city VARCHAR, n NUMBER)', '"city"'],
  ['ARRAY', '"count"'],
  ['interval(6)', 'days'],
  ['INTERVAL DAY (2) TO SECOND (6)', '[1-9] [01]'],
  ['UNSIGNED BIG INT', 'number.int'],
  ['NATIVE CHARACTER(30)', 'lorem.word'],
  ['VARBYTE(16)', 'hexadecimal'],
];

test.each(TYPES)('SQL: a column of type %s has values of it', async (type, spec) => {
  const { written, notes } = await read(`CREATE TABLE v (k ${type} NOT NULL, "last" int);`, 'sql');
  expect(written).toContain(spec);
  expect(written).toContain('"last"');
  expect(notes).toEqual([]);
});

const record = (...fields: object[]): string => JSON.stringify({ type: 'record', name: 'R', fields });
const field = (type: unknown, more: object = {}): string => record({ name: 'f', type, ...more });

/** Types and attributes of Avro, with a part of the field spec or of a note. */
const AVRO: readonly (readonly [string, string])[] = [
  [field('boolean'), 'datatype.boolean'],
  [field('int'), 'number.int'],
  [field('long'), 'number.int'],
  [field('float'), 'number.float'],
  [field('double'), 'number.float'],
  [field('bytes'), 'hexadecimal'],
  [field('string'), 'lorem'],
  [field('null'), 'null'],
  [field(['null', 'int']), 'nulls'],
  [field(['int', 'string']), 'oneOf'],
  [field({ type: 'array', items: { type: 'array', items: 'int' } }), 'oneOf'],
  [field({ type: 'map', values: 'int' }), 'catbird.map'],
  [field({ type: 'enum', name: 'E', symbols: ['A'] }), '"A"'],
  [field({ type: 'fixed', name: 'F', size: 4 }), '"length":4'],
  [field({ type: 'fixed', name: 'F', size: 12, logicalType: 'duration' }), '86399999'],
  [field({ type: 'string', logicalType: 'uuid' }), 'uuid'],
  [field({ type: 'bytes', logicalType: 'decimal', precision: 5, scale: 1 }), 'float'],
  [field({ type: 'bytes', logicalType: 'big-decimal' }), 'float'],
  [field({ type: 'int', logicalType: 'date' }), 'yyyy-MM-dd'],
  [field({ type: 'int', logicalType: 'time-millis' }), '86399999'],
  [field({ type: 'long', logicalType: 'time-micros' }), '86399999999'],
  ...['', 'local-'].flatMap((local) =>
    ['millis', 'micros', 'nanos'].map((unit): [string, string] => [
      field({ type: 'long', logicalType: `${local}timestamp-${unit}` }),
      'catbird.timestampNow',
    ]),
  ),
  [field('int', { logicalType: 'date' }), 'yyyy-MM-dd'],
  [
    field({ type: 'long', logicalType: 'uuid' }),
    'number.int","params":{"min":0,"max":1000}}}Not followed: the logical type uuid, which no long has (f)',
  ],
  [
    field({ type: 'string', logicalType: 'date' }),
    'lorem.words","params":[3]}}Not followed: the logical type date, which no string has (f)',
  ],
  [
    field(['null', 'long'], { logicalType: 'timestamp-millis' }),
    'Not followed: the logical type timestamp-millis, which no type of several parts has (f)',
  ],
  [field({ type: 'array', items: 'int', logicalType: 'map' }), 'Not followed: the logical type map (f)'],
  [field({ type: 'string', logicalType: 'roman' }), 'Not followed: the logical type roman (f)'],
  [field('Gone'), 'Not followed: the type Gone, which is not defined (f)'],
  [field('int', { 'arg.properties': { range: { min: 3, max: 5 } } }), '"max":5'],
  [field('string', { 'arg.properties': { options: ['A', 'B'] } }), '"B"'],
  [field('string', { 'arg.properties': { regex: '[A-C]{3}-[0-9]{2}' } }), '[A-C]{3}-[0-9]{2}'],
  [field('string', { 'arg.properties': { length: { min: 2, max: 4 } } }), '"max":4'],
  [
    field('long', { 'arg.properties': { iteration: { start: 0 } } }),
    'Not followed: iteration of arg.properties (f)',
  ],
  [
    record(
      {
        name: 'a',
        type: { type: 'record', name: 'x.A', aliases: ['B'], fields: [{ name: 'deep', type: 'int' }] },
      },
      { name: 'b', type: 'x.B' },
    ),
    '"deep"',
  ],
  [
    JSON.stringify({
      protocol: 'P',
      namespace: 'n',
      types: [{ type: 'record', name: 'R', fields: [{ name: 'p', type: 'int' }] }],
      messages: {},
    }),
    'messages of the protocol',
  ],
  [`// orders\n${field('int')}`, 'number.int'],
  // What is followed no further is a value that the type has.
  [field(['null', 'R']), '"values":[null]'],
  [field({ type: 'array', items: 'R' }), '"values":[[]]'],
  [field({ type: 'map', values: ['null', 'R'] }), '"values":[{}]'],
];

test.each(AVRO)('Avro: %s', async (text, part) => {
  const { written, notes } = await read(text, 'avro');
  expect(written + notes.join('\n')).toContain(part);
});

test('Avro: names are those of their namespaces, not of whichever came last', async () => {
  const address = (namespace: string, name: string) => ({
    type: 'record',
    name: 'Address',
    namespace,
    fields: [{ name, type: 'string' }],
  });
  const text = record(
    { name: 'a', type: address('billing', 'iban') },
    { name: 'b', type: address('shipping', 'street') },
    { name: 'c', type: 'billing.Address' },
  );
  const { written } = await read(text, 'avro');
  expect((JSON.parse(written) as { c: unknown }).c).toMatchObject({ fields: { iban: {} } });
});

/** Parts of Protobuf, each in a message or beside it, with a part of what is read or noted. */
const PROTOBUF: readonly (readonly [string, string])[] = [
  ...['double', 'float', 'int32', 'uint64', 'sint32', 'fixed64', 'sfixed32', 'bool', 'string', 'bytes'].map(
    (type): [string, string] => [`syntax = "proto3"; message M { ${type} f = 1; }`, '"f"'],
  ),
  ['syntax = "proto3"; message M { optional int32 f = 1; }', 'missing'],
  ['syntax = "proto2"; message M { optional int32 f = 1 [default = 3]; required string g = 2; }', 'missing'],
  ['syntax = "proto2"; message M { repeated group G = 1 { optional int32 inner = 2; } }', '"inner"'],
  ['syntax = "proto2"; message M { extensions 4 to 9; } extend M { optional int32 more = 4; }', '[more]'],
  ['syntax = "proto3"; message M { repeated string f = 1; }', 'count'],
  ['syntax = "proto3"; message M { map<bool, int32> f = 1; }', '"values":["true","false"]'],
  ...(
    [
      ['Any', '"@type"'],
      ['Empty', '"values":[{}]'],
      ['FieldMask', 'fromRegExp'],
    ] as const
  ).map(([type, part]): [string, string] => [
    `syntax = "proto3"; import "google/protobuf/x.proto"; message M { google.protobuf.${type} f = 1; }`,
    part,
  ]),
  ['syntax = "proto3"; message M { M self = 1; }', '"values":[{}]'],
  ['syntax = "proto3"; message M { map<string, int32> f = 1; }', 'catbird.map'],
  ['syntax = "proto3"; message M { oneof o { int32 a = 1; string b = 2; } }', 'o_choice'],
  ['syntax = "proto3"; enum E { E_UNSPECIFIED = 0; ON = 1; } message M { E f = 1; reserved 3; }', '"ON"'],
  ['syntax = "proto3"; message M { M self = 1; }', 'Followed in part: M within itself'],
  [
    'syntax = "proto3"; message M { int32 f = 1 [(validate.rules).int32.gt = 0]; }',
    'Not followed: the option (validate.rules)',
  ],
  [
    'syntax = "proto3"; message M { int32 f = 1; } service S { rpc Get (M) returns (M); }',
    'Not followed: the service S',
  ],
  [
    'syntax = "proto3"; import "a.proto"; message M { a.B f = 1; }',
    'Skipped the type a.B: give the file that defines it, too',
  ],
  [
    'syntax = "proto3"; import "google/protobuf/duration.proto"; message M { google.protobuf.Duration f = 1; }',
    's"',
  ],
  [
    'syntax = "proto3"; package a; message B { int32 deep = 1; }\nsyntax = "proto3"; import "a.proto"; message M { a.B f = 1; }',
    '"deep"',
  ],
  ['edition = "2023"; message M { int32 f = 1; }', '"f"'],
];

test.each(PROTOBUF)('Protobuf: %s', async (text, part) => {
  const { written, notes } = await read(text, 'protobuf');
  expect(written + notes.join('\n')).toContain(part);
});

/** A part of a language, a text with it, and the same text without it. */
type Part = readonly [part: string, text: string, base: string];

/** A Prisma schema whose model has one more line. */
const model = (line: string, more = ''): string =>
  `model M {\n  id Int @id\n  k Int\n  l Int\n  ${line}\n  last Boolean\n  os O[]\n}\nenum E {\n  ON\n  OFF @map("off")\n}\nmodel O {\n  id Int @id\n  code String @unique\n  mId Int?\n  m M? @relation(fields: [mId], references: [id])\n  ms M[] @relation("all")\n}\n${more}`;

/** Fields and attributes of Prisma, each in a model, and blocks beside it. */
const PRISMA: readonly Part[] = [
  ...[
    'String',
    'Boolean',
    'Int',
    'BigInt',
    'Float',
    'Decimal',
    'DateTime',
    'Json',
    'Bytes',
    'E',
    'Gone',
  ].flatMap((type) => [`f ${type}`, `f ${type}?`, `f ${type}[]`]),
  'f Unsupported("tsvector")?',
  'f Unsupported("circle")',
  'f Int @id',
  'f Int @unique',
  'f Int @map("g")',
  'f Int @ignore',
  'f DateTime @updatedAt',
  'f Int @omit',
  ...[
    'Int @default(autoincrement())',
    'Int @default(sequence(start: 3))',
    'Int @default(7)',
    'Int @default(-7)',
    'Boolean @default(true)',
    'String @default("a \\"b\\" // c")',
    'E @default(OFF)',
    'String @default(uuid())',
    'String @default(uuid(7))',
    'String @default(cuid())',
    'String @default(ulid())',
    'String @default(nanoid(8))',
    'String @default(auto()) @db.ObjectId',
    'DateTime @default(now())',
    'String @default(dbgenerated("gen_random_uuid()"))',
    'String @default(dbgenerated())',
    'Int[] @default([1, 2])',
    'String @db.VarChar(12)',
    'String @db.Char(36)',
    'String @db.NVarChar(Max)',
    'String @db.Uuid',
    'String @db.Inet',
    'String @db.Bit(4)',
    'Int @db.SmallInt',
    'Int @db.UnsignedInt',
    'Float @db.DoublePrecision',
    'Decimal @db.Decimal(6, 1)',
    'DateTime @db.Date',
    'DateTime @db.Timestamptz(6)',
    'DateTime @db.Time(0)',
    'Bytes @db.VarBinary(8)',
    'Int @db.Frobnicate',
  ].map((type) => `f ${type}`),
  'o O @relation(fields: [l], references: [id], onDelete: Cascade)',
  'o O[] @relation("all")',
  '@@id([k, l])',
  '@@unique([k, l(sort: Desc)], map: "u")',
  '@@index([k])',
  '@@fulltext([k])',
  '@@map("n")',
  '@@schema("s")',
  '@@ignore',
  '@@frobnicate',
  '// comment',
  '/// comment',
].map((line): Part => [line.replaceAll('\n', ' '), model(line), model('')]);

const PRISMA_BLOCKS: readonly Part[] = [
  'generator client {\n  provider = "prisma-client-js"\n}',
  'datasource db {\n  provider = "mysql"\n}\nmodel S {\n  s String\n}',
  'type T {\n  t Int\n}\nmodel U {\n  t T\n}',
  'view V {\n  id Int\n}',
  'model P {\n  id Int @id\n  parent P? @relation("tree", fields: [id], references: [id])\n  children P[] @relation("tree")\n}',
  'enum W { A B }\nmodel V {\n  w W\n}',
  'model V { id Int @id }',
  'model V {\n  id Int @id\nmodel W {\n  id Int @id',
  'model V {\n  id Int @id\n  w W @relation(fields: [id], references: [id])\n}',
  'nonsense',
].map((block): Part => [block, model('', block), model('')]);

test.each([...PRISMA, ...PRISMA_BLOCKS])('Prisma: what comes after %s is read', async (_, text) => {
  const { written } = await read(text, 'prisma');
  expect(written).toContain('"last"');
  expect(written).toContain('"mId"');
});

/** A BigQuery schema with one more field. */
const bigQuery = (...fields: object[]): string =>
  JSON.stringify([
    { name: 'first', type: 'DATE' },
    ...fields,
    { name: 'last', type: 'BOOL', mode: 'REQUIRED' },
  ]);

const BIGQUERY: readonly Part[] = [
  ...'STRING BYTES INTEGER INT64 FLOAT FLOAT64 NUMERIC BIGNUMERIC BOOLEAN BOOL TIMESTAMP DATE TIME DATETIME GEOGRAPHY JSON INTERVAL RANGE FROBNICATE'
    .split(' ')
    .flatMap((type) => ['NULLABLE', 'REQUIRED', 'REPEATED'].map((mode) => ({ type, mode }))),
  { type: 'string', mode: 'required' },
  { type: 'INT64', mode: 'SOMETIMES' },
  { type: 'STRING', maxLength: '5' },
  { type: 'BYTES', maxLength: 4 },
  { type: 'NUMERIC', precision: '5', scale: '1' },
  { type: 'STRING', defaultValueExpression: 'GENERATE_UUID()' },
  { type: 'STRING', defaultValueExpression: "'open'" },
  { type: 'INT64', defaultValueExpression: '7' },
  { type: 'RANGE', rangeElementType: { type: 'DATE' } },
  { type: 'RECORD', fields: [{ name: 'a', type: 'INT64' }] },
  { type: 'STRUCT', mode: 'REPEATED', fields: [{ name: 'a', type: 'STRUCT', fields: [] }] },
  ...['description', 'policyTags', 'collation', 'roundingMode', 'categories', 'frobnicate'].map((key) => ({
    type: 'STRING',
    mode: 'REQUIRED',
    [key]: 'x',
  })),
].map((field): Part => [
  JSON.stringify(field),
  bigQuery({ name: 'f', ...field }),
  // What describes a field is compared with the field without it.
  Object.values(field).includes('x') ? bigQuery({ name: 'f', type: 'STRING', mode: 'REQUIRED' }) : bigQuery(),
]);

test.each(BIGQUERY)('BigQuery: what comes after %s is read', async (_, text) => {
  expect(definitionLanguage(text)).toBe('bigquery');
  expect((await read(text, 'bigquery')).written).toContain('"last"');
});

/** A data source whose last column is always the same. */
const dataSource = (column: string): string => `SCHEMA >\n${column}\n    \`last\` Int32 \`json:$.last\`\n`;

/** Types of ClickHouse. */
const CLICKHOUSE = [
  ...[8, 16, 32, 64, 128, 256].flatMap((bits) => [`Int${bits}`, `UInt${bits}`]),
  'Float32',
  'Float64',
  'BFloat16',
  'Decimal(9, 2)',
  ...[32, 64, 128, 256].map((bits) => `Decimal${bits}(2)`),
  'Bool',
  'String',
  'FixedString(4)',
  'UUID',
  'IPv4',
  'IPv6',
  "Enum8('a' = 1)",
  "Enum16('a' = 1, 'b' = 2)",

  'Date',
  'Date32',
  'DateTime',
  "DateTime('Europe/Berlin')",
  'DateTime64(3)',
  "DateTime64(6, 'UTC')",
  'Time',
  'Time64(3)',
  'IntervalDay',
  'JSON',
  "Object('json')",
  'Dynamic',
  'Variant(String, UInt64)',
  'Array(Int32)',
  'Array(Array(Int32))',
  'Map(String, Int32)',
  'Nested(a Int32, b String)',
  'Tuple(Int32, String)',
  'Tuple(a Int32, b String)',
  'Nullable(Int32)',
  'LowCardinality(String)',
  'LowCardinality(Nullable(String))',
  'SimpleAggregateFunction(sum, UInt64)',
  'AggregateFunction(uniq, String)',
  'Nothing',
  'Point',
  'Ring',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
];

/** Where columns are in an event. */
const JSON_PATHS = ['', '$', '$.k', '$.k.a.b', '$.k[:]', '$.k[:].a', '$.k.a[:]', '$.k.a[:].b'];

/** What stands behind the type and the path of a column. */
const COLUMN_CLAUSES = [
  "String DEFAULT 'open'",
  'Int32 DEFAULT 3',
  'Bool DEFAULT true',
  'DateTime DEFAULT now()',
  'Int32 MATERIALIZED 1 + 1',
  'Int32 ALIAS 1 + 1',
  'Int32 EPHEMERAL',
  'Int32 NULL',
  'Int32 NOT NULL',
  'Int32 CODEC(ZSTD(1))',
  'Int32 CODEC(Delta(4), LZ4)',
  'Int32 TTL now() + INTERVAL 1 DAY',
  "Int32 COMMENT 'x, y'",
  'Int32 -- comment\n',
  'Int32 # comment\n',
];

/** Instructions beside SCHEMA. */
const INSTRUCTIONS = [
  'DESCRIPTION Orders',
  'DESCRIPTION >\n    Orders, of all shops',
  'VERSION 1',
  'TYPE landing',
  'TAGS "a, b"',
  'TOKEN "a" APPEND',
  'TOKEN b READ',
  'MAINTAINER "Ann"',
  'INCLUDE "a.incl"',
  'SHARED_WITH >\n    a,\n    b',
  'FORWARD_QUERY >\n    SELECT *, 1 AS x',
  '# comment',
  'INDEXES >\n    INDEX i last TYPE minmax GRANULARITY 1',
  ...['', 'Replacing', 'Summing', 'Aggregating', 'Collapsing', 'VersionedCollapsing'].map(
    (kind) => `ENGINE "${kind}MergeTree"`,
  ),
  ...['Join', 'Null'].map((engine) => `ENGINE "${engine}"`),
  ...'SORTING_KEY PRIMARY_KEY PARTITION_KEY SAMPLING_KEY VER IS_DELETED SIGN VERSION COLUMNS KEY_COLUMNS JOIN_STRICTNESS JOIN_TYPE'
    .split(' ')
    .map((name) => `ENGINE_${name} "last"`),
  'ENGINE_TTL "toDate(at) + INTERVAL 1 DAY"',
  'ENGINE_SETTINGS "index_granularity = 32"',
  ...'CONNECTION_NAME BOOTSTRAP_SERVERS TOPIC GROUP_ID AUTO_OFFSET_RESET STORE_RAW_VALUE STORE_HEADERS STORE_BINARY_HEADERS KEY_FORMAT VALUE_FORMAT TARGET_PARTITIONS SCHEMA_REGISTRY_URL'
    .split(' ')
    .map((name) => `KAFKA_${name} a`),
  ...'CONNECTION_NAME SERVICE BUCKET_URI STRATEGY SCHEDULE FROM_TIMESTAMP EXTERNAL_DATASOURCE QUERY TABLE_ARN EXPORT_BUCKET'
    .split(' ')
    .map((name) => `IMPORT_${name} a`),
];

const TINYBIRD: readonly Part[] = [
  ...CLICKHOUSE.map((type): Part => [type, dataSource(`    \`k\` ${type} \`json:$.k\`,`), dataSource('')]),
  ...JSON_PATHS.map((path): Part => {
    const written = path === '' ? '' : ` \`json:${path}\``;
    return [`k String${written}`, dataSource(`    \`k\` String${written},`), dataSource('')];
  }),
  ...COLUMN_CLAUSES.map((clause): Part => {
    const [type = '', ...rest] = clause.split(' ');
    const column = `    \`k\` ${type} \`json:$.k\``;
    return [`k ${clause}`, dataSource(`${column} ${rest.join(' ')},`), dataSource(`${column},`)];
  }),
  ...INSTRUCTIONS.map((each): Part => [each, `${each}\n\n${dataSource('')}\n${each}\n`, dataSource('')]),
];

test.each(TINYBIRD)('Tinybird: what comes after %s is read', async (_, text) => {
  expect((await read(text, 'tinybird')).written).toContain('"last"');
});

/** Methods of faker 3 and 4, and one that never was, beside those in `METHODS`. */
const OTHER_METHODS: Readonly<Record<string, string>> = {
  address:
    'cardinalDirection cityPrefix citySuffix direction ordinalDirection streetPrefix streetSuffix timeZone zipCodeByState',
  commerce: 'productDescription',
  company: 'companySuffix suffixes',
  current: 'timestamp',
  database: 'collation column engine type',
  date: 'now simTime utc',
  helpers: 'contextualCard createCard createTransaction mustache replaceSymbolWithNumber userCard',
  image: 'dataUri',
  phone: 'phoneFormats',
  random: 'hexaDecimal locale unknown',
};

/** Calls with arguments. */
const CALLS = [
  'address.zipCode("####")',
  'address.stateAbbr(true)',
  'commerce.price(1, 5)',
  'date.past(2)',
  'date.between("2020-01-01", "2020-02-01")',
  'date.utc(5)',
  'date.future(2)',
  'date.recent(3)',
  'date.soon(3)',
  'date.month({"abbr": true})',
  'date.weekday({"abbr": true})',
  'finance.account(5)',
  'finance.mask(5)',
  'finance.amount(1, 5, 3, "$")',
  'finance.amount({"min": 1, "max": 5})',
  'helpers.randomize(["x"])',
  'helpers.replaceSymbols("##?")',
  'helpers.shuffle([1, 2])',
  'helpers.slugify("a b")',
  'image.imageUrl(10, 20)',
  'internet.email("joe")',
  'internet.mac("-")',
  'internet.password(9)',
  'lorem.lines(2)',
  'lorem.paragraph(2)',
  'lorem.paragraphs(2)',
  'lorem.sentence(3)',
  'lorem.sentences(3)',
  'lorem.slug(3)',
  'lorem.words(3)',
  'name.firstName(1)',
  'phone.phoneNumber("###")',
  'phone.phoneNumberFormat(5)',
  'phone.phoneNumberFormat("x")',
  'random.alpha(5)',
  'random.alphaNumeric(5)',
  'random.arrayElement(["x"])',
  'random.float({"max": 5})',
  'random.number(50)',
  'random.number({"min": 10, "max": 19})',
  'random.number({"max": 1, "precision": 0.01})',
  'random.number("x")',
  'random.number(5, 6)',
  'random.objectElement({"a": 1})',
  'random.weightedArrayElement({"weights": [0.9, 0.1], "data": ["x", "y"]})',
  'random.weightedArrayElement({"weights": [1], "data": ["x", "y"]})',
  'random.words(3)',
];

/** Tokens of Moment.js. */
const TOKENS =
  'M Mo MM MMM MMMM Q Qo D Do DD DDD DDDo DDDD d do dd ddd dddd e E w wo ww W Wo WW Y YY YYYY YYYYYY gg gggg GG GGGG A a H HH h hh k kk m mm s ss S SSS SSSSSS SSSSSSSSS z zz Z ZZ X x LT LTS L LL LLL LLLL l ll lll llll';

/** A template without a placeholder. */
const NO_PLACEHOLDER = '{"f": "x"}';

/** Forms of templates, and of the table of rates. */
const FORMS = [
  '{"f": {{random.number}}}',
  '{"f": {{random.number}}.{{random.number}}}',
  '{"f": {{name.firstName}}}',
  '{"f": "{{name.firstName}} {{name.lastName}}"}',
  '{"f": ["{{name.firstName}}", 1]}',
  '{"f": {"g": "{{name.firstName}}"}}',
  '{"{{random.word}}": 1}',
  '{"type": "{{random.word}}"}',
  '{"f": {{random.number}},}',
  '{{internet.ip}} user={{name.firstName}}',
  '{{name.firstName}} {{open',
  '[{"name": "a", "template": "{{random.uuid}}"}]',
  '{"#0-13-mu": "100", "#0-13-sig": "10"}',
  'day,hour,mean,deviation\nSunday,0,10,0',
  'day,hour,mean,deviation\nSunday,24,10,0',
];

const methodsOf = (modules: Readonly<Record<string, string>>): string[] =>
  Object.entries(modules).flatMap(([module, names]) => names.split(' ').map((name) => `${module}.${name}`));

const placeholder = (call: string): string => `{"f": "{{${call}}}"}`;

const KDG: readonly Part[] = [
  // What has no equivalent becomes a word, as a method does that nobody knows.
  ...[...methodsOf(METHODS), ...methodsOf(OTHER_METHODS)]
    .toSorted()
    .map((each): Part => [
      each,
      placeholder(each),
      each === 'lorem.word' ? NO_PLACEHOLDER : placeholder('unknown.method'),
    ]),
  ...CALLS.map((call): Part => [call, placeholder(call), placeholder(call.slice(0, call.indexOf('(')))]),
  // In brackets, a token is text.
  ...TOKENS.split(' ').map((token): Part => [
    `date.utc(${token})`,
    placeholder(`date.utc(${token})`),
    placeholder(`date.utc([${token}])`),
  ]),
  ...FORMS.map((form): Part => [form, form, NO_PLACEHOLDER]),
];

test('Kinesis Data Generator: each known method has a spec of its own, with the arguments that it needs', async () => {
  const calls = methodsOf(METHODS).map((each) => CALLS.find((call) => call.startsWith(`${each}(`)) ?? each);
  const found = await Promise.all(calls.map((call) => read(placeholder(call), 'kdg')));
  expect(calls.filter((_, n) => found[n]?.notes.join().includes('became lorem.word'))).toEqual([]);
});

test.skipIf(!hasCases)('a dump that begins with a command of psql is SQL', async () => {
  const text = caseText('1-pg_dump-restrict/in.sql');
  expect(definitionLanguage(text)).toBe('sql');
  expect(Object.keys(JSON.parse((await read(text, 'sql')).written) as object)).toEqual(['a', 'b']);
});

test.skipIf(!hasCases)(
  'a dump that adds keys, types and generated columns later is read as a whole',
  async () => {
    const { written, notes } = await read(caseText('3-pg_dump-alter-table/in.sql'), 'sql');
    expect(JSON.parse(written)).toMatchObject({
      entities: {
        accounts: {
          keyName: 'id',
          fields: {
            code: { params: ['[A-Z]{2}[0-9]{2}'] },
            plan: { params: { values: ['free', 'pro'] } },
            seats: { params: { min: 1 } },
          },
        },
      },
      streams: {
        accounts: { schema: { id: { hidden: true } } },
        invoices: {
          schema: { invoice_no: { type: 'catbird.sequence' }, account_id: { params: { of: 'accounts' } } },
        },
      },
    });
    expect(written).not.toContain('cents');
    expect(notes).toEqual([
      'Left out accounts.id: the database generates its values',
      'Left out invoices.cents: the database generates its values',
    ]);
  },
);

test.skipIf(!hasCases).each(['backslash', 'hash', 'copy'])('nothing after %s is swallowed', async (name) => {
  const found = await readDefinition(caseText(`5-sql-rest-swallowed/${name}.sql`), 'sql');
  expect(found.tables).toBe(2);
  expect(found.notes.join('\n')).not.toContain('PAT');
});

test.skipIf(!hasCases)('Avro and Protobuf of the cases are read in full', async () => {
  const avro = JSON.parse((await read(caseText('15-avro/in.avsc'), 'avro')).written) as Record<
    string,
    unknown
  >;
  expect(avro).toMatchObject({
    bill2: { fields: { iban: {} } },
    level: { params: { min: 3, max: 5 } },
    state: { params: { values: ['A', 'B'] } },
  });
  const proto = await read(
    `${caseText('16-proto-files/common.proto')}\n${caseText('16-proto-files/trace.proto')}`,
    'protobuf',
  );
  expect(JSON.parse(proto.written)).toMatchObject({ name: {}, tags: { fields: { k: {} } } });
});

/** What becomes of a part of a language: whether it changes what is read, and whether a note names it. */
async function fateOf(text: string, base: string, language: DefinitionLanguage): Promise<string> {
  const [found, plain] = [await read(text, language), await read(base, language)];
  const isNoted = found.notes.some((note) => !plain.notes.includes(note));
  if (found.written === plain.written) return isNoted ? 'noted' : 'accepted, without a note';
  return isNoted ? 'read, with a note' : 'read';
}

const SQL_BASE = 'CREATE TABLE v (k int, l int);';

/** All parts of a language with what becomes of them, as a table. */
async function tableOf(name: string, language: DefinitionLanguage, parts: readonly Part[]): Promise<string> {
  const byFate = new Map<string, string[]>();
  for (const [part, text, base] of parts) {
    const fate = await fateOf(text, base, language);
    byFate.set(fate, [
      ...(byFate.get(fate) ?? []),
      `\`${part.trim().replaceAll('`', '').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')}\``,
    ]);
  }
  const rows = [...byFate]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([fate, all]) => `| ${fate} | ${all.join(', ')} |`);
  return [`## ${name}`, '', '| | parts |', '| --- | --- |', ...rows, ''].join('\n');
}

test('the tables of what is read and noted of each language are those of the documentation', async () => {
  const json = (schema: object): string => JSON.stringify({ type: 'object', properties: { f: schema } });
  const keywords = [...FOLLOWED, ...ANNOTATIONS, 'unknown'].toSorted();
  const tables = [
    await tableOf('SQL', 'sql', [
      ...STATEMENTS.map((each) => [each, `${BASE}${each};`, BASE] as const),
      ...CLAUSES.map(
        (each) =>
          [`k int ${each}`, `${BASE}CREATE TABLE v (k int ${each}, l int);`, `${BASE}${SQL_BASE}`] as const,
      ),
      ...TYPES.map(
        ([type]) => [type, `CREATE TABLE v (k ${type} NOT NULL, l int);`, 'CREATE TABLE v (l int);'] as const,
      ),
      ...['geometry', 'regclass', 'vector(3)'].map(
        (type) => [type, `CREATE TABLE v (k ${type} NOT NULL, l int);`, 'CREATE TABLE v (l int);'] as const,
      ),
    ]),
    await tableOf(
      'Avro',
      'avro',
      AVRO.map(([text]) => [text, text, '{}'] as const),
    ),
    await tableOf(
      'Protobuf',
      'protobuf',
      PROTOBUF.map(([text]) => [text, text, 'syntax = "proto3";'] as const),
    ),
    await tableOf('Prisma', 'prisma', [...PRISMA, ...PRISMA_BLOCKS]),
    await tableOf('BigQuery schemas in JSON', 'bigquery', BIGQUERY),
    await tableOf('Tinybird data sources', 'tinybird', TINYBIRD),
    await tableOf('Templates of the Kinesis Data Generator', 'kdg', KDG),
  ];
  const ofKeywords = await Promise.all(
    keywords.map(async (keyword) => {
      const { notes } = await read(json({ [keyword]: keyword === 'unknown' ? 1 : true }), 'json-schema');
      if (notes.some((note) => note.includes(`the keyword ${keyword}`))) return ['noted', keyword] as const;
      return [FOLLOWED.has(keyword) ? 'read' : 'accepted, without a note', keyword] as const;
    }),
  );
  const fates = [...new Set(ofKeywords.map(([fate]) => fate))].toSorted();
  const rows = fates.map(
    (fate) =>
      `| ${fate} | ${ofKeywords
        .filter(([each]) => each === fate)
        .map(([, keyword]) => `\`${keyword}\``)
        .join(', ')} |`,
  );
  const page = [
    '# What becomes of each part of a definition',
    '',
    '`vocabulary.test.ts` writes these tables from what the readers do. `npx vitest run vocabulary -u` writes them again.',
    '',
    ...tables,
    '## JSON Schema and OpenAPI',
    '',
    '| | parts |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
  const file = fileURLToPath(
    new URL('../../../../docs/contributing/definition-vocabulary.md', import.meta.url),
  );
  const text = await format(page, { ...(await resolveConfig(file)), parser: 'markdown' });
  await expect(text).toMatchFileSnapshot(file);
});
