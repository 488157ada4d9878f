import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases, everyNth } from '../../../../test/long.ts';
import { newBatch, texts } from '../rows/batch.ts';
import { compile } from '../rows/writer.ts';
import { parseSchema } from '../schema/parse.ts';

const TIME = { startMs: Date.UTC(2026, 10, 20), stepMs: 100 };

/** Rows as texts; undefined if the schema is invalid. */
function linesOf(schema: object, first = 0, count = 130): readonly string[] | undefined {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) return undefined;
  const batch = newBatch();
  compile(result.schema, { seed: 1 }).fill(batch, { first, count, time: TIME });
  return [...texts(batch)];
}

const rowsOf = (schema: object, first?: number): readonly Readonly<Record<string, unknown>>[] =>
  (linesOf(schema, first) ?? []).map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

const numbers = (min: number, max: number, fractionDigits: number): object => ({
  type: 'number.float',
  params: { min, max, fractionDigits },
});
const normal = (deviation: number, fractionDigits: number): object => ({
  type: 'catbird.normal',
  params: { deviation, fractionDigits },
});

const SPECS: Readonly<Record<string, object>> = {
  'a few whole numbers': { type: 'number.int', params: { min: -3, max: 3 } },
  'large whole numbers': { type: 'number.int' },
  multiples: { type: 'number.int', params: { max: 1e7, multipleOf: 3 } },
  decimals: numbers(-1000, 1000, 2),
  'small decimals': numbers(-1e-4, 1e-4, 12),
  'many decimals': numbers(-10, 10, 13),
  'rounded numbers': normal(3, 0),
  'numbers around 0': normal(1e-7, 9),
  'large numbers': normal(1e12, 2),
  'a walk': { type: 'catbird.walk', params: { step: 0.3, fractionDigits: 3 }, per: 'key' },
  'a wave': { type: 'catbird.wave', params: { noise: 0.2 } },
  'a sequence': { type: 'catbird.sequence', params: { repeat: 3 } },
  'a sequence of decimals': { type: 'catbird.sequence', params: { start: 0.5, step: 0.25 } },
  texts: { type: 'helpers.arrayElement', params: ['a', 'ä\u007f"', '', 'long '.repeat(12)] },
  'mixed values': { type: 'helpers.arrayElement', params: [1, '1', true, null, 0.1, 1e21, -0] },
  objects: { type: 'helpers.arrayElement', params: [{ a: 1 }, [2], 3] },
  booleans: { type: 'datatype.boolean' },
  'values that are null at times': { ...numbers(0, 1, 2), nulls: 0.3 },
  'texts that are null at times': { type: 'helpers.arrayElement', params: ['a', 'b'], nulls: 0.3 },
  'values that are missing at times': { ...numbers(0, 1, 2), missing: 0.3 },
  'one of several kinds': {
    type: 'oneOf',
    params: [{ field: numbers(0, 9, 1) }, { value: 4 }, { value: null }, { field: { type: 'number.int' } }],
  },
  'a number or a text': { type: 'oneOf', params: [{ field: numbers(0, 9, 1) }, { value: 'none' }] },
  'a lookup of constants': {
    type: 'catbird.lookup',
    params: {
      field: 'key',
      cases: {
        1: 'one',
        2: [
          { weight: 2, value: 2 },
          { weight: 1.5, value: null },
        ],
      },
      default: [{ value: 3 }, { value: 4 }],
    },
  },
  'a lookup': {
    type: 'catbird.lookup',
    params: { field: 'key', cases: { 1: numbers(0, 1, 3) }, default: 7 },
  },
  'a key': { type: 'catbird.key', params: { name: 'n', size: 50 } },
  'an entity': { type: 'catbird.entity', params: { of: 'thing' } },
  'a dataset': { type: 'catbird.dataset', params: { rows: [{ v: 1.25 }, { v: 'x' }, {}], column: 'v' } },
};

const ENTITIES = { thing: { size: 9, fields: { size: numbers(0, 5, 1) } } };
const KEY = { type: 'number.int', params: { min: 1, max: 3 } };

describe.each(everyNth(2, Object.entries(SPECS)))('%s', (_, spec) => {
  const alone = { $entities: ENTITIES, key: KEY, value: spec };

  test.each([0, 5_000_000_000])('are written the same if they are read, from row %i', (first) => {
    const read = {
      ...alone,
      copy: { type: 'catbird.ref', params: 'value' },
      same: { type: 'catbird.expression', params: 'value' },
      object: { type: 'object', fields: { copy: { type: 'catbird.ref', params: '^value' } } },
      list: {
        type: 'object',
        count: { min: 0, max: 3 },
        fields: { copy: { type: 'catbird.ref', params: '^value' } },
      },
    };
    const plain = rowsOf(alone, first);
    const rows = rowsOf(read, first);
    expect(rows.map(({ value }) => value)).toEqual(plain.map(({ value }) => value));
    for (const { value, copy, same, object, list } of rows) {
      expect(copy).toEqual(value);
      expect(object).toEqual(value === undefined ? {} : { copy: value });
      for (const element of list as readonly unknown[]) expect(element).toEqual(object);
      expect(same).toEqual(
        typeof value === 'number' && !Number.isInteger(value)
          ? Number(value.toPrecision(15))
          : (value ?? null),
      );
    }
  });

  test('are the same for templates, lookups and groups', () => {
    const readers = {
      ...alone,
      text: { type: 'catbird.template', params: '{{value}}' },
      upper: { type: 'catbird.template', params: '{{value|upper}}' },
      match: {
        type: 'catbird.lookup',
        params: { field: 'value', cases: { 1: 'one', a: 'A', true: 'yes', 0.5: 'half' }, default: '-' },
      },
      mark: { type: 'string.uuid', per: 'value' },
    };
    const marks = new Map<string, unknown>();
    const names: Readonly<Record<string, string>> = { 1: 'one', a: 'A', true: 'yes', 0.5: 'half' };
    for (const { value, text, match, mark } of rowsOf(readers)) {
      const shown =
        value === null || value === undefined
          ? ''
          : typeof value === 'string'
            ? value
            : JSON.stringify(value);
      expect(typeof value === 'number' ? Number(text) : text).toEqual(
        typeof value === 'number' ? value : shown,
      );
      expect(match).toBe(names[shown] ?? '-');
      const json = JSON.stringify(value);
      expect(marks.get(json) ?? mark).toBe(mark);
      marks.set(json, mark);
    }
  });
});

