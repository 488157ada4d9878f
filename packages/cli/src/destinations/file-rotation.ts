import { joined } from '@catbird/formats';
import {
  compress,
  footBytes,
  noteBytes,
  type Piece,
  notesOf,
  type Target,
  beyond,
  lastPart,
  numbered,
  sizeOf,
} from './file-place.ts';
import {
  changed,
  type FilePart,
  asDelivery,
  lockPart,
  openPart,
  openPipe,
  openStdout,
  removePart,
  type Opening,
  type PartLock,
} from './file-part.ts';
import type { FilePlace, Bookmark } from './file.ts';
import { DeliveryError } from '@catbird/send';
import { statOf } from '../files/identity.ts';
import { lookAtLock } from '../files/lock.ts';

/** A file that grows by blocks of rows, with its head before the first and what makes it whole after the last. */
interface GrowingFile extends Pick<FilePart, 'flush' | 'sync'> {
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
function newGrowingFile(part: FilePart, start: FilePlace, { head, blocks, gzip }: Target): GrowingFile {
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

/** The files of a stream, one of which is open. */
interface Files {
  /** Appends rows as a block. @param at makes it for a place in the file, where it may be compressed */
  append(at: (place: number) => Promise<Piece>, signal?: AbortSignal): Promise<number>;
  /** Makes everything written so far durable, while writing may continue. */
  flush(): Promise<void>;
  /** Makes everything durable; nothing may be written meanwhile. */
  sync(): Promise<void>;
  /** Saves the position. */
  keep(): void;
  /** Completes the file that is open. @throws DeliveryError if that cannot be written */
  close(): Promise<void>;
}

/**
 * Opens the file of a stream where writing starts, and further files as they fill up.
 *
 * @throws DeliveryError if it cannot be opened or locked
 */
export async function openFiles(target: Target, bookmark: Bookmark | undefined): Promise<Files> {
  const { path, gzip, rotateBytes } = target;
  const state = bookmark?.state ?? null;
  const isRegular = target.write === undefined && (statOf(path)?.isFile() ?? true);
  const lock = isRegular ? lockPart(path, state) : undefined;
  let number = 0;
  let current: GrowingFile | undefined;
  let partLock: PartLock | undefined;

  const switchTo = async (start: Start): Promise<void> => {
    // Whole before the state says that it is complete.
    await current?.finish();
    const nextLock = claim(start, target, lock, bookmark);
    await closePart();
    number = start.part;
    partLock = nextLock;
    const part = await openFor(start, target);
    try {
      current = newGrowingFile(part, { ...start, path, gzip }, target);
    } catch (error) {
      await part.close();
      throw error;
    }
  };
  const closePart = async (): Promise<void> => {
    const last = current;
    current = undefined;
    try {
      await last?.close();
    } finally {
      partLock?.release();
      partLock = undefined;
    }
  };
  const close = async (): Promise<void> => {
    try {
      await closePart();
    } finally {
      lock?.release();
    }
  };
  const part = (): GrowingFile => {
    if (current === undefined) throw new DeliveryError('not-found', `${path} is not open`);
    return current;
  };
  try {
    const start = startOf(target, bookmark);
    if (start.mode === 'replace') removeOthers(target, state);
    await switchTo(start);
    if (start.mode === 'continue' && start.part > 1) freeStaleLock(numbered(path, start.part - 1), state);
  } catch (error) {
    await close();
    throw error;
  }
  const append: Files['append'] = async (at, signal) => {
    const piece = await at(part().place);
    if (!isRegular || !part().isFull(piece, rotateBytes)) return part().append(piece, signal);
    if (bookmark !== undefined) await part().sync();
    await switchTo(nextOf(target, number));
    return append(at, signal);
  };
  return {
    append,
    flush: async () => current?.flush(),
    sync: () => part().sync(),
    keep: () => bookmark?.keep({ path, part: number, bytes: part().bytes, gzip }),
    close,
  };
}

/** Opens a file, a pipe or stdout. */
function openFor(start: Start, { path, write }: Target): Promise<FilePart> | FilePart {
  if (write !== undefined) return openStdout(write);
  const found = statOf(path);
  if (found?.isFIFO() === true) return asDelivery(path, () => openPipe(path));
  return openPart(numbered(path, start.part), { ...start, isRegular: found?.isFile() ?? true });
}

/**
 * Locks a file and saves its position, before the file is changed: the saved position is locked at all times.
 *
 * @param lock of the first file
 * @returns the lock of a further file; undefined for the first
 * @throws DeliveryError if the file is locked, or may contain data of another program
 */
function claim(
  { part, bytes, mode }: Start,
  target: Target,
  lock: PartLock | undefined,
  bookmark: Bookmark | undefined,
): PartLock | undefined {
  const { path, gzip } = target;
  const state = bookmark?.state ?? null;
  const place = { path, part, bytes, gzip };
  const nextLock = part > 0 ? lockPart(numbered(path, part), state) : undefined;
  try {
    const stale = part > 0 ? nextLock?.left : lock?.left;
    const problem = mode === 'continue' ? beyond(place, target, { state, stale }) : undefined;
    if (problem !== undefined) throw new DeliveryError('not-found', problem);
    bookmark?.keep(place);
    return nextLock;
  } catch (error) {
    nextLock?.release();
    throw error;
  }
}

/** Where writing starts. */
interface Start extends Pick<FilePlace, 'part' | 'bytes'> {
  readonly mode: Opening['mode'];
}

/** @throws DeliveryError if writing cannot start there */
function startOf(target: Target, bookmark: Bookmark | undefined): Start {
  const { path, existing, write } = target;
  if (write !== undefined) return { part: 0, bytes: 0, mode: 'append' };
  if (bookmark !== undefined && bookmark.kept !== null) return { ...bookmark.kept, mode: 'continue' };
  if (existing === 'append' || bookmark?.hasRows === true) {
    const part = lastPart(target);
    return { part, bytes: sizeOf(numbered(path, part)) ?? 0, mode: 'append' };
  }
  return newPart(path, 0, existing);
}

/**
 * Removes the other files of an earlier stream, which would look as if they belonged to this one. Before the state claims the first file:
 * a process that is killed in between starts over, and one that resumes finds none of them.
 *
 * @throws DeliveryError if another process writes to one of them, before any is removed; or if one cannot be removed
 */
function removeOthers(target: Target, state: string | null): void {
  const names = Array.from({ length: lastPart(target) }, (_, i) => numbered(target.path, i + 1));
  const files = names.filter((name) => statOf(name)?.isFile() === true);
  for (const name of files) {
    const lock = lookAtLock(name);
    if (lock.kind === 'held') throw new DeliveryError('not-found', lock.problem);
  }
  // The last one first, so that those left by a crash are still found.
  for (const name of files.toReversed()) {
    const lock = lockPart(name, state);
    try {
      removePart(name);
    } finally {
      lock.release();
    }
  }
}

/** Removes the stale lock of an earlier process of this stream that was killed between two parts. */
function freeStaleLock(name: string, state: string | null): void {
  const lock = lookAtLock(name);
  if (lock.kind === 'left' && lock.owner.state === state) lockPart(name, state).release();
}

/** The start of the following part. */
const nextOf = ({ path, existing }: Target, number: number): Start => newPart(path, number + 1, existing);

/** @throws DeliveryError if the file exists and must not. Checked before the state claims the file. */
function newPart(path: string, part: number, mode: Target['existing']): Start {
  const name = numbered(path, part);
  const size = sizeOf(name);
  if (mode === 'refuse' && size !== undefined)
    throw new DeliveryError('not-found', `Could not open ${name}`, {
      detail: 'It already exists, and --existing is refuse',
    });
  return { part, bytes: mode === 'append' ? (size ?? 0) : 0, mode };
}
