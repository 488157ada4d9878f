import { expect } from '@playwright/test';
import { ALL, test, testAccessibility } from './docs-pages.ts';

// Playwright warns when it blocks one.
test.use({ serviceWorkers: 'allow' });

testAccessibility([
  'docs/types/internet.html',
  'docs/schema.html',
  'docs/types.html',
  'docs/cli/delivery.html',
  'docs/destinations/kafka.html',
]);

for (const width of [390, 768]) {
  test(`no page is wider than a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    expect(ALL.length).toBeGreaterThan(60);
    for (const path of ALL) {
      await page.goto(path);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}
