import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { appendFile, link, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BIN, eventually, jsonLines, start } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-writers-'));
  path = join(folder, 'events.ndjson');
});
afterEach(() => rm(folder, { recursive: true }));

const SCHEMA = '{"n": {"type": "catbird.sequence"}}';
const argsTo = (file: string, ...more: readonly string[]): string[] =>
  ['file', '--path', file, '--schema', '-', '--json', '--seed', '1'].concat(more);
const numbersIn = async (file: string): Promise<number[]> =>
  (jsonLines(await readFile(file, 'utf8')) as { n: number }[]).map(({ n }) => n);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
const summaryOf = (err: string): unknown => jsonLines(err).at(-1);

/** Resolves once a file has this many bytes. */
const grownTo = (bytes: number, file: string): Promise<void> =>
  eventually(() => expect(statSync(file).size).toBeGreaterThanOrEqual(bytes));

test('a second process is rejected under any name of the file, and the first one continues', async () => {
  const first = start(argsTo(path, '--eps', '1000'), { input: SCHEMA });
  await grownTo(100, path);
  const other = join(folder, 'other.ndjson');
  await symlink(path, other);
  for (const more of [[], ['--existing', 'replace'], ['--state', join(folder, 'state')]])
    for (const name of [path, other]) {
      const { code, err } = await here(argsTo(name, '--limit', '5', '--eps', 'max', ...more), {
        input: SCHEMA,
      });
      expect(code, err).toBe(2);
      expect(err).toContain(`Another process is writing to ${path}: process ${first.child.pid}`);
    }
  first.child.kill('SIGINT');
  const { code, err } = await first.ended;
  expect(code).toBe(130);
  const written = await numbersIn(path);
  expect(written).toEqual(numbers(written.length));
  expect(summaryOf(err)).toMatchObject({ accepted: written.length, failed: 0 });
  // Now another process may write.
  expect((await here(argsTo(path, '--limit', '5', '--eps', 'max'), { input: SCHEMA })).code).toBe(0);
});

test('data of another program stays in the file and ends the stream with an error', async () => {
  const running = begin(argsTo(path, '--eps', '1000'), { input: SCHEMA });
  await grownTo(100, path);
  await appendFile(path, '{"n":-1}\n');
  const { code, err } = await running.ended;
  expect(code).toBe(1);
  expect(err).toContain(`Another program has changed ${path}`);
  const written = await numbersIn(path);
  expect(written.at(-1)).toBe(-1);
  const { accepted } = summaryOf(err) as { accepted: number };
  expect(written.filter((n) => n > 0)).toEqual(numbers(accepted));
});

test('a full disk keeps accepted rows, and a stream with a state resumes once there is space', async () => {
  const state = join(folder, 'state');
  const args = argsTo(path, '--eps', '50000', '--limit', '40000', '--state', state, '--attempts', '2');
  // A file size limit of 256 blocks simulates a full disk. https://pubs.opengroup.org/onlinepubs/9799919799/utilities/ulimit.html
  const limited = spawn('sh', ['-c', 'ulimit -f 256; exec "$@"', 'sh', process.execPath, BIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  limited.stdin.end(SCHEMA);
  const [[code], err] = await Promise.all([once(limited, 'close'), text(limited.stderr)]);
  expect(code, err).toBe(1);
  const { accepted } = summaryOf(err) as { accepted: number };
  expect(accepted).toBeGreaterThan(0);
  expect(await numbersIn(path)).toEqual(numbers(accepted));
  const last = await here(args, { input: SCHEMA });
  expect(last.code, last.err).toBe(0);
  expect(await numbersIn(path)).toEqual(numbers(40_000));
  expect(summaryOf(last.err)).toMatchObject({ accepted: 40_000 - accepted });
});

test('using a file twice in a config is an error, under any of its names', async () => {
  const run = (one: object, other: object) =>
    here(['run', '-', '--json'], {
      input: JSON.stringify({
        destination: 'file',
        eps: 'max',
        limit: 5,
        streams: { orders: { settings: one }, clicks: { settings: other } },
      }),
    });
  await writeFile(path, '{"n":0}\n');
  const [soft, hard, inFolder] = ['soft', 'hard', 'folder'].map((name) => join(folder, name));
  if (soft === undefined || hard === undefined || inFolder === undefined) throw new Error('No names');
  await symlink(path, soft);
  await link(path, hard);
  await symlink(folder, inFolder);
  const to = (file: string, more: object = {}): object => ({ path: file, ...more });
  for (const [one, other] of [
    [to(path), to(path)],
    [to(path), to(soft)],
    [to(hard), to(path)],
    [to(join(folder, 'new')), to(join(inFolder, 'new'))],
    [to(path, { rotate: '1MB' }), to(join(folder, 'events.1.ndjson'))],
    [to(path), to(`${path}.lock`)],
  ] as const) {
    const { code, out, err } = await run(one, other);
    expect({ code, out }, JSON.stringify([one, other])).toEqual({ code: 2, out: '' });
    expect(jsonLines(err)).toMatchObject([
      {
        type: 'error',
        kind: 'config',
        message: expect.stringContaining('Streams orders and clicks both write to') as unknown,
      },
    ]);
  }
  expect(await readFile(path, 'utf8')).toBe('{"n":0}\n');
  // Two streams may share a device; files with similar names are different files.
  expect((await run(to('/dev/null'), to('/dev/null'))).code).toBe(0);
  expect((await run(to(path), to(join(folder, 'events.1.ndjson')))).code).toBe(0);
});
