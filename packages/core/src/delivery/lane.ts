import type { Receipt } from '../destinations/destination.ts';
import { DeliveryError } from '../destinations/error.ts';
import { byteLength, select, slice, type Batch } from '../rows/batch.ts';
import type { Ending } from './ending.ts';
import type { Flight } from './flight.ts';
import type { RequestMark, RunOptions } from './options.ts';
import { request } from './request.ts';
import { classOf, costOf, delayBefore, type Budget, type RetryOptions } from './retry.ts';
import type { Tally } from './tally.ts';
import type { Tollgate } from './tollgate.ts';
import { newId, newTrip, type Trip } from './trip.ts';

/** What all lanes of a run share. */
export interface Traffic {
  readonly options: RunOptions;
  readonly retry: Required<RetryOptions>;
  readonly tally: Tally;
  readonly flight: Flight;
  readonly budget: Budget;
  readonly gate: Tollgate;
  readonly ending: Ending;
  /** No request before this time: a service asked to be left alone. */
  holdUntilMs: number;
  /** Rows that wait to be sent again. */
  waiting: number;
}

/** A last attempt gets so long, in milliseconds, even where the batch's time is nearly over. */
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
  return trip.isFree;
}

/** Waits until a request may go. False when nothing is sent any more: then the rows are counted as failed. */
async function turn(trip: Trip, traffic: Traffic): Promise<boolean> {
  const { options, gate, ending, tally } = traffic;
  const { clock } = options;
  const { noRetry } = ending;
  const heldMs = (): number => Math.max(trip.notBeforeMs, traffic.holdUntilMs, gate.opensMs) - clock.now();
  const rows = trip.batch.count;
  traffic.waiting += rows;
  for (let ms = heldMs(); ms > 0 && !noRetry.isShut; ms = heldMs()) {
    const awake = new AbortController();
    const letGo = noRetry.watch(() => awake.abort());
    await clock.sleep(ms, awake.signal);
    letGo();
  }
  traffic.waiting -= rows;
  if (noRetry.isShut) {
    tally.failed(rows, trip.uncertain);
    return false;
  }
  gate.pass(clock.now());
  return true;
}

/** Makes one request and counts what came of it. True when the rows, or some of them, shall be sent again, now. */
async function attempt(trip: Trip, traffic: Traffic): Promise<boolean> {
  const { options, retry, ending, tally } = traffic;
  const { clock, connection } = options;
  const sentMs = clock.now();
  const leftMs = Math.max(Math.min(LEAST_MS, retry.batchMs), trip.startedMs + retry.batchMs - sentMs);
  if (trip.attempt > 1) tally.retried();
  const outcome = await request(connection, trip.batch, {
    attempt: trip.attempt,
    id: trip.id,
    timeoutMs: Math.min(retry.requestMs, leftMs),
    abandon: ending.abandon,
    clock,
  });
  trip.latencyMs = clock.now() - sentMs;
  if (outcome.kind === 'aborted') {
    trip.isFree &&= !outcome.sent;
    mark('failed', trip, traffic);
    tally.failed(trip.batch.count, outcome.sent || trip.uncertain);
    return false;
  }
  if (outcome.kind === 'receipt') return received(outcome.receipt, trip, traffic);
  trip.isFree &&= outcome.error.kind !== 'timeout';
  tally.erred(outcome.error, trip.latencyMs);
  return refused(outcome.error, trip, traffic);
}

const mark = (outcome: RequestMark['outcome'], { latencyMs }: Trip, { options }: Traffic): void =>
  options.onRequest?.({ ms: latencyMs, outcome });

/** Counts what was taken. True when a rest shall be sent again. */
async function received(receipt: Receipt, trip: Trip, traffic: Traffic): Promise<boolean> {
  const { tally, flight, gate, budget, options } = traffic;
  const { again, unconfirmed, refusal, answer } = receipt;
  const known = receipt.accepted + receipt.quarantined + receipt.rejected;
  const told = known + (again?.rows.length ?? 0) + (unconfirmed?.rows ?? 0);
  if (told !== trip.batch.count) {
    throw new Error(`A receipt for ${told} of ${trip.batch.count} rows`);
  }
  // What is refused now may be there from an earlier attempt, which may even be why.
  const doubtful = (trip.uncertain ? receipt.rejected : 0) + (unconfirmed?.rows ?? 0);
  tally.received(trip.uncertain ? { ...receipt, rejected: 0 } : receipt, trip.latencyMs);
  tally.failed(doubtful, true);
  options.onBatch?.(trip.batch, receipt);
  if (answer !== undefined) options.onAnswer?.(answer);
  if (refusal !== undefined) {
    tally.noted(refusal);
    gaveUp(refusal, traffic);
  }
  if (unconfirmed !== undefined) {
    tally.noted(unconfirmed.error);
    gaveUp(unconfirmed.error, traffic);
  }
  if (again === undefined || again.rows.length === 0) {
    mark(unconfirmed === undefined ? 'accepted' : 'failed', trip, traffic);
    flight.accepted();
    gate.accepted();
    budget.giveBack(trip.cost);
    return false;
  }
  tally.noted(again.error);
  trip.batch = select(trip.batch, again.rows);
  // These rows are known not to be there, so a service that recognises repetitions must not take them for others.
  trip.id = newId(options.random);
  return refused(again.error, trip, traffic);
}

/** Sees to rows that were not taken: sends them again after a wait, in parts, or counts them. True when they shall go again, now. */
async function refused(error: DeliveryError, trip: Trip, traffic: Traffic): Promise<boolean> {
  const { tally, options } = traffic;
  const { batch } = trip;
  trip.uncertain ||= error.uncertain;
  const failure = classOf(error);
  if (failure === 'split') return inParts(error, trip, traffic);
  if ((failure === 'retry' || failure === 'throttled') && mayRetry(error, trip, traffic)) {
    mark('retried', trip, traffic);
    options.onError?.(error, true);
    return turn(trip, traffic);
  }
  mark('failed', trip, traffic);
  if (failure === 'batch' && !trip.uncertain) tally.rejected(batch.count);
  else tally.failed(batch.count, trip.uncertain);
  gaveUp(error, traffic);
  return false;
}

/** Tells that rows were given up or refused, which may end the run. */
function gaveUp(error: DeliveryError, { options, ending }: Traffic): void {
  options.onError?.(error, false);
  if (classOf(error) === 'run' || options.onFailure !== 'continue') ending.fail(error);
}

/** Decides whether and when there is another attempt. */
function mayRetry(error: DeliveryError, trip: Trip, traffic: Traffic): boolean {
  const { options, retry, budget, flight, gate, ending } = traffic;
  const now = options.clock.now();
  const delayMs = delayBefore(error, trip.attempt, retry, options.random());
  if (classOf(error) === 'throttled') {
    flight.throttled(now);
    gate.throttled(now);
    traffic.holdUntilMs = Math.max(traffic.holdUntilMs, now + delayMs);
  }
  const inTime = now + delayMs - trip.startedMs <= retry.batchMs;
  if (trip.attempt >= retry.attempts || !inTime || ending.noRetry.isShut || !budget.take(error)) return false;
  trip.cost += costOf(error);
  trip.notBeforeMs = now + delayMs;
  trip.attempt++;
  return true;
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
export function rejectRow(
  batch: Batch,
  { options, tally }: Traffic,
  cause?: DeliveryError,
  uncertain = false,
): void {
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
}
