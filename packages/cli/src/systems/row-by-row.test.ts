import { DeliveryError } from '@catbird/core/destinations';
import { expect, test } from 'vitest';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { sendRows } from './row-by-row.ts';

const never = new Promise<never>(() => undefined);
const batch = batchOf([0, 1, 2, 3]);
const network = new DeliveryError('network', 'cut');

test('at most a window of rows is unacknowledged', async () => {
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

test('if the connection breaks, acknowledged rows count and the others are retried', async () => {
  const publish = async (row: Buffer, place: number): Promise<void> => {
    if (place === 3) setImmediate(() => breakConnection());
    return row.toString() < '2' ? undefined : never;
  };
  let breakConnection = (): void => undefined;
  const gone = new Promise<never>((_, reject) => (breakConnection = () => reject(network)));
  const receipt = await sendRows(batch, { window: 4, publish, gone });
  expect(receipt).toMatchObject({ accepted: 2, retryable: { rows: [2, 3], error: network } });
});

const ending = new DeliveryError('unavailable', 'shutting down');
const denied = new DeliveryError('auth', 'not here');

test.each([
  ['the broker stops, none acknowledged', ending, 0, { later: [0, 1, 2, 3], uncertain: true }],
  ['the broker stops, some acknowledged', ending, 2, { later: [2, 3], uncertain: true }],
  ['the broker rejects all', denied, 0, { uncertain: false }],
  ['the broker rejects after accepting some', denied, 2, { lost: 2, uncertain: true }],
] as const)(
  'unacknowledged rows are uncertain unless all are rejected: %s',
  async (_, why, answered, expected) => {
    // The end alone settles the rest, each row for itself or all together.
    for (const rejectsEach of [true, false]) {
      let end = (): void => undefined;
      const gone = new Promise<never>((_, reject) => (end = () => reject(why)));
      const publish = async (__: Uint8Array, place: number): Promise<void> => {
        if (place < answered) return;
        if (place === 3) end();
        await (rejectsEach ? gone : never);
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
