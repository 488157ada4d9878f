import type { Issue, Timeline } from '@catbird/engine';
import type { RunOptions } from '@catbird/send';
import type { StreamPlan } from '../plan.ts';
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
 * @param plan whether rows are changes, which must not overtake one another, and the time zone
 */
export function limitsOf(
  limits: Limits,
  { inFlight, batchRows, batchBytes, linger }: StreamKeys,
  { isOrdered, toLocal }: Pick<StreamPlan, 'isOrdered' | 'toLocal'>,
): Limits {
  const { rows, fullBytes = limits.bytes, aligned = false, divisionOf } = limits;
  return {
    ...limits,
    ...(isOrdered ? { inFlight: 1 } : inFlight !== undefined && { inFlight }),
    ...(batchRows !== undefined && { rows: Math.min(rows, batchRows) }),
    ...(batchBytes !== undefined && { fullBytes: Math.min(fullBytes, batchBytes) }),
    ...(divisionOf && toLocal && { divisionOf: (ms) => divisionOf(toLocal(ms)) }),
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

/** A limit in rows, and whether it follows from a duration. */
interface ExactLimit {
  /** −1: no limit. */
  readonly limit: number;
  readonly byDuration: boolean;
}

/** Digits of a double without its rounding error: 1.1 × 10 is 11. */
const DIGITS = 15;

/**
 * The exact number of rows of a duration at a rate: 10 s at 100 rows/s are 1,000 rows. With a limit, the smaller one applies.
 *
 * @param most rows that the schema has
 */
export function exactLimit(
  { limit: given = -1, duration }: Pick<StreamKeys, 'limit' | 'duration'>,
  perSecond: number,
  most: number = Infinity,
): ExactLimit {
  const limit = Number.isFinite(most) && (given < 0 || given > most) ? most : given;
  if (duration === undefined || !Number.isFinite(perSecond)) return { limit, byDuration: false };
  const rows = Math.ceil(Number(((perSecond * duration) / 1000).toPrecision(DIGITS)));
  return limit >= 0 && limit <= rows ? { limit, byDuration: false } : { limit: rows, byDuration: true };
}

/** What is done of a stream whose rate changed. */
interface Spent {
  /** How much of the duration, in milliseconds. Undefined: the rate did not change, so the rows tell. */
  readonly spentMs: number | undefined;
  readonly rows: number;
}

/**
 * The duration of a stream at a rate, over all its starts: as long as if the rows that are done had been sent at this rate, so that
 * `exactLimit` has those that are left.
 */
export const durationAtRate = (
  duration: number | undefined,
  perSecond: number,
  { spentMs, rows }: Spent,
): number | undefined =>
  duration === undefined || spentMs === undefined
    ? duration
    : Math.max(0, duration - spentMs) + (rows * 1000) / perSecond;

/** How many positions of a stream with computed event times come before its end; −1: no end, or no end of rows. */
export function rowsBefore(
  toMs: number | null,
  { before }: Pick<Timeline, 'before'>,
  dueBefore: (rows: number) => number,
): number {
  const rows = before(toMs ?? Infinity);
  return Number.isFinite(rows) ? dueBefore(rows) : -1;
}

/** The smaller of two limits; −1 is none. */
export const smaller = (one: number, other: number): number =>
  one < 0 || other < 0 ? Math.max(one, other) : Math.min(one, other);
