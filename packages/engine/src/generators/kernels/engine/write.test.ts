import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writerOf } from './write.ts';
import { newTexts } from './texts.ts';
import { CHUNK_ROWS, EVERY_ROW } from './cell.ts';

/** What a field writes for numbers. */
function written(numbers: readonly number[], lead: string): readonly string[] {
  const { maxBytes, put } = writerOf({ kind: 'number' }, lead);
  const texts = newTexts();
  texts.write(
    { rows: numbers.length, selection: EVERY_ROW },
    () => maxBytes,
    (own) => put(own, Float64Array.from(numbers)),
  );
  return numbers.map((_, r) =>
    new TextDecoder().decode(texts.bytes.subarray(texts.starts[r], texts.ends[r])),
  );
}

const inUnits = (units: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: -most, max: most }).map((x) => x / units);
/** Numbers of a kind, and now and then another one. */
const mostly = (number: fc.Arbitrary<number>): fc.Arbitrary<readonly number[]> =>
  fc.array(
    fc.oneof(
      { weight: 20, arbitrary: number },
      { weight: 1, arbitrary: fc.oneof(fc.constant(NaN), inUnits(1000, 10 ** 8), inUnits(1, 10 ** 14)) },
    ),
    { minLength: 1, maxLength: CHUNK_ROWS },
  );

test.each(['', ',"n":', ',"number":', ',"a long name":', ',"a name of more than two words":'])(
  'numbers after %s are written as JSON, whatever most of them are like',
  (lead) => {
    const numbers = fc.oneof(
      mostly(inUnits(10, 3000)),
      mostly(inUnits(100, 10 ** 7)),
      mostly(inUnits(100, 2 ** 32)),
      mostly(inUnits(1000, 10 ** 6)),
      mostly(fc.constantFrom(0, -0, 204.7, 204.8, -204.7, -204.8, NaN)),
    );
    fc.assert(
      fc.property(numbers, (values) => {
        expect(written(values, lead)).toEqual(values.map((value) => lead + JSON.stringify(value)));
      }),
      { numRuns: 300 },
    );
  },
);
