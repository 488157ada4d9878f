import type { Batch } from '@catbird/engine';
import type { CheckResult, Connection, DestinationEnv, Receipt, SendOptions } from './destination.ts';
import type { DeliveryError, DeliveryErrorKind } from './error.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { receiptOf, type OutcomeOrUnread } from './outcomes.ts';
import {
  failedCheck,
  isHtml,
  isSuccess,
  isWrongHost,
  kindOfStatus,
  oneLine,
  refusal,
  unconfirmedAnswer,
  type Refusal,
} from './response.ts';

/** What a service says about a request that it refused. */
export interface Problem extends Partial<Pick<Refusal, 'kind' | 'code' | 'uncertain' | 'hint'>> {
  readonly words: string;
}

/** How many rows of a request a response confirms. Nothing is known of the others. */
export type Confirmed = Pick<Receipt, 'accepted' | 'quarantined'>;

/** A service that takes many rows per request over HTTP. */
export interface HttpService {
  /** Its name for people: `Loki`. */
  readonly name: string;
  /** Address of its API, where requests go. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** What to do about errors of each kind, unless the service says more. */
  readonly hints?: Readonly<Partial<Record<DeliveryErrorKind, string>>>;
  /** What to do if the host is another one. Default: its host must be the service. */
  readonly elsewhere?: string;
  /** What to check if a response confirms too few rows. Default: whether the host is the service, or a proxy. */
  readonly unsure?: (response: HttpResponse) => string;
  /** The rows as the body of a request. @throws DeliveryError if they cannot be sent */
  body(batch: Batch, options: SendOptions): Uint8Array;
  /** What a 2xx response confirms: all rows or none, or how many. */
  confirms(response: HttpResponse, rows: number): boolean | Confirmed;
  /** What a refusal says. @param rows those of the request */
  problemIn(response: HttpResponse, rows: number): Problem;
  /** The outcome of each row of a refused request, if the response tells. Absent: it never does. */
  outcomesIn?(
    response: HttpResponse,
    rows: number,
    error: DeliveryError,
  ): readonly OutcomeOrUnread[] | undefined;
  /** A body without events, and whether a response to it proves that the credentials are valid. */
  readonly probe: {
    readonly body: string;
    readonly isPassed: (response: HttpResponse, error: DeliveryError) => boolean;
    /** What was found, after the name of the host. Default: the credentials were accepted. */
    readonly found?: string;
  };
}

/** Opens a connection to a service. */
export const openHttp = (service: HttpService, env: DestinationEnv): Connection => ({
  async send(batch, options) {
    const body = service.body(batch, options);
    const response = await env.http(requestOf(service, body, options.signal));
    const { status } = response;
    const rest = { bytes: body.length, status, answer: oneLine(response.text, service.secrets) };
    if (!isSuccess(response)) {
      const error = errorOf(response, service, batch.count, env.now());
      const outcomes = service.outcomesIn?.(response, batch.count, error);
      if (outcomes === undefined) throw error;
      return { ...receiptOf(batch, outcomes), ...rest };
    }
    const said = !isHtml(response) && service.confirms(response, batch.count);
    const { accepted, quarantined } =
      typeof said === 'object' ? said : { accepted: said ? batch.count : 0, quarantined: 0 };
    const rows = batch.count - accepted - quarantined;
    const error =
      rows === 0 ? undefined : unconfirmed(response, service, batch.count, accepted + quarantined);
    if (error !== undefined && rows === batch.count) throw error;
    return { accepted, quarantined, rejected: 0, ...(error && { unconfirmed: { rows, error } }), ...rest };
  },
  close: () => Promise.resolve(),
});

/** Sends a request without events, with the same address and credentials as every later one. */
export async function checkHttp(
  service: HttpService,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { body, isPassed, found } = service.probe;
  try {
    const response = await env.http(requestOf(service, body, signal));
    const error = errorOf(response, service, 0, env.now());
    if (isHtml(response) || !isPassed(response, error)) throw error;
    const result = found ?? 'accepted the credentials. Tested without events; nothing was written.';
    return { ok: true, message: `${new URL(service.url).host} ${result}` };
  } catch (error) {
    return failedCheck(error);
  }
}

const requestOf = (
  { url, headers }: HttpService,
  body: Uint8Array | string,
  signal: AbortSignal,
): HttpRequest => ({ method: 'POST', url, headers, body, signal });

const unconfirmed = (
  response: HttpResponse,
  { name, unsure, secrets }: HttpService,
  rows: number,
  confirmed: number,
): DeliveryError =>
  unconfirmedAnswer(response, {
    service: name,
    rows,
    confirmed,
    hint: unsure?.(response) ?? `Check whether the host is ${name}, or a proxy in front of it.`,
    secrets,
  });

function errorOf(response: HttpResponse, service: HttpService, rows: number, now: number): DeliveryError {
  const { name, hints, secrets, elsewhere = `Check the address: its host must be ${name}.` } = service;
  if (isWrongHost(response) || isSuccess(response))
    return refusal(response, {
      service: name,
      kind: 'not-found',
      words: isHtml(response) ? 'a web page' : response.text,
      hint: elsewhere,
      secrets,
      now,
    });
  const problem = service.problemIn(response, rows);
  const kind = problem.kind ?? kindOfStatus(response.status);
  const words = isHtml(response) ? 'a web page' : problem.words;
  return refusal(response, { service: name, hint: hints?.[kind], ...problem, kind, words, secrets, now });
}
