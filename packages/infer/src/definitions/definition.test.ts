import { expect, test } from 'vitest';
import { parseSchema } from '@catbird/engine';
import { definedRows } from '../../test/definition-rows.ts';
import { readDefinition } from './definition.ts';
import { DEFINITION_LANGUAGES, definitionLanguage, type DefinitionLanguage } from './language.ts';

/** The schema of a definition of one table, checked by the engine. */
async function schemaOf(text: string, language: DefinitionLanguage): Promise<Record<string, unknown>> {
  expect(definitionLanguage(text)).toBe(language);
  const found = await readDefinition(text, language);
  if (found.kind !== 'schema') throw new Error(found.notes.join('\n'));
  const parsed = parseSchema(JSON.stringify(found.schema));
  expect(parsed.ok ? [] : parsed.issues).toEqual([]);
  return found.schema;
}

test('JSON Schema: formats, bounds, enumerations, references, allOf, optional and nullable fields', async () => {
  const text = JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['id', 'at', 'state', 'total', 'items'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      at: { type: 'string', format: 'date-time' },
      mail: { type: ['string', 'null'], format: 'email' },
      state: { enum: ['open', 'paid', null] },
      total: { type: 'number', minimum: 1, exclusiveMaximum: 10 },
      version: { const: 3 },
      items: { type: 'array', items: { $ref: '#/$defs/item' } },
      other: { $ref: 'https://example.com/other.json' },
    },
    $defs: {
      base: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
      item: { allOf: [{ $ref: '#/$defs/base' }, { properties: { child: { $ref: '#/$defs/item' } } }] },
    },
  });
  expect(await schemaOf(text, 'json-schema')).toMatchObject({
    id: { type: 'string.uuid' },
    at: { type: 'catbird.timestampNow' },
    mail: { type: 'internet.email', nulls: 0.1, missing: 0.1 },
    state: { type: 'catbird.pick', params: { values: ['open', 'paid'] }, nulls: 0.1 },
    total: { type: 'number.float', params: { min: 1, max: 9.99 } },
    version: { params: { values: [3] }, missing: 0.1 },
    items: { type: 'object', fields: { sku: {}, child: { type: 'object' } } },
  });
});

test('OpenAPI: messages become streams, and their parts are in them', async () => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    components: {
      schemas: {
        Order: {
          type: 'object',
          properties: { id: { type: 'integer' }, user: { $ref: '#/components/schemas/User' } },
        },
        User: { type: 'object', properties: { name: { type: 'string' } } },
        Refund: { type: 'object', properties: { amount: { type: 'number' } } },
      },
    },
  });
  expect(definitionLanguage(text)).toBe('openapi');
  const found = await readDefinition(text, 'openapi');
  expect(found).toMatchObject({ kind: 'config', tables: 2, config: { streams: { Order: {}, Refund: {} } } });
});

test('Avro: unions, logical types, enumerations, named and recursive types', async () => {
  const text = JSON.stringify({
    type: 'record',
    name: 'org.example.Event',
    fields: [
      { name: 'id', type: { type: 'string', logicalType: 'uuid' } },
      { name: 'at', type: { type: 'long', logicalType: 'timestamp-millis' } },
      { name: 'level', type: { type: 'enum', name: 'Level', symbols: ['LOW', 'HIGH'] } },
      { name: 'again', type: ['null', 'org.example.Level'] },
      { name: 'tags', type: { type: 'array', items: 'string' } },
      { name: 'parent', type: ['null', 'Event'] },
      { name: 'more', type: { type: 'map', values: 'int' } },
    ],
  });
  expect(await schemaOf(text, 'avro')).toMatchObject({
    id: { type: 'string.uuid' },
    at: { type: 'catbird.timestampNow' },
    level: { params: { values: ['LOW', 'HIGH'] } },
    again: { params: { values: ['LOW', 'HIGH'] }, nulls: 0.1 },
    tags: { count: { min: 0, max: 3 } },
    parent: { type: 'object', nulls: 0.1 },
    more: { type: 'catbird.map', params: { key: { type: 'lorem.word' }, value: { type: 'number.int' } } },
  });
});

