import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { PAGE } from '../../../scripts/page.js';
import { axe } from './axe.ts';
import { LONG } from './long.ts';

/** Opens pages of the documentation. Console errors and failed requests fail the test. */
export const test = base.extend<{ problems: string[] }>({
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) problems.push(message.text());
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('response', (response) => {
        if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** Every page of the documentation. */
export const ALL = readdirSync(join(PAGE, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map((file) => `docs/${file.replaceAll('\\', '/')}`);

/** What axe found, a line for each place. */
export const inWords = ({ violations }: AxeResults): readonly string[] =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));

/** axe on pages, at two sizes and in both themes. */
export function testAccessibility(paths: readonly string[]): void {
  for (const [device, viewport, details] of [
    ['phone', { width: 390, height: 844 }, {}],
    ['desktop', { width: 1440, height: 900 }, LONG],
  ] as const) {
    test.describe(`on a ${device}`, details, () => {
      test.use({ viewport, contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'light' });
      test(`axe finds nothing on ${paths.join(', ')}`, async ({ page }) => {
        for (const path of paths)
          await test.step(path, async () => {
            await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
            await page.goto(path);
            expect(inWords(await axe(page))).toEqual([]);
            await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
            expect(inWords(await axe(page, { rules: ['color-contrast'] }))).toEqual([]);
          });
      });
    });
  }
}
