import { invalid, type Result } from '@catbird/engine';
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { attempt } from './attempt.ts';
import { errorCode } from './error-code.ts';

/** The contents of a lock file. */
const owner = z.object({
  catbird: z.literal('lock'),
  pid: z.int().check(z.positive()),
  /** When the process started, in clock ticks; null if unknown. */
  began: z.nullable(z.string()),
  /** The machine, its last boot, and the namespace of `pid`. */
  machine: z.string(),
  host: z.string(),
  /** The state file of the stream, if it has one. */
  state: z.nullable(z.string()),
});

/** The process that holds a lock. */
export type Owner = Readonly<z.output<typeof owner>>;

/** A lock held by this process. */
export interface Lock {
  /** The process that ended without releasing it. */
  readonly left: Owner | undefined;
  release(): void;
}

/** How often a lock is renewed, and when it is stale if its process cannot be checked. */
const RENEW_MS = 5000;
const STALE_MS = 15_000;
/** Maximum attempts at a lock that others try to take at the same time. */
const MAX_TRIES = 10;
/** A file that is created, never followed or replaced, for this user only. */
const NEW = { flag: 'wx', mode: 0o600 };

/** The path of a file's lock. */
export const lockOf = (path: string): string => `${path}.lock`;

/** The state of a file's lock. */
export type LockFound =
  | { readonly kind: 'free' }
  /** Its process has ended. */
  | { readonly kind: 'left'; readonly owner: Owner }
  /** In use, or unknown: the reason, as a sentence. */
  | { readonly kind: 'held'; readonly problem: string };

/** Reads the lock of a file. */
export function lookAtLock(path: string): LockFound {
  const lock = lockOf(path);
  const text = textOf(lock);
  if (text === undefined)
    return existsSync(lock)
      ? { kind: 'held', problem: `${lock} cannot be read: another user may be writing to ${path}` }
      : { kind: 'free' };
  const found = ownerIn(text);
  if (found === undefined)
    return {
      kind: 'held',
      problem: `${lock} is not a complete lock of Catbird. Remove it if it is not needed`,
    };
  if (isGone(found, lock)) return { kind: 'left', owner: found };
  return {
    kind: 'held',
    problem: `Another process is writing to ${path}: process ${found.pid} on ${found.host}. If it has ended, remove ${lock}`,
  };
}

/**
 * Takes the lock of a file, including one left by an ended process. Invalid if another process holds it. In a folder
 * that is not writable, there is no lock.
 *
 * @param state the state file of the stream, if any
 */
export function takeLock(path: string, state: string | null): Result<Lock> {
  const lock = lockOf(path);
  const text = `${JSON.stringify(ownOwner(state))}\n`;
  let left: Owner | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const made = create(lock, text);
    if (made === 'impossible') return { ok: true, left, release: () => undefined };
    if (made === 'made') {
      clearBesides(lock);
      return { ok: true, ...held(lock, text, left) };
    }
    const found = lookAtLock(path);
    if (found.kind === 'held') return invalid(found.problem);
    if (found.kind === 'left' && removeLeft(lock, found.owner)) left = found.owner;
  }
  return invalid(`Could not take over ${lock}, left by a process that has ended. Remove it`);
}

function held(lock: string, text: string, left: Owner | undefined): Lock {
  // A failed renewal only makes the lock look older. The file's length is checked before each write anyway.
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

/** Creates a lock that is complete from the beginning: a process may be killed at any moment. */
function create(lock: string, text: string): 'made' | 'exists' | 'impossible' {
  const draft = besides(lock);
  try {
    // One left by a process of this number that was killed. A link of that name is not followed, neither here nor below.
    rmSync(draft, { force: true });
    writeFileSync(draft, text, NEW);
    linkSync(draft, lock);
    return 'made';
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'exists';
    // The folder is not writable, the disk is full, or its file system has no links.
    return createInPlace(lock, text);
  } finally {
    attempt(() => rmSync(draft, { force: true }));
  }
}

function createInPlace(lock: string, text: string): 'made' | 'exists' | 'impossible' {
  let handle: number;
  try {
    handle = openSync(lock, NEW.flag, NEW.mode);
  } catch (error) {
    return errorCode(error) === 'EEXIST' ? 'exists' : 'impossible';
  }
  try {
    writeFileSync(handle, text);
    return 'made';
  } catch {
    // The disk may be full. A partial lock is useless.
    attempt(() => rmSync(lock));
    return 'impossible';
  } finally {
    closeSync(handle);
  }
}

/** A file of this process beside a lock. */
const besides = (lock: string): string => `${lock}.${process.pid}`;

/** Removes files beside a lock whose processes were killed before they could. */
function clearBesides(lock: string): void {
  const folder = dirname(lock);
  const prefix = `${basename(lock)}.`;
  for (const name of attempt(() => readdirSync(folder)) ?? []) {
    const pid = name.startsWith(prefix) ? /^\d+$/.exec(name.slice(prefix.length))?.[0] : undefined;
    if (pid !== undefined && !isRunning(Number(pid)))
      attempt(() => rmSync(join(folder, name), { force: true }));
  }
}

/** Removes the lock that an owner left. If another process has replaced it, puts that lock back and returns false. */
function removeLeft(lock: string, expected: Owner): boolean {
  const away = besides(lock);
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
  began: startOf(process.pid) ?? null,
  machine: machine(),
  host: hostname(),
  state,
});

const ownerIn = (text: string): Owner | undefined => attempt(() => z.parse(owner, JSON.parse(text)));

function isGone(found: Owner, lock: string): boolean {
  // Processes of another machine or container, or from before a reboot, cannot be checked.
  if (found.machine !== machine()) return ageOf(lock) > STALE_MS;
  if (!isRunning(found.pid)) return true;
  const began = startOf(found.pid);
  return found.began !== null && began !== undefined && began !== found.began;
}

const ageOf = (lock: string): number => Date.now() - (attempt(() => statSync(lock).mtimeMs) ?? -Infinity);

function isRunning(pid: number): boolean {
  // A zombie is still listed.
  if (/^[ZX]$/.test(statusOf(pid)?.[0] ?? '')) return false;
  try {
    // Signal 0 checks whether a process exists. https://man7.org/linux/man-pages/man2/kill.2.html
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** When a process started, in clock ticks since boot, if /proc exists. It tells processes with the same id apart. */
const startOf = (pid: number): string | undefined => statusOf(pid)?.[19];

/** The fields of /proc/PID/stat from the state on. The name before it, in parentheses, may contain spaces. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statusOf(pid: number): readonly string[] | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const machine = (): string =>
  [hostname(), textOf('/proc/sys/kernel/random/boot_id')?.trim() ?? '', namespace() ?? ''].join(' ');

const namespace = (): string | undefined =>
  attempt(() => String(statSync('/proc/self/ns/pid', { bigint: true }).ino));

const textOf = (file: string): string | undefined => attempt(() => readFileSync(file, 'utf8'));
