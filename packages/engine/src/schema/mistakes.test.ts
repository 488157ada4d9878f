import { expect, test } from 'vitest';
import { parseSchema } from './parse.ts';

const int = { type: 'number.int' };
const of = (type: string, params: unknown): object => ({ a: int, b: { type, params } });
const expression = (params: string): object => of('catbird.expression', params);
const text = (schema: unknown): string => (typeof schema === 'string' ? schema : JSON.stringify(schema));

/** The schema, and the only issue: its path, message and hint. */
type Mistake = readonly [schema: unknown, path: string, message: string | RegExp, hint: string | undefined];

const ARRAY = 'Use the type of the elements and add a count: {"type": "number.int", "count": 3}';
const BRACES = 'Write the names of fields without braces: price * 2';
const MISSING = 'To leave the field out of some rows, write "missing": 0.1, or "if": "…" with a condition';
const EXAMPLE = 'Example: "params": "round(price * quantity * (1 - discount), 2)"';

/** Mistakes that people make often. */
const TYPICAL: readonly Mistake[] = [
  [{ a: { ...int, min: 1 } }, 'a.min', 'number.int: min belongs in params', 'Write "params": {"min": 1}'],
  [
    of('number.int', { minimum: 1 }),
    'b.params.minimum',
    'number.int: Unknown param minimum',
    'Did you mean min?',
  ],
  [
    { address: { city: { type: 'location.city' } } },
    'address',
    'Field address has no type',
    'An object needs a type: "address": {"type": "object", "fields": {…}}',
  ],
  [{ a: { const: 5 } }, 'a', 'Field a has no type', 'Write "a": {"value": 5}'],
  [
    '{"a": {"value": {"x": [1, 1e400]}}}',
    'a.value.x.1',
    '1e400 is too large for a number',
    'Write it as a string: "1e400"',
  ],
  [
    '{"a": {"value": 12345678901234567890}}',
    'a.value',
    '12345678901234567890 would become 12345678901234567000: numbers keep 15 digits',
    'Write it as a string: "12345678901234567890"',
  ],
  [
    '{"a": {"type": "helpers.arrayElement", "params": [9007199254740992, -9007199254740993]}}',
    'a.params.1',
    '-9007199254740993 would become -9007199254740992: numbers keep 15 digits',
    'Write it as a string: "-9007199254740993"',
  ],
  [
    of('helpers.arrayElements', { array: [{ a: 1 }, { a: 2 }] }),
    'b.params',
    'helpers.arrayElements: The argument must be a list',
    'Write "params": [[{"a":1},{"a":2}]]',
  ],
  [
    of('helpers.arrayElement', { array: [{ a: 1 }] }),
    'b.params',
    'helpers.arrayElement: The argument must be a list',
    'Write "params": [{"a":1}]',
  ],
  ...[{ schema: { a: int } }, { template: 'Web Sessions' }, { eps: 5, entity: 'user' }].map(
    (more): Mistake => [
      { destination: 'log', ...more },
      '',
      'This is a config, not a schema',
      'Run it with catbird run, print its rows with catbird sample --config, or open it as a config in the page',
    ],
  ),
  [
    { id: 7, tags: ['x'], user: { id: 1 } },
    '',
    'This looks like an event, not a schema',
    'To make a schema from events, run catbird infer events.ndjson',
  ],
  [{ a: { type: 'array' } }, 'a.type', 'array: Unknown generator type', ARRAY],
  ...(
    [
      ['string', 'lorem.word'],
      ['timestamp', 'catbird.timestampNow'],
      ['int', 'number.int'],
      ['name', 'person.fullName'],
      ['date', 'date.recent'],
      ['phone', 'phone.number'],
      ['first_name', 'person.firstName'],
      ['autoincrement', 'catbird.sequence'],
      ['regex', 'helpers.fromRegExp'],
      ['url', 'internet.url'],
    ] as const
  ).map(([type, meant]): Mistake => [
    { a: { type } },
    'a.type',
    `${type}: Unknown generator type`,
    `Did you mean ${meant}?`,
  ]),
  [expression('now'), 'b.params', 'Unknown field now', 'now is a function: write now()'],
  [
    { id: int, o: { type: 'object', fields: { id: { type: 'catbird.ref', params: 'id' } } } },
    'o.fields.id',
    'Circular field reference: id reads id',
    'To read the field of the outer object, write ^id',
  ],
  [
    { a: { type: 'catbird.journey', params: { states: { home: { end: 1 }, end: {} } } } },
    'a.params.states.end',
    /end is reserved: remove the state\. A state without (moves|ways) ends the (session|journey)$/,
    undefined,
  ],
  ['{"a": {"type": "number.int"},}', '', 'Trailing comma', 'Remove the comma'],
];

