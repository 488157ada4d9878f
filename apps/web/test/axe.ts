import { expect, type Frame, type Page } from '@playwright/test';
import axeCore, { type AxeResults, type RunOptions } from 'axe-core';

/** What to look at: by default everything, with all rules. */
interface Scope {
  /** A selector. */
  readonly include?: string;
  readonly rules?: readonly string[];
}

/** Loads axe into a frame, once for each document: a fresh copy has nothing compiled, and takes half as long again. */
async function load(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeCore.source);
}

/** axe's results for a page without frames of other origins. Only violations are collected in full, which takes half the time. */
export async function axe(page: Page, { include, rules }: Scope = {}): Promise<AxeResults> {
  for (const frame of page.frames()) await load(frame);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules !== undefined && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  return page.evaluate(
    ([place, how]) => (window as unknown as { axe: typeof axeCore }).axe.run(place ?? document, how),
    [include, options] as const,
  );
}

/** The rules whose verdict depends on colours: all others say the same of both themes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** How the page looks. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** axe's findings in these themes: all of the first, those of colours in the others. */
async function findings(page: Page, themes: readonly Theme[], scope: Scope): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Wait for transitions before checking contrast.
    await page.evaluate(async () => {
      const changes = document.getAnimations().filter((each) => each instanceof CSSTransition);
      await Promise.allSettled(changes.map(({ finished }) => finished));
    });
    const { violations } = await axe(page, {
      ...scope,
      ...(colorScheme !== themes[0] && { rules: OF_COLOURS }),
    });
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

/**
 * Expects that axe finds nothing in either theme, or in those named, and that the page fits the window.
 * Of a large page, colours alone take two seconds: name the part that is new.
 */
export async function expectAccessible(
  { page }: { readonly page: Page },
  themes: readonly Theme[] = THEMES,
  include?: string,
): Promise<void> {
  expect(await findings(page, themes, { ...(include !== undefined && { include }) })).toEqual([]);
  expect(await overflow(page), 'pixels beyond the width of the window').toBeLessThanOrEqual(0);
}
