import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-summary-'))));
afterAll(() => rm(folder, { recursive: true }));

test('summary adds up the shards of a stream, and names those that are missing', async () => {
  const flags = ['--seed', '7', '--eps', 'max', '--limit', '1001', '--json'];
  const files = await Promise.all(
    [0, 1, 2].map(async (shard) => {
      const file = join(folder, `${shard}.json`);
      const { err } = await here(['log', ...flags, '--shard', `${shard}/3`]);
      // PowerShell writes UTF-16 with a byte order mark.
      await writeFile(file, shard === 1 ? `\uFEFF${err}` : err, shard === 1 ? 'utf16le' : 'utf8');
      return file;
    }),
  );
  const [whole, part] = await Promise.all([
    here(['summary', '--json', ...files]),
    here(['summary', ...files.slice(0, 2), '-'], { input: '{"type":"start"}\n' }),
  ]);
  expect(whole.code, whole.err).toBe(0);
  expect(JSON.parse(whole.out)).toMatchObject({
    generated: 1001,
    accepted: 1001,
    shards: 3,
    found: 3,
    owing: [],
    rows: 1001,
    seed: '7',
  });
  expect(part).toMatchObject({
    code: 1,
    err: '- has no summary: its process was killed, or had no --json\n',
  });
  expect(part.out).toContain('2 of 3 shards ended');
  expect(part.out).toContain('Shard 2/3 is missing: 333 events left.');
});

test('summary says what it can add up if nothing is named', async () => {
  const { code, err } = await here(['summary']);
  expect(code).toBe(2);
  expect(err).toContain('or set CATBIRD_STATE');
});
