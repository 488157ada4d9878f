import type { Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import { byteLength, select, slice, type Batch } from '../rows/batch.ts';
import { tryAgain } from './again.ts';
import { lossOf } from './loss.ts';
import type { RequestMark } from './options.ts';
import { request } from './request.ts';
import { classOf } from './retry.ts';
import type { Traffic } from './traffic.ts';
import { newId, newTrip, type Trip } from './trip.ts';
import { deadlineOf, turn } from './turn.ts';

/** A last attempt gets so long, in milliseconds, even where the retry window is nearly over. */
const LEAST_MS = 1000;

/**
 * Sees a batch through: sends it, again where that may help, in parts where it is too large. When it resolves, every row is counted.
 *
 * @param uncertain whether its rows may have been stored before, as part of a larger batch
 * @returns whether the batch's bytes are free for other rows; they are not where a request was given up that may still read them
 */
export async function deliver(batch: Batch, traffic: Traffic, uncertain = false): Promise<boolean> {
  const trip = newTrip(batch, uncertain, traffic.options);
  let goesOn = await turn(trip, traffic);
  while (goesOn) goesOn = await attempt(trip, traffic);
  traffic.failing.delete(trip);
  return trip.isFree;
}

/** Makes one request and counts what came of it. True when the rows, or some of them, shall be sent again, now. */
async function attempt(trip: Trip, traffic: Traffic): Promise<boolean> {
  const { options, retry, breaker, ending, tally } = traffic;
  const { clock, connection } = options;
  const sentMs = clock.now();
  const leftMs = Math.max(LEAST_MS, deadlineOf(trip, traffic) - sentMs);
  if (trip.attempt > 1) tally.retried();
  const outcome = await request(connection, trip.batch, {
    attempt: trip.attempt,
    id: trip.id,
    timeoutMs: Math.min(retry.requestMs, leftMs),
    abandon: ending.abandon,
    clock,
  });
  trip.latencyMs = clock.now() - sentMs;
  breaker.done();
  if (outcome.kind === 'aborted') {
    trip.isFree &&= !outcome.sent;
    mark('failed', trip, traffic);
    tally.failed(trip.batch.count, outcome.sent || trip.uncertain);
    return false;
  }
  if (outcome.kind === 'receipt') return received(outcome.receipt, trip, traffic);
  trip.isFree &&= outcome.error.kind !== 'timeout';
  tally.erred(outcome.error, trip.latencyMs);
  if (classOf(outcome.error) !== 'retry') breaker.answered();
  return refused(outcome.error, trip, traffic);
}

const mark = (outcome: RequestMark['outcome'], { latencyMs }: Trip, { options }: Traffic): void =>
  options.onRequest?.({ ms: latencyMs, outcome });

/** Counts what was taken. True when a rest shall be sent again. */
async function received(receipt: Receipt, trip: Trip, traffic: Traffic): Promise<boolean> {
  const { tally, flight, gate, breaker, sizeRefusals, options } = traffic;
  const { retryable, unconfirmed, answer } = receipt;
  const known = receipt.accepted + receipt.quarantined + receipt.rejected;
  const told = known + (retryable?.rows.length ?? 0) + (unconfirmed?.rows ?? 0);
  if (told !== trip.batch.count) {
    throw new Error(`A receipt for ${told} of ${trip.batch.count} rows`);
  }
  // What is refused now may be there from an earlier attempt, which may even be why.
  const doubtful = (trip.uncertain ? receipt.rejected : 0) + (unconfirmed?.rows ?? 0);
  tally.received(trip.uncertain ? { ...receipt, rejected: 0 } : receipt, trip.latencyMs);
  tally.failed(doubtful, true);
  breaker.answered();
  sizeRefusals.taken();
  if (receipt.accepted > 0) traffic.acceptedMs = options.clock.now();
  options.onBatch?.(trip.batch, receipt);
  if (answer !== undefined) options.onAnswer?.(answer);
  const loss = lossOf(receipt, trip.batch.count, options);
  if (loss !== undefined) {
    tally.noted(loss);
    gaveUp(loss, traffic);
  }
  if (unconfirmed !== undefined) {
    tally.noted(unconfirmed.error);
    gaveUp(unconfirmed.error, traffic);
  }
  if (retryable === undefined || retryable.rows.length === 0) {
    mark(unconfirmed === undefined ? 'accepted' : 'failed', trip, traffic);
    flight.accepted();
    gate.accepted(options.clock.now());
    return false;
  }
  tally.noted(retryable.error);
  trip.batch = select(trip.batch, retryable.rows);
  // These rows are known not to be there, so a service that recognises repetitions must not take them for others.
  trip.id = newId(options.random);
  return refused(retryable.error, trip, traffic);
}

/** Sees to rows that were not taken: sends them again after a wait, in parts, or counts them. True when they shall go again, now. */
async function refused(error: DeliveryError, trip: Trip, traffic: Traffic): Promise<boolean> {
  const { tally, options } = traffic;
  const { batch } = trip;
  trip.uncertain ||= error.uncertain;
  traffic.failing.delete(trip);
  const failure = classOf(error);
  if (failure === 'split') return inParts(error, trip, traffic);
  const next = failure === 'retry' || failure === 'throttled' ? tryAgain(error, trip, traffic) : { error };
  if (next === 'retry') {
    mark('retried', trip, traffic);
    options.onError?.(error, true);
    return turn(trip, traffic);
  }
  mark('failed', trip, traffic);
  if (failure === 'batch' && !trip.uncertain) tally.rejected(batch.count);
  else tally.failed(batch.count, trip.uncertain);
  tally.noted(next.error);
  gaveUp(next.error, traffic);
  return false;
}

/** Tells that rows were given up or refused, which may end the run. */
function gaveUp(error: DeliveryError, { options, ending }: Traffic): void {
  options.onError?.(error, false);
  if (classOf(error) === 'run' || options.onFailure !== 'continue') ending.fail(error);
}

/** Sends a batch that was too large as two halves; a single row that is too large is refused for good, and the others go on. */
async function inParts(error: DeliveryError, trip: Trip, traffic: Traffic): Promise<boolean> {
  const { batch, uncertain } = trip;
  if (batch.count === 1) {
    mark('failed', trip, traffic);
    rejectRow(batch, traffic, error, uncertain);
    return false;
  }
  mark('retried', trip, traffic);
  const middle = Math.ceil(batch.count / 2);
  const first = await deliver(slice(batch, 0, middle), traffic, uncertain);
  const second = await deliver(slice(batch, middle, batch.count), traffic, uncertain);
  trip.isFree &&= first && second;
  return false;
}

/** Counts a row that no request can hold; one that may have been stored by an earlier attempt, as failed. */
export function rejectRow(batch: Batch, traffic: Traffic, cause?: DeliveryError, uncertain = false): void {
  const { options, tally, sizeRefusals } = traffic;
  const size = byteLength(batch) - 1;
  const error = new DeliveryError(
    'too-large',
    `Row ${batch.first.toLocaleString('en')} is too large: ${size.toLocaleString('en')} bytes`,
    {
      status: cause?.status,
      code: cause?.code,
      detail: cause?.detail,
      hint: 'The others go on. Shorter texts or fewer array elements make smaller rows.',
      cause,
    },
  );
  if (uncertain) tally.failed(1, true);
  else tally.rejected(1);
  tally.noted(error);
  options.onError?.(error, false);
  if (cause === undefined) return;
  sizeRefusals.refused(cause);
  judgeSizes(traffic, false);
}

/**
 * Fails the run where the service, and not the rows, is at fault for all being too large.
 *
 * @param isOver whether there are no more rows
 */
export function judgeSizes({ options, tally, sizeRefusals, ending }: Traffic, isOver: boolean): void {
  const error = sizeRefusals.verdict(tally.counts, isOver);
  if (error === undefined || ending.begun) return;
  options.onError?.(error, false);
  ending.fail(error);
}
