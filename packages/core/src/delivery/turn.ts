import { heardWithin } from './bell.ts';
import type { Retrying } from './progress.ts';
import type { Traffic } from './traffic.ts';
import type { Trip } from './trip.ts';

/** When the batch's retry window closes, in the clock's milliseconds; `Infinity` before its first failure. */
export function deadlineOf({ failedMs }: Trip, { retry, tally }: Traffic): number {
  if (failedMs === undefined) return Infinity;
  const hasAccepted = tally.counts.accepted > 0;
  return failedMs + Math.min(retry.windowMs, hasAccepted ? Infinity : retry.startWindowMs);
}

/** Waits until a request may go. False when nothing is sent any more: then the rows are counted as failed. */
export async function turn(trip: Trip, traffic: Traffic): Promise<boolean> {
  const { options, gate, breaker, queue, changed, tally } = traffic;
  queue.add(trip);
  let ms = goesInMs(trip, traffic);
  let inVain = isInVain(ms, traffic);
  while (ms > 0 && !inVain) {
    await pause(ms, traffic);
    ms = goesInMs(trip, traffic);
    inVain = isInVain(ms, traffic);
  }
  queue.delete(trip);
  const next = nextOf(traffic);
  if (next !== undefined && next.notBeforeMs <= options.clock.now()) changed.ring();
  if (inVain) {
    tally.failed(trip.batch.count, trip.uncertain);
    return false;
  }
  gate.pass(options.clock.now());
  breaker.pass();
  return true;
}

/** Milliseconds until a waiting batch may be sent; `Infinity`: not before something changes. */
function goesInMs(trip: Trip, traffic: Traffic): number {
  const { options, gate, breaker, holdUntilMs } = traffic;
  const now = options.clock.now();
  const readyMs = Math.max(trip.notBeforeMs, holdUntilMs, gate.opensMs);
  const isNext = trip === nextOf(traffic);
  const turnMs = isNext ? breaker.opensMs : readyMs > now ? readyMs : Infinity;
  // The last attempt in a batch's window does not wait for the probes of others, which may hang.
  return Math.max(readyMs, Math.min(turnMs, deadlineOf(trip, traffic))) - now;
}

/** The batch that goes first: of those that may go at the same time the one that has waited longest, so that none starves. */
function nextOf({ queue, gate, breaker, holdUntilMs }: Traffic): Trip | undefined {
  const openMs = Math.max(holdUntilMs, gate.opensMs, breaker.opensMs);
  let next: Trip | undefined;
  for (const trip of queue) {
    if (next === undefined || Math.max(trip.notBeforeMs, openMs) < Math.max(next.notBeforeMs, openMs))
      next = trip;
  }
  return next;
}

/** Whether waiting is of no use: nothing is sent any more, or a stopped run has not so much time, or the service is down. */
function isInVain(ms: number, { options, ending, breaker }: Traffic): boolean {
  if (ending.noRetry.isShut) return true;
  if (!ending.begun || ms <= 0) return false;
  return breaker.isOpen || (ms < Infinity && options.clock.now() + ms > ending.endsMs);
}

/** Waits so long, or until something changes. */
async function pause(ms: number, { options, ending, changed }: Traffic): Promise<void> {
  const awake = new AbortController();
  const letGo = ending.noRetry.watch(() => awake.abort());
  await heardWithin(ms, changed, options.clock, awake);
  letGo();
}

/** What is being tried again after failures that no acceptance has followed; undefined when all goes well. */
export function retryingOf(traffic: Traffic): Retrying | undefined {
  const { options, retry, queue, breaker, failing, acceptedMs } = traffic;
  const trips = [...failing].filter(({ lastFailedMs }) => lastFailedMs >= acceptedMs);
  if (trips.length === 0) return undefined;
  const now = options.clock.now();
  const isUnderWay = breaker.opensMs === Infinity || trips.some((trip) => !queue.has(trip));
  const nextMs = isUnderWay ? 0 : Math.min(...[...queue].map((trip) => goesInMs(trip, traffic)));
  const giveUpMs = Math.min(...trips.map((trip) => deadlineOf(trip, traffic))) - now;
  const attemptsLeft = retry.attempts + 1 - Math.max(...trips.map(({ attempt }) => attempt));
  return {
    nextMs: Math.max(0, nextMs),
    giveUpMs: Math.max(0, giveUpMs),
    ...(Number.isFinite(attemptsLeft) ? { attemptsLeft } : {}),
  };
}

/** Rows that wait for their turn. */
export function waitingRows({ queue }: Traffic): number {
  let rows = 0;
  for (const { batch } of queue) rows += batch.count;
  return rows;
}
