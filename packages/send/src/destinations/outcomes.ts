import { byteLength, type Batch } from '@catbird/engine';
import type { Receipt } from './destination.ts';
import { asUncertain, type DeliveryError, type DeliveryErrorKind } from './error.ts';

/** The outcome of one row: taken, or why not. */
export type Outcome = 'taken' | DeliveryError;

/** The same, or that the service did not read the row because it stopped at one before. */
export type OutcomeOrUnread = Outcome | 'unread';

interface Failure {
  /** Place of the row in the batch. */
  readonly place: number;
  readonly error: DeliveryError;
}

/** Failures by how to handle them. */
interface Failures {
  readonly retryable: readonly Failure[];
  /** Not retryable, and possibly stored. */
  readonly unconfirmed: readonly Failure[];
  readonly rejected: readonly Failure[];
}

const RETRYABLE: readonly DeliveryErrorKind[] = ['rate-limited', 'unavailable', 'network', 'timeout'];

/**
 * The outcomes of a request's rows, if the response may not tell all of them. The others get the error that `unconfirmed` makes from
 * the number of known outcomes.
 */
export function outcomesOf(
  known: readonly (Outcome | undefined)[],
  rows: number,
  unconfirmed: (confirmed: number) => DeliveryError,
): Outcome[] {
  const confirmed = known.filter((outcome) => outcome !== undefined);
  if (confirmed.length === rows) return confirmed;
  const error = unconfirmed(confirmed.length);
  return Array.from({ length: rows }, (_, place) => known[place] ?? error);
}

/**
 * The receipt for the outcomes of all rows.
 *
 * @param repeatable whether the service deduplicates rows: then all rows are sent again if some must be
 * @throws DeliveryError if no row was taken, all for reasons of one kind, or if the whole batch must be sent again
 */
export function receiptOf(batch: Batch, outcomes: readonly OutcomeOrUnread[], repeatable = false): Receipt {
  const failures = failuresOf(outcomes);
  const { retryable, unconfirmed, rejected } = failures;
  const unread = outcomes.flatMap((outcome, place) => (outcome === 'unread' ? [place] : []));
  const again = [...placesOf(retryable), ...unread].sort((a, b) => a - b);
  const count = again.length + unconfirmed.length + rejected.length;
  throwIfWhole(failures, batch.count);
  const retryError = commonError(retryable);
  // The rows that were taken are sent again, too.
  if (retryError !== undefined && repeatable)
    throw count < outcomes.length || unconfirmed.length > 0 ? asUncertain(retryError) : retryError;
  const [firstUnconfirmed] = unconfirmed;
  const [firstRejected] = rejected;
  return {
    accepted: outcomes.length - count,
    quarantined: 0,
    rejected: rejected.length,
    bytes: byteLength(batch),
    ...(again.length > 0 && { retryable: { rows: again, error: retryError ?? 'unread' } }),
    ...(firstUnconfirmed && {
      unconfirmed: {
        rows: unconfirmed.length,
        places: placesOf(unconfirmed),
        error: firstUnconfirmed.error,
      },
    }),
    ...(firstRejected && { rejectedPlaces: placesOf(rejected), refusal: firstRejected.error }),
  };
}

function failuresOf(outcomes: readonly OutcomeOrUnread[]): Failures {
  const failures = outcomes.flatMap((error, place) =>
    error === 'taken' || error === 'unread' ? [] : [{ place, error }],
  );
  const final = failures.filter(({ error }) => !RETRYABLE.includes(error.kind));
  return {
    retryable: failures.filter(({ error }) => RETRYABLE.includes(error.kind)),
    unconfirmed: final.filter(({ error }) => error.uncertain),
    rejected: final.filter(({ error }) => !error.uncertain),
  };
}

/** @throws the error of all rows, if they failed the same way */
function throwIfWhole({ retryable, unconfirmed, rejected }: Failures, rows: number): void {
  const retryError = commonError(retryable);
  if (retryError !== undefined && retryable.length === rows) throw retryError;
  const [firstUnconfirmed] = unconfirmed;
  if (firstUnconfirmed !== undefined && unconfirmed.length === rows) throw firstUnconfirmed.error;
  const [firstRejected] = rejected;
  // The service judged each row by itself, so smaller requests would not help against "too large".
  if (firstRejected !== undefined && rejected.length === rows && firstRejected.error.kind !== 'too-large')
    throw firstRejected.error;
}

const placesOf = (failures: readonly Failure[]): number[] => failures.map(({ place }) => place);

/** One error for rows that are retried together: a rate limit if there is one, and uncertain if any row is. */
function commonError(failures: readonly Failure[]): DeliveryError | undefined {
  const errors = failures.map(({ error }) => error);
  const error = errors.find(({ kind }) => kind === 'rate-limited') ?? errors[0];
  return error !== undefined && errors.some(({ uncertain }) => uncertain) ? asUncertain(error) : error;
}
