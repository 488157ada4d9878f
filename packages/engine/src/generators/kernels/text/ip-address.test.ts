import { base, en, Faker } from '@faker-js/faker';
import { isIP } from 'node:net';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../test/rows.ts';
import { chiSquareZ, tally, twoSampleZ } from '../../../../test/statistics.ts';

const COUNT = 20_000;
const faker = new Faker({ locale: [en, base], seed: 12 });

describe.each(['ip', 'ipv4', 'ipv6'] as const)('internet.%s', (method) => {
  const theirs = Array.from({ length: COUNT }, () => faker.internet[method]());
  const ours = valuesOf<string>(`internet.${method}`, [], { count: COUNT });

  test('has faker’s versions at the same rates', () => {
    const version = (text: string): string => String(isIP(text));
    expect(Math.abs(twoSampleZ(theirs.map(version), ours.map(version)))).toBeLessThan(4.5);
    expect(ours.every((text) => isIP(text) !== 0)).toBe(true);
  });

  test('has the lengths and characters of faker’s', () => {
    for (const trait of [
      (text: string) => String(text.length),
      (text: string) => text.charAt(0),
      (text: string) => text.charAt(2),
      (text: string) => text.at(-1) ?? '',
      (text: string) => text.at(-4) ?? '',
    ])
      expect(Math.abs(twoSampleZ(theirs.map(trait), ours.map(trait)))).toBeLessThan(4.5);
  });
});

test('every octet is uniform', () => {
  const addresses = valuesOf<string>('internet.ipv4', [], { count: COUNT }).map((text) =>
    text.split('.').map(Number),
  );
  for (let n = 0; n < 4; n++) {
    const counts = tally(
      addresses.map((octets) => octets[n] ?? NaN),
      256,
    );
    expect(Math.abs(chiSquareZ(counts, new Array<number>(256).fill(1 / 256)))).toBeLessThan(4.5);
  }
});

test('a network is left to faker', () => {
  for (const text of valuesOf<string>('internet.ipv4', [{ cidrBlock: '10.1.2.0/24' }], { count: 50 }))
    expect(text).toMatch(/^10\.1\.2\.\d+$/);
});
