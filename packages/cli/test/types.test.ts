import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTypes } from '@catbird/core/testing';
import { Validator, type Schema } from '@cfworker/json-schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import { expectVerified } from '../src/testing/entry.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/types-aviation', import.meta.url));
const NAME = 'catbird-types-aviation';
const FIELDS = {
  n: { type: 'catbird.sequence' },
  flight: { type: 'aviation.flightNumber', params: { airline: 'BA' } },
  aircraft: { type: 'aviation.registration', count: 2 },
  plane: { type: 'catbird.entity', params: { of: 'plane' } },
  squawk: { type: 'catbird.template', params: '{{plane.squawk}}' },
};
/** Rows with types of the package in fields, lists and entities, whose times are known. */
const CONFIG = {
  types: [NAME],
  seed: 7,
  destination: 'file',
  settings: { path: 'rows.ndjson' },
  from: '2026-01-01T00:00:00Z',
  speed: 'max',
  eps: 100,
  limit: 3000,
  entities: { plane: { size: 50, fields: { squawk: { type: 'aviation.squawk' } } } },
  schema: FIELDS,
};

let root = '';
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'catbird-types-'))));
afterAll(() => rm(root, { recursive: true, force: true }));

let folders = 0;

/** A folder with a config, and with a version of the package. Node runs the code of a file once, so each has its own. */
async function project(
  config: object = CONFIG,
  { version = '1.0.0', change = (code: string): string => code } = {},
) {
  const folder = join(root, String(folders++));
  const installed = join(folder, 'node_modules', NAME);
  await cp(EXAMPLE, installed, { recursive: true });
  for (const [file, changed] of [
    ['package.json', (text: string) => text.replace('"1.0.0"', JSON.stringify(version))],
    ['index.js', change],
  ] as const)
    await writeFile(join(installed, file), changed(await readFile(join(installed, file), 'utf8')));
  const file = (name: string): string => join(folder, name);
  const rows = file('rows.ndjson');
  const written = 'settings' in config ? { ...config, settings: { path: rows } } : config;
  await writeFile(file('config.json'), JSON.stringify(written));
  return { config: file('config.json'), index: join(installed, 'index.js'), file, rows };
}

const rowsIn = async (file: string): Promise<readonly string[]> =>
  (await readFile(file, 'utf8')).trimEnd().split('\n');

test('a config uses the types of a package that is installed beside it, and says that it runs its code', async () => {
  const { config, index } = await project();
  const { code, out, err } = await here(['sample', '--config', config, '-n', '3']);
  expect(code, err).toBe(0);
  for (const row of jsonLines(out))
    expect(row).toMatchObject({
      flight: expect.stringMatching(/^BA \d+$/),
      aircraft: [expect.stringMatching(/^D-A[A-Z]{3}$/), expect.any(String)],
      squawk: expect.stringMatching(/^[0-7]{4}$/),
    });
  expect(err.split('\n').filter((line) => line.includes('running'))).toEqual([
    `Warning: running the code of ${NAME} 1.0.0, ${index}`,
  ]);
});

test('threads and shards send the rows that one process makes', async () => {
  const { config, rows, file } = await project();
  const sampled = await here(['sample', '--config', config, '-n', '3000']);
  const wanted = sampled.out.trimEnd().split('\n');
  expect((await here(['run', config, '--workers', '2'])).code).toBe(0);
  expect(await rowsIn(rows)).toEqual(wanted);
  const service = await startHttp();
  try {
    const sent = JSON.stringify({
      ...CONFIG,
      destination: 'http',
      settings: { url: `${service.url}/events` },
    });
    await writeFile(file('http.json'), sent);
    for (const own of [['0/2', '--workers', '2'], ['1/2']]) {
      const { code, err } = await here(['run', file('http.json'), '--shard', ...own]);
      expect(code, err).toBe(0);
    }
    const arrived = service.rows.map((row) => JSON.stringify(row));
    expect(arrived.toSorted()).toEqual(wanted.toSorted());
  } finally {
    await service.close();
  }
});

