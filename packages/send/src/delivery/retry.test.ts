import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../test/virtual-clock.ts';
import { DeliveryError, type DeliveryErrorDetails, type DeliveryErrorKind } from '../destinations/error.ts';
import { delayBefore, repeatedHttp, RETRY_DEFAULTS } from './retry.ts';

const error = (kind: DeliveryErrorKind, more: DeliveryErrorDetails = {}): DeliveryError =>
  new DeliveryError(kind, kind, more);

describe('the delay before another attempt', () => {
  const capped = { ...RETRY_DEFAULTS, capMs: 4000 };
  test.each<readonly [DeliveryErrorKind, number, number, number, string]>([
    ['unavailable', 1, 0.5, 25, 'half of the base'],
    ['unavailable', 4, 1, 400, 'doubled each time'],
    ['timeout', 3, 0, 0, 'full jitter starts at zero'],
    ['rate-limited', 1, 1, 1000, 'throttling has its own base'],
    ['rate-limited', 3, 0.5, 2000, ''],
    ['network', 30, 1, 4000, 'never above the cap'],
    ['rate-limited', 9, 1, 4000, 'nor after throttling'],
  ])('after %s, attempt %d and random %d is %d ms: %s', (kind, attempt, chance, ms) => {
    expect(delayBefore(error(kind), attempt, capped, chance)).toBe(ms);
  });

  test.each([
    [7000, 7000],
    [3000, 3000],
    [1000, 2500],
    [0, 2500],
    [-5, 2500],
    [3_600_000, 60_000],
  ])('with Retry-After %d ms, up to 60 s and never shorter than without, is %d ms', (retryAfterMs, ms) => {
    expect(delayBefore(error('unavailable', { retryAfterMs }), 10, RETRY_DEFAULTS, 0.5)).toBe(ms);
  });
});

test('before a stream starts, a request that gets no response, or one that may change, is repeated up to three times, if that may help', async () => {
  const { signal } = new AbortController();
  const request = { method: 'GET', url: 'http://localhost', headers: {}, signal } as const;
  const respond = (status: number) => ({ status, header: () => undefined, text: '' });
  for (const [answer, attempts] of [
    [error('network'), 3],
    [error('auth'), 1],
    [respond(503), 3],
    [respond(400), 1],
  ] as const) {
    let asked = 0;
    const clock = virtualClock();
    const http = repeatedHttp(
      async () => {
        asked++;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      clock,
      () => 0.5,
    );
    await expect(clock.until(http(request)))[answer instanceof Error ? 'rejects' : 'resolves'].toBe(answer);
    expect(asked).toBe(attempts);
  }
});
