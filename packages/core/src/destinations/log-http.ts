import type { Batch } from '../rows/batch.ts';
import type { CheckResult, Connection, DestinationEnv } from './destination.ts';
import type { DeliveryError, DeliveryErrorKind } from './error.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { receiptOf, type Outcome } from './outcomes.ts';
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
export interface LogProblem extends Partial<Pick<Refusal, 'kind' | 'code' | 'uncertain' | 'hint'>> {
  readonly words: string;
}

/** A service that takes log entries over HTTP, many per request. */
export interface LogService {
  /** Its name for people: `Loki`. */
  readonly name: string;
  /** Address of its API, where requests go. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** What to do about errors of each kind, unless the service says more. */
  readonly hints: Readonly<Partial<Record<DeliveryErrorKind, string>>>;
  /** The rows as the body of a request. @throws DeliveryError if they cannot be sent */
  body(batch: Batch): Uint8Array;
  /** Whether a response confirms all rows. */
  isConfirmed(response: HttpResponse): boolean;
  /** What a refusal says. @param rows those of the request */
  problemIn(response: HttpResponse, rows: number): LogProblem;
  /** The outcome of each row of a refused request, if the response tells. Absent: it never does. */
  outcomesIn?(response: HttpResponse, rows: number, error: DeliveryError): readonly Outcome[] | undefined;
  /** A body without events, and whether a response to it proves that the credentials are valid. */
  readonly probe: { readonly body: string; isPassed(response: HttpResponse): boolean };
}

/** Opens a connection to a service. */
export const openLogs = (service: LogService, env: DestinationEnv): Connection => ({
  async send(batch, { signal }) {
    const body = service.body(batch);
    const response = await env.http(requestOf(service, body, signal));
    const { status } = response;
    const rest = { bytes: body.length, status, answer: oneLine(response.text, service.secrets) };
    if (!isSuccess(response)) {
      const error = errorOf(response, service, batch.count, env.now());
      const outcomes = service.outcomesIn?.(response, batch.count, error);
      if (outcomes === undefined) throw error;
      return { ...receiptOf(batch, outcomes), ...rest };
    }
    if (isHtml(response) || !service.isConfirmed(response))
      throw unconfirmedAnswer(response, {
        service: service.name,
        rows: batch.count,
        hint: `Check whether the host is ${service.name}, or a proxy in front of it.`,
        secrets: service.secrets,
      });
    return { accepted: batch.count, quarantined: 0, rejected: 0, ...rest };
  },
  close: () => Promise.resolve(),
});

/** Sends a request without events, with the same address and credentials as every later one. */
export async function checkLogs(
  service: LogService,
  env: DestinationEnv,
  signal: AbortSignal,
): Promise<CheckResult> {
  try {
    const response = await env.http(requestOf(service, service.probe.body, signal));
    if (isHtml(response) || !service.probe.isPassed(response)) throw errorOf(response, service, 0, env.now());
    return {
      ok: true,
      message: `${new URL(service.url).host} accepted the credentials. Tested without events; nothing was written.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

const requestOf = (
  { url, headers }: LogService,
  body: Uint8Array | string,
  signal: AbortSignal,
): HttpRequest => ({ method: 'POST', url, headers, body, signal });

function errorOf(response: HttpResponse, service: LogService, rows: number, now: number): DeliveryError {
  const { name, hints, secrets } = service;
  if (isWrongHost(response) || isSuccess(response))
    return refusal(response, {
      service: name,
      kind: 'not-found',
      words: isHtml(response) ? 'a web page' : response.text,
      hint: `Check the address: its host must be ${name}.`,
      secrets,
      now,
    });
  const problem = service.problemIn(response, rows);
  const kind = problem.kind ?? kindOfStatus(response.status);
  const words = isHtml(response) ? 'a web page' : problem.words;
  return refusal(response, { service: name, hint: hints[kind], ...problem, kind, words, secrets, now });
}
