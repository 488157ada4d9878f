import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { catbird, jsonLines, start, type Running } from './catbird.ts';

/** Kills per form of file. */
const KILLS = Number(process.env['CATBIRD_KILLS'] ?? 3);

let folder = '';
let path = '';
let state = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-resume-'));
  path = join(folder, 'events.ndjson');
  state = join(folder, 'state');
});
afterEach(() => rm(folder, { recursive: true }));

const SCHEMA =
  '{"n": {"type": "catbird.sequence"}, "id": {"type": "string.uuid"}, "at": {"type": "catbird.timestampNow"}}';

const argsFor = (limit: number, ...more: readonly string[]): string[] =>
  ['file', '--path', path, '--state', state, '--schema', '-', '--json']
    .concat('--eps', 'max', '--limit', String(limit))
    .concat(more);
const toFile = (limit: number, ...more: readonly string[]) =>
  catbird(argsFor(limit, ...more), { input: SCHEMA });

/** Parts of a file that is rotated, in the order in which they were written. */
async function parts(): Promise<string[]> {
  const numberOf = (name: string): number => Number(/\.(\d+)\./.exec(name)?.[1] ?? 0);
  const names = (await readdir(folder)).filter((name) => /^events(\.\d+)?\.ndjson$/.test(name));
  return names.sort((a, b) => numberOf(a) - numberOf(b)).map((name) => join(folder, name));
}
/** The rows of all parts. Throws if a line or a compressed part is incomplete. */
async function rowsIn(isGzip: boolean): Promise<readonly number[]> {
  const texts = await Promise.all(
    (await parts()).map(async (part) => {
      const bytes = await readFile(part);
      return (isGzip ? gunzipSync(bytes) : bytes).toString('utf8');
    }),
  );
  return (jsonLines(texts.join('')) as { n: number }[]).map(({ n }) => n);
}
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

function bytesSoFar(): number {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
/** Kills a stream once its files have grown by `bytes`; false if it ended before. */
async function killAfter(bytes: number, running: Running): Promise<boolean> {
  const before = bytesSoFar();
  while (running.child.exitCode === null && bytesSoFar() < before + bytes) await setTimeout(5);
  running.child.kill('SIGKILL');
  return (await running.ended).code === null;
}

/** Makes the file look as if its process had been killed during a write. */
async function tear(isGzip: boolean): Promise<void> {
  const kept = await readFile(state, 'utf8').catch(() => '{}');
  const { file } = JSON.parse(kept) as { file?: { part: number } };
  const part = join(
    folder,
    file === undefined || file.part === 0 ? 'events.ndjson' : `events.${file.part}.ndjson`,
  );
  if (file !== undefined && existsSync(part))
    await appendFile(part, isGzip ? gzipSync('{"n":1}\n').subarray(0, 15) : '{"n":');
}

describe.each([
  ['plain', []],
  ['compressed', ['--gzip']],
  ['rotated', ['--rotate', '300kB']],
  ['rotated and compressed', ['--rotate', '100kB', '--gzip']],
  ['compressed by concurrent requests', ['--gzip', '--in-flight', '8']],
])('a file that is %s', (_, flags) => {
  const isGzip = flags.includes('--gzip');
  const limit = 20_000 * KILLS;

  test(
    `has every row once after ${KILLS} kills at random moments`,
    async () => {
      const args = argsFor(limit, '--eps', '20000', ...flags);
      let killed = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const running = start(args, { input: SCHEMA });
        if (!(await killAfter(1 + Math.random() * (isGzip ? 700_000 : 2_000_000), running))) continue;
        killed++;
        await tear(isGzip);
      }
      expect(killed).toBeGreaterThan(0);
      const ended = await catbird(args, { input: SCHEMA });
      expect(ended.code, ended.err).toBe(0);
      const rows = await rowsIn(isGzip);
      expect(flags.includes('--in-flight') ? [...rows].sort((a, b) => a - b) : rows).toEqual(numbers(limit));
      const others = (await readdir(folder)).filter((name) => !name.endsWith('.ndjson'));
      expect(others).toEqual(['state']);
    },
    60_000 + KILLS * 15_000,
  );
});

