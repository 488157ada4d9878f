import { expect, test } from 'vitest';
import { loopRow } from './loop.ts';

test('rows before the first visible one appear once, visible rows repeat', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((row) => loopRow(row, 2, 3))).toEqual([0, 1, 2, 3, 4, 2, 3, 4]);
});
