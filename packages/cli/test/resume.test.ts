import { appendFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { everyNth } from '../../../test/long.ts';
import { jsonLines, start } from './catbird.ts';
import { here } from './here.ts';
import { killFileTests, numbers, SCHEMA, useResumableFile } from './resumable-file.ts';

const file = useResumableFile();

// More kills, and the other forms, are in resume.long.test.ts.
killFileTests(
  file,
  1,
  everyNth(3, ['plain', 'rotated and compressed', 'rotated in place of an earlier run'] as const),
);

test('a resumed stream appends to its file regardless of --existing, and does not touch it once finished', async () => {
  for (const existing of ['append', 'replace', 'refuse']) {
    expect((await file.stream(300, '--existing', existing)).code).toBe(0);
    const on = await file.stream(1000, '--existing', existing);
    expect(on.code, on.err).toBe(0);
    expect(await file.rows()).toEqual(numbers(1000));
    expect(jsonLines(on.err).at(-1)).toMatchObject({ generated: 700, accepted: 700, reason: 'limit' });
    const before = await stat(file.path, { bigint: true });
    const again = await file.stream(1000, '--existing', existing, '--min-rate', '1');
    expect(again).toMatchObject({ code: 0, out: '' });
    expect(again.err).toContain('Already finished');
    expect(jsonLines(again.err).at(-1)).toMatchObject({ generated: 0, reason: 'limit', exitCode: 0 });
    const after = await stat(file.path, { bigint: true });
    expect([after.size, after.mtimeNs, after.ino]).toEqual([before.size, before.mtimeNs, before.ino]);
    await rm(file.path);
    await rm(file.state);
  }
});

test('existing content of a file is kept, even when the stream resumes', async () => {
  await writeFile(file.path, '{"n":-1}\n');
  await file.stream(300);
  await file.stream(1000);
  expect(await file.rows()).toEqual([-1, ...numbers(1000)]);
});

test('a rotated file is appended to in its last part', async () => {
  await file.stream(5000, '--rotate', '50kB');
  const before = await file.parts();
  await rm(file.state);
  await file.stream(5000, '--rotate', '50kB');
  expect((await file.parts()).length).toBeGreaterThan(before.length);
  expect(await file.rows()).toEqual([...numbers(5000), ...numbers(5000)]);
  for (const part of await file.parts()) expect((await stat(part)).size).toBeLessThanOrEqual(50_000);
});

/** A kill may leave half a line, which no stream appends to, or a state whose last part does not exist yet. */
async function endLine(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const bytes = await readFile(path);
  await truncate(path, bytes.lastIndexOf(0x0a) + 1);
}

describe('a state that does not match its file is rejected before anything is written:', () => {
  const refused = async (words: string, limit = 1000, ...more: readonly string[]): Promise<void> => {
    const kept = await readFile(file.state, 'utf8');
    const { code, err } = await file.stream(limit, ...more);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(words) as unknown });
    expect(await readFile(file.state, 'utf8')).toBe(kept);
    expect(existsSync(`${file.path}.lock`)).toBe(false);
  };

  test('the file is missing', async () => {
    await file.stream(300);
    await rm(file.path);
    await refused('events.ndjson is missing');
    await refused(`To start over, remove ${file.state} and ${file.path}`);
    expect(existsSync(file.path)).toBe(false);
    // Even if nothing is left to send.
    await refused('events.ndjson is missing', 300);
  });

  test('the file is shorter', async () => {
    await file.stream(300);
    const { size } = await stat(file.path);
    await truncate(file.path, size - 1);
    await refused('rows are missing');
    expect((await stat(file.path)).size).toBe(size - 1);
  });

  test('another program has appended to it since its stream ended', async () => {
    await file.stream(300);
    const { size } = await stat(file.path);
    await appendFile(file.path, '{"n":-1}\n');
    await refused('another program may have written');
    await refused(`truncate -s ${size} ${file.path}`);
    expect((await file.rows()).at(-1)).toBe(-1);
  });

  test('another stream has appended to it since it was killed', async () => {
    const running = start(file.argsFor(200_000, '--eps', '20000'), { input: SCHEMA });
    await file.killAfter(100_000, running);
    await endLine(file.path);
    const other = await here(['file', '--path', file.path, '--schema', '-', '--eps', 'max', '--limit', '7'], {
      input: '{"other": {"type": "catbird.sequence"}}',
    });
    expect(other.code, other.err).toBe(0);
    await refused('another program may have written');
    expect((await readFile(file.path, 'utf8')).endsWith('{"other":7}\n')).toBe(true);
  });

  test('another stream has appended to the last part since it was killed', async () => {
    const rotate = ['--rotate', '30kB'];
    const running = start(file.argsFor(200_000, '--eps', '5000', ...rotate), { input: SCHEMA });
    await file.killAfter(100_000, running);
    const saved = JSON.parse(await readFile(file.state, 'utf8')) as { file: { part: number } };
    expect(saved.file.part).toBeGreaterThan(0);
    const last = join(file.folder, `events.${saved.file.part}.ndjson`);
    await endLine(last);
    const other = await here(['file', '--path', last, '--schema', '-', '--eps', 'max', '--limit', '7'], {
      input: '{"other": {"type": "catbird.sequence"}}',
    });
    expect(other.code, other.err).toBe(0);
    const again = await file.stream(200_000, ...rotate);
    expect(again.code, again.err).toBe(2);
    expect(again.err).toContain('another program may have written');
    expect((await readFile(last, 'utf8')).endsWith('{"other":7}\n')).toBe(true);
  });

  test('it belongs to another file, or to one with gzip', async () => {
    await file.stream(300);
    await refused('The state belongs to a stream without gzip', 1000, '--gzip');
    const other = join(file.folder, 'other.ndjson');
    await refused(`The state belongs to a stream to ${file.path}, not to ${other}`, 1000, '--path', other);
    expect(existsSync(other)).toBe(false);
    const log = await here(['log', '--state', file.state, '--schema', '-', '--limit', '1000'], {
      input: SCHEMA,
    });
    expect(log).toMatchObject({ code: 2, out: '', err: expect.stringContaining(file.path) as unknown });
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
    await writeFile(file.state, old(300));
    await writeFile(file.path, lines(300));
    const { code, err } = await file.stream(1000, '--existing', 'replace');
    expect(code, err).toBe(0);
    expect(err).toContain('Resuming at row 300');
    expect(err).toContain('may be repeated');
    expect(await file.rows()).toEqual(numbers(1000));
    const rows = jsonLines(await readFile(file.path, 'utf8')) as { n: number; at: string }[];
    expect(rows[300]?.at).toBe('2023-11-14T22:13:20.000Z');
    expect(JSON.parse(await readFile(file.state, 'utf8'))).toMatchObject({
      next: 1000,
      file: { path: file.path, part: 0, bytes: (await stat(file.path)).size, gzip: false },
    });
  });

  test('is rejected if the file is missing or ends in the middle of a row', async () => {
    await writeFile(file.state, old(300));
    expect(await file.stream(1000)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is missing') as unknown,
    });
    await writeFile(file.path, `${lines(300)}{"n":3`);
    const torn = await file.stream(1000);
    expect(torn).toMatchObject({ code: 2, err: expect.stringContaining('middle of a line') as unknown });
    await writeFile(file.path, Buffer.concat([gzipSync(lines(300)), gzipSync(lines(5)).subarray(0, 20)]));
    const packed = await file.stream(1000, '--gzip');
    expect(packed).toMatchObject({ code: 2, err: expect.stringContaining('not a complete gzip') as unknown });
  });

  test('without sent rows starts from the beginning', async () => {
    await writeFile(file.state, old(0));
    await writeFile(file.path, lines(5));
    expect((await file.stream(300, '--existing', 'replace')).code).toBe(0);
    expect(await file.rows()).toEqual(numbers(300));
  });
});

test('a file that ends in the middle of a line is not appended to', async () => {
  await writeFile(file.path, '{"n":1}\n{"n":');
  const { code, err } = await file.stream(5);
  expect(code).toBe(2);
  expect(err).toContain('ends in the middle of a line');
  expect(await readFile(file.path, 'utf8')).toBe('{"n":1}\n{"n":');
});

test.each([
  ['plain', Buffer.from('{"n":1}\n')],
  ['torn', gzipSync('{"n":1}\n'.repeat(100)).subarray(0, -5)],
])('a %s file is not appended to with --gzip: the result could not be decompressed', async (_, content) => {
  await writeFile(file.path, content);
  const { code, err } = await file.stream(5, '--gzip');
  expect(code).toBe(2);
  expect(err).toContain('is not a complete gzip file');
  expect(await readFile(file.path)).toEqual(content);
});
