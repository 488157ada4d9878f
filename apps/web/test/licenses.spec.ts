import { readFileSync } from 'node:fs';
import { expect, test } from './page.ts';

test('the page has the licences of its packages and fonts beside it', async ({ catbird }) => {
  const { page } = catbird;
  await catbird.open();
  const textOf = async (file: string): Promise<string> =>
    (await page.request.get(new URL(file, page.url()).href)).text();
  expect(await textOf('NOTICE.txt')).toContain('THIRD-PARTY-LICENSES.txt: beside the page');
  const text = await textOf('THIRD-PARTY-LICENSES.txt');
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(manifest) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const packages = Object.keys(dependencies).filter((name) => !name.startsWith('@catbird/'));
  // Of the worker, of the styles, of the bundler and of the documentation.
  for (const name of [...packages, '@faker-js/faker', 'vite', 'minisearch'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+$`, 'm'));
  expect(text.match(/^SIL OPEN FONT LICENSE Version 1\.1/gm)).toHaveLength(2);
});
