import { expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { never } from '../../test/outage.ts';
import { ran } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError } from '../destinations/error.ts';

test('after a failure, responses are waited for, and rows waiting for a retry fail at once', async () => {
  const clock = virtualClock();
  const error = new DeliveryError('auth', 'No');
  const connection = scripted(async (batch, request) => {
    if (request === 0) throw new DeliveryError('unavailable', 'Later', { retryAfterMs: 5000 });
    if (request === 2) throw error;
    await clock.sleep(1500, never());
    return takes(batch);
  });
  const { summary, tookMs } = await ran(connection, { clock });
  expect(summary).toMatchObject({ reason: 'failed', generated: 30, accepted: 10, failed: 20, error });
  expect(connection.requests).toHaveLength(3);
  expect(tookMs).toBe(2500);
});
