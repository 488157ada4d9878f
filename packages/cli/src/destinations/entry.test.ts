import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stream, type SendStreamOptions } from '@catbird/core';
import { NODE_DESTINATIONS } from '@catbird/stream';
import { expect, test } from 'vitest';
import * as entry from './entry.ts';

const BUNDLE = join(import.meta.dirname, '../../bundle/destinations');

test('programs get all destinations that need Node, with their types', () => {
  const commands = Object.values(entry).map(({ command }) => command);
  expect(commands.toSorted()).toEqual(NODE_DESTINATIONS.map(({ command }) => command).toSorted());
  const types = readFileSync(join(BUNDLE, 'index.d.ts'), 'utf8');
  for (const name of Object.keys(entry))
    expect(types).toContain(`export declare const ${name}: Destination;`);
});

test('a stream of the library writes a file in the format that its settings or options name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catbird-entry-'));
  const written = async (name: string, options: Pick<SendStreamOptions, 'format'> = {}): Promise<string> => {
    const settings = { path: join(folder, name) };
    const schema = { n: 'catbird.sequence', even: { type: 'catbird.expression', params: 'n % 2 == 0' } };
    await stream({ schema, destination: entry.file, settings, limit: 2, eps: 'max', ...options }).done;
    return readFile(settings.path, 'utf8');
  };
  try {
    expect(await written('rows.csv')).toBe('n,even\n1,false\n2,true\n');
    expect(await written('rows.txt', { format: { name: 'csv', delimiter: ';', noHeader: true } })).toBe(
      '1;false\n2;true\n',
    );
    expect(await written('json.csv', { format: 'json' })).toBe('{"n":1,"even":false}\n{"n":2,"even":true}\n');
    expect(JSON.parse(await written('rows.json', { format: 'json-array' }))).toEqual([
      { n: 1, even: false },
      { n: 2, even: true },
    ]);
    await expect(written('rows.parquet.gz')).rejects.toThrow(
      'The format compresses by itself: leave out settings.gzip, and .gz in settings.path',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a program sends rows to a destination of the package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catbird-entry-'));
  try {
    const path = join(folder, 'rows.ndjson');
    const program = `
      import { stream } from '@catbird/core';
      import { file, kafka } from 'catbird/destinations';
      const schema = { n: 'catbird.sequence' };
      const settings = { path: ${JSON.stringify(path)} };
      const { accepted } = await stream({ schema, destination: file, settings, eps: 'max', limit: 5 }).done;
      const broker = { brokers: '127.0.0.1:9', topic: 'events' };
      const failed = await stream({ schema, destination: kafka, settings: broker, limit: 1, delivery: { attempts: 1 } })
        .done.then(({ reason, error }) => reason + ' ' + error.kind, (error) => error.name + ' ' + error.kind);
      console.log(accepted, failed);
      process.exit();
    `;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
    });
    expect(stdout).toBe('5 failed network\n');
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(6);
  } finally {
    await rm(folder, { recursive: true });
  }
});
