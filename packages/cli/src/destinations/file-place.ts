import { createReadStream, statSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { attempt } from '../files/attempt.ts';
import { lookAtLock, type Owner } from '../files/lock.ts';
import type { Before, FilePlace } from './local.ts';

/** `events.ndjson` as `events.3.ndjson`; number 0 is the file itself. */
export function numbered(path: string, number: number): string {
  if (number === 0) return path;
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}.${number}${extension}`;
}

/** Bytes of a file; undefined where there is none. */
export const sizeOf = (path: string): number | undefined => attempt(() => statSync(path).size);

/** Number of the last part that is there, where there may be several. */
export function lastPart({ path, rotateBytes }: Pick<Target, 'path' | 'rotateBytes'>): number {
  let part = 0;
  if (rotateBytes < Infinity) while (sizeOf(numbered(path, part + 1)) !== undefined) part++;
  return part;
}

/** Where and how rows are written. */
export interface Target {
  /** Without symbolic links. */
  readonly path: string;
  readonly existing: 'append' | 'replace' | 'refuse';
  readonly gzip: boolean;
  /** Bytes after which another file is begun; `Infinity`: never. */
  readonly rotateBytes: number;
}

/** Why a file cannot be written or gone on with, in sentences; nothing is changed. */
export async function problemOf(target: Target, before: Before): Promise<string | undefined> {
  const { kept, state, hasRows, isFinished } = before;
  if (kept !== null) {
    const other = otherFile(target, kept) ?? cutOff(kept);
    if (other !== undefined) return `${other}. ${toStartAfresh(target, state)}`;
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
    ? `${target.path} is missing, and --state ${state} says that rows were written to it. ${toStartAfresh(target, state)}`
    : torn(target, before);
}

/** What the state says of another file. */
function otherFile({ path, gzip }: Target, kept: FilePlace): string | undefined {
  if (kept.path !== path) return `The state is of a stream to ${kept.path}, not to ${path}`;
  if (kept.gzip !== gzip) return `The state is of a stream ${kept.gzip ? 'with' : 'without'} gzip`;
  return undefined;
}

/** What is missing of a file, by its state. A file of which nothing counts need not be there. */
function cutOff({ path, part, bytes }: FilePlace): string | undefined {
  const name = numbered(path, part);
  const size = sizeOf(name);
  if (size === undefined)
    return bytes === 0
      ? undefined
      : `${name} is missing, and its state says that it is ${inBytes(bytes)} long`;
  return size < bytes
    ? `${name} is ${inBytes(size)} long, and its state says ${inBytes(bytes)}: rows are missing`
    : undefined;
}

/**
 * Why what comes after a place must not be cut off. It is known to be of the stream when the lock is there that its process left:
 * one that ended in order left none, and nothing after the place.
 */
export function beyond(
  { path, part, bytes }: FilePlace,
  state: string | null,
  left: Owner | undefined,
): string | undefined {
  const name = numbered(path, part);
  const more = (sizeOf(name) ?? 0) - bytes;
  if (more <= 0 || (left?.state === state && state !== null)) return undefined;
  return `${name} has ${inBytes(more)} after the ${inBytes(bytes)} of its state, which another program may have written. Keep what you need of them, and cut the file back: truncate -s ${bytes} ${name}`;
}

/** Why nothing can be added after the last row of a file: it is not whole. */
async function torn(target: Target, { state, hasRows }: Before): Promise<string | undefined> {
  const name = numbered(target.path, lastPart(target));
  const isWhole = target.gzip ? await isGzip(name) : await endsInNewline(name);
  if (isWhole) return undefined;
  const what = target.gzip ? 'is not a whole gzip file' : 'ends in the middle of a line';
  const repair = target.gzip ? 'Give another path' : 'Complete or remove the line';
  const how = hasRows ? toStartAfresh(target, state) : `${repair}, or use --existing replace`;
  return `${name} ${what}, so nothing can be added to it. ${how}`;
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

/** Whether a file can be unpacked to its end: what is added after a torn or plain part could never be read. */
async function isGzip(path: string): Promise<boolean> {
  if ((sizeOf(path) ?? 0) === 0) return true;
  try {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(createReadStream(path), createGunzip(), nowhere);
    return true;
  } catch {
    return false;
  }
}

const toStartAfresh = ({ path }: Target, state: string | null): string =>
  `To start afresh, remove ${state} and ${path}`;

const inBytes = (bytes: number): string => `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`;
