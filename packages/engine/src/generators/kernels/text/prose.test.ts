import { base, en, Faker } from '@faker-js/faker';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../test/rows.ts';
import { twoSampleZ } from '../../../../test/statistics.ts';

const COUNT = 4000;
const faker = new Faker({ locale: [en, base], seed: 6 });
const latin = new Set(faker.definitions.lorem.word);
const lorem = faker.lorem as unknown as Record<string, (...args: readonly unknown[]) => string>;

describe.each([
  ['words', []],
  ['words', [1]],
  ['words', [{ min: 2, max: 5 }]],
  ['sentence', []],
  ['sentence', [4]],
  ['slug', []],
  ['sentences', []],
  ['sentences', [2]],
  ['paragraph', []],
  ['paragraph', [{ min: 1, max: 2 }]],
  ['paragraphs', []],
  ['paragraphs', [2]],
  ['lines', []],
  ['lines', [3]],
] as const)('lorem.%s %j', (method, args) => {
  const theirs = Array.from({ length: COUNT }, () => lorem[method]?.(...args) ?? '');
  const ours = valuesOf<string>(`lorem.${method}`, args, { count: COUNT });

  test('has faker’s words, counts and punctuation', () => {
    const shape = (text: string): string => text.replaceAll(/[a-z]+/g, 'a').replaceAll(/[A-Z]/g, 'A');
    for (const trait of [
      shape,
      (text: string) => String(text.split(/[ -]/).length),
      (text: string) => String(text.split('\n').length),
      (text: string) => text.slice(0, 2),
    ])
      expect(Math.abs(twoSampleZ(theirs.map(trait), ours.map(trait)))).toBeLessThan(4.5);
    const words = ours.slice(0, 300).flatMap((text) => text.toLowerCase().split(/[^a-z]+/));
    expect(words.filter((word) => word !== '' && !latin.has(word))).toEqual([]);
  });
});

test('words of a text are independent', () => {
  const firsts = valuesOf<string>('lorem.words', [2], { count: 40_000 }).map((text) =>
    text.split(' ').map((word) => word.charAt(0)),
  );
  const pairs = firsts.map(([left, right]) => `${left}${right}`);
  const shuffled = firsts.map(([left], i) => `${left}${firsts[(i + 7919) % firsts.length]?.[1]}`);
  expect(Math.abs(twoSampleZ(pairs, shuffled))).toBeLessThan(4.5);
});
