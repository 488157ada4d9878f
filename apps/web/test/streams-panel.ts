import type { Locator, Page } from '@playwright/test';
import { expect } from './page.ts';

/** The panel of all streams of a config. */
export const step = (page: Page): Locator => page.locator('#streams');

/** A stream in the table of streams. */
export const rowOf = (page: Page, name: string): Locator =>
  step(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name, exact: true }) });

/** The part of the panel that offers to continue an earlier run. */
export const offer = (page: Page): Locator => step(page).getByRole('region', { name: 'Earlier run' });

export const resume = (page: Page): Locator =>
  offer(page).getByRole('button', { name: 'Continue each stream at its next row' });

/** The state of all streams together. */
export const state = (page: Page): Locator =>
  step(page).getByRole('group', { name: 'All streams' }).locator('.state b');

/** Presses a button of the panel. */
export const press = (page: Page, name: string): Promise<void> =>
  step(page).getByRole('button', { name }).click();

/** Expects that a loaded config offers no earlier run. */
export async function expectNoOffer(page: Page, why?: string): Promise<void> {
  await expect(rowOf(page, 'a')).toContainText('Ready');
  await page.waitForLoadState('networkidle');
  await expect(offer(page), why).toBeHidden();
}

/** Rows with their number and the time of the clock. */
export const NUMBERED = { n: { type: 'catbird.sequence' }, at: { type: 'catbird.timestampNow' } };
