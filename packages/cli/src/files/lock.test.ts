import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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
  if ('problem' in lock) throw new Error(lock.problem);
  return lock;
}
/** Changes what the lock says of its owner, as if another process had taken it. */
function ownedBy(other: object): void {
  const mine = JSON.parse(readFileSync(lockOf(path), 'utf8')) as object;
  writeFileSync(lockOf(path), JSON.stringify({ ...mine, ...other }));
}
const goneId = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('a lock is had once, and again after it was given back', () => {
  const lock = taken();
  expect(lookAtLock(path)).toMatchObject({ kind: 'held' });
  expect(takeLock(path, null)).toMatchObject({
    problem: expect.stringContaining(`process ${process.pid}`) as unknown,
  });
  lock.release();
  expect(existsSync(lockOf(path))).toBe(false);
  taken().release();
});

test('a lock of a process that is gone is taken, and tells whose it was', () => {
  taken('/a/state');
  ownedBy({ pid: goneId() });
  expect(lookAtLock(path)).toMatchObject({ kind: 'left', owner: { state: '/a/state' } });
  const lock = taken('/b/state');
  expect(lock.left).toMatchObject({ state: '/a/state' });
  expect(lookAtLock(path)).toMatchObject({ kind: 'held' });
  lock.release();
});

test('another process that has the same id now does not keep it', () => {
  taken();
  ownedBy({ began: '1' });
  // Only /proc tells when a process began.
  expect(lookAtLock(path).kind).toBe(existsSync('/proc/self/stat') ? 'left' : 'held');
});

test('a process of another machine or container counts while it renews its lock', () => {
  taken();
  ownedBy({ pid: goneId(), machine: 'elsewhere', host: 'elsewhere' });
  expect(takeLock(path, null)).toMatchObject({ problem: expect.stringContaining('elsewhere') as unknown });
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(lockOf(path), minuteAgo, minuteAgo);
  expect(taken().left).toMatchObject({ host: 'elsewhere' });
});

test('a lock that somebody else took is not removed', () => {
  const lock = taken();
  ownedBy({ pid: 1 });
  lock.release();
  expect(existsSync(lockOf(path))).toBe(true);
});

test('a file of that name that is no lock is left alone', () => {
  writeFileSync(lockOf(path), 'mine');
  expect(takeLock(path, null)).toMatchObject({ problem: expect.stringContaining('not a lock') as unknown });
  expect(readFileSync(lockOf(path), 'utf8')).toBe('mine');
});

test('a folder that takes no file has no lock', () => {
  path = join(folder, 'none', 'events.ndjson');
  taken().release();
  expect(existsSync(lockOf(path))).toBe(false);
});
