import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { DeliveryError } from '../destinations/error.ts';
import type { Receipt } from '../destinations/destination.ts';
import { partialFailure } from './partial-failure.ts';

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
