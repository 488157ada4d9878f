import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templates } from '@catbird/engine';
import { startHttp } from '../../../test/services/http.ts';
import { catbird, cameBeyond, jsonLines, start } from './catbird.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-workers-long-'))));
afterAll(() => rm(folder, { recursive: true }));

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "id": {"type": "string.uuid"}}';
/** Enough for several blocks after the threads have started. */
const MANY = '60000';

const sample = async (args: readonly string[]): Promise<string> => {
  const { code, out, err } = await catbird(['sample', '--seed', '42', '--quiet', ...args]);
  expect(code, err).toBe(0);
  return out;
};

test.each(templates.map(({ name }) => name))(
  '%s: two and five threads print the bytes of one',
  { timeout: 120_000 },
  async (template) => {
    const args = ['--template', template, '--from', '2026-01-01', '--eps', '50', '-n', MANY];
    const one = await sample(args);
    for (const workers of ['2', '5'])
      expect((await sample([...args, '--workers', workers])) === one).toBe(true);
  },
);

const FAULTS = JSON.stringify({
  duplicates: { share: 0.05 },
  late: { share: 0.05, delayMs: { min: 1000, max: 60_000 } },
  reordering: { window: 20 },
  malformed: { share: 0.01 },
  dropped: { share: 0.02 },
});

test.each([
  ['a shard', ['--shard', '2/5', '--limit', '150000']],
  ['faults', ['--faults', FAULTS, '--limit', '60000']],
  ['a Poisson process up to an end', ['--arrivals', 'poisson', '--to', '2026-01-01T00:20:00Z']],
  ['more threads than rows', ['--limit', '3']],
  ['gzip', ['--gzip', '--limit', '60000']],
])('a file with %s has the bytes of one thread', { timeout: 120_000 }, async (name, more) => {
  const read = async (workers: string): Promise<Buffer> => {
    const path = join(folder, `${name.replaceAll(' ', '-')}-${workers}.ndjson`);
    const args = ['file', '--path', path, '--schema', '-', '--seed', '7', '--from', '2026-01-01'];
    const flags = ['--eps', '50', '--speed', 'max', '--workers', workers, '--quiet', ...more];
    const { code, err } = await catbird([...args, ...flags], { input: SCHEMA });
    expect(code, err).toBe(0);
    const file = await readFile(path);
    return name === 'gzip' ? (await import('node:zlib')).gunzipSync(file) : file;
  };
  const one = await read('1');
  expect(one.length).toBeGreaterThan(100);
  expect((await read('4')).equals(one)).toBe(true);
});

interface Numbered {
  readonly n: number;
}

test(
  'four threads that are killed go on with their rows, and another number is refused',
  { timeout: 180_000 },
  async () => {
    const service = await startHttp();
    try {
      const state = join(folder, 'killed.state');
      const args = [
        'http',
        '--url',
        `${service.url}/events`,
        '--schema',
        '-',
        '--seed',
        '7',
        '--limit',
        '6000',
      ];
      const flags = ['--eps', '1500', '--state', state, '--json'];
      const go = (workers: string) => start([...args, ...flags, '--workers', workers], { input: SCHEMA });
      for (const row of [500, 2000]) {
        const { child, ended } = go('4');
        await cameBeyond(row, state);
        child.kill('SIGKILL');
        await ended;
      }
      const other = await go('8').ended;
      expect(other.code).toBe(2);
      expect(other.err).toContain('with 4 workers, each with its own rows. Use --workers 4');
      const { code, err } = await go('4').ended;
      expect(code, err).toBe(0);
      const numbers = new Set((service.rows as readonly Numbered[]).map(({ n }) => n));
      expect(numbers.size).toBe(6000);
      // A second of rows is repeated after each kill, or less.
      expect(service.rows.length).toBeLessThan(6000 + 2 * 2 * 1500);
      const again = await go('auto').ended;
      expect(again.code, again.err).toBe(0);
      expect(again.err).toContain('Already finished');
    } finally {
      await service.close();
    }
  },
);

test(
  'threads log their faults to one file, and their counts are those of the summary',
  { timeout: 60_000 },
  async () => {
    const service = await startHttp();
    try {
      const log = join(folder, 'faults.ndjson');
      await writeFile(log, 'of an earlier stream\n');
      const args = [
        'http',
        '--url',
        `${service.url}/events`,
        '--schema',
        '-',
        '--seed',
        '7',
        '--limit',
        '5000',
      ];
      const faults = JSON.stringify({ duplicates: { share: 0.1 } });
      const flags = ['--eps', 'max', '--faults', faults, '--faults-log', log, '--workers', '3', '--json'];
      const { code, err } = await catbird([...args, ...flags], { input: SCHEMA });
      expect(code, err).toBe(0);
      const lines = jsonLines(await readFile(log, 'utf8')) as readonly { readonly kind: string }[];
      const summary = jsonLines(err).at(-1) as { readonly faults: { readonly duplicate: number } };
      expect(lines.filter(({ kind }) => kind === 'duplicate')).toHaveLength(summary.faults.duplicate);
      expect(summary.faults.duplicate).toBeGreaterThan(100);
      expect(service.rows).toHaveLength(5000);
    } finally {
      await service.close();
    }
  },
);

test('a second signal gives up what is in flight, in all threads', { timeout: 60_000 }, async () => {
  const service = await startHttp();
  try {
    service.answerWith({ status: 200, afterMs: 100_000 });
    const args = [
      'http',
      '--url',
      `${service.url}/events`,
      '--schema',
      '-',
      '--eps',
      '500',
      '--workers',
      '2',
    ];
    const { child, until, printed, ended } = start([...args, '--json'], { input: SCHEMA });
    await until((err) => err.includes('"inFlight":') && /"inFlight":[1-9]/.test(err));
    child.kill('SIGINT');
    await printed('Interrupt again');
    child.kill('SIGINT');
    const { code, err } = await ended;
    expect(code).toBe(130);
    const summary = jsonLines(err).at(-1) as Readonly<Record<string, number>>;
    expect(summary['inFlight']).toBe(0);
    expect(summary['uncertain']).toBeGreaterThan(0);
    expect(summary['generated']).toBe((summary['accepted'] ?? 0) + (summary['failed'] ?? 0));
  } finally {
    await service.close();
  }
});
