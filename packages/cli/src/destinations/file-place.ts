import type { Blocks } from '@catbird/send';
import { closeSync, openSync, readSync, createReadStream, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip, createGunzip, gunzipSync } from 'node:zlib';
import { attempt } from '../files/attempt.ts';
import { extname } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lookAtLock, type Owner } from '../files/lock.ts';
import type { Before, FileFormat, FilePlace } from './file.ts';

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
function notesIn(path: string, first: number, end: number): readonly string[] | undefined {
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
function bytesOf(path: string, from: number, size: number): Buffer {
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

/** `events.ndjson` and 3 make `events.3.ndjson`; number 0 is the file itself. */
export function numbered(path: string, number: number): string {
  if (number === 0) return path;
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}.${number}${extension}`;
}

/** Size of a file in bytes; undefined if it does not exist. */
export const sizeOf = (path: string): number | undefined => attempt(() => statSync(path).size);

/** Number of the last existing part; 0 without rotation. */
export function lastPart({ path, rotateBytes }: Pick<Target, 'path' | 'rotateBytes'>): number {
  let part = 0;
  if (rotateBytes < Infinity) while (sizeOf(numbered(path, part + 1)) !== undefined) part++;
  return part;
}

/** Where and how rows are written. */
export interface Target extends Pick<FileFormat, 'blocks'> {
  /** What each file begins with. */
  readonly head: Uint8Array;
  /** With symbolic links resolved. */
  readonly path: string;
  readonly existing: 'append' | 'replace' | 'refuse';
  readonly gzip: boolean;
  /** Maximum bytes per file; `Infinity` without rotation. */
  readonly rotateBytes: number;
  /** Writes to stdout, which is no file. */
  readonly write?: ((data: Uint8Array) => void | Promise<void>) | undefined;
}

/** How a file is written. */
type Format = Pick<Target, 'head' | 'blocks' | 'gzip'>;

/** Why a file cannot be written or continued, in sentences. Changes nothing. */
export async function problemOf(target: Target, before: Before): Promise<string | undefined> {
  const { kept, state, hasRows, isFinished } = before;
  if (kept !== null) {
    const other = otherFile(target, kept) ?? cutOff(kept);
    if (other !== undefined) return `${other}. ${toStartOver(target, state)}`;
  }
  if (isFinished) return undefined;
  const lock = lookAtLock(target.path);
  if (lock.kind === 'held') return lock.problem;
  if (kept !== null) return problemAfter(kept, target, state);
  if (!hasRows) return target.existing === 'append' ? torn(target, before) : undefined;
  return sizeOf(target.path) === undefined
    ? `${target.path} is missing, but --state ${state} says that rows were written to it. ${toStartOver(target, state)}`
    : torn(target, before);
}

/** Why a file cannot be continued after a position. */
function problemAfter(kept: FilePlace, target: Target, state: string | null): string | undefined {
  const name = numbered(target.path, kept.part);
  const lock = lookAtLock(name);
  if (lock.kind === 'held') return lock.problem;
  const problem = beyond(kept, target, { state, stale: lock.kind === 'left' ? lock.owner : undefined });
  if (problem !== undefined || notesOf(kept, target) !== undefined) return problem;
  return `${name} was changed by another program. ${toStartOver(target, state)}`;
}

/** What the state says of another file. */
function otherFile({ path, gzip }: Target, kept: FilePlace): string | undefined {
  if (kept.path !== path) return `The state belongs to a stream to ${kept.path}, not to ${path}`;
  if (kept.gzip !== gzip) return `The state belongs to a stream ${kept.gzip ? 'with' : 'without'} gzip`;
  return undefined;
}

/** What is missing from a file, according to its state. A file without rows need not exist. */
function cutOff({ path, part, bytes }: FilePlace): string | undefined {
  const name = numbered(path, part);
  const size = sizeOf(name);
  if (size === undefined)
    return bytes === 0 ? undefined : `${name} is missing, but its state says that it has ${inBytes(bytes)}`;
  return size < bytes
    ? `${name} has ${inBytes(size)}, but its state says ${inBytes(bytes)}: rows are missing`
    : undefined;
}

/**
 * Why data after a position must not be truncated. Data belongs to the stream if the stale lock of its process is still there: a process
 * that ends cleanly leaves neither a lock nor data after the position, except the end of a file in its format.
 */
export function beyond(
  place: FilePlace,
  format: Format,
  { state, stale }: { readonly state: string | null; readonly stale: Owner | undefined },
): string | undefined {
  const { bytes } = place;
  const name = numbered(place.path, place.part);
  const more = (sizeOf(name) ?? 0) - bytes;
  if (more <= 0 || (stale?.state === state && state !== null) || isFoot(place, more, format))
    return undefined;
  return `${name} has ${inBytes(more)} after the ${inBytes(bytes)} of its state; another program may have written them. Save what you need of them, then truncate the file: truncate -s ${bytes} ${name}`;
}

/** The notes of the blocks before a place. Undefined if they cannot be read. */
export const notesOf = (
  { path, part, bytes }: FilePlace,
  { blocks, head }: Format,
): readonly string[] | undefined =>
  blocks.hasNotes === true && bytes > 0 ? notesIn(numbered(path, part), head.length, bytes) : [];

/** Whether these bytes after a place of a file are its own end. */
function isFoot(place: FilePlace, size: number, format: Format): boolean {
  const { blocks, gzip } = format;
  const notes = notesOf(place, format);
  const foot = notes && blocks.foot?.(notes);
  if (foot === undefined || (!gzip && foot.length !== size)) return false;
  const found = bytesOf(numbered(place.path, place.part), place.bytes, size);
  return (gzip ? attempt(() => gunzipSync(found)) : found)?.equals(foot) === true;
}

/** Why a file cannot be appended to. */
async function torn(target: Target, { state, hasRows }: Before): Promise<string | undefined> {
  const name = numbered(target.path, lastPart(target));
  const size = sizeOf(name) ?? 0;
  if (size === 0) return undefined;
  const found = target.gzip ? await unfitGzip(name, target) : unfit(name, size, target);
  if (found === undefined) return undefined;
  const how = hasRows ? toStartOver(target, state) : `${found.repair}, or use --existing replace`;
  return `${name} ${found.what}, so it cannot be appended to. ${how}`;
}

interface Wrong {
  readonly what: string;
  readonly repair: string;
}

const wrong = (what: string, repair = 'Choose another path'): Wrong => ({ what, repair });
const COMPLETE = wrong('is complete');
const OTHER_HEAD = wrong('begins with another header');

/** What is wrong with a file that has something. */
function unfit(path: string, size: number, { head, blocks: { ending, foot } }: Format): Wrong | undefined {
  if (foot !== undefined) return COMPLETE;
  if (ending !== undefined && !bytesOf(path, size - ending.length, ending.length).equals(ending))
    return ending.length === 1
      ? wrong('ends in the middle of a line', 'Complete or remove the line')
      : wrong('ends in the middle of a block');
  return bytesOf(path, 0, head.length).equals(head) ? undefined : OTHER_HEAD;
}

/** What is wrong with a compressed file. Data appended after a torn or plain part could never be read. */
async function unfitGzip(path: string, { head, blocks: { foot } }: Format): Promise<Wrong | undefined> {
  const first = Buffer.alloc(head.length);
  let size = 0;
  const read = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (size < first.length) chunk.copy(first, size);
      size += chunk.length;
      done();
    },
  });
  try {
    await pipeline(createReadStream(path), createGunzip(), read);
  } catch {
    return wrong('is not a complete gzip file');
  }
  if (foot !== undefined) return COMPLETE;
  return first.equals(head) ? undefined : OTHER_HEAD;
}

const toStartOver = ({ path }: Target, state: string | null): string =>
  `To start over, remove ${state} and ${path}`;

const inBytes = (bytes: number): string => `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`;
