import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import avsc from 'avsc';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { start } from './catbird.ts';
import { here } from './here.ts';

export const ROWS = ['--template', 'Flight Bookings', '--seed', '7', '--from', '2026-01-01', '--eps', '50'];
export const STREAM = [...ROWS, '--to', '2026-01-02'];

/** What comes before the rows of a file, and the rows. Throws if the file is not whole. */
interface Content {
  readonly head: string;
  readonly rows: readonly string[];
}

const lines = (bytes: Buffer): Content => {
  const [head = '', ...rows] = bytes.toString().split('\n');
  expect(rows.at(-1)).toBe('');
  return { head, rows: rows.slice(0, -1) };
};

const plain = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

async function avroRows(bytes: Buffer): Promise<Content> {
  const decoder = new avsc.streams.BlockDecoder();
  const rows: string[] = [];
  decoder.on('data', (row: unknown) => rows.push(plain(row)));
  decoder.end(bytes);
  await once(decoder, 'end');
  return { head: bytes.subarray(0, 100).toString('latin1'), rows };
}

const READERS: Readonly<Record<string, (bytes: Buffer) => Content | Promise<Content>>> = {
  csv: lines,
  tsv: lines,
  'json-array': (bytes) => ({ head: '', rows: (JSON.parse(bytes.toString()) as unknown[]).map(plain) }),
  'avro-file': avroRows,
  parquet: async (bytes) => ({
    head: '',
    rows: (await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).map(plain),
  }),
  // Without a mark between the messages: byte by byte.
  protobuf: (bytes) => ({ head: '', rows: bytes.toString('latin1').split('') }),
};

/** What `sample` prints. */
const sampled = async (...args: readonly string[]): Promise<Buffer> =>
  (await here(['sample', ...ROWS, '--quiet', ...args])).bytes;

/** The bytes of a file and its rotated parts, in order. */
export async function partsOf(folder: string, isGzip = false): Promise<readonly Buffer[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('events.'));
  const numberOf = (name: string): number => Number(/\.(\d+)\./.exec(name)?.[1] ?? 0);
  const files = names.sort((a, b) => numberOf(a) - numberOf(b)).map((name) => readFile(join(folder, name)));
  return (await Promise.all(files)).map((bytes) => (isGzip ? gunzipSync(bytes) : bytes));
}

/** Tests that files of formats are whole, with every row once, however often their stream was killed and resumed. */
export function killFormatTests(
  kills: number,
  forms: readonly (readonly [string, readonly string[]])[],
): void {
  let folder = '';
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-format-'))));
  afterEach(() => rm(folder, { recursive: true }));

  /** The state; without one, that of a stream that has not begun. */
  const saved = async (): Promise<{ readonly next: number }> =>
    JSON.parse(await readFile(join(folder, 'state'), 'utf8').catch(() => '{"next":0}')) as { next: number };

  test.each(forms)(
    'a file of %s with %j that is killed and resumed is whole, with the rows of an undisturbed one',
    async (format, flags) => {
      const args = [
        'file',
        '--path',
        join(folder, 'events.x'),
        '--format',
        format,
        '--state',
        join(folder, 'state'),
        ...STREAM,
        ...flags,
      ];
      for (let kill = 0; kill < kills; kill++) {
        const before = await saved();
        const running = start([...args, '--speed', '100', '--quiet']);
        // It goes on within a file, not at its beginning.
        while ((await saved()).next <= before.next && running.child.exitCode === null) await setTimeout(5);
        running.child.kill('SIGKILL');
        expect((await running.ended).code).toBeNull();
      }
      const { next } = await saved();
      // It is whole when it ends, and goes on from there once more.
      for (const limit of [next + 1000, next + 2000]) {
        const ended = await here([...args, '--speed', '2000', '--limit', String(limit)]);
        expect(ended.code, ended.err).toBe(0);
        await expectRows(format, flags, limit);
      }
      expect((await readdir(folder)).filter((name) => !name.startsWith('events.'))).toEqual(['state']);
    },
  );

  async function expectRows(format: string, flags: readonly string[], count: number): Promise<void> {
    const read = READERS[format];
    if (read === undefined) throw new Error(format);
    const expected = await read(await sampled('-n', String(count), '--format', format));
    const files = await partsOf(folder, flags.includes('--gzip'));
    expect(files.length > 1).toBe(flags.includes('--rotate'));
    const parts = await Promise.all(files.map(async (file) => read(file)));
    for (const { head } of parts) expect(head).toBe(expected.head);
    expect(parts.flatMap(({ rows }) => rows).join('\n') === expected.rows.join('\n')).toBe(true);
  }
}
