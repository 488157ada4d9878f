import { expect, test } from 'vitest';
import { asUncertain, DeliveryError, type DeliveryErrorDetails, type DeliveryErrorKind } from './error.ts';

test.each<readonly [DeliveryErrorKind, DeliveryErrorDetails, boolean, string]>([
  ['timeout', {}, true, 'no response'],
  ['network', {}, true, 'a browser hides how far a request got'],
  ['network', { code: 'ECONNRESET' }, true, 'connection lost'],
  ['network', { code: 'ECONNREFUSED' }, false, 'nothing listens'],
  ['network', { code: 'ENOTFOUND' }, false, 'the host does not exist'],
  ['unavailable', { status: 500 }, true, 'the service failed while processing'],
  ['unavailable', { status: 502 }, true, 'comes from a gateway, not the service'],
  ['unavailable', { status: 503 }, false, 'the service refused'],
  ['unavailable', { status: 504 }, true, 'comes from a gateway, not the service'],
  ['unavailable', { status: 520 }, true, 'comes from another gateway'],
  ['unavailable', { status: 408 }, false, 'the service did not receive the whole request'],
  ['unavailable', {}, false, 'a broker refused'],
  ['rate-limited', { status: 429 }, false, 'the service refused'],
  ['rejected', { status: 400 }, false, 'the service refused'],
  ['rejected', { status: 500 }, false, 'the service’s code says it refused'],
  ['rejected', { status: 422, uncertain: true }, true, 'the destination knows better'],
  ['unavailable', { status: 500, uncertain: false }, false, 'the destination knows better'],
  ['auth', { status: 403 }, false, 'the service refused'],
  ['not-found', { status: 404 }, false, 'the service refused'],
  ['too-large', { status: 413 }, false, 'the service refused'],
  ['unconfirmed', { status: 200 }, true, 'the response does not confirm them'],
])('after %s %j rows may have been stored: %s, as %s', (kind, more, expected) => {
  expect(new DeliveryError(kind, kind, more).uncertain).toBe(expected);
});

test('making an error uncertain changes nothing else', () => {
  const cause = new Error('why');
  const details = { status: 503, code: 'c', detail: 'd', retryAfterMs: 5, hint: 'h' };
  const certain = new DeliveryError('unavailable', 'No', { ...details, cause });
  const uncertain = asUncertain(certain);
  expect(uncertain).toMatchObject({ kind: 'unavailable', message: 'No', uncertain: true, ...details });
  expect(uncertain.cause).toBe(cause);
  expect(certain.uncertain).toBe(false);
  expect(asUncertain(uncertain)).toBe(uncertain);
});
