import type { FieldComparison } from '@catbird/infer';
import { expect, test } from 'vitest';
import { issuesText, pictureText, rangeText, typesText } from './words.ts';

const side = (type: string, distinct = 3) => ({ types: { [type]: 1 }, missing: 0, distinct });

const fieldOf = (type: string, given: Partial<FieldComparison>): FieldComparison => ({
  path: 'a',
  verdict: 'alike',
  measure: 'distribution',
  original: side(type),
  generated: side(type),
  ...given,
});

const over = (from: number, to: number, shares: readonly number[] = [0.25, 0.5, 0.125, 0.125]) => ({
  bars: { original: shares, generated: shares, by: { from, to } },
});

test.each<[FieldComparison, string, string]>([
  [fieldOf('number', over(1000, 1199.5)), '1,000 to 1,199.5', '1,000 to 1,199.5, most from 1,049.88: 50 %'],
  [fieldOf('number', over(0, 3)), '0 to 3', '0 to 3, most at 1: 50 %'],
  [fieldOf('number', over(7, 7, [1])), '7', '7'],
  [
    fieldOf('number', over(-1e308, 1e308)),
    expect.stringContaining(' to ') as string,
    expect.any(String) as string,
  ],
  [
    fieldOf('text', over(Date.UTC(2026, 9, 1), Date.UTC(2026, 9, 2))),
    '2026-10-01 00:00 to 2026-10-02 00:00',
    '2026-10-01 00:00 to 2026-10-02 00:00, most from 2026-10-01 06:00: 50 %',
  ],
  [
    fieldOf('text', { measure: 'length', ...over(8, 16) }),
    '8 to 16 characters',
    '8 to 16 characters, most from 10: 50 %',
  ],
  [fieldOf('number', { measure: 'steps', ...over(1, 1, [1]) }), 'Steps of 1', 'Steps of 1'],
  [fieldOf('list', over(0, 3)), '0 to 3 elements', '0 to 3 elements, most at 1: 50 %'],
  [
    fieldOf('text', {
      measure: 'ranks',
      bars: { original: [0.5, 0.25, 0.25], generated: [0.5, 0.3, 0.2], by: 'values' },
    }),
    '3 values',
    '3 values: 50 %, 25 %, 25 %',
  ],
  [fieldOf('object', { measure: 'none' }), '', ''],
])('%# is described', (field, range, picture) => {
  expect(rangeText(field)).toEqual(range);
  expect(pictureText(field, field.original, field.bars?.original ?? [])).toEqual(picture);
});

test('types are named with their shares, the most frequent first', () => {
  expect(typesText({ types: { null: 0.02, text: 0.98 }, missing: 0.1, distinct: 1 })).toBe(
    '98 % text, 2 % null, 10 % missing',
  );
  expect(typesText({ types: {}, missing: 1, distinct: 0 })).toBe('');
});

test('issues are counted, and the first is quoted', () => {
  const issue = {
    code: 'type' as const,
    severity: 'error' as const,
    message: 'Unknown type x',
    path: ['a'],
    line: 3,
    column: 1,
    offset: 0,
    length: 1,
  };
  expect(issuesText([issue])).toBe(
    'The schema has an issue. Fix it and compare again. Line 3: Unknown type x.',
  );
  expect(issuesText([issue, issue])).toContain('The schema has 2 issues. Fix them');
});
