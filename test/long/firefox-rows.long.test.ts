import { launch } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../scripts/programs.js';
import { hashesIn, serveRows } from '../../packages/core/test/engines/rows-page.ts';
import { hashes } from '../../packages/core/test/engines/rows.ts';

const ROWS = 2000;
const firefox = findProgram('firefox-esr');

test.skipIf(firefox === undefined)('rows have the same bytes in Firefox’s worker as in Node', async () => {
  const served = await serveRows();
  onTestFinished(() => served.close());
  const browser = await launch({ browser: 'firefox', executablePath: firefox ?? '', headless: true });
  const page = await browser.newPage();
  page.setDefaultTimeout(200_000);
  expect(await hashesIn(page, served.url, ROWS)).toEqual(await hashes(ROWS));
  await browser.close();
});
