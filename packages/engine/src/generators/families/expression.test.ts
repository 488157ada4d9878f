import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases, longOnly } from '../../../../../test/long.ts';
import { NOON, rowsOf } from '../../../test/rows.ts';
import { parseSchema } from '../../schema/parse.ts';

type Row = Readonly<Record<string, unknown>>;

/** Fields with constant values. */
const constants = (values: Row): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { type: 'oneOf', params: [{ value }] }]),
  );

function fieldsOf(schema: object) {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema.fields;
}

const rows = (schema: object, count: number): readonly Row[] =>
  rowsOf(fieldsOf(schema), { count, startMs: NOON, stepMs: 1000 }).map((row) => JSON.parse(row) as Row);

/** The result of an expression over these values. */
const result = (text: string, values: Row = {}): unknown =>
  rows({ ...constants(values), result: { type: 'catbird.expression', params: [text] } }, 1)[0]?.['result'];

const messages = (schema: object): readonly string[] => {
  const read = parseSchema(JSON.stringify(schema));
  return read.ok ? [] : read.issues.map(({ message }) => message);
};

const VALUES = {
  a: 7,
  b: 2,
  price: 19.99,
  small: 1e-9,
  big: 123_456_789_012,
  zero: 0,
  none: null,
  yes: true,
  no: false,
  name: 'Ada Lovelace',
  odd: 'say "hi" \\ é 🐦',
  list: [1, 2.5, 'x'],
  items: [{ amount: 2, price: 10 }, { amount: 3, price: 0.5 }, { other: 1 }],
  carts: [{ product: { price: 10 } }, { product: { price: 2.5 } }, { 'a.b': 7, product: 'none' }],
  place: { city: 'Bern', zip: 3000 },
  at: '2026-01-31T10:20:30.400Z',
  local: '2026-01-31T10:20:30',
  date: '2024-02-29',
  'a name': 5,
};

