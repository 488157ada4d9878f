import type { Issue } from '@catbird/engine';
import type { RunOptions } from '@catbird/send';
import type { StreamKeys } from './keys.ts';
import type { ConfigStream } from './spec.ts';

/** Why each of these cannot be used for a stream of changes. */
const WHY = {
  onFailure: 'the changes after a failed one would be applied to a row that does not exist or is outdated',
  whenBehind: 'a dropped change would be missing from the table',
  inFlight: 'a later change of a row could overtake an earlier one',
};

/** Options that do not fit a stream whose rows are changes, which must arrive in order. @param field the name of the field that tells the changes */
export function orderIssues(
  { options, optionOf }: Pick<ConfigStream, 'options' | 'optionOf'>,
  field: string,
): readonly Issue[] {
  const { onFailure, whenBehind, inFlight = 1 } = options;
  const misfit = (option: keyof typeof WHY, value: string, instead: string): Issue => ({
    message: `${optionOf(option)} ${value} does not fit the changes in ${field}: ${WHY[option]}. ${instead}`,
  });
  return [
    ...(onFailure === 'continue'
      ? [
          misfit(
            'onFailure',
            'continue',
            'Remove it; a stream that is resumed from its state sends again from the failed change',
          ),
        ]
      : []),
    ...(whenBehind === 'drop' ? [misfit('whenBehind', 'drop', 'Remove it')] : []),
    ...(inFlight > 1
      ? [misfit('inFlight', String(inFlight), 'Remove it: changes are sent one request at a time')]
      : []),
  ];
}

type Limits = RunOptions['limits'];

/**
 * The limits of a stream's requests: those of its destination, as far as the stream does not lower them.
 *
 * @param isOrdered whether rows are changes, which must not overtake one another
 */
export function limitsOf(
  limits: Limits,
  { inFlight, batchRows, batchBytes, linger }: StreamKeys,
  isOrdered: boolean,
): Limits {
  const { rows, fullBytes = limits.bytes, aligned = false } = limits;
  return {
    ...limits,
    ...(isOrdered ? { inFlight: 1 } : inFlight !== undefined && { inFlight }),
    ...(batchRows !== undefined && { rows: Math.min(rows, batchRows) }),
    ...(batchBytes !== undefined && { fullBytes: Math.min(fullBytes, batchBytes) }),
    // Where requests begin must not depend on time.
    ...(linger !== undefined && !aligned && { waitMs: linger }),
  };
}

/** How a stream is delivered, as options of a run. */
export const deliveryOf = ({
  grace,
  onFailure = 'stop',
  whenBehind = 'delay',
  attempts,
  retryFor,
  timeout,
}: StreamKeys): Pick<RunOptions, 'graceMs' | 'retry' | 'onFailure' | 'whenBehind'> => ({
  ...(grace === undefined ? {} : { graceMs: grace }),
  retry: {
    ...(attempts === undefined ? {} : { attempts }),
    ...(retryFor === undefined ? {} : { windowMs: retryFor }),
    ...(timeout === undefined ? {} : { requestMs: timeout }),
  },
  onFailure,
  whenBehind,
});
