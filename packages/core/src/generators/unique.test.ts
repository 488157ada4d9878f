import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOf } from '../../test/rows.ts';
import type { Schema } from '../model/schema.ts';
import { parseSchema } from '../schema/parse.ts';
import { patternSpace } from './value-space.ts';

function schemaOf(size: number, spec: object): Schema {
  const a = { size, fields: { x: { ...spec, unique: true } } };
  const r = { type: 'catbird.entity', params: { of: 'a', skew: 'inOrder' } };
  const x = { type: 'catbird.ref', params: 'r.x' };
  const result = parseSchema(JSON.stringify({ $entities: { a }, r, x }));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
}

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
