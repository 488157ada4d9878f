import { records, type Batch } from '@catbird/engine';
import { asUncertain, DeliveryError, receiptOf, type Outcome, type Receipt } from '@catbird/send';

/** How to send rows one by one. */
interface RowByRow {
  /** Maximum unacknowledged rows. */
  readonly window: number;
  /** @throws DeliveryError */
  readonly publish: (row: Buffer, place: number) => Promise<void>;
  /** Rejects with a DeliveryError when no more responses will come. */
  readonly gone: Promise<never>;
  /** The service detects duplicates, so the whole batch is retried if some rows must be. Default false. */
  readonly repeatable?: boolean;
}

/**
 * Sends the rows of a batch to a service that acknowledges each of them.
 *
 * @throws DeliveryError if no row was accepted, or the whole batch must be retried
 */
export async function sendRows(
  batch: Batch,
  { window, publish, gone, repeatable }: RowByRow,
): Promise<Receipt> {
  const outcomes: Outcome[] = [];
  const rows = Array.from(records(batch), (row) => Buffer.from(row)).entries();
  const sender = async (): Promise<void> => {
    for (const [place, row] of rows) outcomes[place] = await outcomeOf(publish(row, place));
  };
  const all = Promise.all(Array.from({ length: Math.min(window, batch.count) }, sender));
  const ending = await outcomeOf(Promise.race([all, gone]));
  const lost = unacknowledged(ending, outcomes);
  const filled = Array.from({ length: batch.count }, (_, place) => {
    const outcome = outcomes[place] ?? ending;
    return outcome === ending ? lost : outcome;
  });
  return receiptOf(batch, filled, repeatable);
}

/** @throws any error that is not a DeliveryError */
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
 * The outcome of rows that were unacknowledged when the connection ended. They may have been stored; but if a rejection ended it, only if
 * the broker accepted other rows before.
 */
function unacknowledged(ending: Outcome, outcomes: readonly Outcome[]): Outcome {
  if (ending === 'taken') return ending;
  const isRejection = ['auth', 'not-found', 'rejected', 'too-large'].includes(ending.kind);
  return isRejection && !outcomes.includes('taken') ? ending : asUncertain(ending);
}
