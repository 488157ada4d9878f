import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, findTemplate, loadData, newBatch, parseSchema, payload, templates } from '@catbird/core';
import { fieldSpecs } from '@catbird/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catbird, jsonLines } from './catbird.ts';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-sample-'))));
afterAll(() => rm(folder, { recursive: true }));

const TIMELESS =
  '{"id": {"type": "string.uuid"}, "n": {"type": "number.int"}, "who": {"type": "person.fullName"}}';

const engineRows = (schema: string, seed: string, count: number): string => {
  const parsed = parseSchema(schema);
  if (!parsed.ok) throw new Error('The schema is wrong');
  const time = { startMs: 0, stepMs: 0 };
  const rows = compile(parsed.schema, { seed }).fill(newBatch(), { first: 0, count, time });
  return Buffer.from(payload(rows)).toString('utf8');
};

test('prints the engine’s rows byte for byte', async () => {
  const { code, out, err } = await catbird(['sample', '--schema', '-', '-n', '1000', '--seed', '42'], {
    input: TIMELESS,
  });
  expect(code).toBe(0);
  expect(out).toBe(engineRows(TIMELESS, '42', 1000));
  expect(err).toBe('Seed 42\n');
});

test('loads the locales of a schema, and notes once what they lack', async () => {
  const schema =
    '{"$locale": {"ja": 2, "fr": 1}, "who": {"type": "person.fullName"}, "county": {"type": "location.county"}}';
  const parsed = parseSchema(schema);
  if (!parsed.ok) throw new Error('The schema is wrong');
  await loadData(parsed.schema);
  const input = { input: schema };
  const sampled = await here(['sample', '--schema', '-', '-n', '50', '--seed', '42'], input);
  expect(sampled.out).toBe(engineRows(schema, '42', 50));
  const streamed = await here(
    ['log', '--schema', '-', '--limit', '50', '--eps', 'max', '--seed', '42'],
    input,
  );
  expect(streamed.out).toBe(sampled.out);
  for (const { err } of [sampled, streamed])
    expect(err.match(/note: .*/g)).toEqual([
      'note: ja has no data for location.county: English is used',
      'note: fr has no data for location.county: English is used',
    ]);
});

test('a random seed is printed on standard error and reproduces the rows', async () => {
  const first = await here(['sample', '--schema', '-'], { input: TIMELESS });
  const seed = /^Seed (\d+)\n$/.exec(first.err)?.[1] ?? '';
  const again = await here(['sample', '--schema', '-', '--seed', seed], { input: TIMELESS });
  expect(again.out).toBe(first.out);
  expect(jsonLines(first.out)).toHaveLength(10);
});

test.each(templates.map(({ name }) => name))('%s: every row is an object with every field', async (name) => {
  const { code, out } = await here(['sample', '--template', name, '-n', '100', '--quiet']);
  const fields = Object.entries(fieldSpecs(findTemplate(name)?.schema ?? {})).flatMap(
    ([field, { hidden }]) => (hidden === true ? [] : [field]),
  );
  expect(code).toBe(0);
  const rows = jsonLines(out);
  expect(rows).toHaveLength(100);
  for (const row of rows) expect(Object.keys(row as object)).toEqual(fields);
});

test('a closed pipe ends it without an error', async () => {
  const bin = fileURLToPath(new URL('../bin/catbird.js', import.meta.url));
  const shell = spawn('bash', [
    '-c',
    `set -o pipefail; "${process.execPath}" "${bin}" sample -n 100000000 --quiet | head -n 2`,
  ]);
  let out = '';
  let err = '';
  shell.stdout.on('data', (chunk: Uint8Array) => (out += Buffer.from(chunk).toString('utf8')));
  shell.stderr.on('data', (chunk: Uint8Array) => (err += Buffer.from(chunk).toString('utf8')));
  const [code] = (await once(shell, 'close')) as [number];
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(jsonLines(out)).toHaveLength(2);
});

test('an invalid schema is reported with positions, lines and hints, and no row is printed', async () => {
  const file = join(folder, 'schema.json');
  await writeFile(
    file,
    '{\n  "name": {"type": "person.fulName"},\n  "n": {"type": "number.int", "count": 0}\n}\n',
  );
  const { code, out, err } = await here(['sample', '--schema', file]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`${file}:2:20: error: `);
  expect(err).toContain('  2 |   "name": {"type": "person.fulName"},');
  expect(err).toContain(`    | ${' '.repeat(19)}^^^^^^^^^^^^^^^^`);
  expect(err).toContain('person.fullName');
  expect(err).toContain('number.int: Count must be greater than 0');
  expect(err).toContain('2 errors');
});

test.each([
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['nothing', '{}'],
  ['broken JSON', '{"a": '],
  ['empty', ''],
])('%s as a schema is an issue, not a crash', async (_, input) => {
  const { code, out, err } = await here(['sample', '--schema', '-'], { input });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^standard input:1:\d+: error: /);
  expect(err).not.toMatch(/\n\s+at /);
});

