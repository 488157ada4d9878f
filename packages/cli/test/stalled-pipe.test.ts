import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { everyNth } from '../../../test/long.ts';
import { BIN, eventually, jsonLines, progressIn } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-pipe-'))));
afterEach(() => rm(folder, { recursive: true }));

const ROWS = 20_000;
const SCHEMA = '{"id": {"type": "string.uuid"}}';
const TIMEOUT_MS = 200;

/** A stream into a pipe that is open and that nobody reads yet. */
function intoPipe(command: 'log' | 'file') {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  const flags = ['--schema', '-', '--seed', '3', '--eps', 'max', '--limit', String(ROWS), '--json'];
  const limits = ['--timeout', `${TIMEOUT_MS}ms`, '--retry-for', `${TIMEOUT_MS}ms`, '--grace', '300ms'];
  const where = command === 'file' ? ['--path', path] : [];
  const child = spawn(process.execPath, [BIN, command, ...where, ...flags, ...limits], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', command === 'file' ? 'ignore' : writer, 'pipe'],
  });
  closeSync(writer);
  child.stdin?.end(SCHEMA);
  let err = '';
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  return {
    child,
    reader,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, lines: jsonLines(err) })),
    /** Resolves once nothing was accepted for several timeouts. */
    stalls: () =>
      eventually(() => {
        const progress = progressIn(err);
        const last = progress.at(-1);
        const since = progress.find(({ accepted }) => accepted === last?.['accepted']);
        expect((last?.['elapsedMs'] ?? 0) - (since?.['elapsedMs'] ?? 0)).toBeGreaterThan(5 * TIMEOUT_MS);
      }),
  };
}

describe.skipIf(process.platform !== 'linux').each(everyNth(2, ['log', 'file'] as const))(
  '%s into a pipe',
  (command) => {
    test('waits while nobody reads it: no row fails or comes twice', async () => {
      const { reader, ended, stalls } = intoPipe(command);
      await stalls();
      const socket = new Socket({ fd: reader, readable: true, writable: false });
      const [{ code, lines }, rows] = await Promise.all([ended, text(socket)]);
      expect(code).toBe(0);
      expect(lines.at(-1)).toMatchObject({ type: 'summary', accepted: ROWS, retried: 0, failed: 0 });
      const sample = await here(['sample', '--schema', '-', '--seed', '3', '-n', String(ROWS)], {
        input: SCHEMA,
      });
      expect(rows === sample.out).toBe(true);
    });

    test('ends at a signal while nobody reads it', async () => {
      const { child, reader, ended, stalls } = intoPipe(command);
      await stalls();
      child.kill('SIGTERM');
      const { code, lines } = await ended;
      expect(code).toBe(130);
      expect(lines.at(-1)).toMatchObject({ type: 'summary', reason: 'interrupted', inFlight: 0 });
      closeSync(reader);
    });
  },
);