test('a record names the package and its version, and verify needs it', async () => {
  const { config, rows, file, index } = await project();
  expect((await here(['run', config, '--record', file('run.json')])).code).toBe(0);
  const alone = ['verify', '--record', file('run.json'), '--source', rows];
  expect((await here(['verify', config, ...alone.slice(1)])).code).toBe(0);
  const refused = await here(alone);
  expect([refused.code, refused.err]).toEqual([
    2,
    `The record is of a stream with types of packages. Add --types ${NAME}\n`,
  ]);
  // A module is not the package, even if its text is the same.
  const byPath = await here([...alone, '--types', index]);
  expect(byPath.err).toContain(`Add --types ${NAME}`);
  await expectVerified({ config, record: file('run.json'), source: rows });

  const later = await project(CONFIG, {
    version: '1.1.0',
    change: (code) => code.replace("'2000'", "'1000'").replace('`${airline} ', '`${airline}-'),
  });
  const changed = await here(['verify', later.config, ...alone.slice(1)]);
  expect(changed.code).toBe(99);
  expect(changed.out).toContain(`Sent with ${NAME} 1.0.0, now 1.1.0: values may differ`);
  expect(changed.out).toContain('flight');
});

test('a record of a stream with a module is verified without its config', async () => {
  const { config, rows, file, index } = await project({
    ...CONFIG,
    types: [`./node_modules/${NAME}/index.js`],
  });
  expect((await here(['run', config, '--record', file('run.json')])).code).toBe(0);
  const verified = await here(['verify', '--record', file('run.json'), '--source', rows, '--types', index]);
  expect([verified.code, verified.out]).toEqual([0, expect.stringContaining('All 3,000 rows arrived')]);
});

