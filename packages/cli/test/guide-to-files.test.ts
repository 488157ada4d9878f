import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { here } from './here.ts';

const guide = await readFile(new URL('../../../docs/guides/files.md', import.meta.url), 'utf8');
const [, schema = ''] = /```json \[orders\.json\]\n([^]*?)```/.exec(guide) ?? [];

/** The commands that write a file and nothing else, as their words. The long test runs the whole guide. */
const commands = [...guide.replaceAll('\\\n', '').matchAll(/^catbird (file .*)$/gm)].map(([, line = '']) =>
  Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word),
);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-guide-to-files-'));
  await writeFile(join(folder, 'orders.json'), schema);
});
afterAll(() => rm(folder, { recursive: true }));

test('the guide to files has commands for every format', () => {
  const names = commands.map((words) => words[words.indexOf('--path') + 1]);
  for (const name of ['orders.csv', 'orders.tsv', 'orders.parquet', 'orders.avro', 'orders.csv.gz'])
    expect(names).toContain(name);
});

test.each(commands.map((words) => [words.join(' '), words] as const))('%s', async (_, words) => {
  const args = words.map((word, i) =>
    ['--path', '--schema', '--state'].includes(words[i - 1] ?? '') ? join(folder, word) : word,
  );
  const { code, err } = await here(args);
  expect(code, err).toBe(0);
  expect((await stat(args[args.indexOf('--path') + 1] ?? '')).size).toBeGreaterThan(0);
});
