import { chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../../../scripts/chromium.js';
import { hashesIn, serveRows } from './rows-page.ts';
import { hashes } from './rows.ts';

const ROWS = cases(100);

// Firefox is in test/long/firefox-rows.long.test.ts.
test('rows have the same bytes in Chromium’s worker as in Node', async () => {
  const served = await serveRows();
  onTestFinished(() => served.close());
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  page.setDefaultTimeout(200_000);
  expect(await hashesIn(page, served.url, ROWS)).toEqual(await hashes(ROWS));
  await browser.close();
});