test('a stream goes on where it stopped, and names another version of the package', async () => {
  const { config, rows, file, index } = await project();
  const sampled = await here(['sample', '--config', config, '-n', '3000']);
  expect((await here(['run', config, '--state', file('s'), '--set', 'limit=1000'])).code).toBe(0);
  const manifest = join(index, '..', 'package.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('1.0.0', '1.0.1'));
  const resumed = await here(['run', config, '--state', file('s')]);
  expect(resumed.code, resumed.err).toBe(0);
  expect(resumed.err).toContain(
    `The state is of ${NAME} 1.0.0, now 1.0.1: values of the rows that are left may differ`,
  );
  expect(await rowsIn(rows)).toEqual(sampled.out.trimEnd().split('\n'));
});

test('--types takes a module by its path, for all that reads a schema', async () => {
  const { index, file, rows } = await project();
  const { plane: _, squawk: _squawk, ...schema } = FIELDS;
  await writeFile(file('schema.json'), JSON.stringify(schema));
  const given = ['--schema', file('schema.json'), '--types', index];
  const seeded = [...given, '--seed', '1'];
  const sampled = await here(['sample', ...seeded, '-n', '2000', '--workers', '2']);
  expect(sampled.code, sampled.err).toBe(0);
  const plain = await here(['sample', ...seeded, '-n', '2000']);
  expect(sampled.out).toBe(plain.out);
  const sent = await here(['file', '--path', rows, ...seeded, '--limit', '2000', '--eps', 'max', '--json']);
  expect(await rowsIn(rows)).toEqual(plain.out.trimEnd().split('\n'));
  expect(jsonLines(sent.err)[0]).toMatchObject({ type: 'note', message: expect.stringContaining('running') });

  const stats = await here(['stats', ...given, '-n', '50', '--json']);
  expect(stats.out).toContain('flight');
  const avro = await here(['schema', '--as', 'avro', ...given]);
  expect(JSON.parse(avro.out)).toMatchObject({
    fields: [{ name: 'n' }, { name: 'flight', type: 'string' }, { name: 'aircraft' }],
  });
  const valid = await here(['validate', file('schema.json'), '--types', index]);
  expect([valid.code, valid.err]).toEqual([0, expect.stringContaining('schema.json: 3 fields')]);
  const compared = await here(['compare', rows, ...given, '-n', '1000', '--json']);
  expect(compared.code, compared.err).toBe(0);
});

test('a type that fails at a later row ends the stream with its message, and without a stack', async () => {
  const file = join(root, 'late.mjs');
  const generate = 'r => { const n = r.integer(0, 999); if (n === 7) throw new Error("seven"); return n; }';
  await writeFile(file, `export default [{ name: 'acme.late', summary: 'Fails', generate: ${generate} }]`);
  const schema = join(root, 'late.json');
  await writeFile(schema, JSON.stringify({ n: { type: 'acme.late' } }));
  const path = join(root, 'late.ndjson');
  const sent = await here([
    'file',
    '--path',
    path,
    '--schema',
    schema,
    '--types',
    file,
    '--eps',
    'max',
    '--limit',
    '20000',
    '--seed',
    '1',
  ]);
  expect(sent.code).toBe(1);
  expect(sent.err).toContain('Field "n": generate() threw: seven. The stream ended there');
  expect(sent.err).not.toContain('    at ');
});

test('types of a package are listed, found and shown', async () => {
  const { index } = await project();
  const shown = await here(['list', 'types', 'aviation.flightNumber', '--types', index]);
  expect(shown.out).toContain('- airline (string): IATA code of the airline');
  expect(shown.out).toMatch(/\{"value":"BA \d+"\}/);
  const found = await here(['list', 'types', 'transponder', '--types', index]);
  expect(found.out).toContain('aviation.squawk');
  expect((await here(['list', 'types', '--json', '--types', index])).out).toContain('aviation.squawk');
});

test('a package is not run unless it is named', async () => {
  const { types: _, entities: _entities, ...plain } = CONFIG;
  const { config } = await project(
    { ...plain, schema: { n: FIELDS.n } },
    { change: () => 'throw new Error("ran")' },
  );
  const { code, err } = await here(['sample', '--config', config, '-n', '1']);
  expect([code, err]).toEqual([0, expect.not.stringContaining('ran')]);
});

test.each<[string, object, (code: string) => string, string]>([
  [
    'is not installed',
    { types: ['catbird-types-trains'] },
    (code) => code,
    'types: catbird-types-trains is not installed in ',
  ],
  ['is no file', { types: ['./trains.js'] }, (code) => code, 'types: ./trains.js cannot be read: ENOENT'],
  [
    'is an address',
    { types: ['https://example.com/types.js'] },
    (code) => code,
    'types must be the name of a package, such as catbird-types-aviation, or a path such as ./types.js',
  ],
  ['throws', {}, () => 'throw new Error("no luck")', `types: ${NAME} cannot be loaded: no luck`],
  ['exports no list', {}, () => 'export default {}', `${NAME}: its default export must be a list of types`],
  [
    'has a name of Catbird',
    {},
    (code) => code.replaceAll('aviation.squawk', 'string.squawk'),
    `${NAME}: The type name "string.squawk" is in the built-in namespace string`,
  ],
  [
    'has a name twice',
    {},
    (code) => code.replaceAll('aviation.squawk', 'aviation.registration'),
    `${NAME}: Two custom types have the name "aviation.registration": rename one`,
  ],
  [
    'is named in a stream',
    { types: undefined, streams: { a: { types: [NAME] } } },
    (code) => code,
    'streams.a.types: set the types at the top level',
  ],
])('a package that %s is refused, with its place', async (_, more, change, message) => {
  const { config } = await project({ ...CONFIG, ...more }, { change });
  const { code, out } = await here(['validate', config, '--json']);
  expect(code).toBe(2);
  expect(JSON.parse(out)).toContainEqual(
    expect.objectContaining({
      message: expect.stringContaining(message),
      line: 1,
      column: expect.any(Number),
    }),
  );
});

test('the JSON Schema of configs has types of packages', async () => {
  const { out } = await here(['config-schema']);
  const validator = new Validator(JSON.parse(out) as Schema, '2020-12');
  const isValid = (more: object): boolean => validator.validate({ ...CONFIG, ...more }).valid;
  expect(isValid({})).toBe(true);
  expect(isValid({ schema: { v: { type: 'my-company.order-number' } } })).toBe(true);
  expect(isValid({ types: 7 })).toBe(false);
});

test('a type of a package that is not named has a hint', async () => {
  const { types: _, entities: _entities, ...rest } = CONFIG;
  const { config } = await project({ ...rest, schema: { v: { type: 'aviation.squawk' } } });
  const { code, err } = await here(['run', config]);
  expect([code, err]).toEqual([2, expect.stringContaining('name the package: --types PACKAGE, or types in')]);
});

test('the example keeps the promises of every type', async () => {
  const { default: types } = (await import(join(EXAMPLE, 'index.js'))) as {
    readonly default: Parameters<typeof checkTypes>[0];
  };
  expect(checkTypes(types)).toEqual([]);
});

test('a package may have conditions in its exports', async () => {
  const { config, index } = await project();
  const exports = { '.': { types: './index.d.ts', import: { default: './index.js' } } };
  await mkdir(join(index, '..'), { recursive: true });
  await writeFile(
    join(index, '..', 'package.json'),
    JSON.stringify({ name: NAME, version: '2.0.0', type: 'module', exports }),
  );
  expect((await here(['validate', config])).err).toContain(`${NAME} 2.0.0, ${index}`);
});
