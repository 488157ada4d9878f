import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The results of an analysis. */
export type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** axe for a page without frames of other origins. Only violations are collected in full, which takes half the time. */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
