import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Fault } from '@catbird/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { everyNth, longOnly } from '../../../test/long.ts';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { newFaultFile } from '../src/stream/fault-file.ts';
import { BIN, eventually, jsonLines, start, type Ended } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
let service: Service;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-full-'));
  service = await startHttp();
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const SCHEMA = '{"n": {"type": "catbird.sequence"}}';
const FAULTS = '{"dropped": {"share": 0.2}, "duplicates": {"share": 0.2, "within": 50}}';
const argsFor = (log: string, ...more: readonly string[]): string[] =>
  ['http', '--url', `${service.url}/events`, '--schema', '-', '--seed', '1', '--json'].concat([
    '--faults',
    FAULTS,
    '--faults-log',
    log,
    ...more,
  ]);
const logIn = async (file: string): Promise<Fault[]> => jsonLines(await readFile(file, 'utf8')) as Fault[];
const inOrder = (faults: readonly Fault[]): Fault[] =>
  faults.toSorted((a, b) => a.position - b.position || a.row - b.row);

/** The log of a run that nothing disturbs. */
async function whole(...more: readonly string[]): Promise<Fault[]> {
  const log = join(folder, 'whole.log');
  const { code, err } = await here(argsFor(log, ...more), { input: SCHEMA });
  expect(code, err).toBe(0);
  return logIn(log);
}

/** Runs it where no file may be longer than 32 or 64 kB: the disk is full for the log, but not for the state. */
async function limited(args: readonly string[]): Promise<Pick<Ended, 'code' | 'err'>> {
  const child = spawn('sh', ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, BIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.end(SCHEMA);
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, err };
}

test('a log that does not fit on the disk ends with a whole line, and the stream fails', async () => {
  const flags = ['--eps', 'max', '--limit', '5000'];
  const expected = await whole(...flags);
  const log = join(folder, 'log');
  const { code, err } = await limited(argsFor(log, ...flags));
  const error = {
    message: `Could not write the fault log ${log}`,
    detail: expect.stringContaining('EFBIG') as unknown,
  };
  expect(jsonLines(err).at(-1)).toMatchObject({ reason: 'failed', exitCode: 1, accepted: 5000, error });
  expect(code).toBe(1);
  const found = await logIn(log);
  expect(found.length).toBeGreaterThan(100);
  expect(found.length).toBeLessThan(expected.length);
  expect(found).toEqual(expected.slice(0, found.length));
});

test.each([[[]], ...longOnly([[['--workers', '2']]])])(
  'with --state and %j, a stream whose log was full resumes, and the log is that of an undisturbed run',
  async (more) => {
    const expected = await whole('--eps', 'max', '--limit', '5000');
    const [log, state] = [join(folder, 'log'), join(folder, 'state')];
    const args = argsFor(log, '--eps', '2000', '--limit', '5000', '--state', state, ...more);
    const { code, err } = await limited(args);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('fault log') as unknown });
    const full = await logIn(log);
    expect(full.length).toBeLessThan(expected.length);
    // Killed while it goes on, after a second in which the log is ahead of the state.
    const killed = start(args, { input: SCHEMA });
    await eventually(async () => expect((await logIn(log)).length).toBeGreaterThan(full.length));
    killed.child.kill('SIGKILL');
    await killed.ended;
    const again = await here(args, { input: SCHEMA });
    expect(again.code, again.err).toBe(0);
    expect(inOrder(await logIn(log))).toEqual(inOrder(expected));
  },
);

test.skipIf(process.platform !== 'linux').each(
  everyNth<[string, string[]]>(3, [
    ['log', ['--limit', '3', '--eps', 'max']],
    ['file', ['--path', '-', '--limit', '3', '--eps', 'max']],
    ['sample', ['-n', '3']],
  ]),
)('%s fails if stdout is closed, and not if it is discarded', async (command, flags) => {
  const endedWith = async (redirection: string) => {
    const line = ['-c', `exec "$@" ${redirection}`, 'sh', process.execPath, BIN, command, '--schema', '-'];
    const child = spawn('sh', [...line, ...flags], { stdio: ['pipe', 'ignore', 'pipe'] });
    child.stdin.end(SCHEMA);
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return { code: code as unknown, err };
  };
  const closed = await endedWith('>&-');
  expect(closed).toMatchObject({ code: 1 });
  expect(closed.err).toContain('it is closed. To discard events, redirect them: > /dev/null');
  expect(closed.err).not.toContain('uncertain');
  expect(await endedWith('>/dev/null')).toMatchObject({ code: 0 });
});

test('retries of a file on a full disk name the reason', async () => {
  const args = ['file', '--path', '/dev/full', '--schema', '-', '--limit', '3', '--attempts', '2'];
  const { err } = await here(args, { input: SCHEMA });
  expect(err).toMatch(/^Retrying: Could not write to \/dev\/full: ENOSPC: no space left on device/m);
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
describe.skipIf(!canMount)('on a small file system, which takes root to mount,', () => {
  let disk = '';
  beforeEach(async () => {
    disk = join(folder, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'catbird-test', disk]);
  });
  afterEach(() => void execFileSync('umount', [disk]));
  const fill = () => spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4k']);

  test('a state and a record that cannot be written leave no files behind', async () => {
    fill();
    const args = ['file', '--path', '/dev/null', '--schema', '-', '--limit', '3'];
    const ends = await Promise.all(
      ['--state', '--record'].map((flag) => here([...args, flag, join(disk, flag)], { input: SCHEMA })),
    );
    for (const { code, err } of ends) {
      expect(code).not.toBe(0);
      expect(err).toContain('ENOSPC');
    }
    expect(await readdir(disk)).toEqual(['filler']);
  });

  test('a log that is full for a while is complete once there is room', async () => {
    const expected = await whole('--eps', 'max', '--limit', '3000');
    const log = join(disk, 'log');
    const running = begin(argsFor(log, '--eps', '750', '--limit', '3000'), { input: SCHEMA });
    await eventually(async () => expect((await logIn(log)).length).toBeGreaterThan(0));
    fill();
    await running.printed('Could not write the fault log');
    await rm(join(disk, 'filler'));
    const { code, err } = await running.ended;
    expect(code, err).toBe(0);
    expect(err).toContain('is complete again');
    expect(await logIn(log)).toEqual(expected);
  });

  test('a log fails after a minute without room, and keeps whole lines only', async () => {
    let nowMs = 0;
    const notes: string[] = [];
    const report = { note: (text: string) => void notes.push(text), error: () => void notes.push('failed') };
    const path = join(disk, 'log');
    const log = newFaultFile(path, { report, clock: { now: () => nowMs }, hasState: false });
    log.open(false, null);
    fill();
    // A page of the file system is left for a part of it.
    await truncate(join(disk, 'filler'), (await stat(join(disk, 'filler'))).size - 4096);
    const line = `${'x'.repeat(999)}\n`;
    log.append(line.repeat(10));
    expect([log.flush(), log.failed.aborted]).toEqual([false, false]);
    expect(await readFile(path, 'utf8')).toBe(line.repeat(4));
    nowMs = 59_999;
    expect([log.flush(), log.failed.aborted]).toEqual([false, false]);
    nowMs = 60_000;
    expect([log.flush(), log.failed.aborted]).toEqual([false, true]);
    expect(notes).toEqual([expect.stringContaining('Trying again for up to 60 s'), 'failed']);
    await rm(join(disk, 'filler'));
    expect(log.flush()).toBe(true);
    expect(await readFile(path, 'utf8')).toBe(line.repeat(10));
    log.close();
  });
});
if (!canMount) console.warn('Skipped: full file systems, as only root can mount one');
