import type { Connection, Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import { newBatch, select, type Batch } from '../../../engine/src/rows/batch.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newWatermark, type Watermark } from './watermark.ts';

const batchOf = (first: number, count: number): Batch => ({
  ...newBatch(),
  first,
  count,
  bytes: new Uint8Array(count),
  ends: Uint32Array.from({ length: count }, (_, i) => i + 1),
});
const receiptFor = (accepted: number, more: Partial<Receipt> = {}): Receipt => ({
  accepted,
  quarantined: 0,
  rejected: 0,
  bytes: 0,
  ...more,
});
const options = { signal: new AbortController().signal, attempt: 1, id: 'ABCDEFGHIJKL' };

/** Sends a batch over a connection that returns this receipt or throws this error. */
async function send(watermark: Watermark, batch: Batch, outcome: Receipt | DeliveryError): Promise<void> {
  const connection: Connection = {
    async send() {
      if (outcome instanceof DeliveryError) throw outcome;
      return outcome;
    },
    close: async () => undefined,
  };
  await watermark
    .watch(connection)
    .send(batch, options)
    .catch((error: unknown) => {
      if (error !== outcome) throw error;
    });
}
const ALL = [[0, Infinity]] as const;

test('a snapshot does not change when later rows are done', async () => {
  const watermark = newWatermark(ALL, { passRefused: false });
  const [early, late] = [batchOf(0, 3), batchOf(3, 2)];
  watermark.made(early);
  watermark.made(late);
  await send(watermark, early, receiptFor(3));
  const { remaining } = watermark.snapshot();
  await send(watermark, late, receiptFor(2));
  expect(remaining).toEqual([[3, Infinity]]);
});

test('acknowledged rows are known one by one, in whatever order responses arrive', async () => {
  const outcomes = fc.array(
    fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      skipped: fc.nat(2),
      taken: fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
    }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(outcomes, fc.infiniteStream(fc.nat()), async (all, random) => {
      const watermark = newWatermark(ALL, { passRefused: false });
      const missing = new Set<number>();
      let row = 0;
      const batches = all.map(({ count, skipped, taken }) => {
        const batch = batchOf(row + skipped, count);
        row += skipped + count;
        watermark.made(batch);
        const places = taken.slice(0, count).flatMap((isTaken, place) => (isTaken ? [] : [place]));
        for (const place of places) missing.add(batch.first + place);
        return { batch, places };
      });
      const shuffled = batches
        .map((each) => ({ each, key: random.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key);
      const error = new DeliveryError('unavailable', 'Later');
      for (const { each } of shuffled) {
        const { batch, places } = each;
        await send(
          watermark,
          batch,
          receiptFor(batch.count - places.length, { retryable: { rows: places, error } }),
        );
      }
      const { next, acknowledged, remaining, forgotten } = watermark.snapshot();
      const done = (at: number): boolean =>
        at < next || acknowledged.some(([first, end]) => at >= first && at < end);
      const isLeft = (at: number): boolean => remaining.some(([first, end]) => at >= first && at < end);
      for (let at = 0; at < row; at++) {
        expect(done(at), `row ${at}`).toBe(!missing.has(at));
        expect(isLeft(at)).toBe(missing.has(at));
      }
      expect(remaining.at(-1)).toEqual([expect.any(Number), Infinity]);
      expect([isLeft(row), forgotten]).toEqual([true, 0]);
    }),
  );
});

describe('a batch', () => {
  const error = new DeliveryError('rate-limited', 'Too many rows');

  test('that bad rows spoil is not done before its halves are', async () => {
    const watermark = newWatermark(ALL, { passRefused: true });
    const batch = batchOf(0, 2);
    watermark.made(batch);
    const spoiled = new DeliveryError('rejected', 'A bad row', { divisible: true });
    await send(watermark, batch, spoiled);
    expect(watermark.snapshot()).toMatchObject({ next: 0, acknowledged: [] });
    await send(watermark, select(batch, [1]), spoiled);
    expect(watermark.snapshot()).toMatchObject({ next: 0, acknowledged: [[1, 2]] });
  });

  test('that is partly accepted is done once the rest is, even in halves', async () => {
    const watermark = newWatermark(ALL, { passRefused: false });
    const batch = batchOf(0, 10);
    watermark.made(batch);
    await send(watermark, batch, receiptFor(6, { retryable: { rows: [1, 3, 5, 7], error } }));
    const rest = select(batch, [1, 3, 5, 7]);
    expect(watermark.snapshot()).toMatchObject({
      next: 1,
      acknowledged: [
        [2, 3],
        [4, 5],
        [6, 7],
        [8, 10],
      ],
    });
    await send(watermark, select(rest, [0, 1]), receiptFor(2));
    expect(watermark.snapshot()).toMatchObject({
      next: 5,
      acknowledged: [
        [6, 7],
        [8, 10],
      ],
    });
    await send(watermark, select(rest, [2, 3]), receiptFor(2));
    expect(watermark.snapshot()).toMatchObject({ next: 10, acknowledged: [] });
  });

  test.each([
    [new DeliveryError('unavailable', 'Later'), false, 0],
    [new DeliveryError('rejected', 'Never'), false, 0],
    [new DeliveryError('rejected', 'Never'), true, 3],
    [new DeliveryError('too-large', 'Too large'), true, 0],
    // A receipt that does not account for all rows, by their places, confirms none.
    [receiptFor(2), true, 0],
    [receiptFor(2, { unconfirmed: { rows: 1, error } }), true, 0],
    [new DeliveryError('unconfirmed', 'Confirmed 2 of 3'), true, 0],
    [receiptFor(1, { rejected: 2 }), false, 3],
  ])('that ends with %o, passing rejected rows: %s, leads to row %i', async (outcome, pass, next) => {
    const watermark = newWatermark(ALL, { passRefused: pass });
    const batch = batchOf(0, 3);
    watermark.made(batch);
    await send(watermark, batch, outcome);
    expect(watermark.snapshot().next).toBe(next);
  });

  test('that is not yet sent is not overtaken by later ones', async () => {
    const watermark = newWatermark(ALL, { passRefused: false });
    watermark.made(batchOf(0, 5));
    watermark.made(batchOf(5, 5));
    await send(watermark, batchOf(5, 5), receiptFor(5));
    expect(watermark.snapshot()).toMatchObject({ next: 0, acknowledged: [[5, 10]] });
    expect(watermark.end).toBe(10);
  });
});

test('if a response names the rows it does not confirm, only those are sent again', async () => {
  const watermark = newWatermark(ALL, { passRefused: true });
  watermark.made(batchOf(0, 6));
  const error = new DeliveryError('unconfirmed', 'Confirmed 3 of 6');
  const retryable = { rows: [4], error: new DeliveryError('rate-limited', 'Slower') };
  const unconfirmed = { rows: 2, places: [1, 2], error };
  await send(watermark, batchOf(0, 6), receiptFor(3, { unconfirmed, retryable }));
  expect(watermark.snapshot().remaining).toEqual([
    [1, 3],
    [4, 5],
    [6, Infinity],
  ]);
});

test('rows rejected as too large are done once any row was accepted: until then the cause may be the service', async () => {
  const tooLarge = new DeliveryError('too-large', 'Too large');
  const watermark = newWatermark(ALL, { passRefused: true });
  watermark.made(batchOf(0, 9));
  await send(watermark, batchOf(0, 1), tooLarge);
  await send(watermark, batchOf(2, 1), tooLarge);
  await send(watermark, batchOf(3, 1), receiptFor(0, { quarantined: 1 }));
  expect(watermark.snapshot()).toMatchObject({ next: 0, acknowledged: [[3, 4]] });
  await send(watermark, batchOf(1, 1), receiptFor(1));
  expect(watermark.snapshot()).toMatchObject({ next: 4, acknowledged: [] });
  await send(watermark, batchOf(4, 1), tooLarge);
  expect(watermark.snapshot().next).toBe(5);
});

test('a resumed stream fills its gaps, and rows that it skips are not tried again', async () => {
  const watermark = newWatermark(
    [
      [3, 5],
      [8, 10],
      [20, Infinity],
    ],
    { passRefused: false },
  );
  watermark.made(batchOf(3, 2));
  await send(watermark, batchOf(3, 2), receiptFor(2));
  expect(watermark.snapshot()).toMatchObject({ next: 8, acknowledged: [[10, 20]] });
  watermark.made(batchOf(20, 5));
  expect(watermark.snapshot()).toMatchObject({ next: 20, acknowledged: [] });
});

test('with too many ranges the smallest are forgotten, which loses no row, and their rows are counted', async () => {
  const watermark = newWatermark(ALL, { passRefused: false, mostRanges: 2 });
  // Acknowledges 1, 3, 2 and 4 rows, with one unacknowledged row before each.
  for (const [first, count] of [
    [1, 1],
    [3, 3],
    [7, 2],
    [10, 4],
  ] as const) {
    watermark.made(batchOf(first - 1, count + 1));
    await send(watermark, batchOf(first, count), receiptFor(count));
  }
  expect(watermark.snapshot()).toEqual({
    next: 0,
    acknowledged: [
      [3, 6],
      [10, 14],
    ],
    remaining: [
      [0, 3],
      [6, 10],
      [14, Infinity],
    ],
    forgotten: 3,
    lost: [],
  });
  expect(watermark.snapshot().forgotten).toBe(0);
});

describe('rows that are done but were not accepted are kept with their reason:', () => {
  const lostOf = (watermark: Watermark) => watermark.snapshot().lost;
  const refusal = new DeliveryError('rejected', 'Duplicate key');

  test('those that a receipt names, and as many of its rows as it only counts', async () => {
    const watermark = newWatermark(ALL, { passRefused: false });
    watermark.made(batchOf(0, 6));
    await send(watermark, batchOf(0, 6), receiptFor(4, { rejected: 2, rejectedPlaces: [1, 4], refusal }));
    watermark.made(batchOf(6, 4));
    const retryable = { rows: [0], error: new DeliveryError('unavailable', 'Later') };
    await send(watermark, batchOf(6, 4), receiptFor(1, { quarantined: 2, retryable }));
    const one = { outcome: 'rejected', reason: 'Duplicate key', rows: 2 };
    const ranges = [
      [1, 2],
      [4, 5],
    ];
    expect(lostOf(watermark)).toEqual([
      { ...one, ranges },
      { outcome: 'quarantined', reason: '', rows: 2, ranges: [[7, 10]] },
    ]);
    expect(watermark.snapshot().next).toBe(6);
  });

  test('a whole batch, unless a restart sends it again', async () => {
    for (const passRefused of [true, false]) {
      const watermark = newWatermark(ALL, { passRefused });
      watermark.made(batchOf(0, 3));
      await send(watermark, batchOf(0, 3), refusal);
      const all = { outcome: 'rejected', reason: 'Duplicate key', rows: 3, ranges: [[0, 3]] };
      expect(lostOf(watermark)).toEqual(passRefused ? [all] : []);
    }
  });

  test('rows that an earlier attempt may have stored failed, as in the counts of the run', async () => {
    const watermark = newWatermark(ALL, { passRefused: true });
    const refuse = watermark.watch({ send: () => Promise.reject(refusal), close: async () => undefined });
    watermark.made(batchOf(0, 3));
    await refuse.send(batchOf(0, 3), { ...options, uncertain: true }).catch(() => undefined);
    expect(lostOf(watermark)).toMatchObject([{ outcome: 'failed', rows: 3 }]);
  });

  test('rows too large for a request, sent or not, but those that were dropped are not lost', async () => {
    const watermark = newWatermark(ALL, { passRefused: false });
    watermark.made(batchOf(2, 1));
    await send(watermark, batchOf(2, 1), new DeliveryError('too-large', 'Too large'));
    expect(lostOf(watermark)).toEqual([]);
    watermark.made(batchOf(3, 1));
    await send(watermark, batchOf(3, 1), receiptFor(1));
    watermark.unsent(batchOf(6, 1));
    expect(lostOf(watermark).map(({ ranges }) => ranges)).toEqual([[[2, 3]], [[6, 7]]]);
    expect(watermark.snapshot().next).toBe(7);
  });

  test('those among forgotten rows are sent again, and count no longer', async () => {
    const watermark = newWatermark(ALL, { passRefused: true, mostRanges: 1 });
    watermark.made(batchOf(0, 8));
    for (const row of [1, 5]) await send(watermark, batchOf(row, 1), refusal);
    const { acknowledged, lost } = watermark.snapshot();
    expect(acknowledged).toHaveLength(1);
    expect(lost).toMatchObject([{ rows: 1, ranges: acknowledged }]);
  });
});

test('rows that are done together count as remaining until all of them are', async () => {
  const watermark = newWatermark(
    [
      [5, 40],
      [50, Infinity],
    ],
    { passRefused: false, blockRows: 10 },
  );
  const part = (first: number, rows: readonly number[]): Batch => ({ ...batchOf(first, rows.length), rows });
  watermark.made(batchOf(5, 5));
  watermark.made(batchOf(10, 10));
  await send(watermark, part(5, [5, 7, 9]), receiptFor(3));
  await send(watermark, part(10, [10, 12]), receiptFor(2));
  expect(watermark.snapshot()).toMatchObject({ next: 5, acknowledged: [[40, 50]] });
  await send(watermark, part(6, [6, 8]), receiptFor(2));
  expect(watermark.snapshot()).toMatchObject({
    next: 10,
    remaining: [
      [10, 40],
      [50, Infinity],
    ],
    forgotten: 0,
  });
  await send(watermark, part(11, [11, 13, 14, 15, 16, 17, 18, 19]), receiptFor(8));
  expect(watermark.snapshot()).toMatchObject({ next: 20 });
  // Rows between were left out.
  watermark.made(batchOf(50, 10));
  await send(watermark, part(50, [50, 51]), receiptFor(2));
  expect(watermark.snapshot().remaining).toEqual([[50, Infinity]]);
});
