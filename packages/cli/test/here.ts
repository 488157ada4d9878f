import { Readable } from 'node:stream';
import { main } from '../src/main.ts';
import { printable } from '../src/printable.ts';
import type { Ended } from './catbird.ts';

/** What a command gets. */
export interface HereOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. Default: empty. */
  readonly input?: string;
}

/**
 * Runs `catbird` from its source in the process of the test, without a terminal and without signals, until it ends. It is for tests of
 * what a command prints: a process of its own takes a third of a second.
 */
export async function here(
  args: readonly string[],
  { env = {}, input = '' }: HereOptions = {},
): Promise<Ended> {
  const decoder = new TextDecoder();
  let out = '';
  let err = '';
  const never = new AbortController().signal;
  const code = await main(args, {
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
      },
    },
    interrupt: { stop: never, abort: never, takeSecond: () => undefined, release: () => undefined },
    readInput: () => Promise.resolve(input),
    inputBytes: () => Readable.from([Buffer.from(input)]),
  });
  return { code, out, err };
}
