// Run by `npm run screenshots [folder]` after a change to the page's looks: pictures of every step and state, in both themes, on three widths.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './command.js';
import { walk } from './screenshots/flow.js';
import { onStage } from './screenshots/stage.js';
import { states } from './screenshots/states.js';

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const THEMES = /** @type {const} */ (['light', 'dark']);

const folder = resolve(process.argv[2] ?? join(ROOT, 'docs', 'screenshots'));
mkdirSync(folder, { recursive: true });
await onStage(async ({ browser, origin, endpoint }) => {
  for (const viewport of SIZES) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      /** @type {import('./screenshots/flow.js').Shoot} */
      const shoot = async (name, heading) => {
        if (heading !== undefined)
          await page
            .getByRole('heading', { name: heading, exact: true })
            .evaluate((at) => at.scrollIntoView());
        await page.waitForTimeout(400);
        const path = join(folder, `${name}-${viewport.width}-${colorScheme}.png`);
        await page.screenshot({ path, animations: 'disabled' });
        console.log(path);
      };
      await walk(page, origin, endpoint, shoot);
      await states(page, origin, endpoint, shoot);
      await context.close();
    }
  }
});
