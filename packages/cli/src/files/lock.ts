import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import { attempt } from './attempt.ts';
import { errorCode } from './error-code.ts';

/** Who writes to a file: what its lock says. */
const owner = z.object({
  catbird: z.literal('lock'),
  pid: z.int().check(z.positive()),
  /** When the process began, in a unit of its machine; null where that is not known. */
  began: z.nullable(z.string()),
  /** The machine, since its latest start, and the namespace in which `pid` counts. */
  machine: z.string(),
  host: z.string(),
  /** The state file of the stream, if it has one. */
  state: z.nullable(z.string()),
});

/** Who writes to a file. */
export type Owner = Readonly<z.output<typeof owner>>;

/** A lock that this process has. */
export interface Lock {
  /** Who had it and ended without giving it back. */
  readonly left: Owner | undefined;
  release(): void;
}

/** How often a lock is renewed, and how long it counts without that where its process cannot be looked at. */
const RENEW_MS = 5000;
const STALE_MS = 15_000;
/** How often a lock is tried that others take at the same time. */
const MOST_TRIES = 10;

/** Where the lock of a file is. */
export const lockOf = (path: string): string => `${path}.lock`;

/** What the lock of a file tells. */
export type LockFound =
  | { readonly kind: 'free' }
  /** Its process is gone. */
  | { readonly kind: 'left'; readonly owner: Owner }
  /** In use, or nobody can tell: why, in a sentence. */
  | { readonly kind: 'held'; readonly problem: string };

/** Looks who writes to a file. */
export function lookAtLock(path: string): LockFound {
  const lock = lockOf(path);
  const text = textOf(lock);
  if (text === undefined) return { kind: 'free' };
  const found = ownerIn(text);
  if (found === undefined)
    return {
      kind: 'held',
      problem: `${lock} is not a lock of Catbird, or not a whole one. Remove it if nothing needs it`,
    };
  if (isGone(found, lock)) return { kind: 'left', owner: found };
  return {
    kind: 'held',
    problem: `Another process is writing to ${path}: process ${found.pid} on ${found.host}. If it is gone, remove ${lock}`,
  };
}

/**
 * Takes the lock of a file, also one that a process left behind; a sentence when another process has it. In a folder that takes
 * no new file there is no lock.
 *
 * @param state the state file of the stream that writes
 */
export function takeLock(path: string, state: string | null): Lock | { readonly problem: string } {
  const lock = lockOf(path);
  const text = `${JSON.stringify(ownOwner(state))}\n`;
  let left: Owner | undefined;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const made = create(lock, text);
    if (made === 'impossible') return { left, release: () => undefined };
    if (made === 'made') return held(lock, text, left);
    const found = lookAtLock(path);
    if (found.kind === 'held') return found;
    if (found.kind === 'left' && takeAway(lock, found.owner)) left = found.owner;
  }
  return { problem: `${lock} was left by a process that is gone, and could not be taken. Remove it` };
}

function held(lock: string, text: string, left: Owner | undefined): Lock {
  // A lock that cannot be renewed only looks older than it is, and the file's length is looked at before each write all the same.
  const renewing = setInterval(() => attempt(() => utimesSync(lock, new Date(), new Date())), RENEW_MS);
  renewing.unref();
  return {
    left,
    release() {
      clearInterval(renewing);
      if (textOf(lock) === text) attempt(() => rmSync(lock));
    },
  };
}

function create(lock: string, text: string): 'made' | 'exists' | 'impossible' {
  let handle: number;
  try {
    handle = openSync(lock, 'wx');
  } catch (error) {
    return errorCode(error) === 'EEXIST' ? 'exists' : 'impossible';
  }
  try {
    writeFileSync(handle, text);
    return 'made';
  } catch {
    // No room, say. What is not written whole tells nobody anything.
    attempt(() => rmSync(lock));
    return 'impossible';
  } finally {
    closeSync(handle);
  }
}

/** Takes away the lock that this owner left; false when somebody else was quicker, whose lock is put back. */
function takeAway(lock: string, expected: Owner): boolean {
  const away = `${lock}.${process.pid}`;
  try {
    renameSync(lock, away);
  } catch {
    return false;
  }
  const isExpected = JSON.stringify(ownerIn(textOf(away) ?? '')) === JSON.stringify(expected);
  if (!isExpected) attempt(() => linkSync(away, lock));
  rmSync(away, { force: true });
  return isExpected;
}

const ownOwner = (state: string | null): Owner => ({
  catbird: 'lock',
  pid: process.pid,
  began: beginningOf(process.pid) ?? null,
  machine: machine(),
  host: hostname(),
  state,
});

const ownerIn = (text: string): Owner | undefined => attempt(() => z.parse(owner, JSON.parse(text)));

function isGone(found: Owner, lock: string): boolean {
  // Processes of another machine or container, or from before a restart, cannot be looked at.
  if (found.machine !== machine()) return ageOf(lock) > STALE_MS;
  if (!isRunning(found.pid)) return true;
  const began = beginningOf(found.pid);
  return found.began !== null && began !== undefined && began !== found.began;
}

const ageOf = (lock: string): number => Date.now() - (attempt(() => statSync(lock).mtimeMs) ?? -Infinity);

function isRunning(pid: number): boolean {
  // One that was killed and not yet waited for is still listed.
  if (/^[ZX]$/.test(statusOf(pid)?.[0] ?? '')) return false;
  try {
    // Signal 0 asks whether there is such a process. https://man7.org/linux/man-pages/man2/kill.2.html
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** When a process began, in ticks since the machine did, where /proc tells: another one with the same id began at another time. */
const beginningOf = (pid: number): string | undefined => statusOf(pid)?.[19];

/** What /proc tells of a process, from its state on. The name before it, in brackets, may hold blanks. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statusOf(pid: number): readonly string[] | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const machine = (): string =>
  [hostname(), textOf('/proc/sys/kernel/random/boot_id')?.trim() ?? '', namespace() ?? ''].join(' ');

const namespace = (): string | undefined =>
  attempt(() => String(statSync('/proc/self/ns/pid', { bigint: true }).ino));

const textOf = (file: string): string | undefined => attempt(() => readFileSync(file, 'utf8'));