/** Expressions and their results for these values, by topic. */
const TABLES: readonly (readonly [string, readonly (readonly [string, unknown])[]])[] = [
  [
    'arithmetic',
    [
      ['a + b * 3', 13],
      ['(a + b) * 3', 27],
      ['-a + +b', -5],
      ['a / b', 3.5],
      ['a % b', 1],
      ['-7 % 3', 2],
      ['2 ** 10', 1024],
      ['2 ** 3 ** 2', 512],
      ['price * 3', 59.97],
      ['0.1 + 0.2', 0.3],
      ['price * price', 399.6001],
      ['small * 3', 3e-9],
      ['big * 1000.5', 123_518_517_406_506],
      ['a / 3', 2.33333333333333],
      ['1e300 * 10', 1e301],
    ],
  ],
  [
    'null if it cannot be computed',
    [
      ['a / zero', null],
      ['a % zero', null],
      ['zero / zero', null],
      ['none + 1', null],
      ['none * a', null],
      ['name * 2', null],
      ['-name', null],
      ['yes + 1', null],
      ['1e300 * 1e300', null],
      ['sqrt(-a)', null],
      ['log(zero)', null],
      ['upper(a)', null],
      ['none < 1', null],
      ['name < 1', null],
      ['none + name', null],
      ['list + 1', null],
    ],
  ],
  [
    'comparison and logic',
    [
      ['a > b', true],
      ['a <= b', false],
      ['a == 7', true],
      ['a === 7', true],
      ['a != 7', false],
      ['"7" == a', false],
      ['none == null', true],
      ['name < "Bob"', true],
      ['yes && a > b', true],
      ['no || none', false],
      ['!no', true],
      ['!none', true],
      ['a > b ? "more" : "less"', 'more'],
      ['if(a < b, 1, if(no, 2, 3))', 3],
      ['if(none, 1, 2)', 2],
      ['none ?? 4', 4],
      ['coalesce(none, null, b, a)', 2],
    ],
  ],
  [
    'numbers',
    [
      ['round(1.005, 2)', 1.01],
      ['round(-2.5)', -3],
      ['round(1234.5678, -2)', 1200],
      ['floor(-1.5)', -2],
      ['ceil(1.2)', 2],
      ['abs(-3)', 3],
      ['sqrt(2) * sqrt(2)', 2],
      ['pow(9, 0.5)', 3],
      ['log(exp(2))', 2],
      ['min(a, b, 5)', 2],
      ['max(a)', 7],
      ['toNumber("12.5")', 12.5],
      ['toNumber(" -1e3 ")', -1000],
      ['toNumber("0x10")', null],
      ['toNumber("")', null],
      ['toNumber(true)', 1],
    ],
  ],
  [
    'strings',
    [
      ['upper(name)', 'ADA LOVELACE'],
      ['lower(name) + "!"', 'ada lovelace!'],
      ['"n: " + a', 'n: 7'],
      ['concat(name, none, a, yes, list)', 'Ada Lovelace7true[1,2.5,"x"]'],
      ['length(name)', 12],
      ['length(list)', 3],
      ['substring(name, 4)', 'Lovelace'],
      ['substring(name, 0, 3)', 'Ada'],
      ['replace(name, "a", "$&")', 'Ad$& Lovel$&ce'],
      ['replace(name, "", "x")', 'Ada Lovelace'],
      ['trim("  x ")', 'x'],
      ['contains(name, "Love")', true],
      ['startsWith(name, "Ada")', true],
      ['endsWith(name, "Ada")', false],
      ['padStart(a, 4, "0")', '0007'],
      ['slug(" Zoë O\'Neil!")', 'zoe-o-neil'],
      ['padStart(name, 1e9)', null],
      ['toText(price)', '19.99'],
      ['toText(0.1 + 0.2)', '0.3'],
      ['odd', VALUES.odd],
      ['odd + odd', VALUES.odd + VALUES.odd],
      ['""', ''],
    ],
  ],
  [
    'lists and objects',
    [
      ['sum(list)', 3.5],
      ['sum(items, "amount")', 5],
      ['sum(carts, "product.price")', 12.5],
      ['sum(carts, "product.weight")', 0],
      ['sum(carts, "a.b")', 7],
      ['sum(items, "amount", "price")', 21.5],
      ['sum(items, "amount", "nothing")', 0],
      ['min(items, "amount")', 2],
      ['max(carts, "product.price")', 10],
      ['max(carts, "nothing")', null],
      ['min(list)', 1],
      ['max(a)', 7],
      ['max(name, "amount")', null],
      ['get(get(carts, 0), "product.price")', 10],
      ['get(place, "city")', 'Bern'],
      ['get(list, 1)', 2.5],
      ['get(place, "nothing")', null],
      ['get(get(items, 0), "price")', 10],
      ['place', VALUES.place],
      ['field("a name") + 1', 6],
    ],
  ],
  [
    'dates',
    [
      ['dateAdd(at, 1, "day")', '2026-02-01T10:20:30.400Z'],
      ['dateAdd(at, 1, "month")', '2026-02-28T10:20:30.400Z'],
      ['dateAdd(local, -90, "minute")', '2026-01-31T08:50:30'],
      ['dateAdd(date, 1, "year")', '2025-02-28'],
      ['dateAdd(date, 1, "hour")', '2024-02-29T01:00:00'],
      ['dateAdd("2026-01-01 00:00:00", 1, "week")', '2026-01-08 00:00:00'],
      ['dateAdd(0, 2, "second")', 2000],
      ['dateAdd("2026-01-01T00:00:00+02:00", 0, "day")', '2025-12-31T22:00:00.000Z'],
      ['dateAdd(at, 1e9, "year")', null],
      ['dateAdd(name, 1, "day")', null],
      ['dateAdd("2026-02-30", 1, "day")', null],
      ['dateDiff(date, at, "day")', 702],
      ['dateDiff(at, date, "month")', -23],
      ['dateDiff("2000-03-01", "2026-02-28", "year")', 25],
      ['dateDiff(local, at, "second")', 0],
      ['formatDate(at, "yyyy/MM/dd HH:mm:ss.SSS")', '2026/01/31 10:20:30.400'],
      ['formatDate(date, "EEE, dd MMM yyyy")', 'Thu, 29 Feb 2024'],
      ['formatDate(date, "EEEE MMMM")', 'Thursday February'],
      ['year(at) * 10000 + month(at) * 100 + day(at)', 20_260_131],
      ['hour(at) * 3600 + minute(at) * 60 + second(at)', 37_230],
      ['weekday("2026-03-01")', 7],
      ['toMs("1970-01-02")', 86_400_000],
      ['toMs(at) - toMs(local)', 400],
      ['now()', '2026-03-01T12:00:00.000Z'],
      ['hour(now())', 12],
    ],
  ],
];

