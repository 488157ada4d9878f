import { printable } from '@catbird/engine';
import { open, type FileHandle } from 'node:fs/promises';
import type { Terminal } from '../terminal.ts';

const utf8 = new TextDecoder();

/** Where rows are written, in order of arrival. */
export interface Sink {
  /** Resolves when the lines are written. */
  readonly write: (lines: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A sink that appends to a file, or writes to stdout if `out` is `-`. @param isStamped whether the time of each write is appended to another file */
export async function sinkFor(out: string, terminal: Terminal, isStamped = false): Promise<Sink> {
  if (out === '-') {
    // Rows are foreign text: a terminal must not obey them.
    const shown = (lines: Uint8Array): Uint8Array | string =>
      terminal.out.isTerminal ? printable(utf8.decode(lines)) : lines;
    return { write: (lines) => terminal.out.write(shown(lines)), close: () => Promise.resolve() };
  }
  const file: FileHandle = await open(out, 'a');
  const stamps = isStamped ? await open(stampsOf(out), 'a') : undefined;
  let request = 0;
  /** The stamp comes first, so that no row is ever there without it. */
  const append = async (lines: Uint8Array, at: string): Promise<void> => {
    if (stamps !== undefined && lines.length > 0) {
      const { size: first } = await file.stat();
      const stamp: Stamp = { at, request: ++request, first, end: first + lines.length };
      await stamps.appendFile(`${JSON.stringify(stamp)}\n`);
    }
    await file.appendFile(lines);
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    write: async (lines) => {
      const at = new Date().toISOString();
      const write = last.then(() => append(lines, at));
      // The sender learns of a failed write; the next write may succeed.
      last = write.catch(() => undefined);
      await write;
    },
    async close() {
      await file.close();
      await stamps?.close();
    },
  };
}

/** When the rows between two bytes of a file arrived. */
interface Stamp {
  /** An instant as ISO 8601. */
  readonly at: string;
  /** The number of the request, from 1, since the receiver was started. */
  readonly request: number;
  /** The first byte, and the one after the last. */
  readonly first: number;
  readonly end: number;
}

/** The file of stamps beside a file of rows: a line of JSON for each request. */
export const stampsOf = (file: string): string => `${file}.stamps`;
