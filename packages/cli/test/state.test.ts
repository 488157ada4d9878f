import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { link, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { BIN, cameBeyond, jsonLines } from './catbird.ts';
import { begin, here } from './here.ts';

let folder = '';
let state = '';
let service: Service;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-state-'));
  state = join(folder, 'state');
  service = await startHttp();
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "at": {"type": "catbird.timestampNow"}}';
const argsWith = (file: string, ...more: readonly string[]): string[] =>
  ['http', '--url', `${service.url}/events`, '--schema', '-', '--state', file, '--json'].concat(more);
const streaming = (file: string, ...more: readonly string[]) =>
  here(argsWith(file, '--eps', 'max', '--limit', '1000', ...more), { input: SCHEMA });
const summaryOf = (err: string): unknown => jsonLines(err).at(-1);

describe('a state that is not a separate regular file is rejected, and nothing is sent or changed:', () => {
  const refused = async (file: string, words: string, ...more: readonly string[]): Promise<void> => {
    const { code, err } = await streaming(file, ...more);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) as unknown });
    expect(service.rows).toEqual([]);
  };

  test('a device, a folder, a pipe, a link to any of these, a broken link', async () => {
    await refused('/dev/null', 'is a device. Use a regular file');
    expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
    await refused(folder, 'is a folder');
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await refused(pipe, 'is a pipe');
    expect((await lstat(pipe)).isFIFO()).toBe(true);
    const [device, nowhere] = [join(folder, 'device'), join(folder, 'nowhere')];
    await symlink('/dev/null', device);
    await refused(device, 'is a device');
    await symlink(join(folder, 'none'), nowhere);
    await refused(nowhere, 'broken link');
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('a name in a missing folder, or with a folder in its place', async () => {
    await refused(join(folder, 'none', 'state'), 'cannot be written: ENOENT');
    await refused(join(folder, 'none', 'state'), 'Create its folder first.');
    await mkdir(`${state}.new`);
    await refused(state, 'cannot be written');
  });

  test('the fault log, even by another name', async () => {
    const log = join(folder, 'log');
    await refused(log, '--state and --faults-log are the same file', '--faults-log', log);
    await refused(`${folder}/./log`, 'are the same file', '--faults-log', log);
    expect(existsSync(log)).toBe(false);
  });

  test('the file that the rows go to', async () => {
    const file = join(folder, 'events.ndjson');
    await writeFile(file, '{"n":0}\n');
    const args = ['file', '--path', file, '--limit', '5', '--eps', 'max', '--schema', '-', '--state'];
    const [soft, hard] = [join(folder, 'soft'), join(folder, 'hard')];
    await symlink(file, soft);
    await link(file, hard);
    const same = { code: 2, err: expect.stringContaining('--path and --state are the same file') as unknown };
    for (const name of [file, soft, hard])
      expect(await here([...args, name], { input: SCHEMA }), name).toMatchObject(same);
    expect(await readFile(file, 'utf8')).toBe('{"n":0}\n');
    await rm(file);
    expect(await here([...args, file], { input: SCHEMA })).toMatchObject(same);
    expect(existsSync(file)).toBe(false);
  });

  test('the state of another stream, or its temporary file', async () => {
    // The state of one stream may be the file of another.
    const config = {
      destination: 'http',
      settings: { url: `${service.url}/events` },
      limit: 5,
      streams: {
        a: {},
        b: { destination: 'file', settings: { path: `${state}.a` } },
      },
    };
    const { code, err } = await here(['run', '-', '--state', state], { input: JSON.stringify(config) });
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('--state of a and streams.b.settings.path are the same file') as unknown,
    });
    await symlink(`${state}.a`, `${state}.b`);
    await writeFile(`${state}.a`, '{"next":0,"seed":"1","fingerprint":"?","shard":null}');
    const both = await here(['run', '-', '--state', state], {
      input: JSON.stringify({ ...config, streams: { a: {}, b: {} } }),
    });
    expect(both.code).toBe(2);
    expect(service.rows).toEqual([]);
  });
});

test('a link to a state remains a link, and the stream resumes from its target', async () => {
  const real = join(folder, 'real');
  expect((await streaming(real)).code).toBe(0);
  await symlink(real, state);
  const { code, err } = await streaming(state, '--limit', '1500');
  expect(code, err).toBe(0);
  expect((await lstat(state)).isSymbolicLink()).toBe(true);
  expect(JSON.parse(await readFile(real, 'utf8'))).toMatchObject({ next: 1500 });
  expect(service.rows).toHaveLength(1500);
});

test('a state that can no longer be written ends the stream with exit code 1', async () => {
  const inner = join(folder, 'inner');
  await mkdir(inner);
  // Slow, so that saving the state fails before a row does.
  const running = begin(argsWith(join(inner, 'state'), '--eps', '0.001'), { input: SCHEMA });
  await expect.poll(() => service.rows.length).toBe(1);
  await rename(inner, join(folder, 'gone'));
  const { code, err } = await running.ended;
  expect(code).toBe(1);
  expect(summaryOf(err)).toMatchObject({
    reason: 'failed',
    error: { message: expect.stringContaining('Could not write the state') as unknown },
  });
  expect(err.match(/"type":"error"/g)).toHaveLength(1);
});

