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

/** One batch on its way, and what happened to it so far. */
interface Trip {
  batch: Batch;
  readonly id: string;
  attempt: number;
  readonly startedMs: number;
  /** What its retries took from the budget. */
  cost: number;
  /** An earlier attempt may have arrived. */
  uncertain: boolean;
  /** Of its latest request, in milliseconds. */
  latencyMs: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ID_LENGTH = 12;

const newId = (random: () => number): string =>
  Array.from({ length: ID_LENGTH }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('');

/** Sees a batch through: sends it, again where that may help, in parts where it is too large. When it resolves, every row is counted. */
export async function deliver(batch: Batch, traffic: Traffic): Promise<void> {
  const { clock, random, connection } = traffic.options;
  const trip: Trip = {
    batch,
    id: newId(random),
    attempt: 1,
    startedMs: clock.now(),
    cost: 0,
    uncertain: false,
    latencyMs: 0,
  };
  if (traffic.ending.noRetry.aborted) {
    // The other half of a batch during which the run ended.
    traffic.tally.failed(batch.count, false);
    return;
  }
  for (;;) {
    const sentMs = clock.now();
    const outcome = await request(connection, trip.batch, {
      attempt: trip.attempt,
      id: trip.id,
      timeoutMs: traffic.retry.requestMs,
      abort: traffic.ending.abandon,
      clock,
    });
    trip.latencyMs = clock.now() - sentMs;
    if (outcome.kind === 'aborted') {
      traffic.tally.failed(trip.batch.count, outcome.sent || trip.uncertain);
      return;
    }
    const goesOn =
      outcome.kind === 'receipt'
        ? await received(outcome.receipt, trip, traffic)
        : await refused(outcome.error, true, trip, traffic);
    if (!goesOn) return;
    trip.attempt++;
    traffic.tally.retried();
  }
}

const mark = (outcome: RequestMark['outcome'], { latencyMs }: Trip, { options }: Traffic): void =>
  options.onRequest?.({ ms: latencyMs, outcome });

/** Counts what was taken. True when a rest shall be sent again. */
async function received(receipt: Receipt, trip: Trip, traffic: Traffic): Promise<boolean> {
  const { tally, flight, budget, options } = traffic;
  const { again } = receipt;
  const told = receipt.accepted + receipt.quarantined + receipt.rejected + (again?.rows.length ?? 0);
  if (told !== trip.batch.count) {
    throw new Error(`A receipt for ${told} of ${trip.batch.count} rows`);
  }
  tally.received(receipt, trip.latencyMs);
  if (receipt.answer !== undefined) options.onAnswer?.(receipt.answer);
  if (again === undefined || again.rows.length === 0) {
    mark('accepted', trip, traffic);
    flight.accepted();
    budget.giveBack(trip.cost);
    return false;
  }
  trip.batch = select(trip.batch, again.rows);
  return refused(again.error, false, trip, traffic);
}

/** Counts a failure, that of a request or of some of its rows. True when the batch shall be sent again, after a wait. */
async function refused(
  error: DeliveryError,
  wasAnswer: boolean,
  trip: Trip,
  traffic: Traffic,
): Promise<boolean> {
  const { tally, options } = traffic;
  const { batch } = trip;
  // Before the first answer a network failure means a wrong address; later the request may have gone through.
  trip.uncertain ||= error.kind === 'timeout' || (error.kind === 'network' && tally.answered);
  if (wasAnswer) tally.erred(error, trip.latencyMs);
  else tally.noted(error);
  const failure = classOf(error);
  if (failure === 'split') {
    mark('retried', trip, traffic);
    await inParts(error, batch, traffic);
    return false;
  }
  if ((failure === 'retry' || failure === 'throttled') && (await mayRetry(error, trip, traffic))) return true;
  mark('failed', trip, traffic);
  options.onError?.(error, false);
  if (failure === 'batch') tally.rejected(batch.count);
  else tally.failed(batch.count, trip.uncertain);
  if (failure === 'run' || options.onFailure !== 'continue') traffic.ending.fail(error);
  return false;
}

/** Waits as long as it takes before another attempt; false when there shall be none. */
async function mayRetry(error: DeliveryError, trip: Trip, traffic: Traffic): Promise<boolean> {
  const { options, retry, budget, flight } = traffic;
  const { noRetry } = traffic.ending;
  const { clock } = options;
  const now = clock.now();
  const delayMs = delayBefore(error, trip.attempt, retry, options.random());
  const isThrottle = classOf(error) === 'throttled';
  if (isThrottle) {
    flight.throttled(now);
    traffic.holdUntilMs = Math.max(traffic.holdUntilMs, now + delayMs);
  }
  const inTime = now + delayMs - trip.startedMs <= retry.batchMs;
  if (trip.attempt >= retry.attempts || !inTime || noRetry.aborted || !budget.take(error)) return false;
  trip.cost += costOf(error);
  mark('retried', trip, traffic);
  options.onError?.(error, true);
  traffic.waiting += trip.batch.count;
  await clock.sleep(delayMs, noRetry);
  traffic.waiting -= trip.batch.count;
  return !noRetry.aborted;
}

/** Sends a batch that was too large as two halves; a single row that is too large is refused for good, and the others go on. */
async function inParts(error: DeliveryError, batch: Batch, traffic: Traffic): Promise<void> {
  if (batch.count > 1) {
    const middle = Math.ceil(batch.count / 2);
    await deliver(slice(batch, 0, middle), traffic);
    await deliver(slice(batch, middle, batch.count), traffic);
    return;
  }
  rejectRow(batch, traffic, error);
}

/** Counts a row that no request can hold. */
export function rejectRow(batch: Batch, { options, tally }: Traffic, cause?: DeliveryError): void {
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
  tally.rejected(1);
  tally.noted(error);
  options.onError?.(error, false);
}
