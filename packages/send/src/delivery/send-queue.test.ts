import { describe, expect, test } from 'vitest';
import { scripted, takes, type ScriptedConnection } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { DeliveryError } from '../destinations/error.ts';

describe('a service that asks to wait too long', () => {
  const asking = (retryAfterMs: number, failures = Infinity): ScriptedConnection =>
    scripted((batch, request) => {
      if (request > 0 && request <= failures)
        throw new DeliveryError('rate-limited', 'Slower', { status: 429, retryAfterMs, hint: 'A hint.' });
      return takes(batch);
    });
  const hintOf = async (connection: ScriptedConnection, retry = {}): Promise<string | undefined> =>
    (await ran(connection, { retry, optionNames: { retryFor: '--retry-for 30s', continueOnFailure: '' } }))
      .summary.error?.hint;

  test('a wait as long as the whole window is compared with what is left of it', async () => {
    const connection = scripted((batch, request) => {
      if (request === 0) return takes(batch);
      const retryAfterMs = request === 1 ? 10_000 : 30_000;
      throw new DeliveryError('rate-limited', 'Slower', { status: 429, retryAfterMs });
    });
    expect(await hintOf(connection)).toBe(
      'It asked to wait 30 s, longer than the 20 s left of --retry-for 30s.',
    );
  });

  test.each([
    [60_000, {}, 'It asked to wait 60 s, longer than --retry-for 30s. A hint.'],
    [3_600_000, {}, 'It asked to wait 3,600 s, longer than --retry-for 30s. A hint.'],
    [20_000, {}, 'It asked to wait 20 s, longer than the 10 s left of --retry-for 30s. A hint.'],
  ])('%d ms with %j: %s', async (ms, retry, hint) => {
    expect(await hintOf(asking(ms), retry)).toBe(hint);
  });

  test('before anything is accepted, the error names the shorter window', async () => {
    const connection = scripted(() => {
      throw new DeliveryError('rate-limited', 'Slower', { retryAfterMs: 5000 });
    });
    expect(await hintOf(connection, { startWindowMs: 2000 })).toBe(
      'It asked to wait 5 s, longer than the 2 s allowed until the service accepts its first event.',
    );
  });

  test.each([0, -5, 1])(
    'one that asks for %d ms is not flooded, and fails the run at the end of the window',
    async (ms) => {
      const connection = scripted(() => {
        throw new DeliveryError('unavailable', 'Later', { status: 503, retryAfterMs: ms });
      });
      const { summary, tookMs } = await ran(connection, { limit: 10 });
      expect(summary).toMatchObject({
        reason: 'failed',
        failed: 10,
        error: { message: 'Later', hint: undefined },
      });
      expect(tookMs).toBe(30_000);
      expect(connection.requests.length).toBeLessThan(30);
    },
  );

  test('is retried if the window is as long', async () => {
    const { summary } = await ran(asking(60_000, 1), { limit: 30, retry: { windowMs: 60_000 } });
    expect(summary).toMatchObject({ reason: 'limit', accepted: 30 });
  });
});
