import { launch, type Browser, type Page } from 'puppeteer-core';
import { findProgram } from '../../scripts/programs.js';
import { startHttp } from '../services/http.ts';
import { expect, test } from '../../apps/web/test/page.ts';

/** `npm test` says how to install it. */
const executablePath = findProgram('firefox-esr');

const button = (page: Page, place: string, name: string) =>
  page.locator(`${place} ::-p-aria([name="${name}"][role="button"])`);

async function inFirefox(act: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await launch({ browser: 'firefox', executablePath: executablePath ?? '', headless: true });
  try {
    await act(browser);
  } finally {
    await browser.close();
  }
}

test.describe('in Firefox', () => {
  test.skip(executablePath === undefined, 'There is no firefox-esr');

  test('a stream goes from the landing page to its last event', async ({ baseURL, serve }) => {
    const http = await serve(startHttp());
    await inFirefox(async (browser) => {
      const page = await browser.newPage();
      page.setDefaultTimeout(120_000);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      const text = (selector: string): Promise<string> =>
        page.$eval(selector, (element) => element.textContent ?? '').catch(() => '');

      await page.goto(baseURL ?? '');
      await button(page, '#landing', 'Start generating data').click();
      await page.locator('#settings input[type=radio][value=HTTP]').click();
      await page.locator('#settings input[name=url]').fill(`${http.url}/events`);
      const eps = await page.$$eval(
        '#settings label',
        (labels) => labels.find(({ textContent }) => textContent === 'Events Per Second')?.htmlFor,
      );
      await page.locator(`#${eps ?? ''}`).fill('50');
      await page.locator('#settings input[type=radio][value=yes]').click();
      await page.locator('#settings input[aria-label^=Limit]').fill('60');
      await button(page, '#settings', 'Continue').click();
      await button(page, '#schema', 'Preview').click();
      await page.waitForSelector('#schema .sample:not(.empty)');
      await button(page, '#schema', 'Start Generating!').click();
      await expect.poll(() => text('#overview .state b')).toBe('Done');
      expect(http.rows).toHaveLength(60);
      expect(problems).toEqual([]);
    });
  });
});
