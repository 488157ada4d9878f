import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { axe } from './axe.ts';
import { ALL, inWords, test, testAccessibility } from './docs-pages.ts';
import { PAGE } from '../../../scripts/page.js';
import { listen } from '../../../scripts/serve.js';

// Playwright warns when it blocks one.
test.use({ serviceWorkers: 'allow' });

// One page of each kind. The longest ones are in docs.long.spec.ts.
testAccessibility([
  'docs/',
  'docs/guides/late-and-duplicate-data.html',
  'docs/types/database.html',
  'docs/templates/web-sessions.html',
  'docs/destinations/kafka.html',
]);

async function searchFor(page: Page, words: string): Promise<void> {
  // The page's script listens only once it has loaded.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.locator('[data-search] input')).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.type(words);
  await expect(page.locator('[data-results] a').first()).toBeVisible();
}

// One page for the steps of a test: to open one takes longer than most of them.
test('the documentation', async ({ page, context }) => {
  await test.step('no page has inline scripts or styles', async () => {
    for (const path of ALL) {
      const html = await (await page.request.get(path)).text();
      expect(html).toContain('http-equiv="Content-Security-Policy"');
      expect(html.replaceAll(/<pre.*?<\/pre>/gs, '')).not.toMatch(
        /<style|\sstyle="|<script(?![^>]*\ssrc=)|\son\w+="/,
      );
    }
  });

  await test.step('the page links to the documentation, and the documentation back', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Docs' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Your first stream/);
    await page
      .getByRole('navigation', { name: 'Catbird' })
      .getByRole('link', { name: 'Open Catbird' })
      .click();
    await expect(page.getByRole('button', { name: 'Start generating data' })).toBeVisible();
  });

  await test.step('search finds a generator type by part of its name and opens it with the keyboard', async () => {
    await page.goto('docs/guides/dashboard.html');
    await searchFor(page, 'bigInt');
    await expect(page.locator('[data-results] strong').first()).toHaveText('number.bigInt');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/docs\/types\/number\.html#numberbigint$/);
  });

  await test.step('search says when it finds nothing, and Escape closes it', async () => {
    await page.goto('docs/schema.html');
    await searchFor(page, 'late');
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-results]')).toBeHidden();
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('qqzzx');
    await expect(page.getByRole('search').getByRole('status')).toHaveText('No results');
  });

  await test.step('typing filters the catalogue of types by all words', async () => {
    await page.goto('docs/types.html');
    const rows = page.locator('.catalogue tbody tr:visible');
    expect(await rows.count()).toBeGreaterThan(250);
    await page.getByLabel('Filter by name').fill('country code');
    await expect(rows.first()).toContainText('location.countryCode');
    expect(await rows.count()).toBeLessThan(10);
    await rows.first().getByRole('link').click();
    await expect(page.locator(':target')).toBeVisible();
  });

  await test.step('a schema can be copied, run with a new seed each time, and opened in the page', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('docs/schema.html');
    const example = page
      .locator('.code', { has: page.getByRole('link', { name: 'Open in Catbird' }) })
      .first();
    const schema = await example.locator('pre').innerText();

    await example.getByRole('button', { name: 'Copy' }).click();
    await expect(example.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${schema.trimEnd()}\n`);

    await example.getByRole('button', { name: 'Run it' }).click();
    const output = example.locator('output');
    await expect(output).toContainText('"score"');
    const first = await output.innerText();
    expect(first.split('\n')).toHaveLength(3);
    await example.getByRole('button', { name: 'Run it again' }).click();
    await expect(output).not.toHaveText(first);

    await example.getByRole('link', { name: 'Open in Catbird' }).click();
    await expect(page).toHaveURL(/\/\?template=Custom&schema=z1\./);
  });

  await test.step('the page uses the theme chosen in the documentation', async () => {
    await page.goto('docs/');
    await page.getByLabel('Dark').check({ force: true });
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('on a phone, the list of pages opens with a button', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('docs/');
    const pages = page.getByRole('navigation', { name: 'Documentation' });
    await expect(pages).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await pages.getByRole('link', { name: 'Faults' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Faults/);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('pages are readable and the list of pages is visible', async ({ page }) => {
    await page.goto('docs/schema.html');
    await expect(page.getByRole('navigation', { name: 'Documentation' })).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.locator('pre').first()).toBeVisible();
  });
});

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A host that serves the build below /x/y/, without our headers. It shows 404.html for missing files, as GitHub Pages does. */
function plainHost(): Server {
  return createServer((request, response) => {
    const path = (request.url ?? '').replace(/[?#].*/s, '').replace(/\/$/, '/index.html');
    try {
      if (!path.startsWith('/x/y/') || path.includes('..')) throw new Error('Nothing there');
      const body = readFileSync(join(PAGE, path.slice('/x/y'.length)));
      response
        .writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      // No such file, or outside the folder.
      response.writeHead(404, { 'Content-Type': 'text/html' }).end(readFileSync(join(PAGE, '404.html')));
    }
  });
}

test('page and documentation work in any folder of a host without custom headers', async ({ page }) => {
  const host = plainHost();
  const origin = `http://127.0.0.1:${await listen(host, 0, '127.0.0.1')}`;
  try {
    await page.goto(`${origin}/x/y/`);
    await page.getByRole('link', { name: 'Docs' }).click();
    await expect(page).toHaveURL(`${origin}/x/y/docs/`);
    await searchFor(page, 'web sessions');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin}/x/y/docs/templates/web-sessions.html`);
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Time and rate' })
      .click();
    await expect(page).toHaveURL(`${origin}/x/y/docs/guides/time-and-rate.html`);
    // The address changes as soon as the response begins.
    await page.waitForLoadState();
    const images = page.locator('article img');
    expect(await images.count()).toBeGreaterThan(0);
    for (const image of await images.all())
      await expect
        .poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth))
        .toBeGreaterThan(0);
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Schema language' })
      .click();
    await page.getByRole('button', { name: 'Run it' }).first().click();
    await expect(page.locator('output')).toContainText('"score"');
    await page.getByRole('link', { name: 'Open in Catbird' }).first().click();
    await expect(page).toHaveURL(new RegExp(`^${origin}/x/y/\\?template=Custom`));
    await page.getByRole('button', { name: 'Start generating data' }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  } finally {
    host.close();
    host.closeAllConnections();
  }
});

async function expectNotFound(page: Page, address: string, root: string): Promise<void> {
  const response = await page.goto(address);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Page not found/);
  await expect(page.getByRole('searchbox', { name: 'Search the documentation' })).toBeVisible();
  const first = page.getByRole('article').getByRole('link', { name: 'Start with your first stream' });
  expect(await first.evaluate((link: HTMLAnchorElement) => link.href)).toBe(`${root}docs/`);
  await page.getByRole('searchbox').fill('web sessions');
  await page.locator('[data-results] a').first().click();
  await expect(page).toHaveURL(`${root}docs/templates/web-sessions.html`);
}

// Without the fixture that fails a test for status 404.
base('a missing address', async ({ page, baseURL }) => {
  await base.step('shows the way back, in the design of the documentation', async () => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await expectNotFound(page, 'docs/types/nothing.html', `${baseURL}/`);
    expect(errors).toEqual([]);
  });

  await base.step('shows the way back in any folder of a host without custom headers', async () => {
    const host = plainHost();
    const root = `http://127.0.0.1:${await listen(host, 0, '127.0.0.1')}/x/y/`;
    try {
      for (const path of ['nothing', 'docs/nothing', 'docs/types/nothing.html'])
        await expectNotFound(page, root + path, root);
    } finally {
      host.close();
      host.closeAllConnections();
    }
  });

  await base.step('is accessible in both themes', async () => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto('docs/nothing');
    expect(inWords(await axe(page))).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(inWords(await axe(page, { rules: ['color-contrast'] }))).toEqual([]);
  });
});
