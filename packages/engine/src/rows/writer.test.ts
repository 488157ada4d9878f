import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { codePoint } from '../../../../test/code-point.ts';
import { NOON, rowsOf } from '../../test/rows.ts';
import type { Field } from '../model/schema.ts';
import { byteLength, newBatch, payload, texts } from './batch.ts';
import { compile } from './writer.ts';

const field = (name: string, type: string, ...args: unknown[]): Field => ({ name, type, args });
const FIELDS = [
  field('at', 'catbird.timestampNow'),
  field('id', 'string.uuid'),
  field('bio', 'lorem.text'),
  field('name', 'person.fullName'),
  { ...field('tags', 'helpers.arrayElement', ['a', 'b', '"']), count: 4 },
];
const TIME = { startMs: NOON, stepMs: 1234.5 };
const whole = rowsOf(FIELDS, { count: 700, seed: 'x', ...TIME });

test('splitting into batches by rows or bytes does not change the rows', () => {
  const writer = compile({ fields: FIELDS }, { seed: 'x' });
  const batch = newBatch();
  const steps = fc.array(
    fc.record({ count: fc.integer({ min: 1, max: 300 }), maxBytes: fc.integer({ min: 1, max: 50_000 }) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(steps, (splits) => {
      let first = 0;
      for (const { count, maxBytes } of splits) {
        const rows = Math.min(count, whole.length - first);
        if (rows === 0) return;
        writer.fill(batch, { first, count: rows, maxBytes, time: TIME });
        expect([...texts(batch)]).toEqual(whole.slice(first, first + batch.count));
        expect(batch.count).toBeGreaterThan(0);
        if (batch.count > 1) expect(byteLength(batch)).toBeLessThanOrEqual(maxBytes);
        if (batch.count < rows)
          expect(byteLength(batch) + (whole[first + batch.count] ?? '').length).toBeGreaterThanOrEqual(
            maxBytes - 400,
          );
        first += batch.count;
      }
    }),
    { numRuns: cases(15), seed: 1 },
  );
});

test.each([
  ['some hundred bytes', 1000, 30_000],
  ['kilobytes', 9000, 300_000],
])('rows of %s are split by bytes like short ones', (_, longest, maxBytes) => {
  const long: Field[] = [
    { ...field('text', 'string.alpha', { length: { min: 1, max: longest } }) },
    ...FIELDS.slice(0, 2),
  ];
  const rows = rowsOf(long, { count: 150, ...TIME });
  const writer = compile({ fields: long }, { seed: 1 });
  const batch = newBatch();
  for (let first = 0; first < 150; first += batch.count) {
    writer.fill(batch, { first, count: 150 - first, maxBytes, time: TIME });
    const next = first + batch.count;
    expect([...texts(batch)]).toEqual(rows.slice(first, next));
    expect(byteLength(batch)).toBeLessThanOrEqual(maxBytes);
    if (next < 150) expect(byteLength(batch) + (rows[next] ?? '').length + 1).toBeGreaterThan(maxBytes);
  }
});

test('any row can be generated alone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (first) => {
      expect(rowsOf(FIELDS, { first, seed: 'x', ...TIME })).toEqual([whole[first]]);
    }),
    { numRuns: cases(25), seed: 1 },
  );
});

test('rows have any field names as keys, in order', () => {
  // Keys that look like array indexes always come first in a JavaScript object.
  const name = fc.string({ unit: codePoint }).filter((text) => !/^\d+$/.test(text));
  fc.assert(
    fc.property(fc.uniqueArray(name, { selector: (text) => text.toWellFormed(), minLength: 1 }), (names) => {
      const [row = ''] = rowsOf(names.map((each) => field(each, 'datatype.boolean')));
      expect(Object.keys(JSON.parse(row) as object)).toEqual(names.map((each) => each.toWellFormed()));
    }),
    { seed: 1 },
  );
});

describe('seeds', () => {
  const rows = (seed: number | string): string[] => rowsOf(FIELDS, { seed, count: 3 });
  test('the same seed gives the same rows, another seed gives others', () => {
    expect(rows(7)).toEqual(rows(7));
    expect(rows('7')).toEqual(rows(7));
    expect(rows(8)).not.toEqual(rows(7));
    expect(rows('seven')).not.toEqual(rows('Seven'));
  });
});

test('every line ends with a newline, at the end of its row', () => {
  const batch = compile({ fields: FIELDS }, { seed: 1 }).fill(newBatch(), { first: 3, count: 5, time: TIME });
  const lines = new TextDecoder().decode(payload(batch)).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines).toEqual([...texts(batch)]);
  expect(batch.first).toBe(3);
  expect(batch.count).toBe(5);
});

test('a schema without fields gives empty objects', () => {
  expect(rowsOf([], { count: 2 })).toEqual(['{}', '{}']);
});

test('a count of 1,000 gives a row of 1,000 values and takes no more memory than that', () => {
  const [row = ''] = rowsOf([{ ...field('n', 'number.int', { min: 1, max: 6 }), count: 1000 }]);
  expect((JSON.parse(row) as { n: number[] }).n).toHaveLength(1000);
});

test('errors for unknown types and invalid arguments name the field', () => {
  expect(() => rowsOf([field('x', 'no.such')])).toThrow(/"x".*no\.such/);
  expect(() => rowsOf([field('x', 'number.int', { min: 2, max: 1 })])).toThrow(/"x".*Max 1/);
});

test('event times outside the years 0 to 9999 are rejected, but only by fields that print them', () => {
  const far = { startMs: Date.parse('9999-12-31T23:59:59Z'), stepMs: 1000, count: 3 };
  expect(() => rowsOf([field('t', 'catbird.datetimeNow')], far)).toThrow(RangeError);
  expect(rowsOf([field('t', 'datatype.boolean')], far)).toHaveLength(3);
});
