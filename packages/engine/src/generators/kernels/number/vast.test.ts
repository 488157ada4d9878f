import { expect, test } from 'vitest';
import { compile, newBatch, parseSchema, texts } from '../../../index.ts';

const time = { startMs: Date.UTC(2026, 0, 1), stepMs: 1000 };

interface Row {
  readonly a: number;
  readonly copy: number;
  readonly same: boolean;
}

/** Rows with a field, its copy, and whether both are equal. */
function rowsOf(spec: object, first: number, count: number): readonly string[] {
  const copy = { type: 'catbird.ref', params: 'a' };
  const same = { type: 'catbird.expression', params: 'a == copy' };
  const parsed = parseSchema(JSON.stringify({ a: spec, copy, same }));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  return [...texts(compile(parsed.schema, { seed: 1 }).fill(newBatch(), { first, count, time }))];
}

const int = (params: object): object => ({ type: 'number.int', params });
const histogram = (edges: readonly number[], fractionDigits: number): object => ({
  type: 'catbird.histogram',
  params: { edges, weights: [1], fractionDigits },
});

/** Identifiers of social networks are of this size, and samples have them as numbers. */
test.each<[what: string, spec: object, min: number, max: number]>([
  ['integers of 19 digits', int({ min: 1e18, max: 2e18 }), 1e18, 2e18],
  ['integers of 16 digits', int({ min: 0, max: 9_999_999_999_999_998 }), 0, 1e16],
  ['negative integers', int({ min: -1e300, max: 0 }), -1e300, 0],
  ['multiples', int({ min: 0, max: 1e17, multipleOf: 1_000_000 }), 0, 1e17],
  ['a histogram', histogram([1e18, 2e18], 0), 1e18, 2e18],
  ['a histogram with decimals', histogram([1e13, 2e13], 4), 1e13, 2e13],
  ['a histogram with many decimals', histogram([-3e9, 3e9], 12), -3e9, 3e9],
  ['a histogram of any size', histogram([0, 1e300], 3), 0, 1e300],
])(
  '%s of more than 15 digits vary, are read as they are written, and each row can be made alone',
  (_, spec, min, max) => {
    const texts = rowsOf(spec, 0, 300);
    const rows = texts.map((text) => JSON.parse(text) as Row);
    expect(new Set(rows.map(({ a }) => a)).size).toBe(300);
    for (const { a, copy, same } of rows) {
      expect(a).toBeGreaterThanOrEqual(min);
      expect(a).toBeLessThanOrEqual(max);
      expect([copy, same]).toEqual([a, true]);
    }
    expect(rowsOf(spec, 299, 1)).toEqual([texts[299]]);
  },
);

test('a range wider than any number is an error', () => {
  expect(() => rowsOf(int({ min: -1e308, max: 1e308 }), 0, 1)).toThrow(
    'The range from min to max is too wide',
  );
});

test('a decimal number of more digits than a double has is an error that names the type to use', () => {
  const spec = { type: 'number.float', params: { min: 1e18, max: 2e18 } };
  expect(() => rowsOf(spec, 0, 1)).toThrow('Numbers of this size have no decimals: use number.int');
});
