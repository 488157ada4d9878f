import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { golden } from '../../test/outage.ts';
import { ran } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError } from '../destinations/error.ts';
import { steady } from '../pace/pace.ts';
import { rowIndex } from '../../../engine/src/rows/batch.ts';

const unavailable = (): DeliveryError => new DeliveryError('unavailable', 'Later', { status: 503 });

describe('failures', () => {
  test('with onFailure "continue" the run counts them and continues', async () => {
    const connection = scripted((batch, request) => {
      if (request % 2 === 0) throw new DeliveryError('rejected', 'No', { status: 400 });
      return takes(batch);
    });
    const { summary } = await ran(connection, { limit: 40, onFailure: 'continue' });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 20, rejected: 20 });
  });

  test('a service that is briefly unavailable gets the same rows again, with the same id', async () => {
    const connection = scripted((batch, request) => {
      if (request < 3) throw unavailable();
      return takes(batch);
    });
    const { summary, errors } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 10, retried: 3 });
    expect(new Set(connection.requests.map((each) => each.rows.join('\n'))).size).toBe(1);
    expect(new Set(connection.requests.map((each) => each.options.id)).size).toBe(1);
    expect(connection.requests.map((each) => each.options.attempt)).toEqual([1, 2, 3, 4]);
    expect(errors).toHaveLength(3);
  });

  test('splits batches that are too large, and rejects a single row that is too large with its index and size', async () => {
    const connection = scripted((batch) => {
      if ([...Array(batch.count).keys()].some((i) => batch.first + i === 6)) {
        throw new DeliveryError('too-large', 'Too large', { status: 413 });
      }
      return takes(batch);
    });
    const { summary, errors } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 9, rejected: 1 });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toMatch(/^Row 6 is too large: \d+ bytes$/);
  });

  /** Stores a request wholly or not at all: not if it has an odd row. */
  const atomic = (
    respond: (signal: AbortSignal) => Promise<void> = async () => undefined,
  ): ScriptedConnection =>
    scripted(async (batch, _, { signal }) => {
      await respond(signal);
      const odd = Array.from({ length: batch.count }, (_, i) => batch.first + i).find((row) => row % 2 === 1);
      if (odd === undefined) return takes(batch);
      throw new DeliveryError('rejected', `Row ${odd} is odd`, { code: 'ODD', divisible: true, hint: 'Do.' });
    });

  test('halves a request that bad rows spoil, each half with its own time, until only they are rejected', async () => {
    const clock = virtualClock();
    const slow = atomic((signal) => clock.sleep(800, signal));
    const { summary, errors, reports } = await ran(slow, {
      clock,
      limit: 20,
      onFailure: 'continue',
      retry: { requestMs: 1000 },
    });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 10, rejected: 10, failed: 0 });
    // Rejections count as they are found, but do not fill the screen.
    expect(new Set(reports.map(({ rejected }) => rejected)).size).toBeGreaterThan(5);
    expect(errors.map(({ message }) => message)).toEqual(['Row 1 is odd', 'Row 11 is odd']);
  });

  test('stops at the first request that bad rows spoil, with the service’s error and what became of the others', async () => {
    const { summary, errors } = await ran(atomic(), { limit: 30 });
    expect(summary).toMatchObject({ reason: 'failed', generated: 10, accepted: 0, rejected: 10 });
    expect(errors).toEqual([summary.error]);
    expect(summary.error).toMatchObject({
      message: 'Row 1 is odd',
      hint: 'Do. None of the 10 events of this request were stored. To reject only the bad ones and continue: onFailure "continue".',
    });
  });

  test('retries only the retryable rows of a receipt, with a new id, as they are a different batch', async () => {
    const connection = scripted((batch, request) =>
      request === 0
        ? {
            ...takes(batch),
            accepted: 8,
            retryable: { rows: [2, 5], error: new DeliveryError('rate-limited', 'Some were throttled') },
          }
        : takes(batch),
    );
    const { summary } = await ran(connection, { limit: 10, random: golden() });
    expect(summary).toMatchObject({ accepted: 10, failed: 0, retried: 1 });
    const [first, second] = connection.requests;
    expect(second?.rows).toEqual([first?.rows[2], first?.rows[5]]);
    expect(second?.options.attempt).toBe(2);
    expect(second?.options.id).not.toBe(first?.options.id);
  });

  test('rows that a request did not get to are sent again at once, which is no attempt at them', async () => {
    const clock = virtualClock();
    // As with 2 % bad rows: a service that stops at the first of them, and takes a tenth of a second for that.
    const connection = scripted(async (batch) => {
      await clock.sleep(100, new AbortController().signal);
      const isBad = (place: number): boolean => rowIndex(batch, place) % 50 === 25;
      const places = Array.from({ length: batch.count }, (_, place) => place);
      const bad = places.find(isBad);
      if (bad === undefined) return takes(batch);
      const rest = places.slice(bad + 1);
      return {
        ...takes(batch),
        accepted: bad,
        rejected: 1,
        rejectedPlaces: [bad],
        refusal: new DeliveryError('rejected', 'Bad'),
        ...(rest.length > 0 && { retryable: { rows: rest, error: 'unread' } }),
      };
    });
    const attempts = new Set<number | undefined>();
    const { summary, tookMs } = await ran(connection, {
      clock,
      limit: 5000,
      pace: steady(50_000),
      limits: { rows: 10_000, bytes: 10_000_000 },
      retry: { windowMs: 1000, attempts: 2 },
      onFailure: 'continue',
      onOutcome: (_, __, reason) => attempts.add(reason?.attempts),
    });
    expect(summary).toMatchObject({ accepted: 4900, rejected: 100, failed: 0, retried: 0 });
    expect([...attempts]).toEqual([1]);
    expect(tookMs).toBeLessThanOrEqual(101 * 100 + 100);
  });

  test('the retry window is for rows that do not get on: it begins anew with each accepted row', async () => {
    const error = new DeliveryError('rate-limited', 'Slower', { retryAfterMs: 800 });
    const connection = scripted((batch) =>
      batch.count === 1
        ? takes(batch)
        : {
            ...takes(batch),
            accepted: 1,
            retryable: { rows: Array.from({ length: batch.count - 1 }, (_, i) => i + 1), error },
          },
    );
    const { summary } = await ran(connection, { limit: 10, retry: { windowMs: 1000 } });
    expect(summary).toMatchObject({ accepted: 10, failed: 0, retried: 9 });
    const stuck = scripted((batch) => ({ ...takes(batch), accepted: 0, retryable: { rows: [0, 1], error } }));
    const { summary: none } = await ran(stuck, { limit: 2, retry: { windowMs: 1000, attempts: 5 } });
    expect(none).toMatchObject({ reason: 'failed', failed: 2, retried: 1 });
  });

  test('anything else that a connection throws is a bug, and run rejects with it', async () => {
    const connection = scripted(() => {
      throw new TypeError('bug');
    });
    await expect(ran(connection, { limit: 10 })).rejects.toThrow('bug');
  });
});

