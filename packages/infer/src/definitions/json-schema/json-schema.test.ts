import ajvFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { caseText, hasCases } from '../../../test/cases.ts';
import { loadData, parseSchema } from '@catbird/engine';
import { rowsOf } from '../../../../engine/test/rows.ts';
import { readDefinition } from '../definition.ts';

const ROWS = 100;

/** A schema of the one member `f`, beside definitions that references lead to. */
const around = (f: unknown): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['f'],
  properties: { f },
  $defs: {
    m: { type: 'object', required: ['q'], properties: { q: { type: 'integer' } } },
    al: { $ref: '#/$defs/m' },
    anc: { $anchor: 'anc', type: 'integer' },
    'a b': { type: 'integer' },
    it: { $id: 'item.json', type: 'integer' },
    node: {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'integer' }, next: { $ref: '#/$defs/node' } },
    },
  },
});

/** What is read of a schema, and how many of its rows are valid. */
async function judged(document: object) {
  const text = JSON.stringify(document);
  const found = await readDefinition(text, 'json-schema');
  const ajv = new Ajv2020({ strict: false, logger: false, code: { optimize: false } });
  ajvFormats.default(ajv);
  const isValid = ajv.compile(document);
  const parsed = parseSchema(JSON.stringify(found.kind === 'schema' ? found.schema : {}));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  await loadData(parsed.schema);
  const rows = rowsOf(parsed.schema, { count: ROWS });
  const wrong = rows.find((row) => !isValid(JSON.parse(row)));
  return { notes: found.notes, written: JSON.stringify(found), wrong };
}

const given = (file: string): object =>
  hasCases ? (JSON.parse(caseText(`7-json-schema-keywords/${file}`)) as object) : {};

/* oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema */
/** Every keyword that says which values are valid, with a schema that it changes. */
const KEYWORDS: Readonly<Record<string, object>> = {
  type: { type: 'boolean' },
  enum: { enum: [1, 'a', null, { b: 1 }] },
  const: { const: [1] },
  minimum: { type: 'integer', minimum: 5_000_000_000 },
  maximum: { type: 'number', maximum: -3 },
  exclusiveMinimum: { type: 'number', exclusiveMinimum: 7 },
  exclusiveMaximum: { type: 'integer', exclusiveMaximum: 2, minimum: 1 },
  multipleOf: { type: 'number', multipleOf: 0.01, minimum: 0.001, maximum: 0.2 },
  minLength: { type: 'string', minLength: 60 },
  maxLength: { type: 'string', maxLength: 2 },
  pattern: { type: 'string', pattern: '^(ab|c[^d]e){2,3}(?!x)$' },
  format: { type: 'string', format: 'ipv6' },
  contentEncoding: { type: 'string', contentEncoding: 'base64' },
  properties: { properties: { a: { type: 'integer' } } },
  required: { type: 'object', required: ['zz'] },
  patternProperties: {
    type: 'object',
    patternProperties: { '^x\\d$': { type: 'integer' } },
    additionalProperties: false,
  },
  additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
  propertyNames: { type: 'object', propertyNames: { pattern: '^[A-Z]{2}$' }, minProperties: 2 },
  minProperties: { type: 'object', minProperties: 2, properties: { a: true, b: true, c: true } },
  maxProperties: { type: 'object', maxProperties: 1, properties: { a: true, b: true } },
  dependentRequired: { properties: { a: { type: 'integer' } }, dependentRequired: { a: ['b'] } },
  dependentSchemas: {
    properties: { a: { type: 'integer' } },
    required: ['a'],
    dependentSchemas: { a: { required: ['c'] } },
  },
  dependencies: { properties: { a: { type: 'integer' } }, dependencies: { a: ['b'] } },
  items: { type: 'array', items: { type: 'array', items: { type: 'boolean' }, minItems: 1 } },
  prefixItems: {
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'integer' }],
    minItems: 2,
    items: false,
  },
  minItems: { type: 'array', minItems: 5, items: { type: 'integer' } },
  maxItems: { type: 'array', maxItems: 1, items: { type: 'integer' } },
  uniqueItems: { type: 'array', uniqueItems: true, minItems: 2, items: { enum: ['a', 'b', 'c'] } },
  contains: { type: 'array', items: { type: 'integer' }, contains: { const: 7 } },
  minContains: { type: 'array', contains: { const: 7 }, minContains: 2 },
  maxContains: { type: 'array', contains: { const: 7 }, maxContains: 1 },
  unevaluatedProperties: {
    allOf: [{ properties: { a: { type: 'integer' } } }],
    unevaluatedProperties: { type: 'boolean' },
    minProperties: 2,
  },
  unevaluatedItems: {
    type: 'array',
    prefixItems: [{ type: 'integer' }],
    unevaluatedItems: { type: 'boolean' },
    minItems: 2,
  },
  allOf: { allOf: [{ $ref: '#/$defs/al' }, { required: ['r'], properties: { r: { type: 'boolean' } } }] },
  anyOf: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
  oneOf: { oneOf: [{ type: 'integer' }, { type: 'integer', minimum: 10 }] },
  not: { type: 'object', properties: { a: { type: 'integer' } }, not: { required: ['a'] } },
  if: {
    type: 'object',
    required: ['k'],
    properties: { k: { enum: ['a', 'b'] } },
    if: { properties: { k: { const: 'a' } } },
    then: { required: ['z'] },
    else: { required: ['y'] },
  },
  $ref: { $ref: '#/$defs/a%20b' },
  anchor: { $ref: '#anc' },
  $id: { $ref: 'item.json' },
  recursion: { $ref: '#/$defs/node' },
};

