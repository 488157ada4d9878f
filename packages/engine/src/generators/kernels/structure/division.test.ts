import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOf } from '../../../../test/rows.ts';
import { parseSchema } from '../../../schema/parse.ts';
import { newDivision } from './division.ts';

const cell = (isPure: boolean) => ({ maxBytes: 8, isPure, column: () => undefined });

test('each row is with its variant, but those of a pure variant that most rows chose stay in place', () => {
  // Mostly one variant, mostly the same from chunk to chunk.
  const chunk = fc.tuple(fc.nat(3), fc.array(fc.option(fc.nat(3), { freq: 4 }), { maxLength: 192 }));
  const purities = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(purities, fc.array(chunk, { minLength: 1, maxLength: 4 }), (pure, chunks) => {
      const division = newDivision(pure.map(cell));
      for (const [usual, given] of chunks) {
        const chosen = given.map((variant) => variant ?? usual);
        division.divide(Int32Array.from(chosen), chosen.length);
        const { begins, picked, main } = division;
        pure.forEach((isPure, v) => {
          const rows = [...chosen.keys()].filter((r) => chosen[r] === v);
          if (v === main) expect([isPure, rows.length * 4 >= chosen.length * 3]).toEqual([true, true]);
          const listed = picked.subarray(begins[v], begins[v + 1]);
          expect([...listed]).toEqual(v === main ? [] : rows);
        });
      }
    }),
  );
});

/** Nearly all rows choose the defaults, whose cells then run for all rows. */
const MOSTLY_DEFAULT = {
  state: {
    type: 'helpers.weightedArrayElement',
    params: [
      { weight: 95, value: 'up' },
      { weight: 3, value: 'slow' },
      { weight: 2, value: 'down' },
    ],
  },
  ms: {
    type: 'catbird.lookup',
    params: {
      field: 'state',
      cases: { down: 0 },
      default: {
        type: 'catbird.lookup',
        params: {
          field: 'state',
          cases: { slow: { type: 'catbird.normal', params: { mean: 900, deviation: 9, fractionDigits: 1 } } },
          default: { type: 'catbird.normal', params: { mean: 9, deviation: 1, fractionDigits: 1 } },
        },
      },
    },
  },
  note: {
    type: 'catbird.lookup',
    params: {
      field: 'state',
      cases: { slow: { type: 'lorem.word' }, down: null },
      default: { type: 'catbird.template', params: 'answered as it should, which took all of {{ms}} ms' },
    },
  },
  size: {
    type: 'catbird.lookup',
    params: {
      field: 'state',
      cases: { down: 'none' },
      default: { type: 'catbird.normal', params: { mean: 90, deviation: 30 } },
    },
  },
};

test('rows that chose another variant than most have their own value, the same alone as among others', () => {
  const result = parseSchema(JSON.stringify(MOSTLY_DEFAULT));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  const { schema } = result;
  const rows = rowsOf(schema, { count: 2000 });
  for (const [r, row] of rows.entries()) {
    const { state, ms, note, size } = JSON.parse(row) as Record<string, string | number | null>;
    expect(ms).toSatisfy((n: number) => (state === 'down' ? n === 0 : n > 800 === (state === 'slow')));
    if (state === 'up') expect(note).toBe(`answered as it should, which took all of ${ms} ms`);
    else expect(note).toSatisfy((n: unknown) => (state === 'down' ? n === null : /^[a-z]+$/.test(String(n))));
    expect(typeof size).toBe(state === 'down' ? 'string' : 'number');
    if (state !== 'up' || r % 50 === 0) expect(rowsOf(schema, { first: r })).toEqual([row]);
  }
});
