import { readFileSync } from 'node:fs';
import { expect, test } from './page.ts';

test('files beside the page', async ({ catbird, page, request, baseURL }) => {
  await test.step('the page has the licences of its packages and fonts beside it', async () => {
    const textOf = async (file: string): Promise<string> => (await request.get(`/${file}`)).text();
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

  await test.step('the page can be installed', async () => {
    await catbird.open();
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await request.get(new URL(address ?? '', baseURL ?? '').href)).json()) as {
      readonly icons: readonly { readonly src: string }[];
    };
    for (const { src } of manifest.icons) expect((await request.get(`/${src}`)).status(), src).toBe(200);
    const session = await page.context().newCDPSession(page);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
  });
});
