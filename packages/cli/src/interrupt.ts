import { EXIT } from './exit-codes.ts';

/** What the person at the terminal asked for by Ctrl-C, or another program by a signal. */
export interface Interrupt {
  /** Aborted by the first SIGINT or SIGTERM: come to an end. */
  readonly stop: AbortSignal;
  /** Aborted by the second: end now. */
  readonly abort: AbortSignal;
  /** Gives the signals back. */
  release(): void;
}

/**
 * Listens to SIGINT and SIGTERM. A third one ends the process on the spot.
 *
 * @param onStop called by the first one
 */
export function listenToInterrupts(onStop: () => void): Interrupt {
  const stop = new AbortController();
  const abort = new AbortController();
  const act = (): void => {
    if (abort.signal.aborted) process.exit(EXIT.interrupted);
    if (stop.signal.aborted) {
      abort.abort();
      return;
    }
    stop.abort();
    onStop();
  };
  process.on('SIGINT', act);
  process.on('SIGTERM', act);
  return {
    stop: stop.signal,
    abort: abort.signal,
    release() {
      process.off('SIGINT', act);
      process.off('SIGTERM', act);
    },
  };
}
