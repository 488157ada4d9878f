import type { Receipt } from '../destinations/destination.ts';
import type { DeliveryError } from '../destinations/error.ts';
import { select, slice, type Batch } from '@catbird/engine';
import type { RequestMark } from './options.ts';
import { partialFailure, reportOutcome, wholeFailure } from './outcome.ts';
import { isDropped, isSendable, partsOf } from './batch-parts.ts';
import { attemptsOf, newId, newPendingBatch, type PendingBatch, type RunState } from './run-state.ts';
import { request } from './request.ts';
import { classOf, type FailureClass } from './retry.ts';
import { retryDeadlineMs, scheduleRetry, waitToSend } from './send-queue.ts';
import { rejectRow } from './too-large.ts';

/** Minimum timeout of a last attempt, in milliseconds, even if the retry window is nearly over. */
const MIN_TIMEOUT_MS = 1000;

/**
 * Delivers a batch: sends it, retries it where that may help, and splits it if it is too large. Rows that cannot be sent together are
 * delivered one part after the other. When this resolves, every row is counted.
 *
 * @returns whether the batch's buffer can be reused; it can't while an abandoned request may still be reading it
 */
export async function deliver(batch: Batch, state: RunState): Promise<boolean> {
  const parts = partsOf(batch, state.options.limits);
  if (parts === undefined) return deliverPart(batch, state);
  for (const part of parts) await deliverPart(part, state);
  // Parts are copies.
  return true;
}

/** Delivers rows that can be sent together. @param whole the larger batch that they were sent in before */
async function deliverPart(batch: Batch, state: RunState, whole?: PendingBatch): Promise<boolean> {
  const pending = newPendingBatch(batch, state.options, whole);
  // No request is made for rows that are dropped.
  let continues = isDropped(batch) || (await waitToSend(pending, state));
  while (continues) continues = await attempt(pending, state);
  state.failing.delete(pending);
  return pending.isFree;
}

/** Makes one request and counts its outcome. True if the rows, or some of them, must be sent again now. */
async function attempt(pending: PendingBatch, state: RunState): Promise<boolean> {
  const { options, retry, breaker, shutdown, tally } = state;
  const { clock, connection } = options;
  const sentMs = clock.now();
  const leftMs = Math.max(MIN_TIMEOUT_MS, retryDeadlineMs(pending, state) - sentMs);
  if (pending.attempt > 1) tally.retried();
  const outcome = await request(connection, pending.batch, {
    attempt: pending.attempt,
    id: pending.id,
    uncertain: pending.uncertain,
    timeoutMs: options.limits.noTimeout === true ? Infinity : Math.min(retry.requestMs, leftMs),
    stopping: shutdown.begun,
    abandon: shutdown.abandon,
    clock,
  });
  pending.latencyMs = clock.now() - sentMs;
  if (!isDropped(pending.batch)) breaker.ended();
  if (outcome.kind === 'aborted') {
    pending.isFree &&= !outcome.sent;
    mark('failed', pending, state);
    const uncertain = outcome.sent || pending.uncertain;
    tally.failed(pending.batch.count, uncertain);
    options.onOutcome?.(pending.batch, 'failed', {
      attempts: attemptsOf(pending),
      error: pending.error,
      uncertain,
    });
    return false;
  }
  if (outcome.kind === 'receipt') return handleReceipt(outcome.receipt, pending, state);
  pending.isFree &&= outcome.error.kind !== 'timeout';
  if (isSendable(pending.batch)) tally.requestFailed(outcome.error, pending.latencyMs);
  if (classOf(outcome.error) !== 'retry') breaker.answered();
  return handleError(outcome.error, pending, state);
}

const mark = (outcome: RequestMark['outcome'], { latencyMs }: PendingBatch, { options }: RunState): void =>
  options.onRequest?.({ ms: latencyMs, outcome });

