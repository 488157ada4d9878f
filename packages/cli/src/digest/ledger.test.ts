import { newBatch, type Batch } from '@catbird/core';
import type { Receipt } from '@catbird/core/destinations';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newWatermark } from '@catbird/send';
import { digestOf, digestText, NO_ROWS } from './digest.ts';
import { newDigestLedger, NOTHING_SENT } from './ledger.ts';

/** Row i is the text of i. */
function batchOf(first: number, count: number): Batch {
  const parts = Array.from({ length: count }, (_, place) => Buffer.from(`${first + place}\n`));
  let end = 0;
  const ends = Uint32Array.from(parts, ({ byteLength }) => (end += byteLength));
  return { ...newBatch(), first, count, bytes: Buffer.concat(parts), ends };
}

const receipt = (accepted: number): Receipt => ({ accepted, quarantined: 0, rejected: 0, bytes: 1 });

const wholeOf = (rows: number): string => digestText(digestOf(batchOf(0, rows), 0, rows, (place) => place));

test('the digest goes on over restarts, whichever requests were answered before', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.func(fc.boolean()), async (counts, isAnswered) => {
      const batches = counts.map((count, i) =>
        batchOf(
          counts.slice(0, i).reduce((a, b) => a + b, 0),
          count,
        ),
      );
      const rows = counts.reduce((a, b) => a + b, 0);
      const ledger = newDigestLedger(NOTHING_SENT, [], (row) => row);
      const watermark = newWatermark([[0, Infinity]], { passRefused: false, onDone: ledger.note });
      const send = (batch: Batch, connection = accepting): Promise<Receipt> =>
        watermark
          .watch(connection)
          .send(batch, { signal: new AbortController().signal, attempt: 1, id: 'ABCDEFGHIJKL' });
      for (const batch of batches) watermark.made(batch);
      for (const [i, batch] of batches.entries()) if (isAnswered(i)) await send(batch);
      const { next, acknowledged, remaining } = watermark.snapshot();
      const kept = ledger.upTo(next, acknowledged);
      // The next process sends what is left, row by row.
      const later = newDigestLedger(kept, acknowledged, (row) => row);
      for (const [first, end] of remaining)
        for (let row = first; row < Math.min(end, rows); row++) later.note(batchOf(row, 1), receipt(1));
      expect(digestText(later.total())).toBe(wholeOf(rows));
    }),
  );
});

const accepting = { send: async ({ count }: Batch) => receipt(count), close: async () => undefined };

test('rows that are sent again later, and acknowledged then, are not part of it before', () => {
  const ledger = newDigestLedger(NOTHING_SENT, [], (row) => row);
  const error = new Error() as never;
  ledger.note(batchOf(0, 5), { ...receipt(3), retryable: { rows: [1, 3], error } });
  expect(digestText(ledger.total())).not.toBe(wholeOf(5));
  ledger.note({ ...batchOf(0, 2), ...pick([1, 3]) }, receipt(2));
  expect(digestText(ledger.total())).toBe(wholeOf(5));
});

/** A batch of rows that are not consecutive. */
function pick(rows: readonly number[]): Pick<Batch, 'bytes' | 'ends' | 'rows' | 'first' | 'count'> {
  const parts = rows.map((row) => batchOf(row, 1));
  let end = 0;
  return {
    first: rows[0] ?? 0,
    count: rows.length,
    rows,
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    ends: Uint32Array.from(parts, ({ bytes }) => (end += bytes.byteLength)),
  };
}

test('rows that are forgotten, so that a restart sends them again, leave the digest', () => {
  const ledger = newDigestLedger(NOTHING_SENT, [], (row) => row);
  ledger.note(batchOf(0, 2), receipt(2));
  ledger.note(batchOf(3, 1), receipt(1));
  const kept = ledger.upTo(2, []);
  expect(kept.before).toBe(wholeOf(2));
  const later = newDigestLedger(kept, [], (row) => row);
  later.note(batchOf(2, 2), receipt(2));
  expect(digestText(later.total())).toBe(wholeOf(4));
});

test('refused rows leave a digest that is not that of the stream', () => {
  const ledger = newDigestLedger(NOTHING_SENT, [], (row) => row);
  ledger.note(batchOf(0, 2), { ...receipt(1), quarantined: 1 });
  expect(ledger.total()).toEqual(NO_ROWS);
});
