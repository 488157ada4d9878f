import { describe, expect, test } from 'vitest';
import { rowsOf, valuesOf } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';

describe('catbird.sequence', () => {
  const numbers = (params: object, first = 0): number[] =>
    valuesOf<number>('catbird.sequence', [params], { first, count: 5 });

  test.each([
    ['one after another', {}, 0, [1, 2, 3, 4, 5]],
    ['from any row on', {}, 41, [42, 43, 44, 45, 46]],
    ['in steps', { start: 10, step: -7 }, 0, [10, 3, -4, -11, -18]],
    ['in decimals, without errors of rounding', { start: 0, step: 0.1 }, 1, [0.1, 0.2, 0.3, 0.4, 0.5]],
    ['each for some rows', { repeat: 2, start: 0 }, 3, [1, 2, 2, 3, 3]],
    ['beyond 2^32', { start: 0 }, 2 ** 32, [0, 1, 2, 3, 4].map((i) => 2 ** 32 + i)],
    ['all the same', { start: 7, step: 0 }, 9, [7, 7, 7, 7, 7]],
  ])('%s', (_, params, first, expected) => {
    expect(numbers(params, first)).toEqual(expected);
  });

  test('keeps every digit of numbers beyond 2^53', () => {
    const row = (params: object, first: number): string =>
      rowsOf([{ name: 'v', type: 'catbird.sequence', args: [params] }], { first })[0] ?? '';
    expect(row({ start: 7, step: 1_000_000_007 }, 2 ** 52)).toBe(`{"v":${7n + 1_000_000_007n * 2n ** 52n}}`);
    expect(row({ start: -0.5, step: -0.001 }, 2 ** 52 + 1)).toBe('{"v":-4503599627370.997}');
  });
});

test.each([
  [{ repeat: 0 }, 'repeat must be at least 1'],
  [{ step: 1e-13 }, '1e-13 has more than 12 decimals'],
  [{ start: 1e12, step: 1e-9 }, '1000000000000 has more than 15 digits'],
  [{ start: '1' }, 'start must be a number'],
])('catbird.sequence refuses %j', (params, message) => {
  const result = parseSchema(JSON.stringify({ v: { type: 'catbird.sequence', params } }));
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([
    `catbird.sequence: ${message}`,
  ]);
});