/** Counts the rows of a receipt. True if the retryable ones must be sent again now. */
async function handleReceipt(receipt: Receipt, pending: PendingBatch, state: RunState): Promise<boolean> {
  const { breaker, sizeRejections, batchSize, options } = state;
  const { answer } = receipt;
  checkReceipt(receipt, pending.batch);
  if (isDropped(pending.batch)) {
    state.tally.droppedInFlight(pending.batch.count);
    options.onOutcome?.(pending.batch, 'dropped', { attempts: 0, uncertain: false });
    return false;
  }
  countReceipt(receipt, pending, state);
  breaker.answered();
  sizeRejections.accepted();
  batchSize.answered(pending.batch.count, pending.latencyMs);
  if (receipt.accepted > 0) state.acceptedMs = options.clock.now();
  options.onBatch?.(pending.batch, receipt);
  reportOutcome(
    pending.batch,
    receipt,
    { attempts: attemptsOf(pending), uncertain: pending.uncertain },
    options,
  );
  if (answer !== undefined) options.onAnswer?.(answer);
  reportLosses(receipt, pending.batch.count, state);
  return handleRest(receipt, pending, state);
}

/** Goes on with the rows of a batch that are not done. True if they must be sent again now. */
async function handleRest(
  { retryable, unconfirmed }: Receipt,
  pending: PendingBatch,
  state: RunState,
): Promise<boolean> {
  const { rows = [], error = 'unread' } = retryable ?? {};
  if (rows.length > 0) keepOnly(rows, pending, state);
  if (rows.length > 0 && error !== 'unread') {
    state.tally.noteError(error);
    return handleError(error, pending, state);
  }
  mark(unconfirmed === undefined ? 'accepted' : 'failed', pending, state);
  state.concurrency.accepted();
  state.rateLimiter.accepted(state.options.clock.now());
  return rows.length > 0 && sendUnread(pending, state);
}

/** Leaves out the rows of a batch that are done, which is progress: the retry window begins anew. */
function keepOnly(rows: readonly number[], pending: PendingBatch, { options }: RunState): void {
  if (rows.length < pending.batch.count) pending.failedMs = undefined;
  pending.batch = select(pending.batch, rows);
  // These rows were certainly not stored, so a service that deduplicates by id must not mistake them for others.
  pending.id = newId(options.random);
}

/** Sends rows that a request did not get to, so it was no attempt at them. True if they must be sent now. */
function sendUnread(pending: PendingBatch, state: RunState): Promise<boolean> {
  pending.earlierAttempts = attemptsOf(pending) - 1;
  pending.attempt = 1;
  pending.notBeforeMs = state.options.clock.now();
  state.failing.delete(pending);
  return waitToSend(pending, state);
}

/** @throws on a receipt whose rows do not add up, which is a bug of the destination */
function checkReceipt(
  { accepted, quarantined, rejected, dropped = 0, retryable, unconfirmed }: Receipt,
  batch: Batch,
): void {
  const rows = batch.count;
  const total =
    accepted + quarantined + rejected + dropped + (retryable?.rows.length ?? 0) + (unconfirmed?.rows ?? 0);
  if (total !== rows) throw new Error(`The receipt covers ${total} of ${rows} rows`);
  if (dropped !== (isDropped(batch) ? rows : 0))
    throw new Error(`The receipt says that ${dropped} rows are dropped`);
  // They would be sent for ever.
  if (retryable?.error === 'unread' && retryable.rows.length === rows)
    throw new Error('The receipt says that no row was read');
}

function countReceipt(receipt: Receipt, { uncertain, latencyMs }: PendingBatch, { tally }: RunState): void {
  // An earlier attempt may have stored the rejected rows, which may even be why they were rejected.
  const doubtful = (uncertain ? receipt.rejected : 0) + (receipt.unconfirmed?.rows ?? 0);
  tally.received(uncertain ? { ...receipt, rejected: 0 } : receipt, latencyMs);
  tally.failed(doubtful, true);
}

