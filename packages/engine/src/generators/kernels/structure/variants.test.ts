import { expect, test } from 'vitest';
import { rowsOf } from '../../../../test/rows.ts';
import { parseSchema } from '../../../schema/parse.ts';

/** Nearly all rows choose the defaults. */
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
