import { expect, test } from 'vitest';
import { isSameBeforeRun } from './before-run.ts';
import { initialState } from './state.ts';

test('a report of a run changes nothing before the overview, all else does', () => {
  const state = initialState('1');
  const report = { sentMessages: { total: 1, session: 1 }, run: undefined };
  expect(isSameBeforeRun(state, { ...state })).toBe(true);
  expect(isSameBeforeRun(state, { ...state, ...report })).toBe(true);
  expect(isSameBeforeRun(state, { ...state, content: '{}' })).toBe(false);
  expect(isSameBeforeRun(state, { ...state, step: 3 })).toBe(false);
});
