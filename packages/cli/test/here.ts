import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { main } from '../src/main.ts';
import { printable } from '../src/printable.ts';
import type { Ended, Running } from './catbird.ts';

/** What a command gets. */
export interface HereOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. Default: empty. */
  readonly input?: string;
}

/** A command that runs in the process of the test. */
export interface Begun extends Pick<Running, 'ended' | 'printed'> {
  /** Asks it to finish, as SIGINT does. */
  stop(): void;
}

/**
 * Starts `catbird` from its source in the process of the test, without a terminal and without signals. It is for tests of what a command
 * prints and sends: a process of its own takes a third of a second.
 */
export function begin(args: readonly string[], { env = {}, input = '' }: HereOptions = {}): Begun {
  const decoder = new TextDecoder();
  const interrupt = new AbortController();
  const events = new EventEmitter();
  let out = '';
  let err = '';
  const code = main(args, {
    env,
    out: {
      isTerminal: false,
      async write(data) {
        out += typeof data === 'string' ? data : decoder.decode(data, { stream: true });
      },
    },
    err: {
      isTerminal: false,
      columns: 80,
      rows: 24,
      colour: false,
      write(...parts) {
        for (const part of parts) err += typeof part === 'string' ? printable(part) : part.controlSequence;
        events.emit('printed');
      },
    },
    interrupt: {
      stop: interrupt.signal,
      abort: new AbortController().signal,
      takeSecond: () => undefined,
      release: () => undefined,
    },
    readInput: () => Promise.resolve(input),
    inputBytes: () => Readable.from([Buffer.from(input)]),
  });
  let hasEnded = false;
  const ended = code.then((code): Ended => {
    hasEnded = true;
    return { code, out, err };
  });
  return {
    ended,
    async printed(words) {
      while (!err.includes(words)) {
        if (hasEnded) throw new Error(`The command ended first: ${err}`);
        await Promise.race([once(events, 'printed'), ended]);
      }
      return err.slice(err.indexOf(words) + words.length);
    },
    stop: () => interrupt.abort('SIGINT'),
  };
}

/** Runs `catbird` in the process of the test until it ends. */
export const here = (args: readonly string[], options?: HereOptions): Promise<Ended> =>
  begin(args, options).ended;
