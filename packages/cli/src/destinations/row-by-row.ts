import { texts, type Batch } from '@catbird/core';
import {
  asUncertain,
  DeliveryError,
  receiptOf,
  type Outcome,
  type Receipt,
} from '@catbird/core/destinations';

/** How rows are sent one by one. */
export interface RowByRow {
  /** Rows that wait for an answer at the same time, at most. */
  readonly window: number;
  /** @throws DeliveryError */
  readonly publish: (row: string, place: number) => Promise<void>;
  /** Rejects with a DeliveryError when no answer will come any more. */
  readonly gone: Promise<never>;
  /** The service recognises a row that comes again: then all rows go again where some must. Default false. */
  readonly repeatable?: boolean;
}

/**
 * Sends the rows of a batch to a service that answers each of them.
 *
 * @throws DeliveryError when no row was taken, or when the batch is to be sent again whole
 */
export async function sendRows(
  batch: Batch,
  { window, publish, gone, repeatable }: RowByRow,
): Promise<Receipt> {
  const outcomes: Outcome[] = [];
  const rows = [...texts(batch)].entries();
  const sender = async (): Promise<void> => {
    for (const [place, row] of rows) outcomes[place] = await outcomeOf(publish(row, place));
  };
  const all = Promise.all(Array.from({ length: Math.min(window, batch.count) }, sender));
  const fate = await outcomeOf(Promise.race([all, gone]));
  const lost = unanswered(fate, outcomes);
  const filled = Array.from({ length: batch.count }, (_, place) => {
    const outcome = outcomes[place] ?? fate;
    return outcome === fate ? lost : outcome;
  });
  return receiptOf(batch, filled, repeatable);
}

/** @throws what is no DeliveryError */
async function outcomeOf(promise: Promise<unknown>): Promise<Outcome> {
  try {
    await promise;
    return 'taken';
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    throw error;
  }
}

/**
 * What became of the rows without an answer of their own when the connection ended. Some of them may have been stored: surely so where it
 * was the network's or the broker's end; where it was a refusal, only if the broker took others before.
 */
function unanswered(fate: Outcome, outcomes: readonly Outcome[]): Outcome {
  if (fate === 'taken') return fate;
  const refuses = ['auth', 'not-found', 'rejected', 'too-large'].includes(fate.kind);
  return refuses && !outcomes.includes('taken') ? fate : asUncertain(fate);
}
