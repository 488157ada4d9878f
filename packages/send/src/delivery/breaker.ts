/**
 * A circuit breaker: opens after several consecutive failures and then lets one request at a time probe the service, until one
 * gets a response. https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker
 */
export interface Breaker {
  /** Whether the service, or the way to it, is considered down. */
  readonly isOpen: boolean;
  /** Earliest time of the next request: `-Infinity` while the breaker is closed, `Infinity` while a probe is in flight. */
  readonly earliestMs: number;
  /** Requests started since it opened. */
  readonly probes: number;
  started(): void;
  /** A request ended, whatever its outcome; `answered` or `failed` follows at once. */
  ended(): void;
  /** The service responded: it is up. */
  answered(): void;
  /** A request failed in a way that may heal; the next probe may start at `nextMs`. */
  failed(nextMs: number): void;
}

/** Consecutive failures that open it. Fewer are nothing unusual. */
const OPENS_AT = 5;

/** @param onChange called when waiting batches should check again whether they may be sent */
export function newBreaker(onChange: () => void): Breaker {
  let inFlight = 0;
  let failures = 0;
  let probes = 0;
  let nextMs = -Infinity;
  const isOpen = (): boolean => failures >= OPENS_AT;
  return {
    get isOpen() {
      return isOpen();
    },
    get earliestMs() {
      if (!isOpen()) return -Infinity;
      return inFlight > 0 ? Infinity : nextMs;
    },
    get probes() {
      return probes;
    },
    started() {
      inFlight++;
      if (isOpen()) probes++;
    },
    ended() {
      inFlight--;
    },
    answered() {
      const wasOpen = isOpen();
      failures = 0;
      probes = 0;
      if (wasOpen) onChange();
    },
    failed(ms) {
      failures++;
      nextMs = ms;
      if (isOpen()) onChange();
    },
  };
}
