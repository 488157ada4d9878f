import { classOf, delayBefore, RETRY_DEFAULTS, systemClock } from '@catbird/core/delivery';
import { DeliveryError, kindOfStatus, retryAfterMs, type Http } from '@catbird/core/destinations';
import type { RegistryAccess } from '@catbird/core/formats';
import { EXIT } from '../exit-codes.ts';
import { Interrupted, NotStarted } from '../interrupt.ts';
import type { Terminal } from '../terminal.ts';
import { newTransport } from './http.ts';

/** A command that needs a schema registry has not started yet, so it soon says that the registry is down. */
const ATTEMPTS = 3;

/**
 * Asks a schema registry. Requests that fail are repeated if that may help.
 *
 * @throws NotStarted if the registry cannot be reached, is at fault or refuses the credentials; Interrupted if a signal comes first
 */
export async function withRegistry<Result>(
  { interrupt }: Pick<Terminal, 'interrupt'>,
  act: (access: RegistryAccess) => Promise<Result>,
): Promise<Result> {
  const { http, close } = newTransport();
  const signal = interrupt.stop;
  try {
    return await act({ http: repeating(http), signal, now: Date.now });
  } catch (error) {
    if (signal.aborted) throw new Interrupted('asking the schema registry');
    if (!(error instanceof DeliveryError)) throw error;
    throw new NotStarted('service', EXIT.failed, wordsOf(error), { cause: error });
  } finally {
    await close();
  }
}

function wordsOf({ kind, message, hint }: DeliveryError): string {
  const isReached = kind !== 'network' && kind !== 'timeout';
  const words = isReached ? message : `The schema registry cannot be reached: ${message}`;
  return hint === undefined ? words : `${words}. ${hint}`;
}

/** Requests with a timeout, which are repeated as those of a stream are. */
const repeating =
  (http: Http): Http =>
  async (request) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(http, request);
      const error = answer instanceof DeliveryError ? answer : failureIn(answer);
      const failure = error && classOf(error);
      const mayHelp = failure === 'retry' || failure === 'throttled';
      if (error === undefined || !mayHelp || attempt === ATTEMPTS) {
        if (answer instanceof DeliveryError) throw answer;
        return answer;
      }
      const delayMs = delayBefore(error, attempt, RETRY_DEFAULTS, Math.random());
      await systemClock.sleep(delayMs, request.signal);
    }
  };

type Answer = Awaited<ReturnType<Http>>;

/** @throws the reason of the request's signal */
async function once(http: Http, request: Parameters<Http>[0]): Promise<Answer | DeliveryError> {
  const { requestMs } = RETRY_DEFAULTS;
  const timeout = AbortSignal.timeout(requestMs);
  try {
    return await http({ ...request, signal: AbortSignal.any([request.signal, timeout]) });
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    if (!timeout.aborted || request.signal.aborted) throw error;
    const { host } = new URL(request.url);
    return new DeliveryError('timeout', `No response from ${host} within ${requestMs / 1000} seconds`);
  }
}

/** The failure that an answer tells of; undefined: none. */
const failureIn = (response: Answer): DeliveryError | undefined =>
  response.status < 400
    ? undefined
    : new DeliveryError(kindOfStatus(response.status), '', {
        status: response.status,
        retryAfterMs: retryAfterMs(response, Date.now()),
      });