/** Mistakes that people make less often. */
const OTHERS: readonly Mistake[] = [
  [
    { a: { ...int, const: 5 } },
    'a.const',
    'number.int: Unknown key const',
    'For a constant, replace type by {"value": 5}',
  ],
  [
    { a: { enum: ['x', 'y'] } },
    'a',
    'Field a has no type',
    'Write "a": {"type": "helpers.arrayElement", "params": ["x","y"]}',
  ],
  [
    { a: { ...int, values: [1, 2] } },
    'a.values',
    'number.int: Unknown key values',
    'To choose one of them, write {"type": "helpers.arrayElement", "params": [1,2]}',
  ],
  [
    { a: { ...int, nullable: true } },
    'a.nullable',
    'number.int: Unknown key nullable',
    'For nulls, write "nulls": 0.1, a share of the rows',
  ],
  [{ a: { ...int, optional: true } }, 'a.optional', 'number.int: Unknown key optional', MISSING],
  [{ a: { ...int, size: 3 } }, 'a.size', 'number.int: Unknown key size', 'For an array, write "count"'],
  [
    { type: 'object', properties: { a: { type: 'string' } } },
    '',
    'This is a JSON Schema, not a schema of Catbird',
    'List the fields at the top, each with a generator type: {"name": {"type": "person.fullName"}}',
  ],
  [
    { fields: { a: int } },
    '',
    'The fields of a schema are at the top, not under fields',
    'Remove "fields" and its braces',
  ],
  [{ a: { faker: 'person.fullName' } }, 'a', 'Field a has no type', 'Write "a": {"type": "person.fullName"}'],
  [
    { a: int, b: { ref: 'a' } },
    'b',
    'Field b has no type',
    'Write "b": {"type": "catbird.ref", "params": "a"}',
  ],
  [
    { a: '{{person.fullName}}' },
    'a',
    'Field a must be an object with a type',
    'For a template, write "a": {"type": "catbird.template", "params": "{{person.fullName}}"}',
  ],
  [
    of('catbird.template', '{{person.fullName}}'),
    'b.params',
    'Unknown field person.fullName',
    'person.fullName is a generator type. Add a field of this type, such as {"type": "person.fullName", "hidden": true}, and write its name',
  ],
  [
    of('number.int', { min: '1' }),
    'b.params.min',
    'number.int: min must be a number',
    'Write 1 without quotes',
  ],
  [
    of('number.int', [1, 100]),
    'b.params',
    'number.int: Too many arguments',
    'Name the params: "params": {"min": 1, "max": 100}',
  ],
  [
    of('number.int', { count: 3 }),
    'b.params.count',
    'number.int: Unknown param count',
    'Move count out of params, beside type',
  ],
  [
    of('catbird.ref', { field: 'a' }),
    'b.params',
    'catbird.ref: The argument must be a string',
    'Write "params": "a"',
  ],
  [of('oneOf', ['x']), 'b.params.0', 'oneOf: The argument must be an object', 'Write {"value": "x"}'],
  [
    of('helpers.arrayElement', { values: ['x'] }),
    'b.params',
    'helpers.arrayElement: The argument must be a list',
    'Write "params": ["x"]',
  ],
  [
    expression('a = 1'),
    'b.params',
    'catbird.expression: Unexpected "=", at character 3. To compare, write ==',
    EXAMPLE,
  ],
  [
    expression('a > 1 and a < 3'),
    'b.params',
    'catbird.expression: Write && for and, || for or, ! for not',
    EXAMPLE,
  ],
  [
    expression('{{a}} * 2'),
    'b.params',
    `catbird.expression: Unexpected "{", at character 1. ${BRACES}`,
    EXAMPLE,
  ],
  [
    expression('`x`'),
    'b.params',
    'catbird.expression: Unexpected "`", at character 1. Write text in quotes and join it with +: "order " + id',
    EXAMPLE,
  ],
  [
    expression('a.toUpperCase()'),
    'b.params',
    'catbird.expression: Only functions can be called. Write upper(…) instead of .toUpperCase()',
    EXAMPLE,
  ],
  [
    expression('Math.round(a)'),
    'b.params',
    'catbird.expression: Only functions can be called. Write round(…) instead of .round()',
    undefined,
  ],
  [
    { a: { type: 'constant' } },
    'a.type',
    'constant: Unknown generator type',
    'For a constant, write {"value": 5} without a type',
  ],
];