describe.each(TABLES)('%s', (_, table) => {
  test.each(table)('%s', (text, expected) => {
    expect(result(text, VALUES)).toEqual(expected);
  });
});

test('arithmetic matches JavaScript to 15 digits, for any numbers', () => {
  const number = fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(number, number, (x, y) => {
      const made = result('x * y + x / 7 - y', { x, y }) as number;
      const expected = x * y + x / 7 - y;
      expect(made).toBe(Number.isSafeInteger(expected) ? expected : Number(expected.toPrecision(15)));
    }),
    { numRuns: cases(50) },
  );
});

test('any JSON value is returned unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const [row = {}] = rows(
        { ...constants({ value }), result: { type: 'catbird.expression', params: ['value'] } },
        1,
      );
      const rounded = typeof value === 'number' ? Number(value.toPrecision(15)) : value;
      const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && Number.isFinite(rounded);
      expect(row['result']).toEqual(isRounded ? rounded : row['value']);
    }),
    { numRuns: cases(25) },
  );
});

describe('in a schema', () => {
  const ORDER = {
    user_id: { type: 'catbird.key', params: { name: 'user', size: 50 } },
    total: { type: 'catbird.expression', params: 'round(sum(items, "total"), 2)' },
    items: {
      type: 'object',
      count: { min: 0, max: 4 },
      fields: {
        price: { type: 'number.float', params: { min: 1, max: 50, fractionDigits: 2 } },
        quantity: { type: 'number.int', params: { min: 1, max: 5 } },
        total: { type: 'catbird.expression', params: 'round(price * quantity, 2)' },
        owner: { type: 'catbird.expression', params: 'user_id' },
      },
    },
    coupon: { type: 'string.alpha', params: 4, nulls: 0.5, missing: 0.2 },
    has_coupon: { type: 'catbird.expression', params: 'coupon != null' },
    label: { type: 'catbird.expression', params: '"order of " + user_id', nulls: 0.3 },
  };

  test('totals are the sum of price times quantity', () => {
    for (const { total, items, user_id: user } of rows(ORDER, 500)) {
      const each = items as readonly { price: number; quantity: number; total: number; owner: unknown }[];
      for (const item of each) {
        expect(item.total).toBeCloseTo(item.price * item.quantity, 6);
        expect(item.owner).toBe(user);
      }
      expect(total).toBeCloseTo(
        each.reduce((sum, item) => sum + item.total, 0),
        6,
      );
    }
  });

  test('missing and null values are null, and an expression can have nulls and missing, too', () => {
    const made = rows(ORDER, 500);
    for (const row of made) expect(row['has_coupon']).toBe(typeof row['coupon'] === 'string');
    for (const row of made) expect([null, `order of ${String(row['user_id'])}`]).toContain(row['label']);
    expect(made.filter((row) => row['label'] === null).length / 500).toBeCloseTo(0.3, 1);
  });

  test('expressions can read expressions, in any order of the fields', () => {
    const schema = {
      c: { type: 'catbird.expression', params: 'b * 2' },
      b: { type: 'catbird.expression', params: 'a + 1' },
      a: { type: 'number.int', params: 100 },
    };
    for (const { a, b, c } of rows(schema, 100)) expect([b, c]).toEqual([Number(a) + 1, (Number(a) + 1) * 2]);
  });
});

const E = (params: unknown): object => ({
  a: { type: 'number.int' },
  e: { type: 'catbird.expression', params },
});

