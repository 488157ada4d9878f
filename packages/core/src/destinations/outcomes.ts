import { byteLength, type Batch } from '../rows/batch.ts';
import type { Receipt } from './destination.ts';
import { asUncertain, type DeliveryError, type DeliveryErrorKind } from './error.ts';

/** What became of one row: taken, or why not. */
export type Outcome = 'taken' | DeliveryError;

interface Failure {
  /** Of the row, in the batch. */
  readonly place: number;
  readonly error: DeliveryError;
}

const LATER: readonly DeliveryErrorKind[] = ['rate-limited', 'unavailable', 'network', 'timeout'];

/**
 * The outcomes of a request's rows, where an answer may not tell all of them: those are given the error that `doubt` makes of the
 * number of the others.
 */
export function outcomesOf(
  told: readonly (Outcome | undefined)[],
  rows: number,
  doubt: (confirmed: number) => DeliveryError,
): Outcome[] {
  const confirmed = told.filter((outcome) => outcome !== undefined).length;
  if (confirmed === rows) return told.filter((outcome) => outcome !== undefined);
  const error = doubt(confirmed);
  return Array.from({ length: rows }, (_, place) => told[place] ?? error);
}

/**
 * A receipt that says what became of each row.
 *
 * @param repeatable the service recognises a row that comes again: then all rows go again where some must
 * @throws DeliveryError when no row was taken, all for reasons of one kind, or when the batch is to be sent again whole
 */
export function receiptOf(batch: Batch, outcomes: readonly Outcome[], repeatable = false): Receipt {
  const failures = outcomes.flatMap((error, place) => (error === 'taken' ? [] : [{ place, error }]));
  const later = failures.filter(({ error }) => LATER.includes(error.kind));
  const never = failures.filter(({ error }) => !LATER.includes(error.kind));
  const allLost = never.filter(({ error }) => error.uncertain);
  const [lost] = allLost;
  const [refused, ...moreRefused] = never.filter(({ error }) => !error.uncertain);
  const again = reasonOf(later);
  if (again !== undefined && later.length === batch.count) throw again;
  if (again !== undefined && repeatable) {
    // Rows that were taken go again, too.
    const isPartly = failures.length < outcomes.length || lost !== undefined;
    throw isPartly ? asUncertain(again) : again;
  }
  if (lost !== undefined && allLost.length === batch.count) throw lost.error;
  // Each row was judged alone: smaller requests do not help against "too large".
  if (refused !== undefined && moreRefused.length + 1 === batch.count && refused.error.kind !== 'too-large')
    throw refused.error;
  return {
    accepted: outcomes.length - failures.length,
    quarantined: 0,
    rejected: refused === undefined ? 0 : moreRefused.length + 1,
    bytes: byteLength(batch),
    ...(again === undefined ? {} : { retryable: { rows: later.map(({ place }) => place), error: again } }),
    ...(lost === undefined
      ? {}
      : {
          unconfirmed: {
            rows: allLost.length,
            places: allLost.map(({ place }) => place),
            error: lost.error,
          },
        }),
    ...(refused === undefined ? {} : { refusal: refused.error }),
  };
}

/** One error for rows that go again together: one that asks for fewer requests, if any, and uncertain as soon as one row is. */
function reasonOf(failures: readonly Failure[]): DeliveryError | undefined {
  const errors = failures.map(({ error }) => error);
  const reason = errors.find(({ kind }) => kind === 'rate-limited') ?? errors[0];
  return reason !== undefined && errors.some(({ uncertain }) => uncertain) ? asUncertain(reason) : reason;
}