const PROTO = `// Orders
syntax = "proto3";
package shop.v1;
import "google/protobuf/timestamp.proto";
import "money.proto";

message Order {
  string order_id = 1 [json_name = "orderId"];
  optional int32 quantity = 2;
  repeated Item items = 3;
  oneof payment { Card card = 4; string iban = 5; }
  map<string, double> taxes = 6;
  google.protobuf.Timestamp created_at = 7;
  google.protobuf.StringValue note = 8;
  State state = 9;
  google.type.Money total = 10;
  message Item { string sku = 1; Order parent = 2; }
}
message Card { bytes raw = 1; bool is_debit = 2; uint64 id = 3; }
message Refund { string reason = 1; }
enum State { STATE_UNSPECIFIED = 0; PAID = 1; SENT = 2; }
service Orders { rpc Get (Refund) returns (Order); }`;

test('Protobuf: messages, choices, maps, enumerations, and what comes with it', async () => {
  expect(definitionLanguage(PROTO)).toBe('protobuf');
  const found = await readDefinition(PROTO, 'protobuf');
  expect(found.notes).toEqual([
    'Followed in part: Order within itself, to one level',
    'Skipped the type google.type.Money: give the file that defines it, too',
    'Not followed: the service Orders',
  ]);
  const { streams } = found.kind === 'config' ? found.config : { streams: {} };
  expect(streams).toMatchObject({
    Order: {
      schema: {
        orderId: { type: expect.any(String) as string },
        quantity: { type: 'number.int', missing: 0.1 },
        items: { type: 'object', count: { min: 0, max: 3 }, fields: { sku: {}, parent: {} } },
        payment_choice: { params: { values: ['card', 'iban'] }, hidden: true },
        card: { type: 'object', if: 'payment_choice == "card"', fields: { is_debit: {}, id: {} } },
        iban: { if: 'payment_choice == "iban"' },
        taxes: { type: 'catbird.map', params: { value: { type: 'number.float' } } },
        created_at: { type: 'catbird.timestampNow' },
        note: { nulls: 0.1 },
        state: { params: { values: ['PAID', 'SENT'] } },
      },
    },
    Refund: {},
  });
  const parsed = parseSchema(JSON.stringify((streams as { Order: { schema: object } }).Order.schema));
  expect(parsed.ok ? [] : parsed.issues).toEqual([]);
});

test('Protobuf: says where a file is invalid, however deep it is', async () => {
  const notes = async (text: string) => (await readDefinition(text, 'protobuf')).notes;
  expect(await notes('syntax = "proto3";\nmessage A { string a }')).toEqual([
    "Invalid Protobuf: illegal token '}', '=' expected (line 2)",
  ]);
  expect(await notes('message A {'.repeat(20_000))).toEqual(['Invalid Protobuf: max depth exceeded']);
});

test('OpenAPI and JSON Schema in YAML', async () => {
  const openapi = `# Orders
openapi: 3.1.0
components:
  schemas:
    Order:
      type: object
      required: [id, at]
      properties:
        id: {type: integer}
        at: {type: string, format: date-time}
        labels: {type: object, additionalProperties: {type: string, format: uuid}}
        other: {$ref: '#/components/schemas/Gone'}`;
  expect(await schemaOf(openapi, 'openapi')).toMatchObject({
    id: { type: 'catbird.sequence' },
    at: { type: 'catbird.timestampNow' },
    labels: { type: 'catbird.map', params: { value: { type: 'string.uuid' } }, missing: 0.1 },
  });
  const { notes } = await readDefinition(openapi, 'openapi');
  expect(notes).toEqual([
    'Not followed: #/components/schemas/Gone: the document has no such part. Any value stands for it',
  ]);
  const schema = '$schema: https://json-schema.org/draft/2020-12/schema\nproperties:\n  a: {type: boolean}\n';
  expect(await schemaOf(schema, 'json-schema')).toMatchObject({ a: { type: 'datatype.boolean' } });
  expect((await readDefinition('openapi: 3.1.0\na: [', 'openapi')).notes).toEqual([
    expect.stringMatching(/^Invalid YAML: .* at line 2/),
  ]);
});

test('Tinybird: paths become nested fields and lists', async () => {
  const text = `DESCRIPTION >
    Orders

SCHEMA >
    \`at\` DateTime64(3) \`json:$.meta.at\`,
    \`state\` LowCardinality(String) \`json:$.state\` DEFAULT 'open',
    \`city\` Nullable(String) \`json:$.user.address.city\`,
    \`mail\` String \`json:$.user.email\`,
    \`tags\` Array(String) \`json:$.tags[:]\`,
    \`codes\` Array(String) \`json:$.items[:].sku\`,
    \`shape\` Point \`json:$.shape\`

ENGINE "MergeTree"
ENGINE_SORTING_KEY at`;
  expect(await schemaOf(text, 'tinybird')).toMatchObject({
    meta: { fields: { at: { type: 'catbird.timestampNow' } } },
    state: {},
    user: { fields: { address: { fields: { city: { nulls: 0.1 } } }, email: { type: 'internet.email' } } },
    tags: { count: { min: 0, max: 3 } },
    items: { type: 'object', count: { min: 0, max: 3 }, fields: { sku: {} } },
  });
  expect((await readDefinition(text, 'tinybird')).notes).toEqual([
    'Skipped column shape Point: unknown type',
  ]);
});

