// Run by `npm run moving-picture` after a change to the page's looks: a run, as the moving picture of the README, and its last frame for readers who want nothing to move.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from './command.js';
import { onStage } from './screenshots/stage.js';

const FRAMES = 40;
const FRAME_MS = 250;
/** By then, the first journeys have ended, and as many events are due as asked. */
const BEGUN_MS = 20_000;

const images = join(ROOT, 'docs', 'images');
const folder = mkdtempSync(join(tmpdir(), 'catbird-frames-'));
const frames = Array.from({ length: FRAMES }, (_, i) => join(folder, `${i}.png`));
try {
  await onStage(async ({ browser, origin, endpoint }) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
    const settings = new URLSearchParams({
      generatorName: 'Tinybird',
      host: 'custom',
      endpoint,
      datasource: 'orders',
      token: 'p.a-token-for-the-picture',
      eps: '1000',
      seed: '42',
      template: 'Online Shop',
      schema: 'Preset',
    });
    await page.goto(`${origin}?${settings}`);
    await page.getByRole('button', { name: 'Start Generating!' }).last().click();
    await page.getByRole('button', { name: 'Stop Generating!' }).waitFor();
    await page.getByRole('heading', { name: 'Overview', exact: true }).evaluate((at) => at.scrollIntoView());
    await page.locator('#overview').getByText('What the rows are like').waitFor();
    await page.waitForTimeout(BEGUN_MS);
    for (const path of frames) {
      const next = Date.now() + FRAME_MS;
      await page.screenshot({ path });
      await new Promise((done) => setTimeout(done, next - Date.now()));
    }
  });
  const { code, output } = await run(
    'img2webp',
    [
      '-min_size',
      '-lossy',
      '-q',
      '60',
      '-m',
      '6',
      '-d',
      String(FRAME_MS),
      ...frames,
      '-o',
      join(images, 'overview.webp'),
    ],
    { quiet: true },
  );
  if (code !== 0) throw new Error(`${output}\nimg2webp makes the picture. It is in Debian's package webp.`);
  copyFileSync(frames.at(-1) ?? '', join(images, 'overview.png'));
} finally {
  rmSync(folder, { recursive: true });
}
