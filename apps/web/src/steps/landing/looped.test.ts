import { expect, test } from 'vitest';
import { looped } from './looped.ts';

test('the rows before the first shown come once, the shown ones again and again', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((row) => looped(row, 2, 3))).toEqual([0, 1, 2, 3, 4, 2, 3, 4]);
});
