import { expect, test } from 'vitest';
import { initialState, type State } from '../../state/state.ts';
import { faultOf, isRefreshing } from './health.ts';

const start = initialState('42');
const sample = { text: '{}', line: '{}', bytes: 2, content: start.content, seed: '42', timeKey: '' };
const issue = (severity: 'error' | 'warning', path: readonly string[]): State['issues'][number] => ({
  code: 'json',
  severity,
  path,
  line: 1,
  column: 1,
  offset: 0,
  length: 1,
  message: 'Broken',
});

test('the first error names its field', () => {
  const issues = [issue('warning', ['a']), issue('error', ['price', 'params']), issue('error', [])];
  expect(faultOf({ issues, schemaError: undefined })).toEqual({ field: 'price', errors: 2 });
  expect(faultOf({ issues: [issue('error', [])], schemaError: undefined })).toEqual({
    field: undefined,
    errors: 1,
  });
  expect(faultOf({ issues: [issue('warning', ['a'])], schemaError: undefined })).toBeUndefined();
  expect(faultOf({ issues: [], schemaError: 'why' })).toEqual({ field: undefined, errors: 1 });
});

test('the preview refreshes until it shows the present row, or an error says why not', () => {
  const edited: State = { ...start, refreshes: true, sample };
  expect(isRefreshing(start)).toBe(false);
  expect(isRefreshing({ ...start, refreshes: true })).toBe(true);
  expect(isRefreshing(edited)).toBe(false);
  expect(isRefreshing({ ...edited, content: '{' })).toBe(true);
  expect(isRefreshing({ ...edited, content: '{', issues: [issue('error', [])] })).toBe(false);
  expect(isRefreshing({ ...edited, seed: '7' })).toBe(true);
});
