import { AssertionError } from 'node:assert';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { here } from '../../test/here.ts';
import { expectVerified } from './entry.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-testing-'));
  await writeFile(
    at('config.yaml'),
    `destination: file
settings: { path: ${at('sent.ndjson')} }
schema: { id: { type: string.uuid }, city: { type: location.city } }
seed: 3
limit: 500
eps: max
verify:
  tables:
    cities: { source: '\${PLACE}' }
`,
  );
  const { code, err } = await here(['run', at('config.yaml'), '--record', at('run.json')], {
    env: { PLACE: at('sent.ndjson') },
  });
  expect(code, err).toBe(0);
  const lines = (await readFile(at('sent.ndjson'), 'utf8')).split('\n');
  await writeFile(at('cut.ndjson'), lines.filter((_, i) => i < 100 || i > 119).join('\n'));
});
afterAll(() => rm(folder, { recursive: true }));

test('rows that arrived as sent are returned with their counts, by a config or by a record', async () => {
  const tables = await expectVerified(
    { config: at('config.yaml'), record: at('run.json') },
    { env: { PLACE: at('sent.ndjson') } },
  );
  expect(tables.map(({ name, report }) => [name, report.counts.right])).toEqual([['cities', 500]]);
  const [table] = await expectVerified({ record: [at('run.json')], source: at('sent.ndjson') });
  expect(table?.report.verdict).toBe('right');
});

test('rows that did not are an AssertionError with the report, which shows values unless told not to', async () => {
  const what = { record: at('run.json'), source: at('cut.ndjson') };
  const failed = expectVerified(what);
  await expect(failed).rejects.toThrow(AssertionError);
  await expect(failed).rejects.toThrow(/480 of 500 rows arrived as sent[^]*rows 100 – 119[^]*"city"/);
  const bare = await expectVerified(what, { values: false }).catch(String);
  expect(bare).toContain('rows 100 – 119');
  expect(bare).not.toContain('"city"');
});

test('what cannot be judged is an error, not a failed assertion', async () => {
  const errorOf = async (what: Parameters<typeof expectVerified>[0]): Promise<unknown> =>
    expectVerified(what).catch((error: unknown) => error);
  for (const [what, message] of [
    [{ record: at('run.json'), source: at('nowhere.ndjson') }, 'nowhere.ndjson does not exist'],
    [{ record: at('run.json'), source: '-' }, 'Name a file'],
    [{}, 'Missing CONFIG or --record'],
    [{ record: at('no.json'), source: at('sent.ndjson') }, 'no.json cannot be read'],
  ] as const) {
    const error = await errorOf(what);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(AssertionError);
    expect(String(error)).toContain(message);
  }
});

test('the bundle exports it, with its types', async () => {
  const bundle = new URL('../../bundle/', import.meta.url);
  expect(await readFile(new URL('testing.d.ts', bundle), 'utf8')).toContain(
    'export declare const expectVerified: ExpectVerified;',
  );
  const built = (await import(new URL('testing.js', bundle).href)) as Record<string, unknown>;
  expect(Object.keys(built)).toEqual(['expectVerified']);
});
