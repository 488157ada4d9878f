import { open, type FileHandle } from 'node:fs/promises';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';

const decoder = new TextDecoder();

/** Where rows are written, in the order in which they came. */
export interface Sink {
  /** Resolves when the lines are written. */
  readonly write: (lines: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A sink that adds to a file, or for `-` writes to standard output. */
export async function sinkFor(out: string, terminal: Terminal): Promise<Sink> {
  if (out === '-') {
    // Rows are foreign text: data for a program, but never commands for a terminal.
    const shown = (lines: Uint8Array): Uint8Array | string =>
      terminal.out.isTerminal ? printable(decoder.decode(lines)) : lines;
    return { write: (lines) => terminal.out.write(shown(lines)), close: () => Promise.resolve() };
  }
  const file: FileHandle = await open(out, 'a');
  let last: Promise<unknown> = Promise.resolve();
  return {
    write: async (lines) => {
      const write = last.then(() => file.appendFile(lines));
      // One failed write is told to its sender; the next may go through.
      last = write.catch(() => undefined);
      await write;
    },
    close: () => file.close(),
  };
}
