import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonLines, start, type Ended, type Running } from './catbird.ts';
import { here } from './here.ts';

export const SCHEMA =
  '{"n": {"type": "catbird.sequence"}, "id": {"type": "string.uuid"}, "at": {"type": "catbird.timestampNow"}}';

/** A file with a state beside it, in a fresh folder for each test. */
export interface ResumableFile {
  readonly folder: string;
  readonly path: string;
  readonly state: string;
  /** Flags of a stream to the file, as fast as possible unless `more` has another --eps. */
  argsFor(limit: number, ...more: readonly string[]): readonly string[];
  /** Runs a stream to the file until it ends. */
  stream(limit: number, ...more: readonly string[]): Promise<Ended>;
  /** Paths of the file and its rotated parts, in the order in which they were written. */
  parts(): Promise<readonly string[]>;
  /** The numbers of the rows in all parts. Throws if a line or a compressed part is incomplete. */
  rows(isGzip?: boolean): Promise<readonly number[]>;
  /** Kills a stream once the parts have grown by `bytes`; false if it ended before. */
  killAfter(bytes: number, running: Running): Promise<boolean>;
}

/** Prepares a file for each test of the calling test file. */
export function useResumableFile(): ResumableFile {
  let folder = '';
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-resume-'))));
  afterEach(() => rm(folder, { recursive: true }));
  const argsFor = (limit: number, ...more: readonly string[]): readonly string[] =>
    ['file', '--path', join(folder, 'events.ndjson'), '--state', join(folder, 'state')]
      .concat('--schema', '-', '--json', '--eps', 'max', '--limit', String(limit))
      .concat(more);
  const parts = async (): Promise<readonly string[]> => {
    const numberOf = (name: string): number => Number(/\.(\d+)\./.exec(name)?.[1] ?? 0);
    const names = (await readdir(folder)).filter((name) => /^events(\.\d+)?\.ndjson$/.test(name));
    return names.sort((a, b) => numberOf(a) - numberOf(b)).map((name) => join(folder, name));
  };
  return {
    get folder() {
      return folder;
    },
    get path() {
      return join(folder, 'events.ndjson');
    },
    get state() {
      return join(folder, 'state');
    },
    argsFor,
    stream: (limit, ...more) => here(argsFor(limit, ...more), { input: SCHEMA }),
    parts,
    async rows(isGzip = false) {
      const contents = await Promise.all((await parts()).map((part) => readFile(part)));
      const texts = contents.map((bytes) => (isGzip ? gunzipSync(bytes) : bytes).toString('utf8'));
      return (jsonLines(texts.join('')) as { n: number }[]).map(({ n }) => n);
    },
    async killAfter(bytes, running) {
      const before = bytesIn(folder);
      while (running.child.exitCode === null && bytesIn(folder) < before + bytes) await setTimeout(5);
      running.child.kill('SIGKILL');
      return (await running.ended).code === null;
    },
  };
}

/** Numbers of the first rows: 1 to `count`. */
export const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

function bytesIn(folder: string): number {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

/** The state file; without one, that of a stream that has not begun. */
async function savedState({ state }: Pick<ResumableFile, 'state'>) {
  const text = await readFile(state, 'utf8').catch(() => '{"next":0}');
  return JSON.parse(text) as { readonly next: number; readonly file?: { readonly part: number } };
}

/** Makes the file look as if its process had been killed during a write. */
async function tear({ folder, state }: ResumableFile, isGzip: boolean): Promise<void> {
  const { file } = await savedState({ state });
  if (file === undefined) return;
  const part = join(folder, file.part === 0 ? 'events.ndjson' : `events.${file.part}.ndjson`);
  if (existsSync(part)) await appendFile(part, isGzip ? gzipSync('{"n":1}\n').subarray(0, 15) : '{"n":');
}

/** Writes the files of a longer run. None of its rows may stay. */
async function writeEarlierRun({ folder, path }: ResumableFile): Promise<void> {
  const others = Array.from({ length: 99 }, (_, i) => join(folder, `events.${i + 1}.ndjson`));
  for (const name of [path, ...others]) await writeFile(name, '{"n":0}\n');
}

/** More rows than a stream sends before it is killed. */
const ENDLESS = 10_000_000;

/** Flags of each form of file. */
export const FORMS = {
  plain: [],
  compressed: ['--gzip'],
  rotated: ['--rotate', '300kB'],
  'rotated and compressed': ['--rotate', '100kB', '--gzip'],
  'rotated in place of an earlier run': ['--rotate', '300kB', '--existing', 'replace'],
  'compressed by concurrent requests': ['--gzip', '--in-flight', '8'],
} as const;

/** Tests that files have every row once, however often their stream was killed and resumed. */
export function killFileTests(
  file: ResumableFile,
  kills: number,
  forms: readonly (keyof typeof FORMS)[],
): void {
  describe.each(forms)('a file that is %s', (form) => {
    const flags: readonly string[] = FORMS[form];
    const isGzip = flags.includes('--gzip');
    // Up to two seconds of the stream.
    const mostBytes = isGzip ? 700_000 : 2_000_000;

    test(`has every row once after ${kills} kills at random moments`, async () => {
      if (flags.includes('replace')) await writeEarlierRun(file);
      const args = file.argsFor(ENDLESS, '--eps', '20000', ...flags);
      for (let kill = 0; kill < kills; kill++) {
        const running = start(args, { input: SCHEMA });
        expect(await file.killAfter(1 + Math.random() * mostBytes, running)).toBe(true);
        await tear(file, isGzip);
      }
      const limit = (await savedState(file)).next + 5000;
      const ended = await file.stream(limit, ...flags);
      expect(ended.code, ended.err).toBe(0);
      const rows = await file.rows(isGzip);
      expect(flags.includes('--in-flight') ? [...rows].sort((a, b) => a - b) : rows).toEqual(numbers(limit));
      const others = (await readdir(file.folder)).filter((name) => !name.endsWith('.ndjson'));
      expect(others).toEqual(['state']);
    });
  });
}
