import { DeliveryError } from '@catbird/core';
import { expect, test } from 'vitest';
import { batchOf } from '../../../core/test/destinations/batch.ts';
import { receiptOf, sendRows } from './row-by-row.ts';

const never = new Promise<never>(() => undefined);
const batch = batchOf([0, 1, 2, 3]);
const network = new DeliveryError('network', 'cut');
const rejected = new DeliveryError('rejected', 'no');
const large = new DeliveryError('too-large', 'large');

test.each([
  [['taken', 'taken', 'taken', 'taken'], { accepted: 4, rejected: 0 }, 'all taken'],
  [['taken', rejected, 'taken', 'taken'], { accepted: 3, rejected: 1, refusal: rejected }, 'one refused'],
  [
    ['taken', network, rejected, network],
    { accepted: 1, rejected: 1, again: { rows: [1, 3], error: network }, refusal: rejected },
    'some of each',
  ],
  [
    [large, large, large, large],
    { accepted: 0, rejected: 4, refusal: large },
    'all too large, which no smaller request helps',
  ],
] as const)('outcomes %# are a receipt', (outcomes, expected, remark) => {
  expect(receiptOf(batch, outcomes), remark).toMatchObject({ quarantined: 0, bytes: 8, ...expected });
});

test('a request of which nothing was taken is an error', () => {
  expect(() => receiptOf(batch, [network, network, network, network])).toThrow(network);
  expect(() => receiptOf(batch, [rejected, rejected, rejected, rejected])).toThrow(rejected);
});

test('where the service recognises rows, all go again when some must', () => {
  expect(() => receiptOf(batch, ['taken', network, 'taken', 'taken'], true)).toThrow(network);
});

test('never more rows wait for an answer than the window', async () => {
  let waiting = 0;
  let most = 0;
  const publish = async (): Promise<void> => {
    most = Math.max(most, ++waiting);
    await Promise.resolve();
    waiting--;
  };
  const many = batchOf(Array.from({ length: 100 }, (_, n) => n));
  expect(await sendRows(many, { window: 7, publish, gone: never })).toMatchObject({ accepted: 100 });
  expect(most).toBe(7);
});

test('when the connection goes, answered rows count and the others go again', async () => {
  const publish = (row: string): Promise<void> => (row < '2' ? Promise.resolve() : never);
  const gone = new Promise<never>((_, reject) => setTimeout(() => reject(network), 5));
  const receipt = await sendRows(batch, { window: 4, publish, gone });
  expect(receipt).toMatchObject({ accepted: 2, again: { rows: [2, 3], error: network } });
});
