import { describe, expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError } from '../destinations/error.ts';
import { newShutdown, type Shutdown } from './shutdown.ts';

const error = new DeliveryError('auth', 'No');

describe('a shutdown', () => {
  const begun = (end: (shutdown: Shutdown, stop: AbortController, abort: AbortController) => void) => {
    const clock = virtualClock();
    const [stop, abort] = [new AbortController(), new AbortController()];
    const shutdown = newShutdown({
      clock,
      stop: stop.signal,
      abort: abort.signal,
      graceMs: 1000,
      onBegin: () => undefined,
    });
    end(shutdown, stop, abort);
    return { shutdown, clock };
  };
  const stateOf = ({ reason, noRetry, abandon }: Shutdown): object => ({
    reason,
    noRetry: noRetry.isSet,
    abandon: abandon.isSet,
  });

  test.each<
    readonly [string, (shutdown: Shutdown, stop: AbortController, abort: AbortController) => void, object]
  >([
    [
      'a failure stops retries and waits for responses',
      (shutdown) => shutdown.fail(error),
      { reason: 'failed', noRetry: true, abandon: false },
    ],
    [
      'a stop waits for responses and retries',
      (_, stop) => stop.abort(),
      { reason: 'stopped', noRetry: false, abandon: false },
    ],
    [
      'an abort waits for nothing',
      (_, __, abort) => abort.abort(),
      { reason: 'stopped', noRetry: true, abandon: true },
    ],
  ])('after %s', (_, end, state) => {
    expect(stateOf(begun(end).shutdown)).toEqual(state);
  });

  test('abandons requests in flight when the grace period is over', async () => {
    const { shutdown, clock } = begun((each) => each.fail(error));
    expect(shutdown.deadlineMs).toBe(1000);
    await clock.until(clock.sleep(999, new AbortController().signal));
    expect(shutdown.abandon.isSet).toBe(false);
    await clock.until(clock.sleep(1, new AbortController().signal));
    expect(shutdown.abandon.isSet).toBe(true);
  });
});

test('after a failure nothing is retried, and rows waiting for a retry fail at once', async () => {
  const connection = scripted((batch, request) => {
    if (request === 0) throw new DeliveryError('unavailable', 'Later', { retryAfterMs: 5000 });
    if (request === 1) throw error;
    return takes(batch);
  });
  const { summary, tookMs } = await ran(connection);
  expect(summary).toMatchObject({ reason: 'failed', generated: 20, accepted: 0, failed: 20, error });
  expect(connection.requests).toHaveLength(2);
  expect(tookMs).toBe(1000);
});
