import { open, type FileHandle } from 'node:fs/promises';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';

const decoder = new TextDecoder();

/** Where rows are written, in order of arrival. */
export interface Sink {
  /** Resolves when the lines are written. */
  readonly write: (lines: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A sink that appends to a file, or writes to stdout if `out` is `-`. */
export async function sinkFor(out: string, terminal: Terminal): Promise<Sink> {
  if (out === '-') {
    // Rows are foreign text: a terminal must not obey them.
    const shown = (lines: Uint8Array): Uint8Array | string =>
      terminal.out.isTerminal ? printable(decoder.decode(lines)) : lines;
    return { write: (lines) => terminal.out.write(shown(lines)), close: () => Promise.resolve() };
  }
  const file: FileHandle = await open(out, 'a');
  let last: Promise<unknown> = Promise.resolve();
  return {
    write: async (lines) => {
      const write = last.then(() => file.appendFile(lines));
      // The sender learns of a failed write; the next write may succeed.
      last = write.catch(() => undefined);
      await write;
    },
    close: () => file.close(),
  };
}