/** Reports the quarantined, rejected and unconfirmed rows of a receipt, which may end the run. */
function reportLosses(receipt: Receipt, rows: number, state: RunState): void {
  for (const error of [partialFailure(receipt, rows, state.options), receipt.unconfirmed?.error]) {
    if (error === undefined) continue;
    state.tally.noteError(error);
    reportFailure(error, state);
  }
}

/**
 * Retries rows that were not accepted, splits them, or counts them. Rows that others were rejected with are halved until the bad ones
 * are alone, unless the run ends anyway. True if they must be sent again now.
 */
async function handleError(error: DeliveryError, pending: PendingBatch, state: RunState): Promise<boolean> {
  pending.uncertain ||= error.uncertain;
  pending.error = error;
  state.failing.delete(pending);
  const failure = classOf(error);
  if (failure === 'split') return split(error, pending, state);
  if (error.divisible && pending.batch.count > 1 && state.options.onFailure === 'continue') {
    mark('retried', pending, state);
    await deliverHalves(pending, state);
    return false;
  }
  const next =
    failure === 'retry' || failure === 'throttled' ? scheduleRetry(error, pending, state) : { error };
  if (next === 'retry') return retry(error, pending, state);
  giveUp(next.error, failure, pending, state);
  return false;
}

/** Waits until the rows may be sent again. True if they must be now. */
async function retry(error: DeliveryError, pending: PendingBatch, state: RunState): Promise<boolean> {
  const { options, batchSize, tally } = state;
  mark('retried', pending, state);
  options.onOutcome?.(pending.batch, 'retried', {
    // The next attempt is scheduled already.
    attempts: attemptsOf(pending) - 1,
    error,
    uncertain: pending.uncertain,
  });
  options.onError?.(error, true);
  if (error.kind !== 'timeout' || !batchSize.hasGrown(pending.batch.count)) return waitToSend(pending, state);
  tally.retried();
  // Its halves are sent in place of the next attempt.
  pending.attempt--;
  await deliverHalves(pending, state);
  return false;
}

/** Counts rows that are not sent again. */
function giveUp(error: DeliveryError, failure: FailureClass, pending: PendingBatch, state: RunState): void {
  const { options, tally } = state;
  const { batch, uncertain, reported } = pending;
  mark('failed', pending, state);
  const isRejected = failure === 'batch' && !uncertain;
  if (isRejected) tally.rejected(batch.count);
  else tally.failed(batch.count, uncertain);
  options.onOutcome?.(batch, isRejected ? 'rejected' : 'failed', {
    attempts: attemptsOf(pending),
    error,
    uncertain,
  });
  tally.noteError(error);
  if (error.divisible && reported.has(error.code)) return;
  reported.add(error.code);
  reportFailure(isRejected ? wholeFailure(error, batch.count, options) : error, state);
}

/** Reports rows that failed or were rejected, which may end the run. */
function reportFailure(error: DeliveryError, { options, shutdown }: RunState): void {
  options.onError?.(error, false);
  if (classOf(error) === 'run' || options.onFailure !== 'continue') shutdown.fail(error);
}

/** Delivers a batch that was too large as two halves. A single row that is too large is rejected, and the run continues. */
async function split(error: DeliveryError, pending: PendingBatch, state: RunState): Promise<false> {
  const { batch, uncertain } = pending;
  if (batch.count === 1) {
    mark('failed', pending, state);
    rejectRow(batch, state, { cause: error, uncertain, attempts: attemptsOf(pending) });
    return false;
  }
  state.batchSize.tooLarge();
  mark('retried', pending, state);
  await deliverHalves(pending, state);
  return false;
}

/** Delivers the rows of a batch as two batches, each with its own id and retries. */
async function deliverHalves(pending: PendingBatch, state: RunState): Promise<void> {
  const { batch } = pending;
  state.failing.delete(pending);
  const middle = Math.ceil(batch.count / 2);
  const first = await deliverPart(slice(batch, 0, middle), state, pending);
  const second = await deliverPart(slice(batch, middle, batch.count), state, pending);
  pending.isFree &&= first && second;
}
