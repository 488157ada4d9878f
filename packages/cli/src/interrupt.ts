import { EXIT } from './exit-codes.ts';

/** What the person at the terminal asked for by Ctrl-C, or another program by a signal. */
export interface Interrupt {
  /** Aborted by the first signal, with its name as the reason: come to an end. */
  readonly stop: AbortSignal;
  /** Aborted by the second: end now. */
  readonly abort: AbortSignal;
  /** Lets the second signal abort. Until this is called, it ends the process on the spot. */
  takeSecond(): void;
  /** Gives the signals back. */
  release(): void;
}

/** Those that end a program. SIGHUP comes when its terminal is closed; it is the last to be listened to. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens to the signals that end a program. A third one ends the process on the spot. */
export function listenToInterrupts(): Interrupt {
  const stop = new AbortController();
  const abort = new AbortController();
  let isSecondTaken = false;
  const act = (signal: NodeJS.Signals): void => {
    if (!stop.signal.aborted) stop.abort(signal);
    else if (isSecondTaken && !abort.signal.aborted) abort.abort(signal);
    else process.exit(EXIT.interrupted);
  };
  for (const signal of SIGNALS) process.on(signal, act);
  return {
    stop: stop.signal,
    abort: abort.signal,
    takeSecond: () => void (isSecondTaken = true),
    release() {
      for (const signal of SIGNALS) process.off(signal, act);
    },
  };
}

/** Resolves when a signal is aborted; at once when it is. */
export const whenAborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/** Standard input was not read to its end because a signal came. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted while reading standard input. Nothing was sent');
  }
}