test('a resumed stream appends to its file regardless of --existing, and does not touch it once finished', async () => {
  for (const existing of ['append', 'replace', 'refuse']) {
    expect((await toFile(300, '--existing', existing)).code).toBe(0);
    const on = await toFile(1000, '--existing', existing);
    expect(on.code, on.err).toBe(0);
    expect(await rowsIn(false)).toEqual(numbers(1000));
    expect(jsonLines(on.err).at(-1)).toMatchObject({ generated: 700, accepted: 700, reason: 'limit' });
    const before = await stat(path, { bigint: true });
    const again = await toFile(1000, '--existing', existing, '--min-rate', '1');
    expect(again).toMatchObject({ code: 0, out: '' });
    expect(again.err).toContain('Already finished');
    expect(jsonLines(again.err).at(-1)).toMatchObject({ generated: 0, reason: 'limit', exitCode: 0 });
    const after = await stat(path, { bigint: true });
    expect([after.size, after.mtimeNs, after.ino]).toEqual([before.size, before.mtimeNs, before.ino]);
    await rm(path);
    await rm(state);
  }
});

test('existing content of a file is kept, even when the stream resumes', async () => {
  await writeFile(path, '{"n":-1}\n');
  await toFile(300);
  await toFile(1000);
  expect(await rowsIn(false)).toEqual([-1, ...numbers(1000)]);
});

test('a rotated file is appended to in its last part', async () => {
  await toFile(20_000, '--rotate', '300kB');
  const before = await parts();
  await rm(state);
  await toFile(20_000, '--rotate', '300kB');
  expect((await parts()).length).toBeGreaterThan(before.length);
  expect(await rowsIn(false)).toEqual([...numbers(20_000), ...numbers(20_000)]);
  for (const part of await parts()) expect((await stat(part)).size).toBeLessThanOrEqual(300_000);
});

describe('a state that does not match its file is rejected before anything is written:', () => {
  const refused = async (words: string, limit = 1000, ...more: readonly string[]): Promise<void> => {
    const kept = await readFile(state, 'utf8');
    const { code, err } = await toFile(limit, ...more);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) as unknown });
    expect(await readFile(state, 'utf8')).toBe(kept);
    expect(existsSync(`${path}.lock`)).toBe(false);
  };

  test('the file is missing', async () => {
    await toFile(300);
    await rm(path);
    await refused('events.ndjson is missing');
    await refused(`To start over, remove ${state} and ${path}`);
    expect(existsSync(path)).toBe(false);
    // Even if nothing is left to send.
    await refused('events.ndjson is missing', 300);
  });

  test('the file is shorter', async () => {
    await toFile(300);
    const { size } = await stat(path);
    await truncate(path, size - 1);
    await refused('rows are missing');
    expect((await stat(path)).size).toBe(size - 1);
  });

  test('another program has appended to it since its stream ended', async () => {
    await toFile(300);
    const { size } = await stat(path);
    await appendFile(path, '{"n":-1}\n');
    await refused('another program may have written');
    await refused(`truncate -s ${size} ${path}`);
    expect((await rowsIn(false)).at(-1)).toBe(-1);
  });

  test('another stream has appended to it since it was killed', async () => {
    const running = start(argsFor(200_000, '--eps', '20000'), { input: SCHEMA });
    await killAfter(100_000, running);
    const other = await catbird(['file', '--path', path, '--schema', '-', '--eps', 'max', '--limit', '7'], {
      input: '{"other": {"type": "catbird.sequence"}}',
    });
    expect(other.code, other.err).toBe(0);
    await refused('another program may have written');
    expect((await readFile(path, 'utf8')).endsWith('{"other":7}\n')).toBe(true);
  });

  test('another stream has appended to the last part since it was killed', async () => {
    const rotate = ['--rotate', '30kB'];
    const running = start(argsFor(200_000, '--eps', '5000', ...rotate), { input: SCHEMA });
    await killAfter(100_000, running);
    const { file } = JSON.parse(await readFile(state, 'utf8')) as { file: { part: number } };
    expect(file.part).toBeGreaterThan(0);
    const last = join(folder, `events.${file.part}.ndjson`);
    const other = await catbird(['file', '--path', last, '--schema', '-', '--eps', 'max', '--limit', '7'], {
      input: '{"other": {"type": "catbird.sequence"}}',
    });
    expect(other.code, other.err).toBe(0);
    const again = await toFile(200_000, ...rotate);
    expect(again.code, again.err).toBe(2);
    expect(again.err).toContain('another program may have written');
    expect((await readFile(last, 'utf8')).endsWith('{"other":7}\n')).toBe(true);
  });

  test('it belongs to another file, or to one with gzip', async () => {
    await toFile(300);
    await refused('The state belongs to a stream without gzip', 1000, '--gzip');
    const other = join(folder, 'other.ndjson');
    await refused(`The state belongs to a stream to ${path}, not to ${other}`, 1000, '--path', other);
    expect(existsSync(other)).toBe(false);
    const log = await catbird(['log', '--state', state, '--schema', '-', '--limit', '1000'], {
      input: SCHEMA,
    });
    expect(log).toMatchObject({ code: 2, out: '', err: expect.stringContaining(path) as unknown });
  });
});

