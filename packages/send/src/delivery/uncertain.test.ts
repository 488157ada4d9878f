import { describe, expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { DeliveryError } from '../destinations/error.ts';

describe('rows that may have been stored', () => {
  test.each([
    ['a refused connection', 'network', { code: 'ECONNREFUSED' }, 0],
    ['a lost connection', 'network', { code: 'ECONNRESET' }, 10],
    ['500', 'unavailable', { status: 500 }, 10],
    ['403', 'auth', { status: 403 }, 0],
  ] as const)('after %s (%s, %j), %d of ten failed rows are uncertain', async (_, kind, more, uncertain) => {
    const connection = scripted(() => {
      throw new DeliveryError(kind, 'No', more);
    });
    const { summary } = await ran(connection, { limit: 10, retry: { attempts: 2 } });
    expect(summary).toMatchObject({ reason: 'failed', failed: 10, rejected: 0, uncertain });
  });

  test('an unconfirmed response is a failure that is not retried', async () => {
    const error = new DeliveryError('unconfirmed', 'Returned 200 but confirmed nothing', { status: 200 });
    const connection = scripted(() => {
      throw error;
    });
    const { summary, errors } = await ran(connection, { limit: 30 });
    expect(summary).toMatchObject({ reason: 'failed', error, failed: 10, uncertain: 10, accepted: 0 });
    expect(connection.requests).toHaveLength(1);
    expect(errors).toEqual([error]);
    const continued = await ran(
      scripted((batch, request) => {
        if (request === 0) throw error;
        return takes(batch);
      }),
      { limit: 30, onFailure: 'continue' },
    );
    expect(continued.summary).toMatchObject({ reason: 'limit', accepted: 20, failed: 10, uncertain: 10 });
  });

  test('unconfirmed rows fail, are not retried and end the run, and the others count', async () => {
    const error = new DeliveryError('unconfirmed', 'Confirmed 4 of 10');
    const partly = () =>
      scripted((batch, request) =>
        request === 0 ? { ...takes(batch), accepted: 4, unconfirmed: { rows: 6, error } } : takes(batch),
      );
    const connection = partly();
    const outcomes: string[] = [];
    const { summary, errors } = await ran(connection, {
      limit: 30,
      onRequest: ({ outcome }) => outcomes.push(outcome),
    });
    expect(summary).toMatchObject({ reason: 'failed', error, accepted: 4, failed: 6, uncertain: 6 });
    expect(connection.requests).toHaveLength(1);
    expect([errors, outcomes]).toEqual([[error], ['failed']]);
    const continued = await ran(partly(), { limit: 30, onFailure: 'continue' });
    expect(continued.summary).toMatchObject({ reason: 'limit', accepted: 24, failed: 6, uncertain: 6 });
    expect(continued.summary.lastError).toBe(error);
  });

  test('rows rejected after an attempt that may have stored them are failed and uncertain', async () => {
    const duplicate = new DeliveryError('rejected', 'Duplicate key');
    const connection = scripted((batch, request) => {
      if (request === 0) throw new DeliveryError('network', 'Connection lost', { code: 'ECONNRESET' });
      return { ...takes(batch), accepted: 7, rejected: 3, refusal: duplicate };
    });
    const { summary } = await ran(connection, { limit: 10 });
    expect(summary).toMatchObject({
      accepted: 7,
      rejected: 0,
      failed: 3,
      uncertain: 3,
      error: { cause: duplicate },
    });
  });
});
