import { expect, test } from 'vitest';
import { parseSchema } from './parse.ts';

const draw = (of: string, more: object = {}): object => ({ type: 'catbird.entity', params: { of, ...more } });
const ref = (path: string): object => ({ type: 'catbird.ref', params: path });
const template = (text: string): object => ({ type: 'catbird.template', params: text });
const INT = { type: 'number.int' };
const GROW = { from: 2, perSecond: 0.5 };

/** Messages of the issues, and the text that each marks. */
function issuesOf(schema: object): readonly (readonly [message: string, marked: string])[] {
  const text = JSON.stringify(schema, undefined, 2);
  const result = parseSchema(text);
  return (result.ok ? result.notes : result.issues).map(({ message, offset, length, line }) => {
    expect(line).toBe(text.slice(0, offset).split('\n').length);
    return [message, text.slice(offset, offset + length).replaceAll(/\s+/g, ' ')];
  });
}

const one = (entity: unknown): object => ({ $entities: { a: entity }, r: INT });
const fields = (given: object, size = 9): object => one({ size, fields: given });

test.each<[string, object, string, string]>([
  ['no object', { $entities: 5, r: INT }, '$entities must be an object that maps names to entities', '5'],
  ['an entity that is no object', one(5), 'Entity a: must be an object', '5'],
  ['no size', one({ fields: {} }), 'Entity a: size is missing', '"a"'],
  ...[0, -1, 1.5, 2 ** 53, '9', null].map((size): [string, object, string, string] => [
    `the size ${JSON.stringify(size)}`,
    one({ size, fields: {} }),
    'Entity a: size must be a whole number of at least 1',
    JSON.stringify(size),
  ]),
  ['no fields', one({ size: 1 }), 'Entity a: fields must be an object', '"a"'],
  [
    'an unknown key',
    one({ size: 1, fields: {}, keyname: 'x' }),
    'Entity a: unknown key keyname',
    '"keyname"',
  ],
  [
    'an empty key name',
    one({ size: 1, keyName: '', fields: {} }),
    'Entity a: keyName must be the name of a field',
    '""',
  ],
  [
    'a field with the name of the key',
    fields({ a_id: INT }),
    'Entity a: a_id is already the name of its key',
    '"a_id"',
  ],
  ...(
    [
      [{ from: 1 }, 'grow.perSecond must be a number above 0', '{ "from": 1 }'],
      [{ from: 1, perSecond: 0 }, 'grow.perSecond must be a number above 0', '0'],
      [{ from: 1, perSecond: '1' }, 'grow.perSecond must be a number above 0', '"1"'],
      [{ perSecond: 1 }, 'grow.from must be a whole number of at least 0', '{ "perSecond": 1 }'],
      [{ from: -1, perSecond: 1 }, 'grow.from must be a whole number of at least 0', '-1'],
      [{ from: 0.5, perSecond: 1 }, 'grow.from must be a whole number of at least 0', '0.5'],
      [{ from: 10, perSecond: 1 }, 'grow.from must be at most size', '10'],
      [{ from: 1, perSecond: 1, perRow: 1 }, 'unknown key perRow in grow', '"perRow"'],
      ['fast', 'grow must be an object with from and perSecond', '"fast"'],
    ] as const
  ).map(([grow, message, marked]): [string, object, string, string] => [
    `growing ${JSON.stringify(grow)}`,
    one({ size: 9, grow, fields: {} }),
    `Entity a: ${message}`,
    marked,
  ]),
  ...(['turns', 'shuffled'] as const).map((skew): [string, object, string, string] => [
    `${skew} with growth`,
    { $entities: { a: { size: 9, grow: GROW, fields: {} } }, r: draw('a', { skew }) },
    `catbird.entity: a grows, and ${skew} would draw it before it exists. Use another skew, or remove grow`,
    JSON.stringify({ of: 'a', skew }, undefined, 1).replaceAll(/\s+/g, ' '),
  ]),
  [
    'recent without growth',
    { $entities: { a: { size: 9, fields: {} } }, r: draw('a', { skew: { recent: '5m' } }) },
    'catbird.entity: No a is newer than others, because a does not grow. Set grow, or use another skew',
    '{ "of": "a", "skew": { "recent": "5m" } }',
  ],
  [
    'recent without a duration',
    { $entities: { a: { size: 9, grow: GROW, fields: {} } }, r: draw('a', { skew: { recent: 'soon' } }) },
    'catbird.entity: A duration must be written like 30s, 5m or 1h30m: soon',
    '"soon"',
  ],
  [
    'a draw of what does not exist yet',
    { $entities: { a: { size: 9, grow: { from: 0, perSecond: 1 }, fields: {} } }, r: draw('a') },
    'catbird.entity: No a exists at the beginning. Set grow.from to at least 1',
    '{ "of": "a" }',
  ],
  [
    'weights of 0 for all that exist at the beginning',
    {
      $entities: { a: { size: 3, grow: GROW, fields: {} } },
      r: draw('a', { skew: { weights: [0, 0, 1] } }),
    },
    'catbird.entity: One of the first 2 weights must be greater than 0',
    '{ "of": "a", "skew": { "weights": [ 0, 0, 1 ] } }',
  ],
  [
    'per with growth',
    { $entities: { a: { size: 9, grow: GROW, fields: {} } }, n: INT, r: { ...draw('a'), per: 'n' } },
    'catbird.entity: a grows, and per would repeat it in rows from before it exists. Remove per or grow, or use the catbird.session of a journey with wait',
    '{ "of": "a" }',
  ],
  [
    'growth in order within an entity',
    {
      $entities: {
        a: { size: 9, grow: GROW, fields: {} },
        b: { size: 9, fields: { a: draw('a', { skew: 'inOrder' }) } },
      },
      r: draw('b'),
    },
    'catbird.entity: inOrder draws a, which grows, only in rows',
    '{ "of": "a", "skew": "inOrder" }',
  ],
  [
    'two kinds that grow, in order',
    {
      $entities: { a: { size: 9, grow: GROW, fields: {} }, b: { size: 9, grow: GROW, fields: {} } },
      r: draw('a', { skew: 'inOrder' }),
      s: draw('b', { skew: 'inOrder' }),
    },
    'a and b both grow and are drawn in order, but a row is the creation of one entity',
    '"r"',
  ],
  [
    'an unknown entity',
    { $entities: { product: { size: 1, fields: {} } }, r: draw('produkt') },
    'catbird.entity: Unknown entity produkt',
    '"produkt"',
  ],
  ['no entities', { r: draw('product') }, 'catbird.entity: Unknown entity product', '"product"'],
  [
    'an unknown field',
    { ...fields({ price: INT }), r: draw('a'), x: ref('r.prise') },
    'Unknown field r.prise: the entity a has no field prise',
    '"r.prise"',
  ],
  [
    'an unknown field at the end of a path',
    { ...fields({ b: draw('a') }), r: draw('a'), x: ref('r.b.b.c') },
    'Unknown field r.b.b.c: the entity a has no field c',
    '"r.b.b.c"',
  ],
  [
    'a path into a number',
    { ...fields({ price: INT }), r: draw('a'), x: ref('r.price.x') },
    'Unknown field r.price.x: the entity a has no field price.x',
    '"r.price.x"',
  ],
  [
    'a path from an ordinary field',
    { ...fields({}), x: ref('r.price') },
    'Unknown field r.price',
    '"r.price"',
  ],
  [
    'a path from an array',
    { ...fields({ price: INT }), r: { ...draw('a'), count: 2 }, x: ref('r.price') },
    'Unknown field r.price',
    '"r.price"',
  ],
  ['a field of an entity that reads a field of the row', fields({ x: ref('r') }), 'Unknown field r', '"r"'],
  [
    'a circle through two entities',
    {
      $entities: {
        a: { size: 1, fields: { b: draw('b'), x: ref('b.y') } },
        b: { size: 1, fields: { a: draw('a'), y: ref('a.x') } },
      },
      r: INT,
    },
    'Circular entity reference: a.x reads b.y, b.y reads a.x',
    '"x"',
  ],
  [
    'a field that reads itself in another entity',
    fields({ boss: draw('a'), level: { type: 'catbird.expression', params: 'boss.level + 1' } }),
    'Circular entity reference: a.level reads a.level',
    '"level"',
  ],
  [
    'a circle within an entity',
    fields({ x: ref('y'), y: ref('x') }),
    'Circular field reference: x reads y, y reads x',
    '"x"',
  ],
  [
    'a time',
    fields({ at: { type: 'catbird.timestampNow' } }),
    'catbird.timestampNow: An entity is the same at all times, but this value depends on the time of the row. Use fixed dates, as in date.between, or let the entity grow',
    '"at"',
  ],
  [
    'entities that are not at the top',
    { r: { type: 'object', fields: { $entities: INT } } },
    '$entities is reserved',
    '"$entities"',
  ],
  [
    'weights of another length',
    { ...fields({}, 3), r: draw('a', { skew: { weights: [1, 2] } }) },
    'catbird.entity: weights must have 3 numbers, one for each key',
    '{ "of": "a", "skew": { "weights": [ 1, 2 ] } }',
  ],
  [
    'weights of zero',
    { ...fields({}, 2), r: draw('a', { skew: { weights: [0, 0] } }) },
    'catbird.entity: At least one weight must be greater than 0',
    '{ "of": "a", "skew": { "weights": [ 0, 0 ] } }',
  ],
  [
    'each once in an array',
    { ...fields({}), r: { type: 'object', count: 2, fields: { x: draw('a', { skew: 'shuffled' }) } } },
    'catbird.entity: inOrder and shuffled draw one entity per row',
    '{ "of": "a", "skew": "shuffled" }',
  ],
  [
    'each once with per',
    { ...fields({}), n: INT, r: { ...draw('a', { skew: 'inOrder' }), per: 'n' } },
    'catbird.entity: inOrder and shuffled draw one entity per row',
    '{ "of": "a", "skew": "inOrder" }',
  ],
  [
    'unique in a row',
    { r: { ...INT, unique: true } },
    'number.int: unique is only for fields of entities',
    'true',
  ],
  [
    'unique in an object',
    fields({ o: { type: 'object', fields: { x: { ...INT, unique: true } } } }),
    'number.int: unique is only for fields of entities',
    'true',
  ],
  [
    'unique text',
    fields({ x: { type: 'lorem.sentence', unique: true } }),
    'lorem.sentence: unique needs distinct values, but these may repeat',
    '"x"',
  ],
  [
    'a space that is too small',
    fields({ x: { type: 'string.numeric', params: 2, unique: true } }, 101),
    'string.numeric: 100 distinct values are too few for 101 a entities',
    '"x"',
  ],
  [
    'unique lists',
    fields({ x: { ...INT, count: 2, unique: true } }),
    'number.int: unique needs a single value for each entity',
    '"x"',
  ],
  [
    'a key that may repeat',
    one({ size: 9, key: { type: 'lorem.sentence' }, fields: {} }),
    'lorem.sentence: the key needs distinct values, but these may repeat',
    '{ "type": "lorem.sentence" }',
  ],
  [
    'a key that copies a field with nulls',
    one({ size: 9, key: ref('x'), fields: { x: { type: 'string.uuid', unique: true, nulls: 0.5 } } }),
    'catbird.ref: the key needs distinct values, but these may repeat',
    '{ "type": "catbird.ref", "params": "x" }',
  ],
  [
    'a key that contains a field that may be missing',
    one({
      size: 9,
      key: template('k-{{x}}'),
      fields: { x: { type: 'string.uuid', unique: true, missing: 0.5 } },
    }),
    'catbird.template: the key needs distinct values, but these may repeat',
    '{ "type": "catbird.template", "params": "k-{{x}}" }',
  ],
  [
    'a key without its number',
    one({ size: 9, key: template('x'), fields: {} }),
    'catbird.template: the key needs distinct values, but these may repeat',
    '{ "type": "catbird.template", "params": "x" }',
  ],
  [
    'a key whose number runs into other digits',
    one({ size: 99, key: template('{{n}}{{number}}'), fields: { n: INT } }),
    'catbird.template: the key needs distinct values, but these may repeat',
    '{ "type": "catbird.template", "params": "{{n}}{{number}}" }',
  ],
  [
    'a key whose number is in the middle',
    one({ size: 99, key: template('{{n}}-{{number}}-{{n}}'), fields: { n: INT } }),
    'catbird.template: the key needs distinct values, but these may repeat',
    '{ "type": "catbird.template", "params": "{{n}}-{{number}}-{{n}}" }',
  ],
])('%s is an issue at its place', (_, schema, message, marked) => {
  expect(issuesOf(schema)).toEqual([[message, marked]]);
});