describe('a state of an older version', () => {
  /** As version 0.1.0 wrote it. */
  const old = (next: number): string =>
    `{"next":${next},"seed":"7","fingerprint":"${FINGERPRINT}","shard":null,"spans":[{"first":${next},"end":5000,"ms":1700000000000}]}\n`;
  const FINGERPRINT = '5559417e91902632';
  const lines = (count: number): string =>
    numbers(count)
      .map((n) => `{"n":${n}}\n`)
      .join('');

  test('resumes after the last complete row of the file and migrates to the current format', async () => {
    await writeFile(state, old(300));
    await writeFile(path, lines(300));
    const { code, err } = await toFile(1000, '--existing', 'replace');
    expect(code, err).toBe(0);
    expect(err).toContain('Resuming at row 300');
    expect(err).toContain('may be repeated');
    expect(await rowsIn(false)).toEqual(numbers(1000));
    const rows = jsonLines(await readFile(path, 'utf8')) as { n: number; at: string }[];
    expect(rows[300]?.at).toBe('2023-11-14T22:13:20.000Z');
    expect(JSON.parse(await readFile(state, 'utf8'))).toMatchObject({
      next: 1000,
      file: { path, part: 0, bytes: (await stat(path)).size, gzip: false },
    });
  });

  test('is rejected if the file is missing or ends in the middle of a row', async () => {
    await writeFile(state, old(300));
    expect(await toFile(1000)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is missing') as unknown,
    });
    await writeFile(path, `${lines(300)}{"n":3`);
    const torn = await toFile(1000);
    expect(torn).toMatchObject({ code: 2, err: expect.stringContaining('middle of a line') as unknown });
    await writeFile(path, Buffer.concat([gzipSync(lines(300)), gzipSync(lines(5)).subarray(0, 20)]));
    const packed = await toFile(1000, '--gzip');
    expect(packed).toMatchObject({ code: 2, err: expect.stringContaining('not a complete gzip') as unknown });
  });

  test('without sent rows starts from the beginning', async () => {
    await writeFile(state, old(0));
    await writeFile(path, lines(5));
    expect((await toFile(300, '--existing', 'replace')).code).toBe(0);
    expect(await rowsIn(false)).toEqual(numbers(300));
  });
});

test('a file that ends in the middle of a line is not appended to', async () => {
  await writeFile(path, '{"n":1}\n{"n":');
  const { code, err } = await toFile(5);
  expect(code).toBe(2);
  expect(err).toContain('ends in the middle of a line');
  expect(await readFile(path, 'utf8')).toBe('{"n":1}\n{"n":');
});

test.each([
  ['plain', Buffer.from('{"n":1}\n')],
  ['torn', gzipSync('{"n":1}\n'.repeat(100)).subarray(0, -5)],
])('a %s file is not appended to with --gzip: the result could not be decompressed', async (_, content) => {
  await writeFile(path, content);
  const { code, err } = await toFile(5, '--gzip');
  expect(code).toBe(2);
  expect(err).toContain('is not a complete gzip file');
  expect(await readFile(path)).toEqual(content);
});
