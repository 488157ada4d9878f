import type { Connection, Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import type { Batch } from '../rows/batch.ts';
import { OVER } from './condition.ts';
import type { Latch } from './latch.ts';
import type { Clock } from './options.ts';

/** The outcome of one request. */
export type Outcome =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'error'; readonly error: DeliveryError }
  /** Abandoned, before or after it was sent. */
  | { readonly kind: 'aborted'; readonly sent: boolean };

/** The settings of one request. */
export interface Attempt {
  readonly attempt: number;
  readonly id: string;
  readonly timeoutMs: number;
  /** Set to abandon the request. */
  readonly abandon: Latch;
  readonly clock: Clock;
}

/**
 * Makes one request that is sure to end: with the connection's result, a timeout or an abort, even if the connection ignores its signal.
 *
 * @throws whatever the connection throws that is neither a DeliveryError nor an abort, which is a bug
 */
export async function request(
  connection: Connection,
  batch: Batch,
  { attempt, id, timeoutMs, abandon, clock }: Attempt,
): Promise<Outcome> {
  if (abandon.isSet) return { kind: 'aborted', sent: false };
  const cancel = new AbortController();
  const done = new AbortController();
  let unsubscribe = (): void => undefined;
  const ended = new Promise<Outcome>((resolve) => {
    unsubscribe = abandon.onSet(() => {
      cancel.abort();
      resolve({ kind: 'aborted', sent: true });
    });
    const onTimeout = (): void => {
      if (done.signal.aborted) return;
      const error = timeoutError(timeoutMs);
      cancel.abort(error);
      resolve({ kind: 'error', error });
    };
    void clock.sleep(timeoutMs, done.signal).then(onTimeout);
  });
  // Async, so that a synchronous throw rejects, too.
  const send = async (): Promise<Receipt> => connection.send(batch, { signal: cancel.signal, attempt, id });
  const sent = send().then(
    (receipt): Outcome => ({ kind: 'receipt', receipt }),
    (error: unknown): Outcome => {
      if (error instanceof DeliveryError) return { kind: 'error', error };
      if (cancel.signal.aborted) return { kind: 'aborted', sent: true };
      throw error;
    },
  );
  try {
    return await Promise.race([sent, ended]);
  } finally {
    done.abort(OVER);
    unsubscribe();
  }
}

const timeoutError = (timeoutMs: number): DeliveryError =>
  new DeliveryError('timeout', `No response within ${Number((timeoutMs / 1000).toFixed(1))} seconds`, {
    hint: 'The rows may have been stored. Check whether the service or the network is slow.',
  });
