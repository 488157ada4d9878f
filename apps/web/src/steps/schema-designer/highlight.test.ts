import { expect, test } from 'vitest';
import { cut } from './cut.ts';
import { highlighted } from './highlight.ts';

const classes = (json: string): readonly (readonly [string, string | undefined])[][] =>
  highlighted(json).map((line) => line.map(({ text, className }) => [text, className] as const));

test('names, strings, numbers and literals have classes', () => {
  expect(classes('{"a": "b: 1", "c": [-1.5e9, null]}')).toEqual([
    [
      ['{', undefined],
      ['"a"', 'k'],
      [': ', undefined],
      ['"b: 1"', 's'],
      [', ', undefined],
      ['"c"', 'k'],
      [': [', undefined],
      ['-1.5e9', 'n'],
      [', ', undefined],
      ['null', 'n'],
      [']}', undefined],
    ],
  ]);
});

test.each([
  ['a string', '{"a": "12 true null"', 16],
  ['an escape', '{"a": "12 \\"', 11],
])('a text that was cut within %s ends with a string', (_, text, max) => {
  const { shown, rest } = cut(`${text}, 34 more"}`, max);
  expect(rest).toMatch(/^… and \d+ more characters$/);
  expect(classes(shown)[0]?.at(-1)?.[1]).toBe('s');
  expect(
    classes(shown)[0]
      ?.map(([part]) => part)
      .join(''),
  ).toBe(shown);
});

test('a short text is shown whole, and no half of a character is', () => {
  expect(cut('short')).toEqual({ shown: 'short', rest: '' });
  expect(cut('ab😀', 3)).toEqual({ shown: 'ab\ufffd', rest: '… and 1 more characters' });
});
