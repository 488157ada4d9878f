import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, createReadStream, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from '@catbird/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import { jsonAnswer, type Service } from '../../../test/services/service.ts';
import { BIN, cameBeyond, jsonLines, start } from './catbird.ts';
import { here } from './here.ts';

/** `node scripts/kills.js` sets it. */
const TIMES = Number(process.env['CATBIRD_KILLS'] ?? 6);

const SCHEMA = '{"n": {"type": "catbird.sequence", "params": {"start": 0}}}';

let folder = '';
let service: Service;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-adversity-'));
  service = await startHttp();
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

interface Summary {
  readonly exitCode: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly part: { readonly earlier?: readonly { readonly rows: number }[] };
}

test('rejected rows stay known over any number of kills, until they are sent again', async () => {
  const LIMIT = 3000;
  const isBad = (n: number): boolean => n % 10 === 3;
  const state = join(folder, 'state');
  const args = (...more: readonly string[]): string[] =>
    ['http', '--url', `${service.url}/events`, '--format', 'single', '--schema', '-', '--seed', '1']
      .concat(['--eps', '1000', '--limit', String(LIMIT), '--on-failure', 'continue'])
      .concat(['--state', state, '--json', ...more]);
  service.answerWith(({ body }) =>
    isBad((JSON.parse(body.toString()) as { n: number }).n)
      ? jsonAnswer(400, { error: 'no threes' })
      : undefined,
  );
  for (let turn = 1; turn <= TIMES; turn++) {
    const running = start(args(), { input: SCHEMA });
    await cameBeyond(Math.floor((LIMIT * 0.8 * turn) / TIMES), state);
    running.child.kill('SIGKILL');
    await once(running.child, 'close');
  }
  const { err } = await start(args(), { input: SCHEMA }).ended;
  const summary = jsonLines(err).at(-1) as Summary;
  const earlier = (summary.part.earlier ?? []).reduce((sum, { rows }) => sum + rows, 0);
  expect(summary.exitCode).toBe(1);
  expect(earlier + summary.rejected).toBe(LIMIT / 10);
  service.answerWith(undefined);
  expect((await start(args('--resend', 'rejected'), { input: SCHEMA }).ended).code).toBe(0);
  const numbers = service.rows.map((row) => (row as { n: number }).n);
  expect(new Set(numbers).size).toBe(LIMIT);
});

describe.skipIf(process.platform !== 'linux')('a pipe', () => {
  test('that stalls again and again gets every row once', async () => {
    const ROWS = 200_000;
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(pipe, constants.O_WRONLY);
    const flags = ['log', '--schema', '-', '--eps', 'max', '--limit', String(ROWS), '--json'];
    const child = spawn(process.execPath, [BIN, ...flags, '--timeout', '1s', '--retry-for', '1s'], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['pipe', writer, 'pipe'],
    });
    closeSync(writer);
    child.stdin?.end(SCHEMA);
    const ended = once(child, 'close');
    let lines = 0;
    let stalls = 0;
    for await (const chunk of createReadStream('', { fd: openSync(pipe, 'r') })) {
      for (const byte of chunk as Buffer) if (byte === 0x0a) lines++;
      if (stalls < TIMES && lines > (ROWS / TIMES) * stalls) {
        stalls++;
        // Longer than a request and its retries may take.
        await setTimeout(2500);
      }
    }
    closeSync(reader);
    expect([await ended, lines, stalls]).toEqual([[0, null], ROWS, TIMES]);
  });

  test('a full disk never leaves a torn or a shorter fault log without an error', async () => {
    const FAULTS = '{"dropped": {"share": 0.05}, "duplicates": {"share": 0.05, "within": 50}}';
    const log = join(folder, 'log');
    const state = join(folder, 'state');
    const args = (file: string, ...more: readonly string[]): string[] =>
      ['http', '--url', `${service.url}/events`, '--schema', '-', '--seed', '1', '--eps', 'max']
        .concat(['--limit', '60000', '--json', '--faults', FAULTS, '--faults-log', file])
        .concat(more);
    // Each turn has room for some more of the log.
    for (let turn = 1; turn <= TIMES; turn++) {
      const child = spawn(
        'sh',
        [
          '-c',
          `ulimit -f ${32 * turn}; exec "$@"`,
          'sh',
          process.execPath,
          BIN,
          ...args(log, '--state', state),
        ],
        { env: { PATH: process.env['PATH'] ?? '' }, stdio: ['pipe', 'ignore', 'pipe'] },
      );
      child.stdin.end(SCHEMA);
      const [, [code]] = (await Promise.all([text(child.stderr), once(child, 'close')])) as [
        string,
        [number],
      ];
      expect(code).toBe(1);
      for (const line of (await readFile(log, 'utf8')).split('\n').slice(0, -1)) JSON.parse(line);
    }
    expect((await start(args(log, '--state', state), { input: SCHEMA }).ended).code).toBe(0);
    const whole = join(folder, 'whole');
    expect((await here(args(whole), { input: SCHEMA })).code).toBe(0);
    const read = async (file: string): Promise<Fault[]> => jsonLines(await readFile(file, 'utf8')) as Fault[];
    const inOrder = (faults: readonly Fault[]): Fault[] =>
      faults.toSorted((a, b) => a.position - b.position || a.row - b.row);
    expect(inOrder(await read(log))).toEqual(inOrder(await read(whole)));
  });
});
