import { DeliveryError, type DeliveryErrorKind } from '../destinations/error.ts';
import type { Http, HttpRequest, HttpResponse } from '../destinations/http.ts';
import { kindOfStatus, retryAfterMs } from '../destinations/response.ts';
import type { Clock } from './options.ts';

/** When and how often a failed request is retried. */
export interface RetryOptions {
  /** Maximum attempts per batch, including the first; at least 1. Default `Infinity`: as many as fit into `windowMs`. */
  readonly attempts?: number;
  /** First delay after a transient failure, in milliseconds; doubles with each attempt. Default 50. Throttling starts at `throttleBaseMs`. */
  readonly baseMs?: number;
  /** First delay after throttling, in milliseconds. Default 1000. */
  readonly throttleBaseMs?: number;
  /** Maximum delay, unless the service asks for a longer one, in milliseconds. Default 5,000. */
  readonly capMs?: number;
  /** The retry window: how long a batch is retried after its first failure, or since some of its rows were last stored or rejected, in milliseconds. Default 30,000. */
  readonly windowMs?: number;
  /** A shorter window until the first row of the run is accepted, so that a wrong address shows early. Default `Infinity`. */
  readonly startWindowMs?: number;
  /** Request timeout, in milliseconds. Default 10,000. */
  readonly requestMs?: number;
}

/** The default retry settings, which survive a restart of the service. First delays as in the AWS SDKs' standard mode (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html). */
export const RETRY_DEFAULTS: Required<RetryOptions> = {
  attempts: Infinity,
  baseMs: 50,
  throttleBaseMs: 1000,
  capMs: 5000,
  windowMs: 30_000,
  startWindowMs: Infinity,
  requestMs: 10_000,
};

/**
 * How to handle a failed request: `retry` the same rows (`throttled`: and slow down), `split` them into smaller requests, fail
 * the `batch`, or fail the `run`, as every other request would fail the same way.
 */
export type FailureClass = 'retry' | 'throttled' | 'split' | 'batch' | 'run';

const CLASSES: Readonly<Record<DeliveryErrorKind, FailureClass>> = {
  auth: 'run',
  'not-found': 'run',
  rejected: 'batch',
  'too-large': 'split',
  'rate-limited': 'throttled',
  unavailable: 'retry',
  // It may have been stored, so a retry could duplicate it.
  unconfirmed: 'batch',
  network: 'retry',
  timeout: 'retry',
  blocked: 'run',
};

/** A host name that does not exist. https://nodejs.org/api/errors.html#common-system-errors */
const UNKNOWN_HOST = 'ENOTFOUND';

/** The class of an error, whichever destination it came from. */
export const classOf = ({ kind, code }: DeliveryError): FailureClass =>
  kind === 'network' && code === UNKNOWN_HOST ? 'run' : CLASSES[kind];

/** Longest wait that a service may ask for, in milliseconds. */
const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Milliseconds to wait before attempt `attempt + 1`: full jitter, `random × min(cap, base × 2^(attempt − 1))`, or the wait that the
 * service asked for if that is longer. So a service that asks for no wait, or for a time in the past, is not flooded.
 *
 * @param attempt attempts made so far, from 1
 * @param random in [0, 1)
 */
export function delayBefore(
  error: DeliveryError,
  attempt: number,
  options: Required<RetryOptions>,
  random: number,
): number {
  const base = classOf(error) === 'throttled' ? options.throttleBaseMs : options.baseMs;
  return Math.max(clampedRetryAfterMs(error), random * Math.min(options.capMs, base * 2 ** (attempt - 1)));
}

/** The wait that the service asked for, clamped to 60 s; 0 if it did not ask. */
export const clampedRetryAfterMs = ({ retryAfterMs = 0 }: DeliveryError): number =>
  Math.min(MAX_RETRY_AFTER_MS, Math.max(0, retryAfterMs));

/** A stream has not started yet, so it soon says that a service is down. */
const ATTEMPTS = 3;

/**
 * Requests that a stream makes before it starts. Each has a timeout, and is repeated as those of the stream are, up to three times.
 *
 * @param random in [0, 1), for jitter
 */
export const repeatedHttp =
  (http: Http, clock: Clock, random: () => number): Http =>
  async (request) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(http, request, clock);
      const error = answer instanceof DeliveryError ? answer : failureIn(answer, clock);
      const failure = error && classOf(error);
      const mayHelp = failure === 'retry' || failure === 'throttled';
      if (error === undefined || !mayHelp || attempt === ATTEMPTS) {
        if (answer instanceof DeliveryError) throw answer;
        return answer;
      }
      await clock.sleep(delayBefore(error, attempt, RETRY_DEFAULTS, random()), request.signal);
    }
  };

/** @throws the reason of the request's signal */
async function once(http: Http, request: HttpRequest, clock: Clock): Promise<HttpResponse | DeliveryError> {
  const { requestMs } = RETRY_DEFAULTS;
  const timeout = new AbortController();
  const cancel = clock.after(requestMs, () => timeout.abort());
  try {
    return await http({ ...request, signal: AbortSignal.any([request.signal, timeout.signal]) });
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    if (!timeout.signal.aborted || request.signal.aborted) throw error;
    const { host } = new URL(request.url);
    return new DeliveryError('timeout', `No response from ${host} within ${requestMs / 1000} seconds`);
  } finally {
    cancel();
  }
}

/** The failure that an answer tells of; undefined: none. */
const failureIn = (response: HttpResponse, clock: Clock): DeliveryError | undefined =>
  response.status < 400
    ? undefined
    : new DeliveryError(kindOfStatus(response.status), '', {
        status: response.status,
        retryAfterMs: retryAfterMs(response, clock.date()),
      });
