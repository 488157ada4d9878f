/**
 * A circuit breaker: opens when requests fail one after the other, and then lets one request at a time probe the service until
 * one is answered. https://learn.microsoft.com/azure/architecture/patterns/circuit-breaker
 */
export interface Breaker {
  /** The service is down, or the way to it. */
  readonly isOpen: boolean;
  /** When a request may go, in the clock's milliseconds: `-Infinity` while it is closed, `Infinity` while a probe is under way. */
  readonly opensMs: number;
  /** Requests that went since it opened. */
  readonly probes: number;
  /** A request goes. */
  pass(): void;
  /** A request came to its end, whatever its outcome: `answered` or `failed` follows at once. */
  done(): void;
  /** The service answered: it is up. */
  answered(): void;
  /** A request failed in a way that may heal; the next probe may go at `nextMs`. */
  failed(nextMs: number): void;
}

/** Failures in a row that open it: fewer are nothing unusual. */
const OPENS_AT = 5;

/** @param onChange called when who waits should look again */
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
    get opensMs() {
      if (!isOpen()) return -Infinity;
      return inFlight > 0 ? Infinity : nextMs;
    },
    get probes() {
      return probes;
    },
    pass() {
      inFlight++;
      if (isOpen()) probes++;
    },
    done() {
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
