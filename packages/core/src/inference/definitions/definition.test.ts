import { expect, test } from 'vitest';
import { parseSchema } from '../../index.ts';
import { definitionLanguage, readDefinition, type DefinitionLanguage } from './definition.ts';

/** The schema of a definition of one table, checked by the engine. */
function schemaOf(text: string, language: DefinitionLanguage): Record<string, unknown> {
  expect(definitionLanguage(text)).toBe(language);
  const found = readDefinition(text, language);
  if (found.kind !== 'schema') throw new Error(found.notes.join('\n'));
  const parsed = parseSchema(JSON.stringify(found.schema));
  expect(parsed.ok ? [] : parsed.issues).toEqual([]);
  return found.schema;
}

test('JSON Schema: formats, bounds, enumerations, references, allOf, optional and nullable fields', () => {
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
  expect(schemaOf(text, 'json-schema')).toMatchObject({
    id: { type: 'string.uuid' },
    at: { type: 'catbird.timestampNow' },
    mail: { type: 'internet.email', nulls: 0.1, missing: 0.1 },
    state: { type: 'catbird.pick', params: { values: ['open', 'paid'] }, nulls: 0.1 },
    total: { type: 'number.float', params: { min: 1, max: 9.99 } },
    version: { params: { values: [3] }, missing: 0.1 },
    items: { type: 'object', fields: { sku: {}, child: { type: 'object' } } },
  });
});

test('OpenAPI: messages become streams, and their parts are in them', () => {
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
  const found = readDefinition(text, 'openapi');
  expect(found).toMatchObject({ kind: 'config', tables: 2, config: { streams: { Order: {}, Refund: {} } } });
});

test('Avro: unions, logical types, enumerations, named and recursive types', () => {
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
  expect(schemaOf(text, 'avro')).toMatchObject({
    id: { type: 'string.uuid' },
    at: { type: 'catbird.expression', params: 'toMs(now())' },
    level: { params: { values: ['LOW', 'HIGH'] } },
    again: { params: { values: ['LOW', 'HIGH'] }, nulls: 0.1 },
    tags: { count: { min: 0, max: 3 } },
    parent: { type: 'object', nulls: 0.1 },
  });
});

test('Tinybird: paths become nested fields and lists', () => {
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
  expect(schemaOf(text, 'tinybird')).toMatchObject({
    meta: { fields: { at: { type: 'catbird.timestampNow' } } },
    state: {},
    user: { fields: { address: { fields: { city: { nulls: 0.1 } } }, email: { type: 'internet.email' } } },
    tags: { count: { min: 0, max: 3 } },
    items: { type: 'object', count: { min: 0, max: 3 }, fields: { sku: {} } },
  });
  expect(readDefinition(text, 'tinybird').notes).toEqual(['Skipped column shape Point: unknown type']);
});

test.each<DefinitionLanguage>(['json-schema', 'openapi', 'avro', 'tinybird', 'sql'])(
  'nonsense in %s is no table',
  (language) => {
    for (const text of ['', '{', 'null', '[]', '{"type":"record"}', '{"properties":{}}', 'SCHEMA >\n'])
      expect(readDefinition(text, language).tables).toBe(0);
  },
);

test('rows of events are no definition', () => {
  for (const text of [
    '{"type":"object","id":1}\n',
    '{"schema":"x"}',
    'SCHEMA,b\n1,2\n',
    '[{"type":"record"}]',
  ])
    expect(definitionLanguage(text)).toBeUndefined();
});

test('tables of one name in different schemas have streams and files of their own', () => {
  const { notes: _, ...found } = readDefinition(
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
