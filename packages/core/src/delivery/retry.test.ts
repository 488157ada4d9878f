import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeliveryError, type DeliveryErrorDetails, type DeliveryErrorKind } from '../destinations/error.ts';
import { classOf, costOf, delayBefore, RETRY_DEFAULTS, retryBudget, type FailureClass } from './retry.ts';

const error = (kind: DeliveryErrorKind, more: DeliveryErrorDetails = {}): DeliveryError =>
  new DeliveryError(kind, kind, more);

test.each<readonly [DeliveryErrorKind, FailureClass, string]>([
  ['auth', 'run', 'every other request would fail alike'],
  ['not-found', 'run', 'every other request would fail alike'],
  ['rejected', 'batch', 'other rows may be taken'],
  ['too-large', 'split', 'fewer rows may be taken'],
  ['rate-limited', 'throttled', ''],
  ['unavailable', 'retry', ''],
  ['unconfirmed', 'batch', 'sent again it might be there twice'],
  ['network', 'retry', ''],
  ['timeout', 'retry', ''],
])('%s is of the class "%s": %s', (kind, expected) => {
  expect(classOf(error(kind))).toBe(expected);
});

describe('the delay before another attempt', () => {
  test.each<readonly [DeliveryErrorKind, number, number, number, string]>([
    ['unavailable', 1, 0.5, 25, 'half of the base'],
    ['unavailable', 4, 1, 400, 'doubled each time'],
    ['timeout', 3, 0, 0, 'full jitter begins at nothing'],
    ['rate-limited', 1, 1, 1000, 'throttling has a base of its own'],
    ['rate-limited', 3, 0.5, 2000, ''],
    ['network', 30, 1, 20_000, 'never above the cap'],
  ])('after %s, attempt %d and chance %d is %d ms: %s', (kind, attempt, chance, ms) => {
    expect(delayBefore(error(kind), attempt, RETRY_DEFAULTS, chance)).toBe(ms);
  });

  test.each([
    [7000, 7000],
    [0, 0],
    [-5, 0],
    [3_600_000, 60_000],
  ])('is the service’s own wish of %d ms, within 60 s: %d', (retryAfterMs, ms) => {
    expect(delayBefore(error('unavailable', { retryAfterMs }), 1, RETRY_DEFAULTS, 0.5)).toBe(ms);
  });

  test('without a wish is spread over all from nothing to base × 2^(attempt − 1), or the cap', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('unavailable', 'network', 'timeout', 'rate-limited'),
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: 1, max: 100_000 }),
        (kind, attempt, chance, capMs) => {
          const base = kind === 'rate-limited' ? RETRY_DEFAULTS.throttleBaseMs : RETRY_DEFAULTS.baseMs;
          const ms = delayBefore(error(kind), attempt, { ...RETRY_DEFAULTS, capMs }, chance);
          expect(ms).toBeCloseTo(chance * Math.min(capMs, base * 2 ** (attempt - 1)));
        },
      ),
    );
  });
});

describe('the budget', () => {
  test.each([
    ['unavailable', 14, 35],
    ['rate-limited', 5, 100],
  ] as const)('a retry after %s costs %d, so that %d in a row are all there are', (kind, cost, most) => {
    const budget = retryBudget();
    expect(costOf(error(kind))).toBe(cost);
    for (let i = 0; i < most; i++) expect(budget.take(error(kind))).toBe(true);
    expect(budget.take(error(kind))).toBe(false);
  });

  test('a success gives back what its retries cost, or one', () => {
    const budget = retryBudget();
    for (let i = 0; i < 35; i++) budget.take(error('network'));
    budget.giveBack(14);
    expect(budget.take(error('network'))).toBe(true);
    // 500 − 35 × 14 = 10, and four more make one retry.
    for (let i = 0; i < 3; i++) budget.giveBack(0);
    expect(budget.take(error('network'))).toBe(false);
    budget.giveBack(0);
    expect(budget.take(error('network'))).toBe(true);
  });

  test('never holds more than it began with', () => {
    const budget = retryBudget();
    for (let i = 0; i < 1000; i++) budget.giveBack(14);
    let taken = 0;
    while (budget.take(error('network'))) taken++;
    expect(taken).toBe(35);
  });
});
