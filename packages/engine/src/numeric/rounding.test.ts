import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearest, remainder } from './rounding.ts';

test('rounds as Math.round, also halves, large numbers and numbers that are none', () => {
  fc.assert(
    fc.property(fc.double(), (x) => {
      expect(nearest(x)).toBe(Math.round(x) + 0);
    }),
    { numRuns: 5000 },
  );
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.constantFrom(-0.5, 0, 0.25, 0.5), (n, part) => {
      expect(nearest(n + part)).toBe(Math.round(n + part) + 0);
    }),
    { numRuns: 5000 },
  );
  for (const x of [
    0.5,
    -0.5,
    2.5,
    -2.5,
    2 ** 52 - 0.5,
    -(2 ** 52) + 0.5,
    2 ** 52 + 1,
    2 ** 53 - 1,
    1e300,
    -Infinity,
    NaN,
  ])
    expect(nearest(x)).toBe(Math.round(x) + 0);
});

/** Numbers at and beside the places where a quotient may be rounded. */
function* numbersAround(divisor: number): Generator<number> {
  for (const times of [0, 1, 2, 3, 7, 1000, 123_457, 2 ** 20 - 1, 2 ** 31, 2 ** 40 + 1]) {
    const place = times * divisor;
    const gap = Math.max(Number.MIN_VALUE, place * 2 ** -52);
    for (const x of [place, place - gap, place + gap, place - 2 * gap, place + divisor / 3]) {
      yield x;
      yield -x;
    }
  }
}

test('gives the same bits as the operator', () => {
  const divisors = [
    1,
    2,
    3,
    12,
    40,
    97,
    86_400_000,
    2 ** 51 - 1,
    2 ** 52 - 1,
    2 ** 52,
    0.1,
    12.5,
    0,
    -7,
    1e300,
  ];
  for (const divisor of [...divisors, Infinity, NaN])
    for (const x of numbersAround(divisor)) expect(remainder(x, divisor)).toBe(x % divisor);
});

test('gives the same bits as the operator for numbers of any size', () => {
  let x = 1e-300;
  let power = 1;
  for (let i = 0; i < 20_000; i++) {
    power = (power * 1.000_731_9) % 1e6;
    x = x > 1e20 ? x * 1e-40 : x * (1 + power / 1e6);
    const divisor = 1 + Math.floor(power * 7.3);
    expect(remainder(x, divisor)).toBe(x % divisor);
    expect(remainder(power, divisor)).toBe(power % divisor);
    expect(remainder(divisor * 1e6 - power, divisor)).toBe((divisor * 1e6 - power) % divisor);
  }
});
