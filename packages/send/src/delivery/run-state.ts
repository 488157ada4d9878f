import type { DeliveryError } from '../destinations/error.ts';
import type { Batch } from '@catbird/engine';
import {
  newBatchSize,
  type BatchSize,
  newBreaker,
  type Breaker,
  DEFAULT_IN_FLIGHT,
  newConcurrencyLimit,
  newRateLimiter,
  type ConcurrencyLimit,
  type RateLimiter,
} from './limiters.ts';
import type { RunOptions } from './options.ts';
import { RETRY_DEFAULTS, type RetryOptions } from './retry.ts';
import type { Shutdown } from './shutdown.ts';
import { newCondition, type Condition } from './signals.ts';
import { newSizeRejections, type SizeRejections } from './too-large.ts';
import { newTally, type Tally } from './tally.ts';

/** A batch being delivered, and its attempts so far. */
export interface PendingBatch {
  batch: Batch;
  /** Request id, as `SendOptions` describes it. */
  id: string;
  /** Number of the current attempt, from 1. */
  attempt: number;
  /** Requests that its rows were in before, with others. */
  earlierAttempts: number;
  /** Why the latest request failed. Undefined: none did. */
  error: DeliveryError | undefined;
  /** Earliest time of the next request. */
  notBeforeMs: number;
  /** Time of the first failure, which starts the retry window; undefined before it. */
  failedMs: number | undefined;
  lastFailedMs: number;
  /** Whether an earlier attempt may have stored the rows. */
  uncertain: boolean;
  /** Whether the buffer can be reused: no abandoned request may still be reading it. */
  isFree: boolean;
  /** Codes of rejections that were reported. Halves share them, so that a batch of bad rows does not report each of them. */
  readonly reported: Set<string | undefined>;
  /** Duration of the latest request, in milliseconds. */
  latencyMs: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ID_LENGTH = 12;

/** A request id, as `SendOptions` describes it. */
export function newId(random: () => number): string {
  let id = '';
  while (id.length < ID_LENGTH) id += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return id;
}

/** Requests that the rows of a batch were in, the current one included. */
export const attemptsOf = ({ earlierAttempts, attempt }: PendingBatch): number => earlierAttempts + attempt;

/** @param whole the larger batch that the rows were sent in before */
export const newPendingBatch = (
  batch: Batch,
  { clock, random }: RunOptions,
  whole?: PendingBatch,
): PendingBatch => ({
  batch,
  id: newId(random),
  attempt: 1,
  earlierAttempts: whole === undefined ? 0 : attemptsOf(whole),
  error: whole?.error,
  notBeforeMs: clock.now(),
  failedMs: undefined,
  lastFailedMs: -Infinity,
  uncertain: whole?.uncertain ?? false,
  isFree: true,
  reported: whole?.reported ?? new Set(),
  latencyMs: 0,
});

/** The state that all batches of a run share. */
export interface RunState {
  readonly options: RunOptions;
  readonly retry: Required<RetryOptions>;
  readonly tally: Tally;
  readonly concurrency: ConcurrencyLimit;
  readonly breaker: Breaker;
  readonly rateLimiter: RateLimiter;
  readonly sizeRejections: SizeRejections;
  readonly batchSize: BatchSize;
  readonly shutdown: Shutdown;
  /** Batches waiting to be sent, in order of arrival. */
  readonly queue: Set<PendingBatch>;
  /** Batches that failed and are being retried. */
  readonly failing: Set<PendingBatch>;
  /** Notified when waiting batches should check again whether they may be sent. */
  readonly changed: Condition;
  /** No request before this time, as the service asked to wait. */
  holdUntilMs: number;
  /** When rows were last accepted. */
  acceptedMs: number;
  /** Rows of the past that were lost before the first later row was made. */
  lostOfPast: number | undefined;
}

/** @param changed also to be notified when the shutdown begins */
export function newRunState(
  options: RunOptions,
  shutdown: Shutdown,
  changed: Condition = newCondition(),
): RunState {
  const { limits, clock } = options;
  return {
    options,
    retry: { ...RETRY_DEFAULTS, ...options.retry },
    tally: newTally(),
    concurrency: newConcurrencyLimit(limits.inFlight ?? DEFAULT_IN_FLIGHT),
    breaker: newBreaker(() => changed.notifyAll()),
    rateLimiter: newRateLimiter(limits.requestsPerSecond),
    sizeRejections: newSizeRejections(),
    batchSize: newBatchSize(limits.growsTo),
    shutdown,
    queue: new Set(),
    failing: new Set(),
    changed,
    holdUntilMs: clock.now(),
    acceptedMs: -Infinity,
    lostOfPast: undefined,
  };
}
