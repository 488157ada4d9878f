import type { Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import type { RunOptions } from './options.ts';

/** The error for rows that a service set aside or refused in a request that it took; undefined when there are none. */
export function lossOf(
  { quarantined, rejected, refusal, answer, status }: Receipt,
  rows: number,
  { onFailure, optionNames }: Pick<RunOptions, 'onFailure' | 'optionNames'>,
): DeliveryError | undefined {
  const counts = [
    ...(quarantined > 0 ? [`quarantined ${quarantined.toLocaleString('en')}`] : []),
    ...(rejected > 0 ? [`rejected ${rejected.toLocaleString('en')}`] : []),
  ];
  if (counts.length === 0) return undefined;
  const of = `${rows.toLocaleString('en')} ${rows === 1 ? 'event' : 'events'}`;
  const words = refusal === undefined ? '' : `: ${refusal.message}`;
  const continueOnFailure = optionNames?.continueOnFailure ?? 'onFailure "continue"';
  const hints = [
    refusal?.hint ?? 'Check that the schema fits what the service stores.',
    ...(onFailure === 'continue' ? [] : [`To count such events and go on: ${continueOnFailure}.`]),
  ];
  return new DeliveryError(
    refusal?.kind ?? 'rejected',
    `The service ${counts.join(' and ')} of ${of}${words}`,
    {
      status: refusal?.status ?? status,
      code: refusal?.code,
      detail: refusal?.detail ?? answer,
      hint: hints.join(' '),
      cause: refusal,
    },
  );
}
