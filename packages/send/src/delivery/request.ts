import type { Connection, Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import type { Batch } from '@catbird/engine';
import type { Latch } from './signals.ts';
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
  /** Whether an earlier attempt may have stored the rows. */
  readonly uncertain: boolean;
  /** `Infinity`: no timeout. */
  readonly timeoutMs: number;
  /** As in `SendOptions`. */
  readonly stopping: AbortSignal;
  /** Set to abandon the request. */
  readonly abandon: Latch;
  readonly clock: Clock;
}

/**
 * Makes one request that is sure to end: with the connection's result, a timeout if it has one, or an abort, even if the connection
 * ignores its signal.
 *
 * @throws whatever the connection throws that is neither a DeliveryError nor an abort, which is a bug
 */
export async function request(
  connection: Connection,
  batch: Batch,
  { attempt, id, uncertain, timeoutMs, stopping, abandon, clock }: Attempt,
): Promise<Outcome> {
  if (abandon.isSet) return { kind: 'aborted', sent: false };
  const cancel = new AbortController();
  let unsubscribe = (): void => undefined;
  let stopTimer = (): void => undefined;
  // Async, so that a synchronous throw rejects, too.
  const send = async (): Promise<Receipt> =>
    connection.send(batch, { signal: cancel.signal, stopping, attempt, id, uncertain });
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      unsubscribe = abandon.onSet(() => {
        cancel.abort();
        resolve({ kind: 'aborted', sent: true });
      });
      if (timeoutMs < Infinity)
        stopTimer = clock.after(timeoutMs, () => {
          const error = timeoutError(timeoutMs);
          cancel.abort(error);
          resolve({ kind: 'error', error });
        });
      const onError = (error: unknown): void => {
        if (error instanceof DeliveryError) resolve({ kind: 'error', error });
        else if (stopping.aborted && error === stopping.reason) resolve({ kind: 'aborted', sent: false });
        else if (cancel.signal.aborted) resolve({ kind: 'aborted', sent: true });
        else reject(error);
      };
      send().then((receipt) => resolve({ kind: 'receipt', receipt }), onError);
    });
  } finally {
    stopTimer();
    unsubscribe();
  }
}

const timeoutError = (timeoutMs: number): DeliveryError =>
  new DeliveryError('timeout', `No response within ${Number((timeoutMs / 1000).toFixed(1))} seconds`, {
    hint: 'The rows may have been stored. Check whether the service or the network is slow.',
  });
