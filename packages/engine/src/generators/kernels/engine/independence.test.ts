import { describe, expect, test } from 'vitest';
import { rowsOf, valuesOf } from '../../../../test/rows.ts';
import { chiSquareZ, kolmogorov } from '../../../../test/statistics.ts';
import {
  draw,
  drawKey,
  elementsAsSubjects,
  keyedRandomizer,
  newSubject,
  nextKey,
  rowsAsSubjects,
  seedOf,
  type DrawKey,
  type Subject,
} from '../../../numeric/random.ts';

const ROWS = 300_000;
const even = (cells: number): number[] => new Array<number>(cells).fill(1 / cells);

/** Chi-square z-score of pairs of 6-bit numbers in 64 × 64 cells. */
function jointZ(pairs: Iterable<readonly [number, number]>): number {
  const cells = new Array<number>(4096).fill(0);
  for (const [left, right] of pairs) {
    const cell = (left & 63) * 64 + (right & 63);
    cells[cell] = (cells[cell] ?? 0) + 1;
  }
  return Math.abs(chiSquareZ(cells, even(4096)));
}

const subject = newSubject(ROWS + 1);
rowsAsSubjects(subject, seedOf(3), 0, ROWS + 1);
const drawnOf = (subject: Subject, row: number, { key, odd }: DrawKey): number =>
  draw(subject.a[row] ?? 0, subject.b[row] ?? 0, key, odd);
const drawn = (row: number, key: DrawKey): number => drawnOf(subject, row, key);
const [pair, other] = [drawKey('pair', 0), drawKey('other', 0)];
function* both(left: (row: number) => number, right: (row: number) => number) {
  for (let row = 0; row < ROWS; row++) yield [left(row), right(row)] as const;
}

describe('draws are independent', () => {
  test.each([
    ['of two fields', drawKey('a', 0), drawKey('b', 0)],
    ['of two fields with similar names', drawKey('user_id', 0), drawKey('user_ie', 0)],
    ['of one field', drawKey('a', 0), drawKey('a', 1)],
    ['of keys that share one word', pair, { ...pair, odd: other.odd }],
    ['of keys that share the other word', pair, { ...pair, key: other.key }],
    ['of keys with swapped words', pair, { key: pair.odd, odd: pair.key }],
    ['of one key and the next', pair, nextKey(pair, 1)],
  ])('%s', (_, left, right) => {
    for (const shift of [26, 0])
      expect(
        jointZ(
          both(
            (row) => drawn(row, left) >>> shift,
            (row) => drawn(row, right) >>> shift,
          ),
        ),
      ).toBeLessThan(4.5);
  });

  test('of consecutive rows', () => {
    const key = drawKey('a', 0);
    const z = jointZ(
      both(
        (row) => drawn(row, key) >>> 26,
        (row) => drawn(row + 1, key) >>> 26,
      ),
    );
    expect(z).toBeLessThan(4.5);
  });

  test('of consecutive seeds', () => {
    const other = newSubject(ROWS);
    rowsAsSubjects(other, seedOf(4), 0, ROWS);
    const key = drawKey('a', 0);
    const z = jointZ(
      both(
        (row) => drawn(row, key) >>> 26,
        (row) => drawnOf(other, row, key) >>> 26,
      ),
    );
    expect(z).toBeLessThan(4.5);
  });

  test('of array elements, from each other and from the row', () => {
    const elements = [0, 1, 2].map((n) => {
      const element = newSubject(ROWS);
      elementsAsSubjects(element, subject, ROWS, n);
      return element;
    });
    const key = drawKey('a', 0);
    for (const [left, right] of [
      [subject, elements[0] ?? subject],
      [elements[0] ?? subject, elements[1] ?? subject],
      [elements[1] ?? subject, elements[2] ?? subject],
    ] as const) {
      const of = (subject: Subject) => (row: number) => drawnOf(subject, row, key) >>> 26;
      expect(jointZ(both(of(left), of(right)))).toBeLessThan(4.5);
    }
  });

  test('of faker’s randomizer, which is also uniform', () => {
    const random = keyedRandomizer();
    const numbers: number[] = [];
    const pairs: (readonly [number, number])[] = [];
    for (let row = 0; row < ROWS; row++) {
      random.begin(subject.a[row] ?? 0, subject.b[row] ?? 0, drawKey('a', 0));
      const [first, second] = [random.next(), random.next()];
      numbers.push(first);
      pairs.push([Math.floor(first * 64), Math.floor(second * 64)]);
    }
    expect(kolmogorov(numbers)).toBeLessThan(1.95);
    expect(jointZ(pairs)).toBeLessThan(4.5);
  });
});