test('a state that does not fit on the disk does not replace the existing one', async () => {
  expect((await streaming(state)).code).toBe(0);
  // A state with the maximum number of gaps exceeds the file size limit of 64 blocks of 512 or 1024 bytes.
  const acknowledged = Array.from({ length: 9000 }, (_, i) => [2000 + 4 * i, 2002 + 4 * i]);
  const before = JSON.stringify({ ...(JSON.parse(await readFile(state, 'utf8')) as object), acknowledged });
  await writeFile(state, before);
  const args = argsWith(state, '--eps', 'max', '--limit', '1500');
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, BIN, ...args],
    { env: { PATH: process.env['PATH'] ?? '' }, input: SCHEMA, encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('cannot be written: EFBIG') as unknown,
  });
  expect(await readFile(state, 'utf8')).toBe(before);
  expect(service.rows).toHaveLength(1000);
});

test('rows whose times cannot be saved are not sent', async () => {
  const inner = join(folder, 'inner');
  await mkdir(inner);
  const running = begin(argsWith(join(inner, 'state'), '--eps', '1000', '--on-failure', 'continue'), {
    input: SCHEMA,
  });
  const next = await cameBeyond(0, join(inner, 'state'));
  await rename(inner, join(folder, 'gone'));
  const { code, err } = await running.ended;
  expect(code).toBe(1);
  const { generated, accepted, failed } = summaryOf(err) as Record<string, number>;
  expect(generated).toBe(Number(accepted) + Number(failed));
  expect(accepted).toBe(service.rows.length);
  expect(accepted).toBeGreaterThanOrEqual(next);
  const kept = JSON.parse(await readFile(join(folder, 'gone', 'state'), 'utf8')) as {
    spans: readonly { end: number; ms: number }[];
  };
  const times = new Set(kept.spans.map(({ ms }) => new Date(ms).toISOString()));
  // All rows sent after the acknowledged ones have a saved time.
  const { next: from } = kept as unknown as { next: number };
  for (const { n, at } of service.rows as { n: number; at: string }[])
    if (n > from) expect(times).toContain(at);
});

const GOOD = { next: 5, seed: '7', fingerprint: 'f', shard: null };
const ONE_OF_TWO = { ...GOOD, shard: { index: 0, count: 2 } };
const OTHER_OF_TWO = { ...GOOD, shard: { index: 1, count: 2 } };
test.each([
  ['', 'cannot be read'],
  ['{"next": 5', 'cannot be read'],
  ['[]', 'is not a stream’s state'],
  [JSON.stringify({ ...GOOD, next: -5 }), 'next: Must not be negative'],
  [JSON.stringify({ ...GOOD, next: 1.5 }), 'next: Must be a whole number'],
  [JSON.stringify({ ...GOOD, next: 1e300 }), 'next: Must be a whole number'],
  [JSON.stringify({ ...GOOD, seed: 7 }), 'seed: Must be text'],
  [JSON.stringify({ ...GOOD, shard: { index: 2, count: 2 } }), 'shard: Must be an index below a count'],
  // A thread would go on with the rows of another one, or with none.
  ...[
    [],
    [ONE_OF_TWO],
    [OTHER_OF_TWO, ONE_OF_TWO],
    [ONE_OF_TWO, { ...OTHER_OF_TWO, seed: '8' }],
    [ONE_OF_TWO, { ...OTHER_OF_TWO, fingerprint: 'g' }],
  ].map((workers): [string, string] => [
    JSON.stringify({ ...GOOD, workers }),
    'workers: Must be the parts of this stream, one for each of two or more threads, in order',
  ]),
  [JSON.stringify({ ...GOOD, spans: [1] }), 'spans.0: '],
  [JSON.stringify({ ...GOOD, spans: [{ first: 0, end: 5 }] }), 'spans.0.ms: Must be a number'],
  [
    JSON.stringify({ ...GOOD, spans: [{ first: 5, end: 5, ms: 0 }] }),
    'spans.0: Must end after its first row',
  ],
  [JSON.stringify({ ...GOOD, spans: [{ first: 0, end: 5, ms: 1e15 }] }), 'spans.0.ms: Must be a time in'],
  [
    JSON.stringify({
      ...GOOD,
      acknowledged: [
        [7, 9],
        [8, 12],
      ],
    }),
    'acknowledged: Must be disjoint pairs',
  ],
  [JSON.stringify({ ...GOOD, acknowledged: [[9, 7]] }), 'acknowledged: Must be disjoint pairs'],
  [JSON.stringify({ ...GOOD, acknowledged: [[3, 9]] }), 'acknowledged: Must come after next'],
  [
    JSON.stringify({ ...GOOD, file: { path: '', part: 0, bytes: 0, gzip: false } }),
    'file.path: Must not be empty',
  ],
  [
    JSON.stringify({ ...GOOD, file: { path: '/x', part: 0, bytes: -1, gzip: false } }),
    'file.bytes: Must not be',
  ],
])('the state %s is rejected with a remedy', async (text, words) => {
  await writeFile(state, text);
  const { code, out, err } = await streaming(state);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
  expect(err).toContain(`To start over, remove ${state}`);
  expect(err).not.toMatch(/\n\s+at /);
  expect(service.rows).toEqual([]);
  expect(await readFile(state, 'utf8')).toBe(text);
});
