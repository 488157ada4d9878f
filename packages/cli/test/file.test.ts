import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from '../src/files/lock.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-file-'))));
afterEach(() => rm(folder, { recursive: true }));

const SCHEMA = '{"id": {"type": "string.uuid"}}';
const toFile = (path: string, limit: number, ...more: string[]) =>
  here(
    [
      'file',
      '--path',
      path,
      '--schema',
      '-',
      '--seed',
      '3',
      '--eps',
      'max',
      '--limit',
      String(limit),
      ...more,
    ],
    { input: SCHEMA },
  );
const sample = async (count: number): Promise<string> =>
  (await here(['sample', '--schema', '-', '--seed', '3', '-n', String(count)], { input: SCHEMA })).out;

test('writes the rows of a sample to the file and nothing to standard output', async () => {
  const path = join(folder, 'events.ndjson');
  expect(await toFile(path, 20_000)).toMatchObject({ code: 0, out: '' });
  expect(await readFile(path, 'utf8')).toBe(await sample(20_000));
});

test('appends by default, and replaces or refuses on request', async () => {
  const path = join(folder, 'events.ndjson');
  await writeFile(path, '{"before":1}\n');
  await toFile(path, 2);
  expect(jsonLines(await readFile(path, 'utf8'))).toHaveLength(3);
  await toFile(path, 2, '--existing', 'replace');
  expect(jsonLines(await readFile(path, 'utf8'))).toHaveLength(2);
  const refused = await toFile(path, 2, '--existing', 'refuse');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('Could not open');
});

test('gzip files can be read by other programs', async () => {
  const path = join(folder, 'events.ndjson.gz');
  expect((await toFile(path, 20_000, '--gzip')).code).toBe(0);
  expect(gunzipSync(await readFile(path)).toString('utf8')).toBe(await sample(20_000));
});

test('starts a new file before one grows too large; together they have every row once', async () => {
  expect((await toFile(join(folder, 'events.ndjson'), 20_000, '--rotate', '100kB')).code).toBe(0);
  const files = (await readdir(folder)).map((name) => join(folder, name));
  expect(files.length).toBeGreaterThan(2);
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
  const rows = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
  expect(rows.split('\n').sort()).toEqual((await sample(20_000)).split('\n').sort());
});

test('with rotation, replace leaves no file of an earlier run', async () => {
  const path = join(folder, 'events.ndjson');
  const names = async (): Promise<readonly string[]> => (await readdir(folder)).sort();
  await toFile(path, 20_000, '--rotate', '100kB');
  const other = join(folder, 'events.99.ndjson');
  await writeFile(other, '');
  await mkdir(join(folder, 'events.3.ndjson.d'));
  expect((await toFile(path, 3000, '--rotate', '100kB', '--existing', 'replace')).code).toBe(0);
  expect(await names()).toEqual([
    'events.1.ndjson',
    'events.3.ndjson.d',
    'events.99.ndjson',
    'events.ndjson',
  ]);
  const rows = await Promise.all(
    [path, join(folder, 'events.1.ndjson')].map((file) => readFile(file, 'utf8')),
  );
  expect(rows.join('')).toBe(await sample(3000));
});

test('replace changes nothing while another process writes to one of the files', async () => {
  const path = join(folder, 'events.ndjson');
  await toFile(path, 6000, '--rotate', '100kB');
  const before = await readFile(path);
  const lock = takeLock(join(folder, 'events.1.ndjson'), null);
  try {
    const { code, err } = await toFile(path, 10, '--rotate', '100kB', '--existing', 'replace');
    expect(code).toBe(1);
    expect(err).toContain('events.1.ndjson');
  } finally {
    if ('release' in lock) lock.release();
  }
  expect(await readFile(path)).toEqual(before);
  expect((await readdir(folder)).sort()).toEqual(['events.1.ndjson', 'events.2.ndjson', 'events.ndjson']);
});

test('a missing folder is reported', async () => {
  const { code, err } = await toFile(join(folder, 'none', 'events.ndjson'), 1);
  expect(code).toBe(1);
  expect(err).toContain('ENOENT');
  expect(err).toContain('Create its folder first.');
  expect((await toFile(folder, 1)).err).toContain('This is a folder: name a file in it.');
});

test('a full disk loses no row silently', async () => {
  const { code, err } = await toFile('/dev/full', 10, '--attempts', '1', '--json');
  expect(code).toBe(1);
  expect(jsonLines(err).at(-1)).toMatchObject({ accepted: 0, failed: 10, reason: 'failed' });
});
