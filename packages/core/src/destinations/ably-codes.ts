import type { DeliveryErrorKind } from './error.ts';

/** Codes of too many requests that pass with time; the others of 429xx end a connection or concern other features. */
const RATE_LIMITED = new Set([42910, 42911, 42913, 42914, 42917, 42918, 42922, 80021, 90021]);

/** 40009: too many bytes in one publish; 40034: too many messages. */
const TOO_LARGE = new Set([40009, 40034]);

/** A realtime connection gave way to a newer one: within the range of server errors, and none. */
const SUPERSEDED = 50006;

/** 40005: the key is no key. The others of 400xx concern the request. */
const INVALID_CREDENTIAL = 40005;

/**
 * What an Ably error code says. The code decides, not the status: 40112 comes with 401 and 40115 with 403, and both are limits of the account.
 * Codes of features that a publish does not touch are `rejected`: trying again does not help.
 * https://ably.com/docs/platform/errors/codes
 */
export function kindOfAblyCode(code: number): DeliveryErrorKind {
  if (RATE_LIMITED.has(code)) return 'rate-limited';
  if (TOO_LARGE.has(code)) return 'too-large';
  if (code === INVALID_CREDENTIAL) return 'auth';
  const family = Math.floor(code / 100);
  if (family === 401 || family === 403) return 'auth';
  if (family === 404 || family === 405) return 'not-found';
  if (family >= 500 && family < 510) return code === SUPERSEDED ? 'rejected' : 'unavailable';
  return 'rejected';
}

/** What to do about a code; undefined where Ably's own words must do. */
export function hintForAblyCode(code: number): string | undefined {
  return HINTS[code] ?? FAMILY_HINTS[Math.floor(code / 100)];
}

const CREDENTIAL =
  'Check the API key: the whole of it, with the part after its colon, and that it belongs to this app.';
const LIMIT_REACHED = 'A limit of the Ably account is reached: wait until it renews, or raise it.';
const DISABLED = 'The account or app is disabled: its owner can see why in the Ably dashboard.';
const PLACE = 'The account does not allow this host or cluster: check the endpoint.';

const HINTS: Readonly<Record<number, string>> = {
  [INVALID_CREDENTIAL]: CREDENTIAL,
  40009: 'One publish holds at most 64 KiB: make rows smaller or fewer.',
  40010: 'Check the channel ID: Ably does not take that name.',
  40013: 'Ably could not read the rows as data.',
  40103: 'API keys are taken over https only: check the endpoint.',
  40110: DISABLED,
  40111: LIMIT_REACHED,
  40112: LIMIT_REACHED,
  40113: DISABLED,
  40114: LIMIT_REACHED,
  40115: LIMIT_REACHED,
  40120: DISABLED,
  40131: 'The API key was revoked: create another in the Ably dashboard.',
  40132: 'The API key has expired: create another in the Ably dashboard.',
  40160: 'The API key lacks the capability to publish to this channel: add it in the Ably dashboard.',
  40311: 'The app takes https only: check the endpoint.',
  40330: PLACE,
  40331: PLACE,
  40332: PLACE,
  42913: 'A channel takes 50 messages a second: a lower rate helps.',
  42917: LIMIT_REACHED,
  42918: LIMIT_REACHED,
};

const FAMILY_HINTS: Readonly<Record<number, string>> = {
  400: 'Check the channel ID; Ably’s own words say what it did not take.',
  401: CREDENTIAL,
  403: 'The API key may not be used for this: check the app’s settings in the Ably dashboard.',
  404: 'Check the endpoint and the API key’s app.',
  405: 'Check the endpoint: it does not take messages.',
  422: 'A rule of the app refused the message: see the app’s rules in the Ably dashboard.',
  429: 'More messages than the plan allows: a lower rate helps.',
};