test('fields may be named __proto__ and constructor', async () => {
  const input = '{"__proto__": {"type": "number.int"}, "constructor": {"type": "number.int"}}';
  const { out } = await here(['sample', '--schema', '-', '-n', '1'], { input });
  expect(out).toMatch(/^\{"__proto__":\d+,"constructor":\d+\}\n$/);
});

test('a missing file and an unknown template are reported', async () => {
  const file = await here(['sample', '--schema', join(folder, 'none.json')]);
  expect(file.code).toBe(2);
  expect(file.err).toContain('Could not read the schema');
  const template = await here(['sample', '--template', 'Stock Price']);
  expect(template.code).toBe(2);
  expect(template.err).toBe('Unknown template "Stock Price". Did you mean "Stock Prices"?\n');
});

test('a sample in place of a schema is rejected with the command that makes a schema of it', async () => {
  const rows = join(folder, 'rows.csv');
  await writeFile(rows, 'id,name\n1,Ada\n');
  const { code, err } = await here(['sample', '--schema', rows]);
  expect(code).toBe(2);
  expect(err).toContain(`\nTo make a schema of a sample or of tables, run catbird infer ${rows}\n`);
  const input = '{"id": 1, "name": "Ada"}';
  expect((await here(['sample', '--schema', '-'], { input })).err).toContain('run catbird infer -\n');
  const schema = '{"id": {"type": "string.uid"}}';
  expect((await here(['sample', '--schema', '-'], { input: schema })).err).not.toContain('catbird infer');
});

test('a dataset reads the file beside its schema, and reports when it cannot', async () => {
  await writeFile(join(folder, 'users.csv'), 'name,age\nAda,36\n"Bo, Jr.",7\n');
  const schema = join(folder, 'users.json');
  const of = (file: string): string =>
    JSON.stringify({ u: { type: 'catbird.dataset', params: { file, inOrder: true } } });
  await writeFile(schema, of('users.csv'));
  const { out } = await here(['sample', '--schema', schema, '-n', '3']);
  expect(jsonLines(out)).toEqual([
    { u: { name: 'Ada', age: 36 } },
    { u: { name: 'Bo, Jr.', age: 7 } },
    { u: { name: 'Ada', age: 36 } },
  ]);
  for (const [file, why] of [
    ['none.csv', 'Could not read none.csv: ENOENT'],
    ['../users.csv', '../users.csv is outside the folder of the schema'],
    ['.', '. is not a file'],
  ] as const) {
    await writeFile(schema, of(file));
    const { code, err } = await here(['sample', '--schema', schema]);
    expect(code).not.toBe(0);
    expect(err).toContain(`catbird.dataset: ${why}`);
  }
});

test('a dataset is read through a link within the folder, but not through one that leaves it', async () => {
  const own = join(folder, 'own');
  await mkdir(join(own, 'data'), { recursive: true });
  await writeFile(join(folder, 'secret.csv'), 'password\nhunter2\n');
  await writeFile(join(own, 'data', 'users.csv'), 'name\nAda\n');
  await symlink(join(folder, 'secret.csv'), join(own, 'secret.csv'));
  await symlink('..', join(own, 'out'));
  await symlink('data', join(own, '..data'));
  const schema = join(own, 'schema.json');
  const sampled = async (file: string) => {
    await writeFile(schema, JSON.stringify({ u: { type: 'catbird.dataset', params: { file } } }));
    return here(['sample', '--schema', schema, '-n', '1', '--quiet']);
  };
  for (const file of ['secret.csv', 'out/secret.csv']) {
    const { code, out, err } = await sampled(file);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`${file} is a link to a file outside the folder of the schema`);
    expect(err).not.toContain('hunter2');
  }
  for (const file of ['data/users.csv', '..data/users.csv'])
    expect(jsonLines((await sampled(file)).out)).toEqual([{ u: { name: 'Ada' } }]);
  // The folder itself may be a link.
  await symlink(own, join(folder, 'linked'));
  await sampled('data/users.csv');
  const { out } = await here(['sample', '--schema', join(folder, 'linked', 'schema.json'), '-n', '1']);
  expect(jsonLines(out)).toEqual([{ u: { name: 'Ada' } }]);
});

test('a journey with too many steps under way for its arrivals is refused', async () => {
  const schema = join(folder, 'stays.json');
  const stays = { states: { in: { out: 1 }, out: {} }, wait: { in: '2h' } };
  await writeFile(schema, JSON.stringify({ step: { type: 'catbird.journey', params: stays } }));
  const at = ['--eps', '1000000', '--from', '2026-01-01', '--arrivals'];
  const { code, out, err } = await here(['sample', '--schema', schema, ...at, 'poisson']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/3,600 million journeys of step .* Use jitter/);
  const even = await here(['sample', '--schema', schema, '-n', '2', '--quiet', ...at, 'jitter']);
  expect(jsonLines(even.out)).toEqual([{ step: 'in' }, { step: 'in' }]);
});
