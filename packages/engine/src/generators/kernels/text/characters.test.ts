import { base, en, Faker } from '@faker-js/faker';
import { describe, expect, test } from 'vitest';
import { everyNth } from '../../../../../../test/long.ts';
import { rowsOf, valuesOf } from '../../../../test/rows.ts';
import { chiSquareZ, twoSampleZ } from '../../../../test/statistics.ts';
import { rowCells } from '../../compile/row.ts';
import { newSources } from '../../compile/context.ts';

const COUNT = 6000;

/** Whether a type has a kernel for these arguments: its cell has a bounded size, unlike that of faker's values. */
function isFast(type: string, args: readonly unknown[]): boolean {
  const [cell] = rowCells([{ name: 'v', type, args }], newSources());
  return cell?.measure === undefined;
}

const CASES: readonly (readonly [type: string, args: readonly unknown[]])[] = [
  ['string.alpha', []],
  ['string.alpha', [5]],
  ['string.alpha', [{ length: 7, casing: 'upper' }]],
  ['string.alpha', [{ length: { min: 2, max: 9 }, casing: 'lower', exclude: ['a', 'e'] }]],
  ['string.alphanumeric', [{ length: { min: 0, max: 5 } }]],
  ['string.alphanumeric', [{ length: 10, exclude: 'abcXYZ019' }]],
  ['string.binary', [{ length: 9 }]],
  ['string.binary', [{ length: 4, prefix: 'b"' }]],
  ['string.octal', [{ length: 6, prefix: '' }]],
  ['string.hexadecimal', []],
  ['string.hexadecimal', [{ length: 8, casing: 'lower', prefix: '' }]],
  ['string.hexadecimal', [{ length: 3, casing: 'upper' }]],
  ['string.nanoid', []],
  ['string.nanoid', [{ min: 3, max: 4 }]],
  ['string.numeric', [6]],
  ['string.numeric', [{ length: 4, exclude: ['0', '5'] }]],
  ['string.sample', []],
  ['string.sample', [{ min: 1, max: 3 }]],
  ['string.symbol', [12]],
  ['string.fromCharacters', ['aab"\\é', 5]],
  ['string.fromCharacters', [['yes', 'no'], { min: 1, max: 4 }]],
  ['finance.accountNumber', []],
  ['finance.pin', [5]],
  ['finance.creditCardCVV', []],
  ['finance.ethereumAddress', []],
  ['database.mongodbObjectId', []],
  ['git.commitSha', [{ length: 7 }]],
  ['color.rgb', []],
  ['internet.password', []],
  ['internet.password', [{ length: 20 }]],
  ['airline.recordLocator', []],
];

describe.each(everyNth(4, CASES))('%s %j', (type, args) => {
  const [family = '', method = ''] = type.split('.');
  const modules = new Faker({ locale: [en, base], seed: 8 }) as unknown as Record<
    string,
    Record<string, (...args: readonly unknown[]) => string>
  >;
  const theirs = Array.from({ length: COUNT }, () => modules[family]?.[method]?.(...args) ?? '');
  const ours = valuesOf<string>(type, args, { count: COUNT, seed: 21 });

  test('has a kernel', () => {
    expect(isFast(type, args)).toBe(true);
  });

  test('has faker’s lengths, and faker’s characters at each position', () => {
    const traits: ((text: string) => string)[] = [
      (text) => String(text.length),
      ...Array.from({ length: 6 }, (_, i) => (text: string) => text.at(i) ?? ''),
      (text) => text.at(-1) ?? '',
      (text) => text.slice(-3, -1).toLowerCase(),
    ];
    for (const trait of traits)
      expect(Math.abs(twoSampleZ(theirs.map(trait), ours.map(trait)))).toBeLessThan(4.5);
    const alphabet = new Set(theirs.join(''));
    expect([...new Set(ours.join(''))].filter((character) => !alphabet.has(character))).toEqual([]);
  });
});

test('characters of a text are independent', () => {
  const text = valuesOf<string>('string.numeric', [40], { count: 5000 });
  for (const [i, j] of [
    [0, 1],
    [1, 2],
    [3, 4],
    [0, 4],
    [17, 39],
  ] as const) {
    const counts = new Array<number>(100).fill(0);
    for (const each of text) {
      const cell = Number(`${each[i]}${each[j]}`);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
    expect(Math.abs(chiSquareZ(counts, new Array<number>(100).fill(0.01)))).toBeLessThan(4.5);
  }
});

test('arguments that need more than an alphabet are left to faker and its errors', () => {
  expect(isFast('string.numeric', [{ length: 4, allowLeadingZeros: false }])).toBe(false);
  expect(isFast('string.fromCharacters', ['🐦🦜', 3])).toBe(true);
  expect(valuesOf('string.alpha', [-1])).toEqual(['']);
  expect(valuesOf('string.alpha', [0])).toEqual(['']);
  expect(() => valuesOf('string.fromCharacters', ['', 3])).toThrow(/No characters/);
});

test('a long text has its exact length', () => {
  const [text = ''] = valuesOf<string>('string.alphanumeric', [100_001]);
  expect(text).toMatch(/^[0-9A-Za-z]{100001}$/);
  expect(rowsOf([{ name: 'v', type: 'string.alphanumeric', args: [100_001] }], { count: 20 })).toHaveLength(
    20,
  );
});
