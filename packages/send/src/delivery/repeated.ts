import { DeliveryError } from '../destinations/error.ts';
import type { Http, HttpRequest, HttpResponse } from '../destinations/http.ts';
import { kindOfStatus, retryAfterMs } from '../destinations/response.ts';
import type { Clock } from './options.ts';
import { classOf, delayBefore, RETRY_DEFAULTS } from './retry.ts';

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