const NOT_JSON = 'Write a JSON object: {"id": {"type": "string.uuid"}}';
const NUMBERS = '"type": "number.int"';

/** Texts, keys and words of other tools. */
const FOREIGN: readonly Mistake[] = [
  ['const s = {"a": 1}', '', 'This is not JSON', NOT_JSON],
  ['import http from "k6/http"; export default function () {}', '', 'This is not JSON', NOT_JSON],
  ['CREATE TABLE x (id int);', '', 'This is not JSON', NOT_JSON],
  ['id,name\n1,Ann', '', 'This is not JSON', NOT_JSON],
  ['<a/>', '', 'This is not JSON', NOT_JSON],
  [
    'a:\n  type: number.int',
    '',
    'This is not JSON',
    'Save YAML in a file whose name ends in .yaml, or write JSON: {"id": {"type": "string.uuid"}}',
  ],
  ['{"a": {"type": "number.int", "hidden": True}}', '', 'True is not valid in JSON', 'Write true'],
  ['{"a": {"value": Infinity}}', '', 'Infinity is not valid in JSON', 'Write null'],
  [
    { streams: { orders: { schema: 'orders.json' } } },
    '',
    'This is a config with streams, not a schema',
    'Run it with catbird run, print its rows with catbird sample --config, or open it as a config in the page',
  ],
  [
    { a: 'faker.person.fullName()' },
    'a',
    'Field a must be an object with a type',
    'Write "a": {"type": "person.fullName"}',
  ],
  [
    { a: [int] },
    'a',
    'Field a must be an object with a type',
    `For a list, write "a": {${NUMBERS}, "count": 3}`,
  ],
  [{ a: { Type: 'number.int' } }, 'a', 'Field a has no type', `Write "a": {${NUMBERS}}`],
  [{ a: { _gen: 'uuid' } }, 'a', 'Field a has no type', 'Write "a": {"type": "string.uuid"}'],
  [
    { a: int, b: { $ref: '#/a' } },
    'b',
    'Field b has no type',
    'Write "b": {"type": "catbird.ref", "params": "a"}',
  ],
  [
    { a: int, b: { ...int, ref: 'a' } },
    'b.ref',
    'number.int: Unknown key ref',
    'To copy another field, write {"type": "catbird.ref", "params": "a"}',
  ],
  [{ a: { ...int, args: { min: 1 } } }, 'a.args', 'number.int: Unknown key args', 'Rename it to params'],
  [
    of('catbird.person', { country: 'de' }),
    'b.params.country',
    /^catbird.person: country must be "AR"/,
    'Did you mean "DE"?',
  ],
  [
    of('catbird.card', { issuer: 'Master card' }),
    'b.params.issuer',
    /^catbird.card: issuer must be "Visa"/,
    'Did you mean "Mastercard"?',
  ],
  [
    of('catbird.person', { domain: ['a.example', 'Bücher example'] }),
    'b.params',
    'catbird.person: domain must be in ASCII, such as shop.example, not "Bücher example"',
    'Example: "params": {"country":{"DE":3,"FR":1},"age":{"min":18,"max":65}}',
  ],
  [
    of('catbird.map', { key: int, value: int, size: { ref: 'a' } }),
    'b.params.size',
    'catbird.map: size cannot be read from a field',
    'Write the value itself: params of this type are the same in all rows',
  ],
  [
    { o: { type: 'object', fields: { price: int } }, b: { type: 'catbird.ref', params: 'o.prise' } },
    'b.params',
    'Unknown field o.prise: the object o has no field prise',
    'Did you mean o.price?',
  ],
  [expression('a > 1 ? True : false'), 'b.params', 'Unknown field True', 'Write true'],
  [expression('None'), 'b.params', 'Unknown field None', 'Write null'],
  [
    expression('len("a")'),
    'b.params',
    'catbird.expression: Unknown function len. Did you mean length?',
    EXAMPLE,
  ],
  [
    { a: int, b: { ...int, if: 'a == paid' } },
    'b.if',
    'Unknown field paid',
    "For a text, write 'paid' in quotes. Available fields: a, b",
  ],
];

test.each([...TYPICAL, ...OTHERS, ...FOREIGN])('%j is explained', (schema, path, message, hint) => {
  const result = parseSchema(text(schema));
  const [issue, ...others] = result.ok ? [] : result.issues;
  expect(others).toEqual([]);
  expect([issue?.path.join('.'), issue?.hint]).toEqual([path, hint]);
  if (typeof message === 'string') expect(issue?.message).toBe(message);
  else expect(issue?.message).toMatch(message);
});