const TWO = {
  $entities: {
    maker: { size: 2, fields: { brand: INT } },
    product: {
      size: 9,
      fields: { price: INT, maker: draw('maker'), box: { type: 'object', fields: { cm: INT } } },
    },
  },
};

test.each<[string, object, string]>([
  ['a field', { ...TWO, p: draw('product'), x: ref('p.prise') }, 'Did you mean p.price?'],
  [
    'a name on the way',
    { ...TWO, p: draw('product'), x: ref('p.makr.brand') },
    'Did you mean p.maker.brand?',
  ],
  ['the key', { ...TWO, p: draw('product'), x: ref('p.id') }, 'Did you mean p.product_id?'],
  [
    'the entity in place of the field',
    { ...TWO, p: draw('product'), x: template('{{product.price}}') },
    'Did you mean p.price? The field p draws product',
  ],
  [
    'the entity without a draw',
    { ...TWO, x: ref('product.price') },
    'product is an entity. Add a field that draws it: "product": {"type":"catbird.entity","params":{"of":"product"}}',
  ],
  ['a field in an object', { ...TWO, p: draw('product'), x: ref('p.box.mc') }, 'Did you mean p.box.cm?'],
  ['an entity', { ...TWO, p: draw('products') }, 'Did you mean product?'],
  [
    'params',
    { ...TWO, p: { type: 'catbird.entity', params: 'product' } },
    'Write "params": {"of":"product"}',
  ],
  ['the size', { $entities: { a: { count: 5, fields: {} } }, r: INT }, 'Did you mean size?'],
  ['the declarations', { entities: TWO.$entities, r: INT }, 'Did you mean $entities?'],
])('what is nearly right is suggested: %s', (_, schema, hint) => {
  const result = parseSchema(JSON.stringify(schema));
  expect((result.ok ? [] : result.issues).map((issue) => issue.hint)).toContain(hint);
});

