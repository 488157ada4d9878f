import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { inspect } from 'node:util';
import { EXIT } from './exit-codes.ts';
import { Interrupted, whenAborted, type Interrupt } from './interrupt.ts';
import { printable } from './printable.ts';

/** The process as a command sees it. Data goes to `out`, everything else to `err`. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: Output;
  readonly err: Messages;
  readonly interrupt: Interrupt;
  /**
   * All of standard input, as text.
   *
   * @throws Interrupted when a signal comes first
   */
  readInput(): Promise<string>;
}

/** Standard output. */
export interface Output {
  readonly isTerminal: boolean;
  /** Resolves when the bytes are written, so that they may be overwritten, and there is room for more. */
  write(data: Uint8Array | string): Promise<void>;
}

/** Standard error. */
export interface Messages {
  readonly isTerminal: boolean;
  /** Columns of the terminal, as it is now; 80 where there is none. */
  readonly columns: number;
  /** Lines of the terminal, as it is now; 24 where there is none. */
  readonly rows: number;
  /** Whether colours are wanted: a terminal, and no `NO_COLOR` (https://no-color.org). */
  readonly colour: boolean;
  /** Writes texts, shown as `printable` has them, and control sequences of our own, which the terminal obeys. */
  write(...parts: readonly (string | Control)[]): void;
}

/** A control sequence for the terminal. Foreign text is never one: it is a string. */
export interface Control {
  readonly controlSequence: string;
}

/** The real process. A reader of standard output that goes away ends it quietly, as `| head` expects. */
export function processTerminal(interrupt: Interrupt): Terminal {
  const { stdout, stderr, env } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    stderr.write(printable(`Could not write to standard output: ${error.message}\n`));
    process.exit(EXIT.failed);
  });
  // A bug. Node itself would print what its message quotes as it is.
  process.on('uncaughtException', (error) => {
    stderr.write(`${printable(inspect(error))}\n`);
    process.exit(EXIT.failed);
  });
  // With nobody reading messages there is nobody to tell.
  stderr.on('error', () => undefined);
  return {
    env,
    out: {
      isTerminal: isatty(1),
      write: (data) =>
        new Promise((resolve) => {
          // A failed write also ends in the handler above.
          stdout.write(data, () => resolve());
        }),
    },
    err: {
      isTerminal: isatty(2),
      get columns() {
        // 0 is what a terminal says that does not know.
        return stderr.columns > 0 ? stderr.columns : 80;
      },
      get rows() {
        return stderr.rows > 0 ? stderr.rows : 24;
      },
      colour: isatty(2) && (env['NO_COLOR'] ?? '') === '',
      write: (...parts) =>
        void stderr.write(
          parts.map((part) => (typeof part === 'string' ? printable(part) : part.controlSequence)).join(''),
        ),
    },
    interrupt,
    async readInput() {
      const input = await Promise.race([text(process.stdin), whenAborted(interrupt.stop)]);
      if (input === undefined) throw new Interrupted();
      return input;
    },
  };
}
