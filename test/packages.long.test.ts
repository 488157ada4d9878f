import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from 'vite';
import { run } from '../scripts/command.js';
import { PARTS } from '../scripts/parts.js';
import { ROOT } from './sources.ts';

interface Manifest {
  readonly name: string;
  readonly homepage: string;
  readonly bugs: string;
  readonly license: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly sideEffects: boolean;
  readonly repository: { readonly url: string; readonly directory?: string };
  readonly exports: Readonly<Record<string, unknown>>;
}

const PACKAGES = ['packages/core', 'packages/cli'];
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
const CORE = manifestOf('packages/core');
/** Every entry of the library, the parts that only the command line imports included. */
const ENTRIES = Object.keys(CORE.exports)
  .filter((entry) => !entry.endsWith('.json'))
  .flatMap((entry) => (entry.endsWith('/*') ? PARTS.map((part) => entry.replace('*', part)) : entry))
  .map((entry) => entry.replace(/^\./, CORE.name));

/** A program that uses the engine as the library's README shows. */
const CONSUMER = `import { compile, newBatch, parseSchema, payload, rows as objects, stream, type RowWriter } from '@catbird/core';
${ENTRIES.map((entry, i) => `import * as entry${i} from '${entry}';`).join('\n')}

for await (const { id } of objects({ id: 'string.uuid' }, { seed: 42, count: 3 })) if (typeof id !== 'string') throw new Error();
const incidents = [{ name: 'high', at: '+1s', for: '1s', set: { n: '100' } }];
for await (const { n } of objects({ n: 'number.int' }, { seed: 42, first: 1, count: 1, from: '2026-01-01', incidents })) if (n !== 100) throw new Error();
await stream({ schema: { id: 'string.uuid' }, destination: 'log', eps: 5, limit: 1 }).done;
const parsed = parseSchema('{"id": {"type": "string.uuid"}}');
if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join());
const rows: RowWriter = compile(parsed.schema, { seed: 42 });
const batch = rows.fill(newBatch(), { first: 0, count: 3, time: { startMs: 0, stepMs: 0 } });
console.log(new TextDecoder().decode(payload(batch)), ${ENTRIES.map((_, i) => `Object.keys(entry${i}).length`).join(', ')});
`;

/** A program for Node that sends to a destination of the command line. */
const SENDER = `import { stream } from '@catbird/core';
import { file, kafka } from 'catbird/destinations';
import { expectVerified } from 'catbird/testing';

const settings = { path: 'rows.ndjson' };
const { accepted } = await stream({ schema: { id: 'string.uuid' }, destination: file, settings, limit: 1 }).done;
console.log(accepted, kafka.title);
if (accepted < 0) await expectVerified({ record: ['run.json'] }, { values: false });
`;

/** The oldest Node that the packages support, and the versions that are maintained. */
const NODES = ['20.19', '22', '24'];
const FLAGS = ['--no-audit', '--no-fund', '--prefer-offline', '--silent'];
const TYPES = 'examples/types-aviation';
const FLIGHTS = '{"flight": {"type": "aviation.flightNumber", "params": {"airline": "BA"}}}';

let folder = '';
let tarballs: readonly string[] = [];
const inFolder = (name: string, ...args: string[]) => run(name, args, { cwd: folder, quiet: true });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-packages-'));
  await writeFile(join(folder, 'package.json'), '{"name": "consumer", "private": true, "type": "module"}');
  for (const each of [...PACKAGES, TYPES]) {
    const packed = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(ROOT, each),
      quiet: true,
    });
    expect(packed.code, packed.output).toBe(0);
  }
  tarballs = (await readdir(folder))
    .filter((file) => file.endsWith('.tgz'))
    .map((file) => join(folder, file));
  const installed = await inFolder('npm', 'install', ...FLAGS, ...tarballs);
  expect(installed.code, installed.output).toBe(0);
  await writeFile(join(folder, 'consumer.ts'), CONSUMER);
  await writeFile(join(folder, 'sender.ts'), SENDER);
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(PACKAGES)('%s', (each) => {
  const manifest = manifestOf(each);

  test('says what it is, where it comes from and under which licence', () => {
    const root = manifestOf('.');
    expect(manifest.description.length).toBeGreaterThan(40);
    expect(manifest.keywords.length).toBeGreaterThan(5);
    expect(manifest.repository).toEqual({ ...root.repository, directory: each });
    expect([manifest.homepage, manifest.bugs, manifest.license]).toEqual([
      root.homepage,
      root.bugs,
      root.license,
    ]);
    expect(manifest.sideEffects).toBe(false);
    for (const file of ['LICENSE', 'NOTICE'])
      expect(readFileSync(join(ROOT, each, file), 'utf8')).toBe(readFileSync(join(ROOT, file), 'utf8'));
  });

  test('ships its README and licence, no test, no map, and no build record', async () => {
    const shipped = await readdir(join(folder, 'node_modules', manifest.name), { recursive: true });
    expect(shipped).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'NOTICE', 'package.json']));
    expect(shipped.filter((file) => /\.map$|\.test\.|tsbuildinfo/.test(file))).toEqual([]);
  });
});