test.each(Object.entries({ ...given('keywords.json'), ...KEYWORDS }))(
  'rows are valid under %s, or a note says why not',
  async (_, schema) => {
    const { wrong, notes } = await judged(around(schema));
    expect(notes.length > 0 ? undefined : wrong).toBeUndefined();
  },
);

test.each(Object.entries(KEYWORDS))('%s changes what is read', async (keyword, schema) => {
  const read = async (each: object) =>
    JSON.stringify(await readDefinition(JSON.stringify(around(each)), 'json-schema'));
  const key = Object.keys(schema).includes(keyword) ? keyword : '$ref';
  const { [key]: _, ...without } = schema as Record<string, unknown>;
  expect(await read(schema)).not.toBe(await read(without));
});

test.skipIf(!hasCases)(
  'a schema with many keywords at once gives valid rows, and leaves nothing unsaid',
  async () => {
    const { $schema: _, ...document } = given('in.json') as { $schema?: string };
    // Lists of schemas in `items` are of earlier drafts.
    const text = JSON.stringify(document).replace('"items":[', '"prefixItems":[');
    expect(await judged(JSON.parse(text) as object)).toMatchObject({ notes: [], wrong: undefined });
  },
);

test('unknown keywords, formats and references are named with their places', async () => {
  const text =
    '{"type":"object","frobnicate":1,"properties":{"a":{"type":"string","format":"roman"},"b":{"$ref":"#/$defs/gone"}}}';
  const { notes } = await readDefinition(text, 'json-schema');
  expect(notes).toEqual([
    'Not followed: the keyword frobnicate (#)',
    'Not followed: the format roman (#/properties/a)',
    'Not followed: #/$defs/gone: the document has no such part. Any value stands for it',
  ]);
});

test('what is too large for a schema is cut at optional fields, and said', async () => {
  const node = (depth: number): object => ({
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, { $ref: `#/$defs/d${depth}` }])),
    },
  });
  const document = { ...node(0), $defs: { d0: node(1), d1: node(2), d2: node(3), d3: { type: 'string' } } };
  const { written, notes, wrong } = await judged(document);
  expect(written.length).toBeLessThan(256 * 1024);
  expect(wrong).toBeUndefined();
  expect(notes).toEqual([
    expect.stringMatching(/^Followed in part: event has more than a schema has room for/),
  ]);
});