test.each(DEFINITION_LANGUAGES)('nonsense in %s is no table', async (language) => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"type":"record"}',
    '{"properties":{}}',
    'SCHEMA >\n',
    'a: [',
    '&a [*a]',
  ])
    expect((await readDefinition(text, language)).tables).toBe(0);
});

test('rows of events are no definition', () => {
  for (const text of [
    '{"type":"object","id":1}\n',
    '{"schema":"x"}',
    'SCHEMA,b\n1,2\n',
    '[{"type":"record"}]',
  ])
    expect(definitionLanguage(text)).toBeUndefined();
});

test('tables of one name in different schemas have streams and files of their own', async () => {
  const { notes: _, ...found } = await readDefinition(
    'CREATE TABLE a.u (x int); CREATE TABLE b.u (y int); CREATE TABLE c."U" (z int); CREATE TABLE u_2 (w int);',
    'sql',
  );
  const { streams } = found.kind === 'config' ? found.config : { streams: {} };
  expect(found.tables).toBe(4);
  expect(
    Object.entries(streams as object).map(([name, { schema }]) => [name, ...Object.keys(schema as object)]),
  ).toEqual([
    ['u', 'x'],
    ['u_2', 'y'],
    ['U_3', 'z'],
    ['u_2_2', 'w'],
  ]);
});

test('an anchor of YAML may contain itself', async () => {
  const text =
    'openapi: 3.1.0\ncomponents:\n  schemas:\n    Node: &node\n      type: object\n      properties:\n        id: { type: integer }\n        next: *node\n';
  const { notes, tables } = await readDefinition(text, 'openapi');
  expect({ notes, tables }).toEqual({
    notes: [expect.stringMatching(/^Followed in part: Node has more than a schema has room for/)],
    tables: 1,
  });
});

test('the key of an entity does not read a field named number', async () => {
  const found = await readDefinition(
    'CREATE TABLE bills (number text PRIMARY KEY, name text); CREATE TABLE lines (bill text REFERENCES bills (number));',
    'sql',
  );
  expect(JSON.stringify(found)).not.toContain('{{number}}');
});

test('extensions of Protobuf have the names of ProtoJSON, and YAML may merge an anchor', async () => {
  const proto = await readDefinition(
    'syntax = "proto2"; package shop; message Order { required int32 n = 1; extensions 100 to 199; } extend Order { optional int32 bonus = 101; }',
    'protobuf',
  );
  expect(proto).toMatchObject({ kind: 'schema', schema: { '[shop.bonus]': { type: 'number.int' } } });
  const yaml = await readDefinition(
    'openapi: 3.1.0\nx: &base { id: { type: string, format: uuid } }\ncomponents:\n  schemas:\n    Pet:\n      type: object\n      properties:\n        <<: *base\n        ok: { type: boolean }\n',
    'openapi',
  );
  expect(Object.keys(yaml.kind === 'schema' ? yaml.schema : {})).toEqual(['id', 'ok']);
});

test('Avro: records that contain many others are read up to a number of fields', async () => {
  const fields = Array.from({ length: 300 }, (_, n) => ({ name: `f${n}`, type: 'Node' }));
  const text = JSON.stringify({ type: 'record', name: 'Node', fields });
  const found = await readDefinition(text, 'avro');
  expect(found.notes).toContain('Read only the first 2000 fields');
  expect(JSON.stringify(found).match(/"f\d+":/g)?.length).toBeLessThanOrEqual(2_000);
});

