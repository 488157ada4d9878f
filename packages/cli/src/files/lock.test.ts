import { messagesOf } from '@catbird/engine';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockOf, lookAtLock, takeLock, type Lock } from './lock.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catbird-lock-'));
  path = join(folder, 'events.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true }));

function taken(state: string | null = null): Lock {
  const lock = takeLock(path, state);
  if (!lock.ok) throw new Error(messagesOf(lock.issues).join('. '));
  return lock;
}
/** Changes the owner in the lock, as if another process had taken it. */
function ownedBy(other: object): void {
  const mine = JSON.parse(readFileSync(lockOf(path), 'utf8')) as object;
  writeFileSync(lockOf(path), JSON.stringify({ ...mine, ...other }));
}
const goneId = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('a lock can be taken once, and again after its release', () => {
  const lock = taken();
  expect(lookAtLock(path)).toMatchObject({ kind: 'held' });
  expect(takeLock(path, null)).toMatchObject({
    issues: [{ message: expect.stringContaining(`process ${process.pid}`) as unknown }],
  });
  lock.release();
  expect(existsSync(lockOf(path))).toBe(false);
  taken().release();
});

test('a link in place of a draft is not followed, and a lock is for its user only', () => {
  const target = join(folder, 'target');
  writeFileSync(target, 'precious');
  symlinkSync(target, `${lockOf(path)}.${process.pid}`);
  const lock = taken();
  expect(readFileSync(target, 'utf8')).toBe('precious');
  expect(statSync(lockOf(path)).mode & 0o777).toBe(0o600);
  lock.release();
  expect(readdirSync(folder)).toEqual(['target']);
});

test('a lock that cannot be read is held', () => {
  mkdirSync(lockOf(path));
  expect(takeLock(path, null)).toMatchObject({
    issues: [{ message: expect.stringContaining('cannot be read') as unknown }],
  });
});

test('a lock of an ended process can be taken, and names its last owner', () => {
  taken('/a/state');
  ownedBy({ pid: goneId() });
  expect(lookAtLock(path)).toMatchObject({ kind: 'left', owner: { state: '/a/state' } });
  const lock = taken('/b/state');
  expect(lock.left).toMatchObject({ state: '/a/state' });
  expect(lookAtLock(path)).toMatchObject({ kind: 'held' });
  lock.release();
});

test('another process with the same id does not hold the lock', () => {
  taken();
  ownedBy({ began: '1' });
  // Only /proc shows when a process started.
  expect(lookAtLock(path).kind).toBe(existsSync('/proc/self/stat') ? 'left' : 'held');
});

test('a process of another machine or container holds its lock while it renews it', () => {
  taken();
  ownedBy({ pid: goneId(), machine: 'elsewhere', host: 'elsewhere' });
  expect(takeLock(path, null)).toMatchObject({
    issues: [{ message: expect.stringContaining('elsewhere') as unknown }],
  });
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(lockOf(path), minuteAgo, minuteAgo);
  expect(taken().left).toMatchObject({ host: 'elsewhere' });
});

test('a lock that another process took over is not removed', () => {
  const lock = taken();
  ownedBy({ pid: 1 });
  lock.release();
  expect(existsSync(lockOf(path))).toBe(true);
});

test('a file of that name that is not a lock is left alone', () => {
  writeFileSync(lockOf(path), 'mine');
  expect(takeLock(path, null)).toMatchObject({
    issues: [{ message: expect.stringContaining('not a complete lock') as unknown }],
  });
  expect(readFileSync(lockOf(path), 'utf8')).toBe('mine');
});

test('a lock is complete as soon as it exists, and what a killed process left beside it is removed', () => {
  const [gone, own] = [`${lockOf(path)}.${goneId()}`, `${lockOf(path)}.notes`];
  writeFileSync(gone, '');
  writeFileSync(own, 'mine');
  const lock = taken();
  expect(readdirSync(folder).toSorted()).toEqual(['events.ndjson.lock', 'events.ndjson.lock.notes']);
  lock.release();
  rmSync(own);
});

test('a missing folder has no lock', () => {
  path = join(folder, 'none', 'events.ndjson');
  taken().release();
  expect(existsSync(lockOf(path))).toBe(false);
});
