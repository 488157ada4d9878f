import type { DeliveryError, DeliveryErrorKind } from '../destinations/error.ts';

/** When and how often a failed request is tried again. */
export interface RetryOptions {
  /** Attempts at the same rows, the first included; at least 1. Default `Infinity`: as many as `windowMs` allows. */
  readonly attempts?: number;
  /** First delay for transient failures in milliseconds, doubled each time. Default 50; after throttling the first is `throttleBaseMs`. */
  readonly baseMs?: number;
  /** First delay after throttling, in milliseconds. Default 1000. */
  readonly throttleBaseMs?: number;
  /** Longest own delay, in milliseconds. Default 5,000. */
  readonly capMs?: number;
  /** The retry window: how long the same rows are tried again after their first failure, in milliseconds. Default 30,000. */
  readonly windowMs?: number;
  /** The window while the run has had no row accepted, where that is shorter: a wrong address shows soon. Default `Infinity`. */
  readonly startWindowMs?: number;
  /** Request timeout, in milliseconds. Default 10,000. */
  readonly requestMs?: number;
}

/** The retry settings of a run when none are given: a restart of the service is survived. First delays as in the AWS SDKs' standard mode (https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html). */
export const RETRY_DEFAULTS: Required<RetryOptions> = {
  attempts: Infinity,
  baseMs: 50,
  throttleBaseMs: 1000,
  capMs: 5000,
  windowMs: 30_000,
  startWindowMs: Infinity,
  requestMs: 10_000,
};

/**
 * What follows from a failed request: `retry` the same rows (`throttled`: and slow down), `split` them into smaller requests,
 * give up this `batch`, or end the `run`, since every other request would fail alike.
 */
export type FailureClass = 'retry' | 'throttled' | 'split' | 'batch' | 'run';

const CLASSES: Readonly<Record<DeliveryErrorKind, FailureClass>> = {
  auth: 'run',
  'not-found': 'run',
  rejected: 'batch',
  'too-large': 'split',
  'rate-limited': 'throttled',
  unavailable: 'retry',
  // It may have been taken: sent again it would be there twice.
  unconfirmed: 'batch',
  network: 'retry',
  timeout: 'retry',
};

/** A host that does not exist: no retry brings it into being. https://nodejs.org/api/errors.html#common-system-errors */
const UNKNOWN_HOST = 'ENOTFOUND';

/** The class of an error, whichever destination it came from. */
export const classOf = ({ kind, code }: DeliveryError): FailureClass =>
  kind === 'network' && code === UNKNOWN_HOST ? 'run' : CLASSES[kind];

/** Longest wait that a service may ask for, in milliseconds. */
const LONGEST_WISH_MS = 60_000;

/**
 * Milliseconds to wait before attempt `attempt + 1`: full jitter, `random × min(cap, base × 2^(attempt − 1))`, or the service's own wish
 * where that is longer: one that asks for no time at all, or for a time that is past, is not flooded.
 *
 * @param attempt attempts made so far, from 1
 * @param random in [0, 1)
 */
export function delayBefore(
  error: DeliveryError,
  attempt: number,
  options: Required<RetryOptions>,
  random: number,
): number {
  const base = classOf(error) === 'throttled' ? options.throttleBaseMs : options.baseMs;
  return Math.max(wishMs(error), random * Math.min(options.capMs, base * 2 ** (attempt - 1)));
}

/** Milliseconds that the service asks to be left alone, clamped to 60 s; 0 where it does not say. */
export const wishMs = ({ retryAfterMs = 0 }: DeliveryError): number =>
  Math.min(LONGEST_WISH_MS, Math.max(0, retryAfterMs));
