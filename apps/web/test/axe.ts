import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The results of an analysis. */
export type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** axe for a page without frames of other origins. Only violations are collected in full, which takes half the time. */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/** The rules whose verdict depends on colours: all others say the same of both themes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** axe's findings in both themes. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Wait for transitions before checking contrast.
    await page.evaluate(async () => {
      const changes = document.getAnimations().filter((each) => each instanceof CSSTransition);
      await Promise.allSettled(changes.map(({ finished }) => finished));
    });
    const rules = axe(page);
    const { violations } = await (colorScheme === 'light' ? rules : rules.withRules(OF_COLOURS)).analyze();
    for (const { id, help, nodes } of violations)
      found.push(
        ...nodes.map(
          ({ target, failureSummary }) =>
            `${colorScheme} ${id}: ${help}: ${target.join(' ')}: ${failureSummary ?? ''}`,
        ),
      );
  }
  return found;
}

/** Pixels beyond the width of the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects that axe finds nothing in either theme, and that the page fits the window. */
export async function expectAccessible({ page }: { readonly page: Page }): Promise<void> {
  expect(await findings(page)).toEqual([]);
  expect(await overflow(page), 'pixels beyond the width of the window').toBeLessThanOrEqual(0);
}