test('deep and wide chains of entities are refused before they take time or memory', () => {
  const chain = (length: number, x: object): object => ({
    $entities: Object.fromEntries(
      Array.from({ length }, (_, i) => [
        `e${i}`,
        { size: 9, fields: i + 1 < length ? { b: draw(`e${i + 1}`), c: draw(`e${i + 1}`), x } : { x: INT } },
      ]),
    ),
    r: draw('e0'),
    x: ref('r.x'),
  });
  const messages = (schema: object): readonly string[] => issuesOf(schema).map(([message]) => message);
  expect(messages(chain(30, template('{{b.x}}{{c.x}}')))).toContain(
    'Entity e0: its fields would exceed 1 MiB',
  );
  expect(messages(chain(30, { type: 'catbird.expression', params: 'b.x + c.x' }))).toEqual([
    'The schema reads more than 32,768 fields through entities of entities',
  ]);
});

test('an employee may have a manager, and read their name', () => {
  expect(
    issuesOf({
      ...fields({ manager: draw('a'), name: { type: 'person.firstName' } }),
      r: draw('a'),
      x: ref('r.manager.manager.name'),
    }),
  ).toEqual([]);
});

test('an entity may have a field of its own name', () => {
  const status = { size: 3, keyName: 'id', fields: { status: { type: 'lorem.word' }, 'status.note': INT } };
  expect(issuesOf({ $entities: { status }, s: draw('status') })).toEqual([]);
});
