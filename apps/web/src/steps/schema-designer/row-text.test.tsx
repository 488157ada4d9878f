import { expect, test } from 'vitest';
import { cut, highlighted, markedLines } from './row-text.tsx';

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

const TEXT = JSON.stringify(
  {
    id: 1,
    cart: [
      { sku: 'a', n: 1 },
      { n: 2, sku: 'b' },
    ],
    pay: { by: { card: true } },
    tags: ['x', 'y'],
  },
  null,
  2,
);

/** The marked lines, without indentation. */
const marked = (...path: readonly string[]): readonly string[] => {
  const lines = markedLines(TEXT, path);
  return TEXT.split('\n')
    .filter((_, i) => lines.has(i))
    .map((line) => line.trim());
};

test('the lines of a field are marked, all of a value that takes several', () => {
  expect(marked('id')).toEqual(['"id": 1,']);
  expect(marked('tags')).toEqual(['"tags": [', '"x",', '"y"', ']']);
  expect(marked('pay', 'fields', 'by', 'fields', 'card')).toEqual(['"card": true']);
});

test('in a list of objects, those of each', () => {
  expect(marked('cart', 'fields', 'sku')).toEqual(['"sku": "a",', '"sku": "b"']);
});

test.each([[undefined], [['hidden']], [['id', 'fields', 'x']], [['__proto__']]])(
  '%j marks nothing',
  (path) => {
    expect(markedLines(TEXT, path).size).toBe(0);
    expect(markedLines('Click Preview', path).size).toBe(0);
  },
);
