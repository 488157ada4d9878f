import type { Connection, Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import { expect, test } from 'vitest';
import { batchOf } from '../../test/destinations/batch.ts';
import { sendOptions } from '../../test/destinations/contract.ts';
import { newWatermark } from './watermark.ts';

const rows = batchOf([0, 1, 2, 3]);
const receipt: Receipt = { accepted: 4, quarantined: 0, rejected: 0, bytes: 8 };
const error = new DeliveryError('unconfirmed', 'Confirmed 3 of 4');

test.each([
  ['all rows', () => Promise.resolve(receipt), 8],
  ['some rows', () => Promise.resolve({ ...receipt, accepted: 3, unconfirmed: { rows: 1, error } }), 4],
  ['no row', () => Promise.reject(error), 4],
] as const)('if a response confirms %s of a batch, a restart repeats the rest', async (_, answer, next) => {
  for (const passRefused of [true, false]) {
    const watermark = newWatermark([[0, Infinity]], { passRefused });
    const answers = [() => Promise.resolve(receipt), answer];
    const connection: Connection = {
      send: () => (answers.shift() ?? answer)(),
      close: () => Promise.resolve(),
    };
    const watched = watermark.watch(connection);
    for (const batch of [rows, { ...rows, first: 4 }]) {
      watermark.made(batch);
      await watched.send(batch, sendOptions()).catch(() => undefined);
    }
    expect(watermark.snapshot().next).toBe(next);
  }
});
