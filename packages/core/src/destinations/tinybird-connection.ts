import { byteLength, payload, type Batch } from '../rows/batch.ts';
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
  unconfirmedAnswer,
} from './response.ts';
import type { CheckResult, Connection, DestinationEnv, Receipt } from './destination.ts';
import type { DeliveryError } from './error.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/** Identifies this tool to Tinybird. */
const APP = 'catbird';

/** The settings that a request uses. */
interface Target {
  readonly datasource: string;
  readonly token: string;
  readonly wait: boolean;
}

/** A materialized view failed on some rows, but others were written. */
const PARTLY_WRITTEN = 422;

const HINTS: Readonly<Record<number, string>> = {
  400: 'Tinybird could not read the request. Check the data source name, and that the schema matches its columns.',
  401: 'Check the token and its append scope, and that the host is the region of your workspace.',
  403: 'Check the token and its append scope, and that the host is the region of your workspace.',
  404: 'Check the host. It must be the API of your workspace’s region.',
  413: 'The request exceeds the size limit of your plan. Lower the rate to make requests smaller.',
  [PARTLY_WRITTEN]:
    'A materialized view failed on some events, but others may have been written. They are not retried, to avoid duplicates.',
  429: 'The rate exceeds your Tinybird plan. Lower the rate.',
};

const WRONG_HOST =
  'This host serves web pages, not the Events API. Use the API host, which starts with api. instead of ui. or cloud.';

/** Opens a connection to the Events API at `address`, without a trailing slash. */
export function open(address: string, target: Target, env: DestinationEnv): Connection {
  return {
    async send(batch, { signal }) {
      const response = await env.http(request(address, target, payload(batch), signal));
      if (!isSuccess(response)) throw errorOf(response, target, env.now());
      return receiptOf(response, batch, target);
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Sends a request without events, with the same address, method and token scope as every later one. Reading the data source's
 * description would need a different scope: a token that can only append can't read.
 */
export async function check(
  address: string,
  target: Target,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const response = await env.http(request(address, target, '', signal));
    // Tinybird may reject an empty request with 400, but checks the token first.
    const isAccepted = isSuccess(response) || response.status === 400;
    if (!isAccepted || isHtml(response)) throw errorOf(response, target, env.now());
    return {
      ok: true,
      message: `${new URL(address).host} accepted the token. Tested without events; nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

function request(
  address: string,
  { datasource, token, wait }: Target,
  body: Uint8Array | string,
  signal: AbortSignal,
): HttpRequest {
  const query = `name=${encodeURIComponent(datasource.toWellFormed())}&from=${APP}${wait ? '&wait=true' : ''}`;
  return {
    method: 'POST',
    url: `${address}/v0/events?${query}`,
    headers: { Authorization: `Bearer ${token}` },
    body,
    signal,
  };
}

/**
 * Reads `{"successful_rows": 2, "quarantined_rows": 1}`. The response must make sense as a whole: if it counts more rows than were
 * sent, or has an error, it confirms none.
 *
 * @throws DeliveryError if no row is confirmed
 */
function receiptOf(response: HttpResponse, batch: Batch, { token }: Target): Receipt {
  const answer = jsonOf(response.text);
  const accepted = countOf(member(answer, 'successful_rows'));
  const quarantined = countOf(member(answer, 'quarantined_rows') ?? 0);
  const sum = accepted + quarantined;
  const failed = member(answer, 'error') ?? undefined;
  const confirmed = sum <= batch.count && failed === undefined ? sum : 0;
  const unconfirmed = (): DeliveryError =>
    unconfirmedAnswer(response, {
      service: 'Tinybird',
      rows: batch.count,
      confirmed,
      hint: isHtml(response) ? WRONG_HOST : 'Check whether the host is Tinybird, or a proxy in front of it.',
      secrets: [token],
    });
  if (confirmed === 0) throw unconfirmed();
  const rest = batch.count - confirmed;
  return {
    accepted,
    quarantined,
    rejected: 0,
    ...(rest === 0 ? {} : { unconfirmed: { rows: rest, error: unconfirmed() } }),
    bytes: byteLength(batch),
    status: response.status,
    answer: oneLine(response.text, [token]),
  };
}

/** NaN if it is not a count. */
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : Number.NaN;

function errorOf(response: HttpResponse, { token }: Target, now: number): DeliveryError {
  const wrongHost = isWrongHost(response);
  const words = member(jsonOf(response.text), 'error');
  return refusal(response, {
    service: 'Tinybird',
    kind: wrongHost ? 'not-found' : kindOfStatus(response.status),
    words: isHtml(response) ? 'a web page' : typeof words === 'string' ? words : response.text,
    hint: wrongHost ? WRONG_HOST : HINTS[response.status],
    uncertain: (response.status === PARTLY_WRITTEN && !wrongHost) || undefined,
    secrets: [token],
    now,
  });
}
