import type { Blocks } from '@catbird/send';
import { closeSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { attempt } from '../files/attempt.ts';

/** Rows as they are appended to a file. */
export interface Piece {
  readonly data: Uint8Array;
  /** What the foot needs to know of it. */
  readonly note: string | undefined;
}

/** Compresses a piece of a file. Concatenated gzip members are a valid gzip file. https://www.rfc-editor.org/rfc/rfc1952#section-2.2 */
export const compress: (bytes: Uint8Array) => Promise<Uint8Array> = promisify(gzip);

/** Ends the note of a block. */
const MARK = Buffer.from('CBRD');
const LENGTHS = 8;
/** Bytes of a note besides its text. */
const AROUND = LENGTHS + MARK.length;

/** The note of a block as it stands behind it, so that another process can finish the file. Readers of the format pass over it. */
export function noteBytes(note: string, blockBytes: number): Uint8Array {
  const text = Buffer.from(note);
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32LE(text.length, 0);
  lengths.writeUInt32LE(blockBytes, 4);
  return Buffer.concat([text, lengths, MARK]);
}

/**
 * The notes of the blocks of a file, in order. Undefined if they cannot be read: the file was changed, or is another one.
 *
 * @param first where the first block begins
 * @param end where the last one ends, with its note
 */
export function notesIn(path: string, first: number, end: number): readonly string[] | undefined {
  const handle = attempt(() => openSync(path, 'r'));
  if (handle === undefined) return undefined;
  try {
    const notes: string[] = [];
    let at = end;
    while (at > first) {
      const lengths = readAt(handle, at - AROUND, AROUND);
      if (lengths === undefined || !lengths.subarray(LENGTHS).equals(MARK)) return undefined;
      const size = lengths.readUInt32LE(0);
      const text = readAt(handle, at - AROUND - size, size);
      if (text === undefined) return undefined;
      notes.push(text.toString());
      at -= AROUND + size + lengths.readUInt32LE(4);
    }
    return at === first ? notes.toReversed() : undefined;
  } finally {
    closeSync(handle);
  }
}

/** Bytes of an open file. Undefined if it has none there. */
function readAt(handle: number, from: number, size: number): Buffer | undefined {
  if (from < 0) return undefined;
  const bytes = Buffer.alloc(size);
  return readSync(handle, bytes, 0, size, from) === size ? bytes : undefined;
}

/** Bytes of a file: none if it has fewer there. @throws Node's error */
export function bytesOf(path: string, from: number, size: number): Buffer {
  const handle = openSync(path, 'r');
  try {
    return readAt(handle, from, size) ?? Buffer.alloc(0);
  } finally {
    closeSync(handle);
  }
}

/** A header and a trailer. https://www.rfc-editor.org/rfc/rfc1952#section-2.3 */
const GZIP = 32;

/** The most bytes of the foot of a file, besides those of the notes of its blocks. */
export const footBytes = ({ foot }: Blocks, isGzip: boolean): number =>
  foot === undefined ? 0 : foot([]).length + (isGzip ? GZIP : 0);
