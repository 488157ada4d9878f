import { expect, test } from 'vitest';
import { batchOf } from '../../test/destinations/batch.ts';
import { DeliveryError } from './error.ts';
import { outcomesOf, receiptOf, type Outcome } from './outcomes.ts';

const batch = batchOf([0, 1, 2, 3]);
const network = new DeliveryError('network', 'cut');
const busy = new DeliveryError('rate-limited', 'busy');
const later = new DeliveryError('unavailable', 'later');
const unknown = new DeliveryError('unconfirmed', 'nonsense');
const rejected = new DeliveryError('rejected', 'no');
const large = new DeliveryError('too-large', 'large');

test.each([
  [['taken', 'taken', 'taken', 'taken'], { accepted: 4, rejected: 0 }, 'all taken'],
  [['taken', rejected, 'taken', 'taken'], { accepted: 3, rejected: 1, refusal: rejected }, 'one rejected'],
  [
    ['taken', network, rejected, network],
    { accepted: 1, rejected: 1, retryable: { rows: [1, 3], error: network }, refusal: rejected },
    'some of each',
  ],
  [
    ['taken', unknown, unknown, rejected],
    { accepted: 1, rejected: 1, refusal: rejected, unconfirmed: { rows: 2, error: unknown } },
    'two that the response does not mention',
  ],
  [
    [later, busy, later, 'taken'],
    { accepted: 1, retryable: { rows: [0, 1, 2], error: busy } },
    'a rate limit among them',
  ],
  [
    [large, large, large, large],
    { accepted: 0, rejected: 4, refusal: large },
    'all too large, which smaller requests would not help',
  ],
] as const)('outcomes %# make a receipt', (outcomes, expected, remark) => {
  expect(receiptOf(batch, outcomes), remark).toMatchObject({ quarantined: 0, bytes: 8, ...expected });
});

test('a request without accepted rows is an error', () => {
  expect(() => receiptOf(batch, [network, network, network, network])).toThrow(network);
  expect(() => receiptOf(batch, [rejected, rejected, rejected, rejected])).toThrow(rejected);
  expect(() => receiptOf(batch, [unknown, unknown, unknown, unknown])).toThrow(unknown);
});

test('if the service deduplicates, all rows are retried as soon as one must be', () => {
  expect(() => receiptOf(batch, ['taken', network, 'taken', 'taken'], true)).toThrow(network);
});

test('retried rows are uncertain as soon as one of them is', () => {
  expect(receiptOf(batch, ['taken', busy, later, busy]).retryable?.error).toMatchObject({
    uncertain: false,
  });
  expect(receiptOf(batch, ['taken', busy, network, later]).retryable?.error).toMatchObject({
    kind: 'rate-limited',
    uncertain: true,
  });
});

const thrown = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

test('if all rows are retried because the service deduplicates, accepted ones make the batch uncertain', () => {
  expect(thrown(() => receiptOf(batch, ['taken', later, 'taken', 'taken'], true))).toMatchObject({
    kind: 'unavailable',
    uncertain: true,
  });
  expect(thrown(() => receiptOf(batch, [later, rejected, later, later], true))).toBe(later);
});

test('a row without an outcome never counts as accepted', () => {
  const known: (Outcome | undefined)[] = ['taken', undefined, rejected];
  expect(
    outcomesOf(known, 4, (confirmed) => new DeliveryError('unconfirmed', `${confirmed} known`)),
  ).toMatchObject(['taken', { kind: 'unconfirmed', message: '2 known' }, rejected, { kind: 'unconfirmed' }]);
  expect(outcomesOf(['taken', rejected], 2, () => expect.unreachable())).toEqual(['taken', rejected]);
  expect(receiptOf(batch, ['taken', 'taken']).accepted).toBe(2);
});
