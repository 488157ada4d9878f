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
  const { kind, message, status, code, detail, cause } = error;
  const others = `None of the ${rows.toLocaleString('en')} events of this request were stored. To reject only the bad ones and continue: ${toContinue(optionNames)}.`;
  const hint = error.hint === undefined ? others : `${error.hint} ${others}`;
  return new DeliveryError(kind, message, { status, code, detail, hint, cause });
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
