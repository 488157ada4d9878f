import { listen, pageServer } from '../../../scripts/serve.js';
import { buildWith } from './build.ts';
import { expect, test } from './page.ts';

for (const [what, address] of [
  ['an empty address hides Source', ''],
  ['another address becomes the target of Source', 'https://git.example/a/fork'],
] as const) {
  test(`a build with ${what}, and keeps Docs`, async ({ catbird, page }) => {
    const build = await buildWith({ VITE_REPOSITORY_URL: address });
    const server = pageServer(build.folder);
    try {
      await page.goto(`http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}/`);
      await expect(catbird.landing).toBeVisible();
      const links = page.getByRole('navigation', { name: 'About' }).getByRole('link');
      await expect(links).toHaveText(address === '' ? ['Docs'] : ['Docs', 'Source']);
      if (address !== '') await expect(links.last()).toHaveAttribute('href', address);
    } finally {
      server.close();
      server.closeAllConnections();
      build.remove();
    }
  });
}
