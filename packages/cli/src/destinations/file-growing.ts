import { joined } from '@catbird/formats';
import { compress, footBytes, noteBytes, type Piece } from './file-blocks.ts';
import { changed, type FilePart } from './file-part.ts';
import { notesOf, type Target } from './file-place.ts';
import type { FilePlace } from './local.ts';

/** A file that grows by blocks of rows, with its head before the first and what makes it whole after the last. */
export interface GrowingFile extends Pick<FilePart, 'flush' | 'sync'> {
  /** Where the blocks end. */
  readonly bytes: number;
  /** Where the next block begins. */
  readonly place: number;
  /** Whether another block would make it larger than this, with its end. One block always fits. */
  isFull(piece: Piece, mostBytes: number): boolean;
  /** Returns the bytes of the rows. @throws DeliveryError if they cannot be written */
  append(piece: Piece, signal?: AbortSignal): Promise<number>;
  /** Makes it whole. @throws DeliveryError if that cannot be written */
  finish(): Promise<void>;
  /** Makes it whole and closes it. @throws DeliveryError if that cannot be written */
  close(): Promise<void>;
}

/**
 * A file that has nothing, or blocks.
 *
 * @param start where the first of the next blocks stands
 * @throws DeliveryError if its blocks cannot be read
 */
export function newGrowingFile(
  part: FilePart,
  start: FilePlace,
  { head, blocks, gzip }: Target,
): GrowingFile {
  const kept = notesOf(start, { head, blocks, gzip });
  if (kept === undefined) throw changed(part.path);
  const notes = [...kept];
  let footMost = footBytes(blocks, gzip) + notes.reduce((sum, note) => sum + note.length, 0);
  let end = part.bytes;
  let isWhole = false;
  const written = (bytes: Uint8Array): Promise<Uint8Array> | Uint8Array => (gzip ? compress(bytes) : bytes);
  const finish = async (): Promise<void> => {
    const { foot } = blocks;
    // A file without rows stays empty.
    if (foot === undefined || end === 0 || isWhole) return;
    await part.append(await written(foot(notes)));
    isWhole = true;
    await part.sync();
  };
  return {
    get bytes() {
      return end;
    },
    get place() {
      return end === 0 ? head.length : end;
    },
    isFull: ({ data, note }, most) =>
      end > 0 && end + data.length + trailerOf(note, data).length + footMost + (note?.length ?? 0) > most,
    async append({ data, note }, signal) {
      // Together, so that a file without rows has no head, and one with rows never lacks it.
      const first = end === 0 && head.length > 0 ? [await written(head)] : [];
      await part.append(joined([...first, data, trailerOf(note, data)]), signal);
      end = part.bytes;
      if (note !== undefined) notes.push(note);
      footMost += note?.length ?? 0;
      return data.length;
    },
    flush: () => part.flush(),
    sync: () => part.sync(),
    finish,
    async close() {
      try {
        await finish();
      } finally {
        await part.close();
      }
    },
  };
}

const NOTHING = new Uint8Array(0);

const trailerOf = (note: string | undefined, data: Uint8Array): Uint8Array =>
  note === undefined ? NOTHING : noteBytes(note, data.length);
