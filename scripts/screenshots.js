// Run by `npm run screenshots [folder]` after a change to the page's looks: pictures of every step and state, in both themes, on three widths.
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium.js';
import { ROOT } from './command.js';
import { buildPage, PAGE } from './page.js';
import { REFUSED_TOKEN, walk } from './screenshots/flow.js';
import { states } from './screenshots/states.js';
import { listen, pageServer } from './serve.js';

const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const THEMES = /** @type {const} */ (['light', 'dark']);

/**
 * Stands in for Tinybird: accepts every row within some 40 ms, and refuses one token.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  let rows = 0;
  for await (const chunk of request) rows += chunk.toString().split('\n').length - 1;
  await new Promise((done) => setTimeout(done, 25 + Math.random() * 30));
  const isRefused = request.headers.authorization === `Bearer ${REFUSED_TOKEN}`;
  response.writeHead(isRefused ? 403 : 202, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Content-Type': 'application/json',
  });
  const refusal = {
    error: 'Invalid token',
    documentation: 'https://docs.tinybird.co/api-reference/overview#authentication',
  };
  response.end(JSON.stringify(isRefused ? refusal : { successful_rows: rows, quarantined_rows: 0 }));
}

const tinybird = createServer((request, response) => {
  // Stop hangs up on the request in flight.
  answer(request, response).catch(() => response.destroy());
});

const folder = resolve(process.argv[2] ?? join(ROOT, 'docs', 'screenshots'));
mkdirSync(folder, { recursive: true });
await buildPage();
const pages = pageServer(PAGE);
const origin = `http://127.0.0.1:${await listen(pages, 0, '127.0.0.1')}/`;
const endpoint = `http://127.0.0.1:${await listen(tinybird, 0, '127.0.0.1')}`;
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('Screenshots need a Chromium. Run: npm run setup:peers');
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
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
} finally {
  await browser.close();
  for (const server of [pages, tinybird]) {
    server.close();
    server.closeAllConnections();
  }
}