test('OpenAPI: nullable, tagged alternatives, and schemas that stand where they are used', async () => {
  const text = JSON.stringify({
    openapi: '3.0.3',
    paths: {
      '/pets': {
        post: {
          operationId: 'addPet',
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['x'],
                  properties: { x: { type: 'integer', nullable: true } },
                },
              },
            },
          },
        },
      },
    },
    components: {
      parameters: { p: { name: 'p', in: 'query' } },
      schemas: {
        Event: {
          type: 'object',
          required: ['pet'],
          properties: {
            pet: {
              oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
              discriminator: { propertyName: 'kind', mapping: { feline: '#/components/schemas/Cat' } },
            },
          },
        },
        Cat: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
        },
        Dog: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { type: 'string' }, barks: { type: 'boolean' } },
        },
      },
    },
  });
  const found = await readDefinition(text, 'openapi');
  const json = JSON.stringify(found);
  expect(found).toMatchObject({
    tables: 2,
    kind: 'config',
    config: { streams: { Event: {}, addPet: { schema: { x: { nulls: 0.1 } } } } },
  });
  expect(json).toContain('"values":["feline"]');
  expect(json).toContain('"values":["Dog"]');
  expect(found.notes).toEqual(['Not followed: parameters are no messages (#/components/parameters)']);
});

test('texts of any name keep their lengths', async () => {
  const names =
    'event_id asm_group_id sessionId url email name code status country phone token title created_at sku order_number iban vin path description zip'.split(
      ' ',
    );
  const bounds = [
    [2, 5],
    [4, 4],
    [9, 12],
    [10, 11],
    [17, 30],
    [20, 24],
    [22, 48],
    [30, 30],
    [37, 60],
    [40, undefined],
    [120, 130],
  ] as const;
  const properties = Object.fromEntries(
    bounds.flatMap(([minLength, maxLength = 255], n) =>
      names.map((name) => [`t${n} ${name}`, { type: 'string', minLength, maxLength }]),
    ),
  );
  const required = Object.keys(properties);
  const { wrong } = await judged({ type: 'object', required, additionalProperties: false, properties });
  const outside = Object.entries(JSON.parse(wrong ?? '{}') as Record<string, string>).filter(
    ([name, text]) => {
      const [least, most = 255] = bounds[Number(/\d+/.exec(name)?.[0])] ?? [];
      return text.length < (least ?? 0) || text.length > most;
    },
  );
  expect([outside, wrong === undefined]).toEqual([[], true]);
  const email = await judged({
    ...around({}),
    properties: { email: { type: 'string', minLength: 20, maxLength: 24 } },
  });
  expect(email.written).toContain('@ma[.]io');
});

test('a dynamic reference leads to the outermost schema with its anchor', async () => {
  const { wrong, written } = await judged({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://example.com/strict',
    $dynamicAnchor: 'node',
    $ref: 'tree',
    required: ['data'],
    unevaluatedProperties: false,
    $defs: {
      tree: {
        $id: 'tree',
        $dynamicAnchor: 'node',
        type: 'object',
        properties: {
          data: { type: 'integer' },
          children: { type: 'array', items: { $dynamicRef: '#node' } },
        },
      },
    },
  });
  expect(wrong).toBeUndefined();
  expect(written.match(/"data":\{"type":"number\.int"/g)?.length).toBe(written.match(/"data"/g)?.length);
  expect(written).not.toContain('"data":{"type":"number.int","params":{"min":0,"max":1000},"missing"');
});

test('OpenAPI: texts that end like a reference are none', async () => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    components: {
      schemas: {
        Order: {
          type: 'object',
          description: 'See https://example.com/docs/Refund',
          properties: { id: { type: 'integer', example: 'a/Refund' } },
        },
        Refund: { type: 'object', properties: { amount: { type: 'number' } } },
      },
    },
  });
  expect(await readDefinition(text, 'openapi')).toMatchObject({
    config: { streams: { Order: {}, Refund: {} } },
  });
});
