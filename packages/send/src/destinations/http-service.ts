import type { Batch } from '@catbird/engine';
import type { CheckResult, Connection, DestinationEnv, Receipt, SendOptions } from './destination.ts';
import { failedCheck, type DeliveryError, type DeliveryErrorKind } from './error.ts';
import type { HttpRequest, HttpResponse } from './http.ts';
import { outcomesOf, receiptOf, type Outcome, type OutcomeOrUnread } from './outcomes.ts';
import {
  isHtml,
  isSuccess,
  isWrongHost,
  kindOfStatus,
  oneLine,
  refusal,
  unconfirmedAnswer,
  type Refusal,
} from './response.ts';
import { base64 } from './redact.ts';

/** What a service says about a request that it refused. */
export interface Problem extends Partial<Pick<Refusal, 'kind' | 'code' | 'uncertain' | 'hint' | 'ofRoute'>> {
  readonly words: string;
}

/** How many rows of a request a response confirms. Nothing is known of the others. */
export type Confirmed = Pick<Receipt, 'accepted' | 'quarantined'>;

/** What a response tells of each row, by place. Undefined: nothing. */
export interface Outcomes {
  readonly outcomes: readonly (Outcome | undefined)[];
  /** How many of the taken rows are in quarantine. Default: none. */
  readonly quarantined?: number;
  /** What the service answers, for people. Default: how many are done. */
  readonly answer?: (accepted: number) => string;
}

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
  /** What the request of a batch has besides, or instead. */
  readonly request?: (batch: Batch) => Partial<Pick<HttpRequest, 'url' | 'chunked' | 'answerBytes'>>;
  /** The rows as the body of a request; as a text, of ASCII. @throws DeliveryError if they cannot be sent */
  body(batch: Batch, options: SendOptions): Uint8Array | string;
  /** What a 2xx response confirms: all rows or none, how many, or which. A web page confirms none. */
  confirms(
    response: HttpResponse,
    rows: number,
    batch: Batch,
    options: SendOptions,
  ): boolean | Confirmed | Outcomes;
  /** What happened to rows with an outcome each. Default: `stored`. */
  readonly done?: string;
  /** What a refusal says. @param rows those of the request */
  problemIn(response: HttpResponse, rows: number): Problem;
  /** The outcome of each row of a refused request, if the response tells. Absent: it never does. */
  outcomesIn?(
    response: HttpResponse,
    rows: number,
    error: DeliveryError,
  ): readonly OutcomeOrUnread[] | undefined;
}

/** A service that says what it thinks of credentials when it gets no events. */
export interface ProbedService extends HttpService {
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
    const request = { ...requestOf(service, body, options.signal), ...service.request?.(batch) };
    const response = await env.http(request);
    const { status } = response;
    const rest = { bytes: body.length, status, answer: oneLine(response.text, service.secrets) };
    if (!isSuccess(response)) {
      const error = errorOf(response, service, batch.count, env.now());
      const outcomes = service.outcomesIn?.(response, batch.count, error);
      if (outcomes === undefined) throw error;
      return { ...receiptOf(batch, outcomes), ...rest };
    }
    const said = !isHtml(response) && service.confirms(response, batch.count, batch, options);
    const receipt =
      typeof said === 'object' && 'outcomes' in said
        ? receiptByRow(said, batch, response, service)
        : receiptByCount(said, batch.count, response, service);
    return { ...rest, ...receipt, bytes: body.length };
  },
  close: () => Promise.resolve(),
});

/** The receipt for a response with the number of confirmed rows. @throws DeliveryError if none */
function receiptByCount(
  said: boolean | Confirmed,
  rows: number,
  response: HttpResponse,
  service: HttpService,
): Confirmed & Partial<Receipt> & Pick<Receipt, 'rejected'> {
  const { accepted, quarantined } =
    typeof said === 'object' ? said : { accepted: said ? rows : 0, quarantined: 0 };
  const missing = rows - accepted - quarantined;
  const error = missing === 0 ? undefined : unconfirmed(response, service, rows, rows - missing);
  if (error !== undefined && missing === rows) throw error;
  return { accepted, quarantined, rejected: 0, ...(error && { unconfirmed: { rows: missing, error } }) };
}

/** The receipt for a response that tells the outcomes of rows. @throws DeliveryError if all failed alike */
function receiptByRow(
  { outcomes, quarantined = 0, answer }: Outcomes,
  batch: Batch,
  response: HttpResponse,
  service: HttpService,
): Receipt {
  const { count } = batch;
  const all = outcomesOf(outcomes, count, (confirmed) => unconfirmed(response, service, count, confirmed));
  const receipt = receiptOf(batch, all);
  const accepted = receipt.accepted - quarantined;
  const said = answer?.(accepted) ?? `${accepted} of ${count} ${service.done ?? 'stored'}`;
  return { ...receipt, accepted, quarantined, answer: oneLine(said, service.secrets) };
}

/** Sends a request without events, with the same address and credentials as every later one. */
export async function checkHttp(
  service: ProbedService,
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

/** What sends to a service with a probe. */
export const probed = <Target>(
  serviceOf: (address: string, target: Target, env: DestinationEnv) => ProbedService,
) => ({
  open: (address: string, target: Target, env: DestinationEnv): Connection =>
    openHttp(serviceOf(address, target, env), env),
  check: (address: string, target: Target, env: DestinationEnv, signal: AbortSignal): Promise<CheckResult> =>
    checkHttp(serviceOf(address, target, env), env, signal),
});

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

/** The error of a response: a refusal of the service, or that it is something else. */
export function errorOf(
  response: HttpResponse,
  service: HttpService,
  rows: number,
  now: number,
): DeliveryError {
  const { name, elsewhere = `Check the address: its host must be ${name}.` } = service;
  const problem: Problem =
    isWrongHost(response) || isSuccess(response)
      ? { kind: 'not-found', words: response.text, hint: elsewhere }
      : service.problemIn(response, rows);
  return refused(response, service, problem, now);
}

/** The error of a problem. @param status that of the row which has it, if other rows have others */
export function refused(
  response: HttpResponse,
  { name, hints, secrets }: HttpService,
  problem: Problem,
  now: number,
  status = response.status,
): DeliveryError {
  const kind = problem.kind ?? kindOfStatus(status);
  const words = isHtml(response) ? 'a web page' : problem.words;
  const answer = { ...response, header: (header: string) => response.header(header), status };
  return refusal(answer, { service: name, hint: hints?.[kind], ...problem, kind, words, secrets, now });
}

/** Credentials of a user, or a token, as settings have them. */
interface HttpCredentials {
  /** Which of them apply; others than `basic` and `bearer` have no header here. */
  readonly auth: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly bearerToken?: string | undefined;
}

const userAndPassword = ({ username = '', password = '' }: HttpCredentials): string =>
  `${username}:${password}`;

/** The header of basic or bearer authentication; nothing without. */
export function authorizationOf(credentials: HttpCredentials): { readonly authorization?: string } {
  const { auth, bearerToken = '' } = credentials;
  if (auth === 'basic') return { authorization: `Basic ${base64(userAndPassword(credentials))}` };
  return auth === 'bearer' ? { authorization: `Bearer ${bearerToken}` } : {};
}

/** What must never be shown: password, token, and how a user and a password are sent. */
export const secretsOfHttp = (credentials: HttpCredentials): string[] => [
  credentials.password ?? '',
  credentials.bearerToken ?? '',
  credentials.auth === 'basic' ? userAndPassword(credentials) : '',
];