test('rows below and above 2^32 have different subjects', () => {
  const low = newSubject(1000);
  const high = newSubject(1000);
  rowsAsSubjects(low, seedOf(1), 0, 1000);
  rowsAsSubjects(high, seedOf(1), 2 ** 32, 1000);
  expect([...low.a].some((a, i) => a === high.a[i] && low.b[i] === high.b[i])).toBe(false);
});

test('a text that spells a whole number is the same seed as the number, and other texts are different seeds', () => {
  expect(seedOf('42')).toEqual(seedOf(42));
  expect(seedOf(' 42 ')).toEqual(seedOf(42));
  const seeds = ['', '0', '-1', 'a', 'b', 'ab', 'ba', 2 ** 40, 2 ** 40 + 1, '042x'].map((seed) =>
    JSON.stringify(seedOf(seed)),
  );
  expect(new Set(seeds).size).toBe(seeds.length);
});

describe('fields of a row are uncorrelated', () => {
  const field = (name: string, type: string, ...args: unknown[]) => ({ name, type, args });
  const fields = [
    field('a', 'number.int', { min: 0, max: 63 }),
    field('b', 'number.int', { min: 0, max: 63 }),
    field('wide', 'number.int', { min: 0, max: 2 ** 40 - 1 }),
    field('wider', 'number.int', { min: 0, max: 2 ** 40 - 1 }),
    field('id', 'string.uuid'),
    field('pin', 'string.numeric', 2),
  ];
  const rows = rowsOf(fields, { count: 100_000 }).map(
    (row) => JSON.parse(row) as { a: number; b: number; wide: number; wider: number; id: string },
  );
  const six = {
    a: (row: (typeof rows)[number]) => row.a,
    b: (row: (typeof rows)[number]) => row.b,
    wide: (row: (typeof rows)[number]) => Math.floor(row.wide / 2 ** 34),
    'wide, low bits': (row: (typeof rows)[number]) => row.wide % 64,
    wider: (row: (typeof rows)[number]) => Math.floor(row.wider / 2 ** 34),
    'first of id': (row: (typeof rows)[number]) => Number.parseInt(row.id.slice(0, 2), 16),
    'last of id': (row: (typeof rows)[number]) => Number.parseInt(row.id.slice(-2), 16),
  };
  const names = Object.keys(six) as (keyof typeof six)[];
  test.each(names.flatMap((left, i) => names.slice(0, i).map((right) => [left, right] as const)))(
    '%s and %s',
    (left, right) => {
      const [of, other] = [six[left], six[right]];
      expect(jointZ(rows.map((row) => [of(row), other(row)] as const))).toBeLessThan(4.5);
    },
  );
});

test('UUIDs have version 4 and variant 2, are distinct, and all other digits are uniform', () => {
  const ids = valuesOf<string>('string.uuid', [], { count: 200_000 });
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(ids.every((id) => form.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  for (const place of [0, 7, 9, 12, 15, 17, 20, 22, 24, 30, 35]) {
    const counts = new Array<number>(16).fill(0);
    for (const id of ids) {
      const digit = Number.parseInt(id[place] ?? '', 16);
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    expect(Math.abs(chiSquareZ(counts, even(16)))).toBeLessThan(4.5);
  }
});
