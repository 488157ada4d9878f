import { hintForAblyCode, kindOfAblyCode } from './ably-codes.ts';
import {
  failedCheck,
  isHtml,
  isSuccess,
  isWrongHost,
  jsonOf,
  kindOfStatus,
  member,
  oneLine,
  refusal,
} from './response.ts';
import { arrayBody } from './array.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import type { DeliveryError } from './error.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { base64 } from './redact.ts';
import { unconfirmedAnswer } from './unconfirmed.ts';

/** The settings that a request uses. */
interface Target {
  readonly channelId: string;
  readonly apiKey: string;
}

/** Opens a connection to Ably's REST API at `address`, without a trailing slash. */
export function open(address: string, target: Target, env: DestinationEnv): Connection {
  return {
    async send(batch, { signal, id }) {
      // Ably deduplicates messages by id, so a retry is not published twice.
      const body = arrayBody(batch, '{"name":"publish","data":', `,"id":${JSON.stringify(`${id}:0`)}}`);
      const response = await env.http(request(address, target, body, signal));
      if (!isSuccess(response)) throw errorOf(response, target, env.now());
      if (!isAcknowledgement(response))
        throw unconfirmedAnswer(response, {
          service: 'Ably',
          rows: batch.count,
          hint: NOT_ABLY,
          secrets: secretsOf(target),
        });
      return {
        accepted: batch.count,
        quarantined: 0,
        rejected: 0,
        bytes: body.length,
        status: response.status,
        answer: oneLine(response.text, secretsOf(target)),
      };
    },
    close: () => Promise.resolve(),
  };
}

/** Publishes an empty list of messages: it needs the same address, key and capability as events, and leaves the channel empty. */
export async function check(
  address: string,
  target: Target,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const response = await env.http(request(address, target, '[]', signal));
    const error = errorOf(response, target, env.now());
    // Ably may reject a publish without messages, but checks the key first.
    const isAccepted = isSuccess(response) || (error.kind === 'rejected' && error.code !== undefined);
    if (!isAccepted || isHtml(response)) throw error;
    return {
      ok: true,
      message: `${new URL(address).host} accepted the key. Tested without messages; nothing was published.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

function request(
  address: string,
  { channelId, apiKey }: Target,
  body: Uint8Array | string,
  signal: AbortSignal,
): HttpRequest {
  return {
    method: 'POST',
    url: `${address}/channels/${encodeURIComponent(channelId.toWellFormed())}/messages`,
    headers: { Authorization: `Basic ${base64(apiKey)}`, 'Content-Type': 'application/json' },
    body,
    signal,
  };
}

const secretsOf = ({ apiKey }: Target): string[] => [apiKey, apiKey.slice(apiKey.indexOf(':') + 1)];

/** Checks for `{"channel": "events", "messageId": "…"}`. All rows are one message. */
function isAcknowledgement({ text }: HttpResponse): boolean {
  const answer = jsonOf(text);
  const id = member(answer, 'messageId');
  return typeof id === 'string' && id !== '' && (member(answer, 'error') ?? undefined) === undefined;
}

const NOT_ABLY =
  'Check the endpoint. It does not respond like Ably’s REST API, which is at https://rest.ably.io.';

/** Reads `{"error": {"code": 40160, "message": "…"}}`. */
function errorOf(response: HttpResponse, target: Target, now: number): DeliveryError {
  const answer = jsonOf(response.text);
  const code = member(answer, 'error', 'code');
  const message = member(answer, 'error', 'message');
  const known = typeof code === 'number';
  return refusal(response, {
    service: 'Ably',
    kind: known ? kindOfAblyCode(code) : isWrongHost(response) ? 'not-found' : kindOfStatus(response.status),
    code: known ? String(code) : undefined,
    words: typeof message === 'string' ? message : isHtml(response) ? 'a web page' : response.text,
    hint: known ? hintForAblyCode(code) : NOT_ABLY,
    secrets: secretsOf(target),
    now,
  });
}
