import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import type { Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import { rowIndex, texts } from '../../../engine/src/rows/batch.ts';
import type { RowsOutcome } from './options.ts';
import { partialFailure, wholeFailure } from './outcome.ts';

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
      expect(batch.count).toBeGreaterThan(0);
      expect([...texts(batch)].every((line) => line.startsWith('{"id"'))).toBe(true);
      for (let place = 0; place < batch.count; place++) (found[rowIndex(batch, place)] ??= []).push(outcome);
    },
  });
  return found;
}

const all = (...each: readonly RowsOutcome[]): Readonly<Record<number, readonly RowsOutcome[]>> =>
  Object.fromEntries(Array.from({ length: 10 }, (_, row) => [row, each]));

test('each retry reports the attempts before it', async () => {
  const connection = scripted((batch, request) => {
    if (request < 2) throw new DeliveryError('unavailable', 'Busy', { status: 503 });
    return takes(batch);
  });
  const attempts: (readonly [RowsOutcome, number])[] = [];
  await ran(connection, {
    limit: 10,
    onOutcome: (_batch, outcome, about) => void attempts.push([outcome, about.attempts]),
  });
  expect(attempts).toEqual([
    ['retried', 1],
    ['retried', 2],
    ['accepted', 3],
  ]);
});

test('lost rows are uncertain, and what became of others says why', async () => {
  const error = new DeliveryError('timeout', 'No answer');
  const refusal = new DeliveryError('rejected', 'Invalid', { status: 400 });
  const connection = scripted((batch) => ({
    ...takes(batch),
    accepted: 0,
    rejected: 8,
    refusal,
    unconfirmed: { rows: 2, places: [0, 1], error },
  }));
  const found: (readonly [RowsOutcome, number, boolean, string | undefined])[] = [];
  await ran(connection, {
    limit: 10,
    onFailure: 'continue',
    onOutcome: (batch, outcome, about) =>
      void found.push([outcome, batch.count, about.uncertain, about.error?.message]),
  });
  expect(found).toEqual([
    ['rejected', 8, false, expect.stringContaining('Invalid')],
    ['failed', 2, true, 'No answer'],
  ]);
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

test('a receipt that names the rejected rows tells them from the others', async () => {
  const refusal = new DeliveryError('rejected', 'Too old', { code: 'old' });
  const connection = scripted((batch, request) => ({
    ...takes(batch),
    ...(request === 0 ? { accepted: 8 } : { accepted: 0, quarantined: 8 }),
    rejected: 2,
    rejectedPlaces: [1, 4],
    refusal,
  }));
  const reasons: (string | undefined)[] = [];
  const found: Record<number, RowsOutcome> = {};
  await ran(connection, {
    limit: 20,
    onFailure: 'continue',
    onOutcome(batch, outcome, { error, attempts, uncertain }) {
      for (let place = 0; place < batch.count; place++) found[rowIndex(batch, place)] = outcome;
      reasons.push(error?.message);
      expect([attempts, uncertain]).toEqual([1, false]);
    },
  });
  expect(Object.keys(found)).toHaveLength(20);
  expect(Object.entries(found).flatMap(([row, outcome]) => (outcome === 'rejected' ? row : []))).toEqual([
    '1',
    '4',
    '11',
    '14',
  ]);
  expect(reasons).toEqual([
    undefined,
    'Too old',
    'The service quarantined 8 of 8 events: Too old',
    'Too old',
  ]);
});

test('the attempts of rows that are halved add up', async () => {
  const bad = new DeliveryError('rejected', 'One is bad', { status: 400, divisible: true });
  const busy = new DeliveryError('unavailable', 'Busy', { status: 503 });
  let requests = 0;
  const connection = scripted((batch) => {
    if (requests++ === 0) throw busy;
    if (rowIndex(batch, batch.count - 1) === 3) throw bad;
    return takes(batch);
  });
  const attempts: Record<number, number> = {};
  await ran(connection, {
    limit: 4,
    onFailure: 'continue',
    onOutcome(batch, _, reason) {
      for (let place = 0; place < batch.count; place++) attempts[rowIndex(batch, place)] = reason.attempts;
    },
  });
  // Four rows twice, then rows 2 and 3, then each of these alone.
  expect(attempts).toEqual({ 0: 3, 1: 3, 2: 4, 3: 4 });
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

/** Loses some rows of the first request. */
const losing = (lost: Partial<Receipt> & Pick<Receipt, 'accepted'>): ScriptedConnection =>
  scripted((batch, request) => (request === 0 ? { ...takes(batch), ...lost } : takes(batch)));

const lost = { accepted: 5, quarantined: 3, rejected: 2, status: 202, answer: '{"quarantined_rows":3}' };
const optionNames = { retryFor: '', continueOnFailure: '--on-failure continue' };

test('rows lost in an accepted request end the run, with their number, the service’s response and a hint', async () => {
  const { summary, errors, tookMs } = await ran(losing(lost), { limit: 30, optionNames });
  expect(summary).toMatchObject({
    reason: 'failed',
    generated: 10,
    accepted: 5,
    quarantined: 3,
    rejected: 2,
  });
  expect(summary.error).toMatchObject({
    kind: 'rejected',
    status: 202,
    message: 'The service quarantined 3 and rejected 2 of 10 events',
    detail: '{"quarantined_rows":3}',
  });
  expect(summary.error?.hint).toContain('--on-failure continue');
  expect(errors).toEqual([summary.error]);
  expect(tookMs).toBe(0);
});

test('with onFailure "continue" they are counted and reported, and the run continues', async () => {
  const { summary, errors } = await ran(losing(lost), { limit: 30, onFailure: 'continue', optionNames });
  expect(summary).toMatchObject({ reason: 'limit', accepted: 25, quarantined: 3, rejected: 2 });
  expect(errors.map(({ message }) => message)).toEqual([
    'The service quarantined 3 and rejected 2 of 10 events',
  ]);
  expect(errors[0]?.hint).not.toContain('--on-failure');
});

describe('the error', () => {
  const whole: Receipt = { accepted: 1, quarantined: 0, rejected: 0, bytes: 1 };
  const of = (receipt: Partial<Receipt>, rows: number): DeliveryError | undefined =>
    partialFailure({ ...whole, ...receipt }, rows, {});

  test.each([
    [{}, 1, undefined],
    [{ quarantined: 1 }, 1, 'The service quarantined 1 of 1 event'],
    [{ rejected: 1200 }, 5000, 'The service rejected 1,200 of 5,000 events'],
    [
      { rejected: 1, refusal: new DeliveryError('rejected', 'One was bad') },
      2,
      'The service rejected 1 of 2 events: One was bad',
    ],
  ])('for %j among %d rows is %s', (receipt, rows, message) => {
    expect(of(receipt, rows)?.message).toBe(message);
  });

  test('keeps kind, code and message of the refusal', () => {
    const refusal = new DeliveryError('auth', 'No', { code: 'X', detail: 'words', hint: 'Do.', status: 400 });
    const error = of({ rejected: 1, refusal, answer: 'other words' }, 2);
    expect(error).toMatchObject({ kind: 'auth', code: 'X', detail: 'words', status: 400 });
    expect(error?.hint).toMatch(/^Do\. .*onFailure "continue"/);
  });
});

test('a rejected request is explained only if it holds rows besides the bad one, and the run stops at it', () => {
  const bad = new DeliveryError('rejected', 'One is bad', { hint: 'Do.', divisible: true });
  const stop = { onFailure: 'stop' } as const;
  expect(wholeFailure(bad, 2, stop).hint).toMatch(/^Do\. None of the 2 events/);
  expect(wholeFailure(bad, 1, stop)).toBe(bad);
  expect(wholeFailure(bad, 3, { onFailure: 'continue' })).toBe(bad);
});

test('rows of which each is named in a refusal have one outcome', async () => {
  const refuses = scripted((batch) => ({
    ...takes(batch),
    accepted: 0,
    rejected: batch.count,
    rejectedPlaces: Array.from({ length: batch.count }, (_, place) => place),
    refusal: new DeliveryError('rejected', 'Bad'),
  }));
  expect(await outcomes(refuses)).toEqual(all('rejected'));
});
