import { base, en, Faker } from '@faker-js/faker';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../test/rows.ts';
import { chiSquareZ, twoSampleZ } from '../../../../test/statistics.ts';
import { listOf, listTypes } from './definitions.ts';
import { patternTypes, wordingsOf } from './pattern-types.ts';

/** A faker that draws `share` every time. */
const fakerAt = (share: () => number): Faker =>
  new Faker({ locale: [en, base], randomizer: { next: share, seed() {} } });

function fake(faker: Faker, type: string, ...args: readonly unknown[]): unknown {
  const [family = '', method = ''] = type.split('.');
  const modules = faker as unknown as Record<
    string,
    Record<string, (...args: readonly unknown[]) => unknown>
  >;
  return modules[family]?.[method]?.(...args);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const escaped = (literal: string): string => literal.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

describe('a type that picks from a list', () => {
  test.each(listTypes)('%s uses the list that faker draws from', (type) => {
    const list = listOf(type) ?? [];
    let i = 0;
    const faker = fakerAt(() => (i + 0.5) / list.length);
    const drawn = list.map((_, n) => {
      i = n;
      return fake(faker, type);
    });
    expect(drawn).toEqual(list);
    expect(new Set(list.map(text))).toContain(text(valuesOf(type)[0]));
  });

  test.each(listTypes)('%s is uniform', (type) => {
    const list = (listOf(type) ?? []).map(text);
    const counts = new Map(list.map((each) => [each, 0]));
    for (const value of valuesOf(type, [], { count: 40 * list.length, seed: 11 }).map(text))
      counts.set(value, (counts.get(value) ?? NaN) + 1);
    const shares = [...counts.keys()].map((key) => list.filter((each) => each === key).length / list.length);
    expect(Math.abs(chiSquareZ([...counts.values()], shares))).toBeLessThan(4.5);
  });
});

describe('a type that fills a pattern of lists', () => {
  const COUNT = 4000;
  const samples = (type: string, args: readonly unknown[] = []): [faker: string[], ours: string[]] => {
    const faker = new Faker({ locale: [en, base], seed: 5 });
    return [
      Array.from({ length: COUNT }, () => fake(faker, type, ...args) as string),
      valuesOf<string>(type, args, { count: COUNT, seed: 3 }),
    ];
  };

  test.each(patternTypes)('%s has a wording for every value of faker’s', (type) => {
    const ways = (wordingsOf(type) ?? []).map(({ parts }) => parts.map((part) => new Set(part)));
    // Try each prefix of the rest that the next list contains.
    const matches = (value: string, parts: readonly ReadonlySet<string>[], part = 0, from = 0): boolean => {
      const list = parts[part];
      if (list === undefined) return from === value.length;
      for (let end = from; end <= value.length; end++)
        if (list.has(value.slice(from, end)) && matches(value, parts, part + 1, end)) return true;
      return false;
    };
    const [faker, ours] = samples(type);
    // A name of a file has thousands of wordings, which take long to compare.
    const count = ways.length > 1000 ? 150 : 500;
    const unmatched = [...faker.slice(0, count), ...ours.slice(0, count)].filter(
      (value) => !ways.some((parts) => matches(value, parts)),
    );
    expect(unmatched).toEqual([]);
  });

  const traits: Readonly<Record<string, (value: string) => string>> = {
    length: (value) => String(value.length),
    'first character': (value) => value.charAt(0),
    'last character': (value) => value.at(-1) ?? '',
    shape: (value) => value.replaceAll(/[A-Za-z]+/g, 'a').replaceAll(/\d+/g, '0'),
  };

  test.each(patternTypes)('%s has faker’s distribution', (type) => {
    const [faker, ours] = samples(type);
    for (const [trait, of] of Object.entries(traits))
      expect(Math.abs(twoSampleZ(faker.map(of), ours.map(of))), trait).toBeLessThan(4.5);
  });

  test.each([
    ['person.firstName', ['female']],
    ['person.lastName', ['male']],
    ['person.middleName', ['male']],
    ['person.prefix', ['female']],
    ['person.fullName', [{ sex: 'male' }]],
  ])('%s for one sex has faker’s distribution', (type, args) => {
    const [faker, ours] = samples(type, args);
    for (const of of Object.values(traits))
      expect(Math.abs(twoSampleZ(faker.map(of), ours.map(of)))).toBeLessThan(4.5);
    expect(
      new RegExp(`^(${[...new Set(ours)].slice(0, 50).map(escaped).join('|')})$`).test(ours[0] ?? ''),
    ).toBe(true);
  });
});
