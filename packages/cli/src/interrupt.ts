import { setMaxListeners } from 'node:events';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Requests to end, by Ctrl-C or another signal. */
export interface Interrupt {
  /** Aborted by the first signal, with its name as the reason: finish. */
  readonly stop: AbortSignal;
  /** Aborted by the second signal: end now. */
  readonly abort: AbortSignal;
  /** Lets the second signal abort. Before this call, it ends the process at once. */
  takeSecond(): void;
  /** Stops handling signals. With an exit code, further ones end the process at once with that code. */
  release(code?: ExitCode): void;
}

/** SIGHUP comes when the terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Handles the signals that end a program. A third one ends the process at once. */
export function listenToInterrupts(): Interrupt {
  const stop = new AbortController();
  const abort = new AbortController();
  // Every stream of a config listens. Node would report so many listeners as a leak.
  setMaxListeners(0, stop.signal, abort.signal);
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
    release(code) {
      if (code !== undefined) {
        for (const signal of SIGNALS) process.on(signal, () => process.exit(code));
        // Once nothing is left to do. Otherwise, Node stops handling signals while it cleans up.
        process.once('beforeExit', () => process.exit(code));
      }
      for (const signal of SIGNALS) process.off(signal, act);
    },
  };
}

/** Lets signals end the process as usual; one that has come already ends it now. */
export function leaveSignals(interrupt: Interrupt): void {
  interrupt.release();
  if (interrupt.stop.aborted) process.kill(process.pid, String(interrupt.stop.reason));
}

/** Resolves once a signal is aborted. */
export const whenAborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/** Ends a command that has not started: because of a signal, or of a service that it needs first. Its message is for people. */
export class NotStarted extends Error {
  readonly kind: 'service' | 'interrupted';
  readonly exitCode: ExitCode;

  constructor(kind: NotStarted['kind'], exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.exitCode = exitCode;
  }
}

/** A signal came first. */
export class Interrupted extends NotStarted {
  constructor(doing = 'reading stdin') {
    super('interrupted', EXIT.interrupted, `Interrupted while ${doing}. Nothing was sent`);
  }
}
