import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOf } from '../../test/rows.ts';
import type { Schema } from '../model/schema.ts';
import { parseSchema } from '../schema/parse.ts';
import { generatorTypes } from './catalogue.ts';
import { patternSpace } from './analysis/value-space.ts';

function schemaOf(size: number, spec: object): Schema {
  const a = { size, fields: { x: { ...spec, unique: true } } };
  const r = { type: 'catbird.entity', params: { of: 'a', skew: 'inOrder' } };
  const x = { type: 'catbird.ref', params: 'r.x' };
  const result = parseSchema(JSON.stringify({ $entities: { a }, r, x }));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
}

/** Takes no arguments. */
const isListed = (name: string): boolean =>
  !/^(helpers|catbird\.(pick|pickWeighted|dataset))/.test(name) && name !== 'string.fromCharacters';

const valuesOf = (size: number, spec: object, seed = 1): readonly unknown[] =>
  rowsOf(schemaOf(size, spec), { seed, count: size }).map((row) => (JSON.parse(row) as { x: unknown }).x);

test.each<[number, object, (value: unknown) => boolean]>([
  [100, { type: 'string.numeric', params: 2 }, (value) => /^\d\d$/.test(String(value))],
  [676, { type: 'helpers.replaceSymbols', params: '??' }, (value) => /^[A-Z]{2}$/.test(String(value))],
  [
    1000,
    { type: 'helpers.fromRegExp', params: 'A[0-9]{2}-[a-cxyz]{3}' },
    (value) => /^A\d\d-[a-cxyz]{3}$/.test(String(value)),
  ],
  [7, { type: 'number.int', params: { min: -3, max: 3 } }, (value) => Math.abs(Number(value)) <= 3],
  [
    5,
    { type: 'number.int', params: { min: 1, max: 50, multipleOf: 10 } },
    (value) => Number(value) % 10 === 0,
  ],
  [5000, { type: 'number.int' }, Number.isSafeInteger],
  [5000, { type: 'string.alphanumeric', params: 40 }, (value) => /^[0-9A-Za-z]{40}$/.test(String(value))],
  [3, { type: 'helpers.arrayElement', params: ['a', 'b', 'b', { c: 1 }] }, () => true],
  [12, { type: 'date.month' }, (value) => typeof value === 'string'],
  [3000, { type: 'string.uuid' }, (value) => String(value).length === 36],
  [5000, { type: 'person.fullName' }, (value) => String(value).includes(' ')],
  [1500, { type: 'person.firstName', params: 'female' }, (value) => typeof value === 'string'],
  [3000, { type: 'internet.email' }, (value) => /^[^@\s]+@\w+\.\w+$/.test(String(value))],
  [3000, { type: 'vehicle.vrm' }, (value) => /^[A-Z]{2}\d\d[A-Z]{3}$/.test(String(value))],
  [
    1001,
    { type: 'number.float', params: { min: 0, max: 1, fractionDigits: 3 } },
    (value) => /^[01](\.\d{1,3})?$/.test(String(value)),
  ],
  [
    21,
    { type: 'number.float', params: { min: -1, max: 1, multipleOf: 0.1 } },
    (value) => /^-?[01](\.\d)?$/.test(String(value)),
  ],
  [256, { type: 'number.hex', params: 255 }, (value) => /^[0-9a-f]{1,2}$/.test(String(value))],
  [
    2,
    {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 9, value: 'a' },
        { weight: 1, value: 'b' },
      ],
    },
    () => true,
  ],
  [2, { type: 'helpers.objectKey', params: [{ a: 1, b: 2 }] }, () => true],
  [2, { type: 'datatype.boolean' }, (value) => typeof value === 'boolean'],
  [9, { type: 'string.fromCharacters', params: ['abc', 2] }, (value) => /^[abc]{2}$/.test(String(value))],
  [2000, { type: 'string.nanoid', params: 8 }, (value) => String(value).length === 8],
])('%i values of %j are distinct', (size, spec, isValid) => {
  const values = valuesOf(size, spec);
  expect(new Set(values.map((value) => JSON.stringify(value))).size).toBe(size);
  expect(values.every(isValid)).toBe(true);
});

test('every size of a space, and every seed, gives distinct values', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 2 ** 45 }),
      fc.nat(),
      (size, more, seed) => {
        const values = valuesOf(size, { type: 'number.int', params: { min: 0, max: size - 1 + more } }, seed);
        expect(new Set(values).size).toBe(size);
        expect(Math.max(...values.map(Number))).toBeLessThan(size + more);
      },
    ),
    { numRuns: 60 },
  );
});

test('every type whose values can be listed has as many as it says', () => {
  const random = (size: number, n: number): number =>
    size <= 20_000 ? n : Math.floor(size * ((n * 0.6180339887498949) % 1));
  const sizes = new Map<string, number>();
  for (const { name, values } of generatorTypes) {
    const space = isListed(name) ? values?.([]) : undefined;
    if (space === undefined) continue;
    sizes.set(name, space.size);
    const few = space.atLeast?.(5);
    expect(few === undefined || few.size >= Math.min(80, space.size)).toBe(true);
    const numbers = new Set(
      Array.from({ length: Math.min(space.size, 1000) }, (_, n) => random(space.size, n)),
    );
    const found = new Set(Array.from(numbers, (n) => JSON.stringify(space.value(n))));
    expect([name, found.size]).toEqual([name, numbers.size]);
    expect([...found].some((text) => text.includes('undefined') || text.includes('u0000'))).toBe(false);
  }
  expect(sizes.size).toBeGreaterThan(150);
  expect(sizes.get('person.firstName')).toBeGreaterThan(2000);
  expect(sizes.get('person.fullName')).toBeGreaterThan(500_000);
});

test('names and cities with more than one form keep about the shares of their forms', () => {
  const share = (spec: object, form: RegExp): number =>
    valuesOf(4000, spec).filter((value) => form.test(String(value))).length / 4000;
  expect(share({ type: 'person.fullName' }, /^(Mr|Mrs|Ms|Miss|Dr)\. /)).toBeLessThan(0.35);
});

test('large spaces are covered evenly, up to their end', () => {
  const values = valuesOf(4000, { type: 'number.int', params: { min: 0, max: 2 ** 31 * 1.5 } }).map(Number);
  const eighths = values.map((value) => Math.floor((value / (2 ** 31 * 1.5)) * 8));
  for (let i = 0; i < 8; i++)
    expect(eighths.filter((eighth) => eighth === i).length / 4000).toBeCloseTo(1 / 8, 1);
});

test('all characters of a long text vary', () => {
  const values = valuesOf(500, { type: 'string.alpha', params: 30 }).map(String);
  for (let i = 0; i < 30; i++) expect(new Set(values.map((value) => value[i])).size).toBeGreaterThan(40);
});

test.each(['a+', 'a*', 'a?', '[^a]', 'a|b', '(ab)', 'a{2,3}', '.', '\\d', '[a', '', 'a]', '[]'])(
  'the pattern %j cannot be enumerated',
  (pattern) => {
    expect(patternSpace(pattern)).toBeUndefined();
  },
);

test.each([
  ['[A-C]', 3],
  ['[A-Ca-b0]', 6],
  ['x[0-9]{3}', 1000],
  ['a{2}[ab]', 2],
  ['[a-z]{30}', 26 ** 11],
])('the pattern %s has %i values', (pattern, size) => {
  expect(patternSpace(pattern)?.size).toBe(size);
});
