import { expect, test } from 'vitest';
import { asUncertain, DeliveryError, type DeliveryErrorDetails, type DeliveryErrorKind } from './error.ts';

test.each<readonly [DeliveryErrorKind, DeliveryErrorDetails, boolean, string]>([
  ['timeout', {}, true, 'no answer came'],
  ['network', {}, true, 'a browser does not say how far a request got'],
  ['network', { code: 'ECONNRESET' }, true, 'cut on the way'],
  ['network', { code: 'ECONNREFUSED' }, false, 'nobody listened'],
  ['network', { code: 'ENOTFOUND' }, false, 'there is no such host'],
  ['unavailable', { status: 500 }, true, 'the service failed while it worked on them'],
  ['unavailable', { status: 502 }, true, 'a gateway’s word, not the service’s'],
  ['unavailable', { status: 503 }, false, 'the service said no'],
  ['unavailable', { status: 504 }, true, 'a gateway’s word, not the service’s'],
  ['unavailable', { status: 520 }, true, 'another gateway’s word'],
  ['unavailable', { status: 408 }, false, 'the service did not hear the whole request'],
  ['unavailable', {}, false, 'a broker said no'],
  ['rate-limited', { status: 429 }, false, 'the service said no'],
  ['rejected', { status: 400 }, false, 'the service said no'],
  ['rejected', { status: 500 }, false, 'the service’s own code said no'],
  ['rejected', { status: 422, uncertain: true }, true, 'the destination knows better'],
  ['unavailable', { status: 500, uncertain: false }, false, 'the destination knows better'],
  ['auth', { status: 403 }, false, 'the service said no'],
  ['not-found', { status: 404 }, false, 'the service said no'],
  ['too-large', { status: 413 }, false, 'the service said no'],
  ['unconfirmed', { status: 200 }, true, 'the answer says nothing of them'],
])('after %s %j rows may have been stored: %s, as %s', (kind, more, expected) => {
  expect(new DeliveryError(kind, kind, more).uncertain).toBe(expected);
});

test('an error that is made uncertain keeps all else', () => {
  const cause = new Error('why');
  const details = { status: 503, code: 'c', detail: 'd', retryAfterMs: 5, hint: 'h' };
  const certain = new DeliveryError('unavailable', 'No', { ...details, cause });
  const uncertain = asUncertain(certain);
  expect(uncertain).toMatchObject({ kind: 'unavailable', message: 'No', uncertain: true, ...details });
  expect(uncertain.cause).toBe(cause);
  expect(certain.uncertain).toBe(false);
  expect(asUncertain(uncertain)).toBe(uncertain);
});
