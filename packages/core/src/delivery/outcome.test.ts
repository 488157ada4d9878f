import { expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { DeliveryError } from '../destinations/error.ts';
import { rowIndex, texts } from '../rows/batch.ts';
import type { RowsOutcome } from './options.ts';

/** The outcomes of each row, in order. */
async function outcomes(
  connection: ReturnType<typeof scripted>,
  options: Parameters<typeof ran>[1] = {},
): Promise<Readonly<Record<number, readonly RowsOutcome[]>>> {
  const found: Record<number, RowsOutcome[]> = {};
  await ran(connection, {
    limit: 10,
    onFailure: 'continue',
    ...options,
    onOutcome(batch, outcome) {
      expect([...texts(batch)].every((line) => line.startsWith('{"id"'))).toBe(true);
      for (let place = 0; place < batch.count; place++) (found[rowIndex(batch, place)] ??= []).push(outcome);
    },
  });
  return found;
}

const all = (...each: readonly RowsOutcome[]): Readonly<Record<number, readonly RowsOutcome[]>> =>
  Object.fromEntries(Array.from({ length: 10 }, (_, row) => [row, each]));

test('rows are retried, then accepted', async () => {
  const busy = new DeliveryError('unavailable', 'Busy', { status: 503 });
  const connection = scripted((batch, request) => {
    if (request === 0) throw busy;
    return takes(batch);
  });
  expect(await outcomes(connection)).toEqual(all('retried', 'accepted'));
});

test('rows are rejected', async () => {
  const connection = scripted(() => {
    throw new DeliveryError('rejected', 'No', { status: 400 });
  });
  expect(await outcomes(connection)).toEqual(all('rejected'));
});

test('a receipt that names no row leaves it open which were taken', async () => {
  const connection = scripted((batch) => ({ ...takes(batch), accepted: 7, quarantined: 3 }));
  expect(await outcomes(connection)).toEqual(all('mixed'));
});

test('rows that may be sent again are kept apart from the others', async () => {
  const error = new DeliveryError('rate-limited', 'Slow down', { status: 429 });
  const connection = scripted((batch, request) =>
    request === 0 ? { ...takes(batch), accepted: 8, retryable: { rows: [2, 5], error } } : takes(batch),
  );
  const found = await outcomes(connection);
  expect([found[1], found[2], found[5]]).toEqual([
    ['accepted'],
    ['retried', 'accepted'],
    ['retried', 'accepted'],
  ]);
});

test('rows whose answer never comes fail', async () => {
  const connection = scripted(() => new Promise<never>(() => undefined));
  expect(await outcomes(connection, { stopAfterMs: 500, abortAfterMs: 600 })).toEqual(all('failed'));
});