test.each([
  ['', 'The argument must not be empty'],
  ['  ', 'The expression is empty'],
  ['a +', 'Expected expression after +, at character 4'],
  ['a; a', 'Write a single expression, without ; or ,'],
  ['a, a', 'Write a single expression, without ; or ,'],
  ['a b', 'Write a single expression, without ; or ,'],
  ['"x" * 2', '* needs a number, not the string "x"'],
  ['true + 1', '+ needs a number, not true'],
  ['1 + null', '+ needs a number, not null'],
  ['-"x"', '- needs a number, not the string "x"'],
  ['1 < "x"', '< compares two numbers or two strings, not the number 1 and the string "x"'],
  ['(a > 1) * 2', '* needs a number, not true or false'],
  ['1 ? 2 : 3', 'A condition must be true or false, not the number 1'],
  ['a & 1', 'Unsupported operator &. Write bitAnd(a, b)'],
  ['~a', 'Unsupported operator ~. Write bitNot(a)'],
  ['rond(a)', 'Unknown function rond. Did you mean round?'],
  ['eval("1")', /^Unknown function eval\. Valid functions: now, if/],
  ['constructor("x")', /^Unknown function constructor/],
  ['__proto__(1)', /^Unknown function __proto__/],
  ['toString()', 'Unknown function toString. Did you mean toText?'],
  ['round()', 'round takes 1 to 2 arguments, not 0'],
  ['if(a)', 'if takes 3 arguments, not 1'],
  ['min()', 'min takes at least 1 argument, not 0'],
  ['upper(1)', 'upper needs a string, not the number 1'],
  ['dateAdd(a, 1, "fortnight")', /^dateAdd does not accept "fortnight"\. Valid: millisecond, /],
  ['field(a)', 'field needs a field name in quotes: field("name")'],
  ['a.constructor', 'Write get(name, "part") to read part of an object'],
  ['a["constructor"]', 'Write get(name, "part") to read part of an object'],
  ['"".constructor.constructor("return 1")()', 'Only functions can be called'],
  ['a.b()', 'Only functions can be called'],
  ['this', 'this is not supported'],
  ['[1, 2]', 'Lists are not supported'],
  [`${'('.repeat(900)}a${')'.repeat(900)}`, 'More than 100 nested brackets'],
  [`a${' + a'.repeat(1000)}`, 'The argument must have at most 2,000 characters'],
  [7, 'The argument must be a string'],
])('%j is an issue', (text, message) => {
  const [first = '', ...others] = messages(E([text]));
  expect(others).toEqual([]);
  const reason = first.replace(/^catbird\.expression: /, '');
  if (typeof message === 'string') expect(reason).toBe(message);
  else expect(reason).toMatch(message);
});

test.each([
  ['constructor', 'Unknown field constructor'],
  ['__proto__', 'Unknown field __proto__'],
  ['window', 'Unknown field window'],
  ['aa + 1', 'Unknown field aa'],
  ['field("x y")', 'Unknown field x y'],
  ['e + 1', 'Circular field reference: e reads e'],
])('%s reads an unknown field or itself', (text, message) => {
  expect(messages(E([text]))).toEqual([message]);
});

test('own members of data can be read, inherited ones cannot', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
    expect(result(`get(place, "${name}")`, VALUES)).toBeNull();
  const data = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as object;
  expect(result('get(d, "constructor")', { d: data })).toBe(2);
  expect(result('get(get(d, "__proto__"), "polluted")', { d: data })).toBeNull();
  expect(Object.keys({})).toEqual([]);
});

test('strings that would grow without limit become null', () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `f${i + 1}`,
      { type: 'catbird.expression', params: `f${i} + f${i}`, hidden: i < 39 },
    ]),
  );
  const made = rows({ ...constants({ f0: '0123456789' }), ...doubling }, 1);
  expect(made[0]?.['f40']).toBeNull();
  expect(result('replace(t, "a", t)', { t: 'a'.repeat(60_000) })).toBeNull();
});

test('evaluates the longest sums and deepest conditions', () => {
  expect(result(`1${' + 1'.repeat(499)}`)).toBe(500);
  expect(result(`${'a?a:'.repeat(400)}b`, { a: false, b: 3 })).toBe(3);
  for (const length of [500, ...longOnly([1500])])
    expect(result(`${'!'.repeat(length)}a`, { a: true })).toBe(true);
  expect(result(`${'('.repeat(100)}a${')'.repeat(100)}`, { a: 1 })).toBe(1);
});
