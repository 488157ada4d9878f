import type { Receipt } from '../destinations/destination.ts';
import { DeliveryError, revised } from '../destinations/error.ts';
import { select, type Batch } from '@catbird/engine';
import type { OutcomeReason, RowsOutcome, RunOptions } from './options.ts';

/** The error for rows that a service quarantined or rejected in a request it accepted; undefined if there are none. */
export function partialFailure(
  receipt: Receipt,
  rows: number,
  { onFailure, optionNames }: Pick<RunOptions, 'onFailure' | 'optionNames'>,
): DeliveryError | undefined {
  const { quarantined, rejected, refusal } = receipt;
  if (quarantined + rejected === 0) return undefined;
  const continueHint = `To count such events and continue: ${toContinue(optionNames)}.`;
  const hint = refusal?.hint ?? 'Check that the schema matches what the service stores.';
  return new DeliveryError(refusal?.kind ?? 'rejected', messageOf(receipt, rows), {
    ...detailsOf(receipt),
    hint: onFailure === 'continue' ? hint : `${hint} ${continueHint}`,
    cause: refusal,
  });
}

/** The error for a request that was rejected as a whole. If only some of its rows were the cause, its hint tells what became of the others. */
export function wholeFailure(
  error: DeliveryError,
  rows: number,
  { onFailure, optionNames }: Pick<RunOptions, 'onFailure' | 'optionNames'>,
): DeliveryError {
  if (!error.divisible || rows === 1 || onFailure === 'continue') return error;
  const others = `None of the ${rows.toLocaleString('en')} events of this request were stored. To reject only the bad ones and continue: ${toContinue(optionNames)}.`;
  const hint = error.hint === undefined ? others : `${error.hint} ${others}`;
  return revised(error, { hint, divisible: false });
}

const toContinue = (names: RunOptions['optionNames']): string =>
  names?.continueOnFailure ?? 'onFailure "continue"';

function messageOf({ quarantined, rejected, refusal }: Receipt, rows: number): string {
  const counts = [
    ...(quarantined > 0 ? [`quarantined ${quarantined.toLocaleString('en')}`] : []),
    ...(rejected > 0 ? [`rejected ${rejected.toLocaleString('en')}`] : []),
  ];
  const events = `${rows.toLocaleString('en')} ${rows === 1 ? 'event' : 'events'}`;
  const reason = refusal === undefined ? '' : `: ${refusal.message}`;
  return `The service ${counts.join(' and ')} of ${events}${reason}`;
}

/** Status, code and words of the refusal, or those of the whole response. */
const detailsOf = ({ refusal, status, answer }: Receipt) => ({
  status: refusal?.status ?? status,
  code: refusal?.code,
  detail: refusal?.detail ?? answer,
});

/**
 * Reports what a receipt says about the rows of a batch, but for those that may be sent again.
 *
 * @param before `uncertain`: whether an earlier attempt may have stored the rows, so that rejected ones count as failed
 */
export function reportOutcome(
  batch: Batch,
  receipt: Receipt,
  before: Omit<OutcomeReason, 'error'>,
  { onOutcome }: Pick<RunOptions, 'onOutcome'>,
): void {
  if (onOutcome === undefined) return;
  const { retryable, unconfirmed, refusal, rejectedPlaces: refused = [] } = receipt;
  const lost = unconfirmed?.places ?? [];
  const others = new Set([...(retryable?.rows ?? []), ...lost, ...refused]);
  const settled = others.size === 0 ? batch : without(batch, others);
  const rest = { ...receipt, rejected: receipt.rejected - refused.length };
  if (settled.count > 0) onOutcome(settled, ...settledOutcome(settled, rest, before));
  if (refused.length > 0)
    onOutcome(select(batch, refused), rejectedOutcome(before.uncertain), { ...before, error: refusal });
  if (lost.length > 0)
    onOutcome(select(batch, lost), 'failed', { ...before, error: unconfirmed?.error, uncertain: true });
}

/** What became of rows for which a receipt has only numbers, and why. */
function settledOutcome(
  { count }: Batch,
  receipt: Receipt,
  before: Omit<OutcomeReason, 'error'>,
): [RowsOutcome, OutcomeReason] {
  const { unconfirmed } = receipt;
  if (unconfirmed !== undefined && unconfirmed.places === undefined) {
    const reason = { ...before, error: unconfirmed.error, uncertain: true };
    return [unconfirmed.rows === count ? 'failed' : 'mixed', reason];
  }
  const outcome = outcomeOf(count, receipt, before.uncertain);
  if (outcome === 'accepted') return [outcome, before];
  return [outcome, { ...before, error: partialFailure(receipt, count, { onFailure: 'continue' }) }];
}

function outcomeOf(
  count: number,
  { accepted, quarantined, rejected }: Receipt,
  uncertain: boolean,
): RowsOutcome {
  if (accepted === count) return 'accepted';
  if (quarantined === count) return 'quarantined';
  return rejected === count ? rejectedOutcome(uncertain) : 'mixed';
}

const rejectedOutcome = (uncertain: boolean): RowsOutcome => (uncertain ? 'failed' : 'rejected');

const without = (batch: Batch, places: ReadonlySet<number>): Batch =>
  select(
    batch,
    Array.from({ length: batch.count }, (_, place) => place).filter((place) => !places.has(place)),
  );
