import { newPrintable, printable } from '@catbird/engine';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { isatty, type ReadStream } from 'node:tty';
import { inspect } from 'node:util';
import { EXIT } from './exit-codes.ts';
import { textOf } from './files/read-text.ts';
import { Interrupted, whenAborted, type Interrupt } from './interrupt.ts';
import { spawnSync } from 'node:child_process';

/** The process, as seen by a command. Data goes to `out`, everything else to `err`. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: Output;
  readonly err: Messages;
  readonly interrupt: Interrupt;
  /**
   * Reads stdin to its end, as text. Later calls return the same text.
   *
   * @throws Interrupted if a signal comes first
   */
  readInput(): Promise<string>;
  /** Stdin, in pieces. */
  inputBytes(): AsyncIterable<Uint8Array>;
  /** Whether a package of types may be run. @param path of its module. Default: all that a person has named may */
  readonly mayRun?: (path: string) => boolean;
  /** The keys of the terminal. Undefined if stdin is something else, or was read. */
  readonly keys?: Keys | undefined;
}

/** Stdout. */
export interface Output {
  readonly isTerminal: boolean;
  /**
   * Resolves once the bytes are written and may be overwritten. A terminal gets `printable` text. Bytes are rows, which fail if stdout is
   * closed; texts may go nowhere.
   *
   * @param rejects if they cannot be written, rejects with Node's error. Default: the process ends
   */
  write(data: Uint8Array | string, rejects?: boolean): Promise<void>;
}

/** Stderr. */
export interface Messages {
  readonly isTerminal: boolean;
  /** Current columns of the terminal; 80 without one. */
  readonly columns: number;
  /** Current lines of the terminal; 24 without one. */
  readonly rows: number;
  /** Whether to use colours: on a terminal, without `NO_COLOR` (https://no-color.org). */
  readonly colour: boolean;
  /** Writes text, made `printable`, and control sequences, unchanged. */
  write(...parts: readonly (string | Control)[]): void;
}

/** A control sequence for the terminal. Foreign text is always a string and never a control sequence. */
export interface Control {
  readonly controlSequence: string;
}

/** What `/proc` says of stdout. https://man7.org/linux/man-pages/man5/proc_pid_fdinfo.5.html */
const [TARGET, INFO] = ['/proc/self/fd/1', '/proc/self/fdinfo/1'];

/**
 * Whether stdout was closed when the process started. Node then opens the null device, to read and write; a redirection opens it to write
 * only. Only Linux tells.
 */
function isStdoutClosed(): boolean {
  if (!existsSync(INFO) || readlinkSync(TARGET) !== '/dev/null') return false;
  return /^flags:\s+\d*2$/m.test(readFileSync(INFO, 'latin1'));
}

const closedError = (): Error =>
  Object.assign(new Error('EBADF: it is closed. To discard events, redirect them: > /dev/null'), {
    code: 'EBADF',
  });

/** The real process. It ends quietly when the reader of stdout disconnects, as in `| head`, unless the writer wants to know. */
export function processTerminal(interrupt: Interrupt): Terminal {
  const { stdout, stderr, env } = process;
  let isReported = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isReported) return;
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    stderr.write(printable(`Could not write to stdout: ${error.message}\n`));
    process.exit(EXIT.failed);
  });
  // A bug. Node itself would print the message unescaped.
  process.on('uncaughtException', (error) => {
    stderr.write(`${printable(inspect(error))}\n`);
    process.exit(EXIT.failed);
  });
  // Nobody reads messages any more.
  stderr.on('error', () => undefined);
  const isTerminal = isatty(1);
  const shown = newPrintable();
  const isClosed = isStdoutClosed();
  let hasReadInput = false;
  let input: string | undefined;
  return {
    env,
    out: {
      isTerminal,
      write: (data, rejects = false) =>
        new Promise((resolve, reject) => {
          isReported ||= rejects;
          if (isClosed && typeof data !== 'string') {
            if (rejects) reject(closedError());
            // Ends in the handler above.
            else stdout.emit('error', closedError());
            return;
          }
          // A failed write also ends in the handler above.
          stdout.write(isTerminal ? shown(data) : data, (error) =>
            error && rejects ? reject(error) : resolve(),
          );
        }),
    },
    err: {
      isTerminal: isatty(2),
      get columns() {
        // 0: the terminal does not know its size.
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
    get keys() {
      return process.stdin.isTTY && !hasReadInput ? terminalKeys(process.stdin) : undefined;
    },
    async readInput() {
      hasReadInput = true;
      input ??= await Promise.race([textOf(process.stdin), whenAborted(interrupt.stop)]);
      if (input === undefined) throw new Interrupted();
      return input;
    },
    inputBytes() {
      hasReadInput = true;
      return process.stdin;
    },
  };
}

/** The keys of the terminal, one press at a time, without Enter. */
export interface Keys {
  /** Listens until closed. Keys that send signals still do. */
  listen(onKey: (key: string) => void): { close(): void };
}

/** The signals of Ctrl-C, Ctrl-\ and Ctrl-Z, which a terminal does not send while keys are read one by one. */
const SIGNALS: Readonly<Record<string, NodeJS.Signals>> = {
  '\u0003': 'SIGINT',
  '\u001C': 'SIGQUIT',
  '\u001A': 'SIGTSTP',
};

/** The keys of a terminal's input. */
const terminalKeys = (input: ReadStream): Keys => ({
  listen(onKey) {
    const press = (data: Buffer): void => {
      for (const key of data.toString()) {
        const signal = SIGNALS[key];
        if (signal === undefined) onKey(key);
        else {
          if (signal !== 'SIGINT') end();
          // To all programs of the command line, as the terminal would.
          process.kill(0, signal);
        }
      }
    };
    // A program in the background that reads from its terminal is stopped.
    const begin = (): void => {
      if (!isInForeground()) return;
      input.setRawMode(true);
      input.off('data', press).on('data', press).resume();
    };
    const end = (): void => {
      input.off('data', press).pause();
      if (isInForeground()) input.setRawMode(false);
    };
    begin();
    process.on('SIGCONT', begin);
    process.on('exit', end);
    return {
      close() {
        process.off('SIGCONT', begin);
        process.off('exit', end);
        end();
      },
    };
  },
});

/** Whether the process may use its terminal. */
function isInForeground(): boolean {
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    // After the name in parentheses: state, parent, process group, session, terminal, and the terminal's foreground group. proc(5)
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foreground;
  }
  const { stdout: state } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
  return state.includes('+');
}
