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
} from './answer.ts';
import type { CheckResult, Connection, DestinationEnv, Receipt } from './destination.ts';
import type { DeliveryError } from './error.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { unconfirmedAnswer } from './unconfirmed.ts';

/** The tag by which Tinybird tells the tools that send to it apart. */
const APP = 'catbird';

/** The part of Tinybird's settings that a request is made of. */
interface Target {
  readonly datasource: string;
  readonly token: string;
  readonly wait: boolean;
}

/** A materialized view failed on some rows, and the data source has others. */
const PARTLY_WRITTEN = 422;

const HINTS: Readonly<Record<number, string>> = {
  400: 'Tinybird could not read the request: check the name of the data source and that the schema fits its columns.',
  401: 'Check the token, that it may append to this data source, and that the host is the region of your workspace.',
  403: 'Check the token, that it may append to this data source, and that the host is the region of your workspace.',
  404: 'Check the host: it must be the API of your workspace’s region.',
  413: 'The request was too large for the plan; fewer events a second make smaller requests.',
  [PARTLY_WRITTEN]:
    'Some events may have been written: a materialized view failed on others. Not sent again, so that none is doubled.',
  429: 'More requests than the plan allows; a lower rate helps.',
};

const WRONG_HOST =
  'That host serves web pages, not the Events API. The API of a workspace has api. where its pages have ui. or cloud.';

/** Opens a connection to the Events API at `address`, which has no slash at its end. */
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
 * Sends a request without events. It goes the way of every later one, with the same address, method and scope of the token, which
 * reading the data source's description would not: a token that may only append may not read.
 */
export async function check(
  address: string,
  target: Target,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const response = await env.http(request(address, target, '', signal));
    // An empty request is one that Tinybird may call bad, after it has looked at the token.
    const taken = isSuccess(response) || response.status === 400;
    if (!taken || isHtml(response)) throw errorOf(response, target, env.now());
    return {
      ok: true,
      message: `${new URL(address).host} took the token with a request without events. Nothing was written.`,
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
 * Reads `{"successful_rows": 2, "quarantined_rows": 1}`. An answer counts only if it makes sense as a whole: what says that more rows came
 * than were sent, or that there was an error, confirms none.
 *
 * @throws DeliveryError when no row is confirmed
 */
function receiptOf(response: HttpResponse, batch: Batch, { token }: Target): Receipt {
  const answer = jsonOf(response.text);
  const accepted = countOf(member(answer, 'successful_rows'));
  const quarantined = countOf(member(answer, 'quarantined_rows') ?? 0);
  const sum = accepted + quarantined;
  const failed = member(answer, 'error') ?? undefined;
  const confirmed = sum <= batch.count && failed === undefined ? sum : 0;
  const doubt = (): DeliveryError =>
    unconfirmedAnswer(response, {
      service: 'Tinybird',
      rows: batch.count,
      confirmed,
      hint: isHtml(response) ? WRONG_HOST : 'Is the host Tinybird’s, or something in front of it?',
      secrets: [token],
    });
  if (confirmed === 0) throw doubt();
  const rest = batch.count - confirmed;
  return {
    accepted,
    quarantined,
    rejected: 0,
    ...(rest === 0 ? {} : { unconfirmed: { rows: rest, error: doubt() } }),
    bytes: byteLength(batch),
    status: response.status,
    answer: oneLine(response.text, [token]),
  };
}

/** NaN for what is no count. */
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