test('the installed command prints rows', async () => {
  const { code, output } = await inFolder(
    join(folder, 'node_modules/.bin/catbird'),
    'sample',
    '-n',
    '3',
    '--quiet',
  );
  expect(code, output).toBe(0);
  expect(
    output
      .trim()
      .split('\n')
      .map((row) => typeof JSON.parse(row)),
  ).toEqual(Array(3).fill('object'));
});

test('the installed command starts threads', async () => {
  const args = ['http', '--url', 'http://127.0.0.1:9', '--workers', '2', '--limit', '2', '--attempts', '1'];
  const { code, output } = await inFolder(join(folder, 'node_modules/.bin/catbird'), ...args);
  expect(code).toBe(1);
  expect(output).toContain('ECONNREFUSED');
});

test('every entry of the library can be imported by Node', async () => {
  const { code, output } = await inFolder(
    process.execPath,
    '--input-type=module',
    '--eval',
    `for (const entry of ${JSON.stringify(ENTRIES)}) console.log(Object.keys(await import(entry)).length > 0)`,
  );
  expect(code, output).toBe(0);
  expect(output.trim().split('\n')).toEqual(ENTRIES.map(() => 'true'));
});

test('a program sends with the destinations of the command line', async () => {
  await writeFile(join(folder, 'sender.mjs'), SENDER);
  const { code, output } = await inFolder(process.execPath, 'sender.mjs');
  expect(code, output).toBe(0);
  expect(output).toBe('1 Kafka\n');
});

test.each([
  ['bundler', 'ESNext'],
  ['nodenext', 'NodeNext'],
])('a program that uses it passes the type check with moduleResolution %s', async (resolution, module) => {
  const flags = `--noEmit --strict --target ES2023 --lib ES2023,DOM --module ${module}`.split(' ');
  const { code, output } = await inFolder(
    'tsc',
    ...flags,
    '--moduleResolution',
    resolution,
    'consumer.ts',
    'sender.ts',
  );
  expect(code, output).toBe(0);
});

test('Vite bundles it, and the bundle runs', async () => {
  await cp(join(folder, 'consumer.ts'), join(folder, 'src', 'main.ts'));
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { lib: { entry: 'src/main.ts', formats: ['es'], fileName: 'main' }, outDir: 'bundle' },
  });
  // Away from node_modules: what the bundle lacks it cannot find.
  const alone = await mkdtemp(join(tmpdir(), 'catbird-bundle-'));
  try {
    await cp(join(folder, 'bundle'), alone, { recursive: true });
    await writeFile(join(alone, 'package.json'), '{"type": "module"}');
    const { code, output } = await run(process.execPath, ['main.js'], { cwd: alone, quiet: true });
    expect(code, output).toBe(0);
    expect(output.split('\n')[0]).toMatch(/^\{"id":"[-0-9a-f]{36}"\}$/);
  } finally {
    await rm(alone, { recursive: true, force: true });
  }
});

test.for(NODES)(
  'the packages install and run on Node %s',
  { timeout: 240_000 },
  async (version, { skip }) => {
    const own = await mkdtemp(join(tmpdir(), `catbird-node-${version}-`));
    const bin = join(own, 'node_modules/.bin');
    const inOwn = (name: string, ...args: string[]) =>
      run(name, args, { cwd: own, quiet: true, env: { PATH: [bin, process.env['PATH']].join(delimiter) } });
    try {
      await writeFile(join(own, 'package.json'), '{"private": true, "type": "module"}');
      const node = await inOwn('npm', 'install', ...FLAGS, `node@${version}`);
      if (node.code !== 0) {
        console.warn(`SKIPPED: the packages on Node ${version}; npm cannot install it\n${node.output}`);
        skip('npm cannot install this version of Node');
      }
      expect((await inOwn('node', '--version')).output).toMatch(new RegExp(`^v${version}\\.`));
      const installed = await inOwn('npm', 'install', ...FLAGS, ...tarballs);
      expect(installed.code, installed.output).toBe(0);

      const help = await inOwn('catbird', '--help');
      expect([help.code, help.output]).toEqual([0, expect.stringContaining('catbird sample')]);
      const sampled = await inOwn('catbird', 'sample', '-n', '3', '--seed', '1', '--quiet', '--workers', '2');
      expect(sampled.code, sampled.output).toBe(0);
      expect(
        sampled.output
          .trim()
          .split('\n')
          .map((row) => typeof JSON.parse(row)),
      ).toHaveLength(3);
      await writeFile(join(own, 'sender.mjs'), SENDER);
      expect(await inOwn('node', 'sender.mjs')).toEqual({ code: 0, output: '1 Kafka\n' });

      await writeFile(join(own, 'flights.json'), FLIGHTS);
      const flights = ['--schema', 'flights.json', '--types', 'catbird-types-aviation'];
      const typed = await inOwn('catbird', 'sample', ...flights, '-n', '1', '--seed', '1');
      expect([typed.code, typed.output]).toEqual([0, expect.stringMatching(/"flight":"BA \d+"/)]);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  },
);
