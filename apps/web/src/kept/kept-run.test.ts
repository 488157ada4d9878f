import { expect, test } from 'vitest';
import { firstUnsent } from './kept-run.ts';

test.each([
  ['nothing was made', [[7, Infinity]], [], 7],
  [
    'rows between were confirmed',
    [
      [3, 5],
      [9, Infinity],
    ],
    [],
    9,
  ],
  [
    'rows were made and not confirmed',
    [[3, Infinity]],
    [
      { first: 3, end: 8, ms: 0 },
      { first: 8, end: 12, ms: 1 },
    ],
    12,
  ],
] as const)('the first row that cannot have been sent, if %s', (_, remaining, spans, first) => {
  expect(firstUnsent({ remaining, spans })).toBe(first);
});
