import { expect, test } from 'vitest';
import { initialState, type State } from '../../state/state.ts';
import { faultOf, faultText, isRefreshing } from './health.ts';

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

test('all errors are counted, with the names of their fields', () => {
  const paths = [
    ['price', 'params'],
    [],
    ['price', 'count'],
    ['payment', 'fields', 'method', 'type'],
    ['fields'],
  ];
  const issues = [issue('warning', ['a']), ...paths.map((path) => issue('error', path))];
  const fault = { fields: ['price', 'payment.method', 'fields'], errors: 5 };
  expect(faultOf({ issues, schemaError: undefined })).toEqual(fault);
  expect(faultText(fault)).toBe('5 errors: price, payment.method, fields');
  expect(faultText(fault, 1)).toBe('5 errors: price, 2 more');
  expect(faultOf({ issues: [issue('error', [])], schemaError: undefined })).toEqual({
    fields: [],
    errors: 1,
  });
  expect(faultText({ fields: [], errors: 1 })).toBe('1 error');
  expect(faultOf({ issues: [issue('warning', ['a'])], schemaError: undefined })).toBeUndefined();
  expect(faultOf({ issues: [], schemaError: 'why' })).toEqual({ fields: [], errors: 1 });
});

test('the preview refreshes until it shows the present row, or an error says why not', () => {
  const edited: State = { ...start, sample };
  expect(isRefreshing(start)).toBe(true);
  expect(isRefreshing(edited)).toBe(false);
  expect(isRefreshing({ ...edited, content: '{' })).toBe(true);
  expect(isRefreshing({ ...edited, content: '{', issues: [issue('error', [])] })).toBe(false);
  expect(isRefreshing({ ...edited, seed: '7' })).toBe(true);
});
