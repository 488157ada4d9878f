import { newBatchSize, type BatchSize } from './batch-size.ts';
import { newBreaker, type Breaker } from './breaker.ts';
import { DEFAULT_IN_FLIGHT, newConcurrencyLimit, type ConcurrencyLimit } from './concurrency.ts';
import { newCondition, type Condition } from './condition.ts';
import type { RunOptions } from './options.ts';
import type { PendingBatch } from './pending-batch.ts';
import { newRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { RETRY_DEFAULTS, type RetryOptions } from './retry.ts';
import type { Shutdown } from './shutdown.ts';
import { newSizeRejections, type SizeRejections } from './size-rejections.ts';
import { newTally, type Tally } from './tally.ts';

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