test('Prisma: models become tables with their names, types, keys and relations in the database', async () => {
  const text = `// Shop
datasource db {
  provider = "mysql"
}
enum Role {
  USER
  ADMIN @map("admin")
}
model User {
  id      Int      @id @default(autoincrement())
  prompt  String   @unique @map("user_prompt") // a word of other languages
  bio     String?  @db.VarChar(30)
  role    Role     @default(ADMIN)
  prefs   Json     @default("{\\"a\\": 1}")
  posts   Post[]
  @@map("users")
}
model Post {
  key      String @id @default(uuid())
  slug     String @default(cuid())
  authorId Int    @map("author_id")
  author   User   @relation(fields: [authorId], references: [id], onDelete: Cascade)
  tags     Tag[]
  @@unique([authorId, slug(length: 100, sort: Desc)])
}
model Tag {
  id    Bytes  @id @db.ObjectId
  posts Post[]
}
view Info {
  id Int
}`;
  expect(definitionLanguage(text)).toBe('prisma');
  const { notes } = await readDefinition(text, 'prisma');
  const rows = await definedRows(text, 'prisma');
  expect(rows['users']?.[1]).toMatchObject({ id: 2, user_prompt: expect.any(String), prefs: {} });
  expect(new Set(rows['users']?.map(({ role }) => role))).toEqual(new Set(['USER', 'admin']));
  expect(rows['Post']?.[0]).toEqual({
    key: expect.stringMatching(/^[\da-f]{8}-/),
    slug: expect.any(String),
    author_id: expect.any(Number),
  });
  expect(rows['Tag']?.[1]).toEqual({ id: '000000000000000000000002' });
  expect(notes).toEqual([
    'Not followed: view Info (line 30)',
    'Not followed: the default cuid() of slug of Post (line 20)',
    'Not followed: the table between Tag and rows of Post (line 23)',
  ]);
});

test('BigQuery: fields become columns, with their modes, sizes, defaults and nested records', async () => {
  const field = (name: string, type: string, more: object = {}) => ({
    name,
    type,
    mode: 'REQUIRED',
    ...more,
  });
  const schema = {
    fields: [
      field('order_id', 'STRING', { defaultValueExpression: 'GENERATE_UUID()' }),
      field('code', 'STRING', { maxLength: '5' }),
      field('rate', 'NUMERIC', { precision: '4', scale: '3' }),
      field('place', 'GEOGRAPHY'),
      field('wait', 'INTERVAL'),
      {
        name: 'items',
        type: 'RECORD',
        mode: 'REPEATED',
        fields: [field('sku', 'STRING'), { name: 'n', type: 'INT64' }],
      },
      { name: 'span', type: 'RANGE', rangeElementType: { type: 'DATE' } },
    ],
  };
  const tableReference = { projectId: 'p', datasetId: 'd', tableId: 'orders' };
  const tableConstraints = { primaryKey: { columns: ['code'] } };
  const text = JSON.stringify({ kind: 'bigquery#table', tableReference, schema, tableConstraints });
  expect(definitionLanguage(text)).toBe('bigquery');
  const { notes } = await readDefinition(text, 'bigquery');
  const { rows = [] } = await definedRows(text, 'bigquery');
  const item = { sku: expect.any(String) as string };
  for (const row of rows)
    expect(row).toMatchObject({
      order_id: expect.stringMatching(/^[\da-f]{8}-/),
      code: expect.stringMatching(/^.{1,5}$/),
      place: expect.stringMatching(/^POINT\(\d+\.\d{4} \d+\.\d{4}\)$/),
      wait: expect.stringMatching(/^0-0 \d \d:0:0$/),
      items: (row['items'] as unknown[]).map(() => expect.objectContaining(item) as object),
    });
  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
  expect(notes).toEqual(['Skipped span: unknown type RANGE']);
});

test('SQL: sequences and functions of UUIDs say what a column has', async () => {
  const text = `CREATE TYPE pos AS (x int, y gone);
CREATE TABLE t (n int NOT NULL DEFAULT nextval('s'::regclass) PRIMARY KEY, m int DEFAULT nextval('q'), k text DEFAULT public.gen_random_uuid(),
  c char(20) DEFAULT uuid(), p pos, place geography(Point, 4326) NOT NULL, area geography(Polygon, 4326));`;
  const { notes } = await readDefinition(text, 'sql');
  const { rows = [] } = await definedRows(text, 'sql');
  expect(rows[1]).toMatchObject({ n: 2, m: 2, place: expect.stringMatching(/^POINT\(/) });
  expect(rows.map(({ k }) => k).find((k) => k !== null)).toMatch(/^[\da-f]{8}-/);
  expect(rows.map(({ p }) => p).find((p) => p !== null)).toEqual({ x: expect.anything() });
  expect(notes).toEqual([
    'Skipped pos.y gone: unknown type (line 1)',
    'Skipped column t.area geography: unknown type (line 2)',
  ]);
});
