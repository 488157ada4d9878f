import { DeliveryError } from '@catbird/core';
import { expect, test } from 'vitest';
import { batchOf } from '../../../core/test/destinations/batch.ts';
import { sendRows } from './row-by-row.ts';

const never = new Promise<never>(() => undefined);
const batch = batchOf([0, 1, 2, 3]);
const network = new DeliveryError('network', 'cut');

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
  expect(receipt).toMatchObject({ accepted: 2, retryable: { rows: [2, 3], error: network } });
});

const ending = new DeliveryError('unavailable', 'shutting down');
const denied = new DeliveryError('auth', 'not here');

test.each([
  ['the broker ends, none answered', ending, 0, { later: [0, 1, 2, 3], uncertain: true }],
  ['the broker ends, some answered', ending, 2, { later: [2, 3], uncertain: true }],
  ['the broker refuses all', denied, 0, { uncertain: false }],
  ['the broker refuses after it took some', denied, 2, { lost: 2, uncertain: true }],
] as const)(
  'rows without an answer may be stored, unless all are refused: %s',
  async (_, why, answered, expected) => {
    // The rest is answered by the end alone, each for itself or all together.
    for (const toldEach of [true, false]) {
      let end = (): void => undefined;
      const gone = new Promise<never>((_, reject) => (end = () => reject(why)));
      const publish = async (__: string, place: number): Promise<void> => {
        if (place < answered) return;
        if (place === 3) end();
        await (toldEach ? gone : never);
      };
      const sent = sendRows(batch, { window: 4, publish, gone });
      const receipt = await sent.catch((error: unknown) => error);
      if (answered === 0) expect(receipt).toMatchObject({ kind: why.kind, uncertain: expected.uncertain });
      else
        expect(receipt).toMatchObject({
          accepted: answered,
          ...('later' in expected ? { retryable: { rows: expected.later, error: { uncertain: true } } } : {}),
          ...('lost' in expected
            ? { rejected: 0, unconfirmed: { rows: expected.lost, error: { kind: 'auth' } } }
            : {}),
        });
    }
  },
);
