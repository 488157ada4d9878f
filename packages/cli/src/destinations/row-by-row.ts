import { byteLength, texts, type Batch } from '@catbird/core';
import { DeliveryError, type DeliveryErrorKind, type Receipt } from '@catbird/core/destinations';

/** What became of one row: taken, or why not. */
export type Outcome = 'taken' | DeliveryError;

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
  const filled = Array.from({ length: batch.count }, (_, place) => outcomes[place] ?? fate);
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

const LATER: readonly DeliveryErrorKind[] = ['rate-limited', 'unavailable', 'network', 'timeout'];

/**
 * A receipt that says what became of each row.
 *
 * @throws DeliveryError when no row was taken and all may be another time, or when the batch is to be sent again whole
 */
export function receiptOf(batch: Batch, outcomes: readonly Outcome[], repeatable = false): Receipt {
  const later = outcomes.flatMap((outcome, place) =>
    outcome !== 'taken' && LATER.includes(outcome.kind) ? [{ place, error: outcome }] : [],
  );
  const refused = outcomes.filter((outcome) => outcome !== 'taken' && !LATER.includes(outcome.kind));
  const [laterFirst] = later;
  const [refusal] = refused;
  if (laterFirst !== undefined && (repeatable || later.length === batch.count)) throw laterFirst.error;
  if (refusal instanceof DeliveryError && refused.length === batch.count && refusal.kind !== 'too-large')
    throw refusal;
  return {
    accepted: batch.count - later.length - refused.length,
    quarantined: 0,
    rejected: refused.length,
    bytes: byteLength(batch),
    ...(laterFirst === undefined
      ? {}
      : { again: { rows: later.map(({ place }) => place), error: laterFirst.error } }),
    ...(refusal instanceof DeliveryError ? { refusal } : {}),
  };
}
