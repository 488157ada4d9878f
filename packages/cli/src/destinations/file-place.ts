import { createReadStream, statSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { attempt } from '../files/attempt.ts';
import { lookAtLock, type Owner } from '../files/lock.ts';
import type { Before, FilePlace } from './local.ts';

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
export interface Target {
  /** With symbolic links resolved. */
  readonly path: string;
  readonly existing: 'append' | 'replace' | 'refuse';
  readonly gzip: boolean;
  /** Maximum bytes per file; `Infinity` without rotation. */
  readonly rotateBytes: number;
  /** What each file begins with. Default: rows. */
  readonly head?: Uint8Array | undefined;
}

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
  if (kept !== null) {
    const last = lookAtLock(numbered(target.path, kept.part));
    if (last.kind === 'held') return last.problem;
    return beyond(kept, state, last.kind === 'left' ? last.owner : undefined);
  }
  if (!hasRows) return target.existing === 'append' ? torn(target, before) : undefined;
  return sizeOf(target.path) === undefined
    ? `${target.path} is missing, but --state ${state} says that rows were written to it. ${toStartOver(target, state)}`
    : torn(target, before);
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
 * that ends cleanly leaves neither a lock nor data after the position.
 */
export function beyond(
  { path, part, bytes }: FilePlace,
  state: string | null,
  stale: Owner | undefined,
): string | undefined {
  const name = numbered(path, part);
  const more = (sizeOf(name) ?? 0) - bytes;
  if (more <= 0 || (stale?.state === state && state !== null)) return undefined;
  return `${name} has ${inBytes(more)} after the ${inBytes(bytes)} of its state; another program may have written them. Save what you need of them, then truncate the file: truncate -s ${bytes} ${name}`;
}

/** Why a file cannot be appended to: its end is incomplete. */
async function torn(target: Target, { state, hasRows }: Before): Promise<string | undefined> {
  const name = numbered(target.path, lastPart(target));
  const isWhole = target.gzip ? await isGzip(name) : await endsInNewline(name);
  if (isWhole) return undefined;
  const what = target.gzip ? 'is not a complete gzip file' : 'ends in the middle of a line';
  const repair = target.gzip ? 'Choose another path' : 'Complete or remove the line';
  const how = hasRows ? toStartOver(target, state) : `${repair}, or use --existing replace`;
  return `${name} ${what}, so it cannot be appended to. ${how}`;
}

async function endsInNewline(path: string): Promise<boolean> {
  const size = sizeOf(path) ?? 0;
  if (size === 0) return true;
  const handle = await openFile(path);
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: size - 1 });
    return buffer.toString() === '\n';
  } finally {
    await handle.close();
  }
}

/** Whether a file can be decompressed to its end. Data appended after a torn or plain part could never be read. */
async function isGzip(path: string): Promise<boolean> {
  if ((sizeOf(path) ?? 0) === 0) return true;
  try {
    const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(createReadStream(path), createGunzip(), discard);
    return true;
  } catch {
    return false;
  }
}

const toStartOver = ({ path }: Target, state: string | null): string =>
  `To start over, remove ${state} and ${path}`;

const inBytes = (bytes: number): string => `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`;
