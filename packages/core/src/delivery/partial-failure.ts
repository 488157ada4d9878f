import type { Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import type { RunOptions } from './options.ts';

/** The error for rows that a service quarantined or rejected in a request it accepted; undefined if there are none. */
export function partialFailure(
  receipt: Receipt,
  rows: number,
  { onFailure, optionNames }: Pick<RunOptions, 'onFailure' | 'optionNames'>,
): DeliveryError | undefined {
  const { quarantined, rejected, refusal } = receipt;
  if (quarantined + rejected === 0) return undefined;
  const continueHint = `To count such events and continue: ${optionNames?.continueOnFailure ?? 'onFailure "continue"'}.`;
  const hint = refusal?.hint ?? 'Check that the schema matches what the service stores.';
  return new DeliveryError(refusal?.kind ?? 'rejected', messageOf(receipt, rows), {
    ...detailsOf(receipt),
    hint: onFailure === 'continue' ? hint : `${hint} ${continueHint}`,
    cause: refusal,
  });
}

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
