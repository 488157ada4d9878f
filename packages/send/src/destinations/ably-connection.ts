import { jsonOf } from '@catbird/engine';
import type { AblyConfig } from './ably.ts';
import { arrayBody } from './body.ts';
import type { DeliveryErrorKind } from './error.ts';
import type { HttpResponse } from './http.ts';
import { probed, type ProbedService, type Problem } from './http-service.ts';
import { base64 } from './redact.ts';
import { isSuccess, kindOfStatus, member } from './response.ts';

/** Rate limits that pass with time. Other 429xx codes end a connection or concern other features. */
const RATE_LIMITED = new Set([42910, 42911, 42913, 42914, 42917, 42918, 42922, 80021, 90021]);

/** 40009: too many bytes in one publish; 40034: too many messages. */
const TOO_LARGE = new Set([40009, 40034]);

/** A realtime connection was superseded by a newer one. In the range of server errors, but not one. */
const SUPERSEDED = 50006;

/** 40005: the key is malformed. Other 400xx codes concern the request. */
const INVALID_CREDENTIAL = 40005;

/**
 * The kind of an Ably error code. The code decides, not the status: 40112 comes with 401 and 40115 with 403, and both are account limits.
 * Codes of features that a publish does not use are `rejected`, as a retry does not help.
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

/** What to do about a code; undefined if only Ably's own message can tell. */
export function hintForAblyCode(code: number): string | undefined {
  return HINTS[code] ?? FAMILY_HINTS[Math.floor(code / 100)];
}

const CREDENTIAL =
  'Check that the API key is complete, including the part after the colon, and belongs to this app.';
const LIMIT_REACHED = 'The Ably account has reached a limit. Wait until it resets, or raise it.';
const DISABLED = 'The account or app is disabled. The Ably dashboard shows its owner why.';
const PLACE = 'The account cannot use this host or cluster. Check the endpoint.';

const HINTS: Readonly<Record<number, string>> = {
  [INVALID_CREDENTIAL]: CREDENTIAL,
  40009: 'A publish is limited to 64 KiB. Make rows smaller or send fewer.',
  40010: 'Check the channel ID. Ably rejects this name.',
  40013: 'Ably could not parse the rows as data.',
  40103: 'Ably accepts API keys only over HTTPS. Check that the endpoint starts with https://.',
  40110: DISABLED,
  40111: LIMIT_REACHED,
  40112: LIMIT_REACHED,
  40113: DISABLED,
  40114: LIMIT_REACHED,
  40115: LIMIT_REACHED,
  40120: DISABLED,
  40131: 'The API key was revoked. Create a new one in the Ably dashboard.',
  40132: 'The API key has expired. Create a new one in the Ably dashboard.',
  40160: 'The API key cannot publish to this channel. Add the publish capability in the Ably dashboard.',
  40311: 'The app accepts only HTTPS. Check that the endpoint starts with https://.',
  40330: PLACE,
  40331: PLACE,
  40332: PLACE,
  42913: 'A channel is limited to 50 messages/s. Lower the rate.',
  42917: LIMIT_REACHED,
  42918: LIMIT_REACHED,
};

const FAMILY_HINTS: Readonly<Record<number, string>> = {
  400: 'Check the channel ID. Ably’s message says what is wrong.',
  401: CREDENTIAL,
  403: 'The API key is not allowed to do this. Check the app’s settings in the Ably dashboard.',
  404: 'Check the endpoint, and that the API key belongs to the right app.',
  405: 'Check the endpoint. It does not accept messages.',
  422: 'A rule of the app rejected the message. Check its rules in the Ably dashboard.',
  429: 'The rate exceeds your Ably plan. Lower the rate.',
};

/** Checks for `{"channel": "events", "messageId": "…"}`. All rows are one message. */
function isAcknowledgement({ text }: HttpResponse): boolean {
  const answer = jsonOf(text);
  const id = member(answer, 'messageId');
  return typeof id === 'string' && id !== '' && (member(answer, 'error') ?? undefined) === undefined;
}

const NOT_ABLY =
  'Check the endpoint. It does not respond like Ably’s REST API, which is at https://rest.ably.io.';

/** Reads `{"error": {"code": 40160, "message": "…"}}`. */
function problemIn({ status, text }: HttpResponse): Problem {
  const answer = jsonOf(text);
  const code = member(answer, 'error', 'code');
  const message = member(answer, 'error', 'message');
  const words = typeof message === 'string' ? message : text;
  if (typeof code !== 'number') return { kind: kindOfStatus(status), words, hint: NOT_ABLY };
  return { kind: kindOfAblyCode(code), code: String(code), words, hint: hintForAblyCode(code) };
}

const serviceOf = (address: string, { channelId, apiKey }: AblyConfig): ProbedService => ({
  name: 'Ably',
  url: `${address}/channels/${encodeURIComponent(channelId.toWellFormed())}/messages`,
  headers: { Authorization: `Basic ${base64(apiKey)}`, 'Content-Type': 'application/json' },
  secrets: [apiKey, apiKey.slice(apiKey.indexOf(':') + 1)],
  elsewhere: NOT_ABLY,
  unsure: () => NOT_ABLY,
  // Ably deduplicates messages by id, so a retry is not published twice.
  body: (batch, { id }) =>
    arrayBody(batch, '{"name":"publish","data":', `,"id":${JSON.stringify(`${id}:0`)}}`),
  confirms: isAcknowledgement,
  problemIn,
  probe: {
    body: '[]',
    // Ably may reject a publish without messages, but checks the key first.
    isPassed: (response, error) =>
      isSuccess(response) || (error.kind === 'rejected' && error.code !== undefined),
    found: 'accepted the key. Tested without messages; nothing was published.',
  },
});

/** Publishes to Ably's REST API. A test publishes an empty list of messages: it needs the same address, key and capability as events. */
export const { open, check } = probed(serviceOf);