const FIELDS: Readonly<Record<string, object>> = {
  whole: { type: 'number.int', params: { min: -2, max: 3 } },
  cents: numbers(-5, 5, 2),
  exact: normal(1, 6),
  some: { ...numbers(-1, 1, 1), nulls: 0.3 },
  name: { type: 'helpers.arrayElement', params: ['a', 'b', null] },
  other: { type: 'helpers.arrayElement', params: ['b', 'c', 1, true] },
  flag: { type: 'datatype.boolean', nulls: 0.2 },
  huge: { type: 'helpers.arrayElement', params: [1e308, -1e308, 0] },
};

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const part = tie('expression');
  const binary = fc
    .tuple(
      part,
      fc.constantFrom('+', '-', '*', '/', '%', '**', '<', '<=', '>', '>=', '==', '!=', '&&', '||', '??'),
      part,
    )
    .map(([x, operator, y]) => `(${x} ${operator} ${y})`);
  return {
    expression: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(...Object.keys(FIELDS), '0', '1', '0.5', '"b"', 'null', 'true', 'index()', '3'),
      binary,
      binary,
      fc.tuple(part, part, part).map(([x, y, z]) => `(${x} ? ${y} : ${z})`),
      fc.tuple(fc.constantFrom('-', '!'), part).map(([operator, x]) => `${operator}(${x})`),
      fc.tuple(part, part).map(([x, y]) => `coalesce(${x}, ${y})`),
      fc.tuple(fc.constantFrom('abs', 'floor', 'sqrt', 'round'), part).map(([name, x]) => `${name}(${x})`),
      fc
        .tuple(fc.constantFrom('min', 'max', 'round', 'pow'), part, part)
        .map(([name, x, y]) => `${name}(${x}, ${y})`),
    ),
  };
});

test('an expression over columns gives what it gives row by row', () => {
  fc.assert(
    fc.property(expression, (text) => {
      // get() needs its values one by one.
      const rows = linesOf({
        ...FIELDS,
        first: { type: 'catbird.expression', params: text },
        second: { type: 'catbird.expression', params: `true ? ${text} : get(name, "part")` },
      });
      for (const line of rows ?? []) {
        const { first, second } = JSON.parse(line) as Readonly<Record<string, unknown>>;
        expect(first).toEqual(second);
      }
    }),
    { numRuns: cases(25) },
  );
});

describe('sums of lists', () => {
  const list = (count: unknown, more: object = {}): object => ({
    order: { type: 'number.int' },
    items: {
      type: 'object',
      count,
      per: 'order',
      fields: {
        price: numbers(0, 9, 2),
        quantity: { type: 'helpers.arrayElement', params: [1, 2, null, 'many'] },
        amount: { type: 'catbird.expression', params: 'price * quantity' },
        secret: { ...numbers(1, 2, 1), hidden: true },
      },
      ...more,
    },
    ...Object.fromEntries(
      ['price', 'quantity', 'amount', 'secret', 'none'].map((member) => [
        member,
        { type: 'catbird.expression', params: `sum(items, "${member}")` },
      ]),
    ),
    text: { type: 'catbird.expression', params: 'concat("=", round(sum(items, "price"), 2))' },
  });

  test.each<[string, object]>([
    ['of varying length', list({ min: 0, max: 4 })],
    ['of the same length', list(3)],
    ['that are hidden', list({ min: 1, max: 3 }, { hidden: true })],
    ['that are null at times', list({ min: 1, max: 3 }, { nulls: 0.4 })],
    ['that are missing at times', list({ min: 1, max: 3 }, { missing: 0.4 })],
    [
      'that are read as a whole, too',
      { ...list({ min: 0, max: 3 }), copy: { type: 'catbird.ref', params: 'items' } },
    ],
    [
      'of which only one member is read',
      { ...list({ min: 0, max: 3 }), quantity: KEY, amount: KEY, secret: KEY, none: KEY },
    ],
  ])('%s', (_, schema) => {
    const shown = rowsOf({ ...schema, all: { type: 'catbird.ref', params: 'items' } });
    const rows = rowsOf(schema);
    rows.forEach((row, i) => {
      const items = (shown[i]?.['all'] ?? null) as readonly Readonly<Record<string, unknown>>[] | null;
      const sumOf = (member: string): number | null =>
        items === null
          ? null
          : items.reduce((sum, item) => sum + (typeof item[member] === 'number' ? item[member] : 0), 0);
      if ('items' in row) expect(row['items']).toEqual(items);
      if (typeof row['price'] === 'number') expect(row['price']).toBeCloseTo(sumOf('price') ?? NaN, 9);
      else expect(sumOf('price')).toBeNull();
      expect(row['text']).toBe(items === null ? '=' : `=${Math.round((sumOf('price') ?? 0) * 100) / 100}`);
      expect({ ...row, items: undefined }).toEqual({ ...shown[i], all: undefined, items: undefined });
    });
  });
});