describe('reports', () => {
  test('every request is reported once, whatever its outcome', async () => {
    const outcomes: string[] = [];
    const connection = scripted((batch, request) => {
      if (request === 0) throw unavailable();
      if (request === 2) throw new DeliveryError('too-large', 'Too large', { status: 413 });
      return takes(batch);
    });
    await ran(connection, { limit: 20, onRequest: ({ outcome }) => outcomes.push(outcome) });
    expect(outcomes).toEqual(['retried', 'accepted', 'retried', 'accepted', 'accepted']);
    expect(connection.requests).toHaveLength(5);
  });

  test('a stop waits for responses, and rows that fall due meanwhile are not behind', async () => {
    const clock = virtualClock();
    const connection = scripted(async (batch) => {
      await clock.sleep(5000, new AbortController().signal);
      return takes(batch);
    });
    const { summary } = await ran(connection, { clock, stopAfterMs: 100 });
    expect(summary).toMatchObject({ reason: 'stopped', generated: 10, accepted: 10, elapsedMs: 5000 });
    expect(summary.behind).toEqual({ rows: 0, seconds: 0 });
  });
});

test('a receipt by which no row was read is an error of the destination, as its rows would be sent for ever', async () => {
  const connection = scripted((batch) => ({
    ...takes(batch),
    accepted: 0,
    retryable: { rows: Array.from({ length: batch.count }, (_, place) => place), error: 'unread' },
  }));
  await expect(ran(connection, { limit: 2 })).rejects.toThrow('no row was read');
});
