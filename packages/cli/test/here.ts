import { printable } from '@catbird/engine';
import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { main } from '../src/main.ts';
import { threads } from '../src/workers/thread.ts';
import type { Ended, Running } from './catbird.ts';

// A thread cannot run TypeScript, so it runs the bundle, which is built before the tests.
threads.start = (workerData, transferList) =>
  new Worker(new URL('../bundle/worker.js', import.meta.url), {
    workerData,
    transferList: [...transferList],
  });

/** What a command gets. */
export interface HereOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. Default: empty. */
  readonly input?: string;
}

/** A command that has ended, with standard output as it was written. */
export interface EndedHere extends Ended {
  readonly bytes: Buffer;
}

/** A command that runs in the process of the test. */
export interface Begun extends Pick<Running, 'printed' | 'until'> {
  readonly ended: Promise<EndedHere>;
  /** Asks it to finish, as SIGINT does. */
  readonly stop: () => void;
}

/**
 * Starts `catbird` from its source in the process of the test, without a terminal and without signals. It is for tests of what a command
 * prints and sends: a process of its own takes a third of a second.
 */
export function begin(args: readonly string[], { env = {}, input = '' }: HereOptions = {}): Begun {
  const interrupt = new AbortController();
  const events = new EventEmitter();
  const out: Buffer[] = [];
  let err = '';
  const code = main(args, {
    env,
    out: {
      isTerminal: false,
      async write(data) {
        // The bytes of a batch are written again.
        out.push(Buffer.from(data));
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
  const until = async (condition: (err: string) => boolean): Promise<void> => {
    while (!condition(err)) {
      if (hasEnded) throw new Error(`The command ended first: ${err}`);
      await Promise.race([once(events, 'printed'), ended]);
    }
  };
  const ended = code.then((code): EndedHere => {
    hasEnded = true;
    const bytes = Buffer.concat(out);
    return { code, out: new TextDecoder().decode(bytes), bytes, err };
  });
  return {
    ended,
    until,
    async printed(words) {
      await until((err) => err.includes(words));
      return err.slice(err.indexOf(words) + words.length);
    },
    stop: () => interrupt.abort('SIGINT'),
  };
}

/** Runs `catbird` in the process of the test until it ends. */
export const here = (args: readonly string[], options?: HereOptions): Promise<EndedHere> =>
  begin(args, options).ended;
