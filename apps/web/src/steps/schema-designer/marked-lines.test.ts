import { expect, test } from 'vitest';
import { markedLines } from './marked-lines.ts';

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
