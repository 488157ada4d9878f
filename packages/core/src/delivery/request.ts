import type { Connection, Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import type { Batch } from '../rows/batch.ts';
import type { Latch } from './latch.ts';
import type { Clock } from './options.ts';

/** What came of one request. */
export type Outcome =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'error'; readonly error: DeliveryError }
  /** Given up, before it went out or while it was under way. */
  | { readonly kind: 'aborted'; readonly sent: boolean };

/** How a request is made. */
export interface Attempt {
  readonly attempt: number;
  readonly id: string;
  readonly timeoutMs: number;
  /** Shut to give up. */
  readonly abandon: Latch;
  readonly clock: Clock;
}

/**
 * Makes one request that ends: with what the connection says, with a timeout, or by an abort, even if the connection takes no notice.
 *
 * @throws whatever the connection throws that is neither a DeliveryError nor an abort: a bug
 */
export async function request(
  connection: Connection,
  batch: Batch,
  { attempt, id, timeoutMs, abandon, clock }: Attempt,
): Promise<Outcome> {
  if (abandon.isShut) return { kind: 'aborted', sent: false };
  const cancel = new AbortController();
  const done = new AbortController();
  let letGo = (): void => undefined;
  const ended = new Promise<Outcome>((resolve) => {
    letGo = abandon.watch(() => {
      cancel.abort();
      resolve({ kind: 'aborted', sent: true });
    });
    const onTimeout = (): void => {
      if (done.signal.aborted) return;
      const error = new DeliveryError(
        'timeout',
        `No answer within ${Number((timeoutMs / 1000).toFixed(1))} seconds`,
        {
          hint: 'The rows may have been stored. Is the service slow, or the network?',
        },
      );
      cancel.abort(error);
      resolve({ kind: 'error', error });
    };
    void clock.sleep(timeoutMs, done.signal).then(onTimeout);
  });
  // Async, so that a connection that throws at once rejects, too.
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
    done.abort();
    letGo();
  }
}
