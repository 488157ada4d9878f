import { newBell, type Bell } from './bell.ts';
import { newBreaker, type Breaker } from './breaker.ts';
import type { Ending } from './ending.ts';
import { adaptiveFlight, DEFAULT_IN_FLIGHT, type Flight } from './flight.ts';
import type { RunOptions } from './options.ts';
import { RETRY_DEFAULTS, type RetryOptions } from './retry.ts';
import { newSizeRefusals, type SizeRefusals } from './size-refusals.ts';
import { newTally, type Tally } from './tally.ts';
import { newTollgate, type Tollgate } from './tollgate.ts';
import type { Trip } from './trip.ts';

/** What all lanes of a run share. */
export interface Traffic {
  readonly options: RunOptions;
  readonly retry: Required<RetryOptions>;
  readonly tally: Tally;
  readonly flight: Flight;
  readonly breaker: Breaker;
  readonly gate: Tollgate;
  readonly sizeRefusals: SizeRefusals;
  readonly ending: Ending;
  /** Batches waiting for their turn, in the order in which they came. */
  readonly queue: Set<Trip>;
  /** Batches that failed and are tried again. */
  readonly failing: Set<Trip>;
  /** Rings when waiting batches should look again. */
  readonly changed: Bell;
  /** No request before this time: a service asked to be left alone. */
  holdUntilMs: number;
  /** When rows were last accepted. */
  acceptedMs: number;
}

/** @param changed rung also when the end begins */
export function newTraffic(options: RunOptions, ending: Ending, changed = newBell()): Traffic {
  const { limits, clock } = options;
  return {
    options,
    retry: { ...RETRY_DEFAULTS, ...options.retry },
    tally: newTally(),
    flight: adaptiveFlight(limits.inFlight ?? DEFAULT_IN_FLIGHT),
    breaker: newBreaker(() => changed.ring()),
    gate: newTollgate(limits.requestsPerSecond),
    sizeRefusals: newSizeRefusals(),
    ending,
    queue: new Set(),
    failing: new Set(),
    changed,
    holdUntilMs: clock.now(),
    acceptedMs: -Infinity,
  };
}
