import type { Page } from '@playwright/test';
import { startHttp } from '../../../test/services/http.ts';
import { jsonAnswer } from '../../../test/services/service.ts';
import { expect, test } from './page.ts';

/** What a good page shifts at most, as its visitors see it. */
const LIMIT = 0.02;

/** A shift without a click or key before it, as the browser reports it. */
interface Shift {
  readonly startTime: number;
  readonly value: number;
  readonly moved: readonly string[];
}

/** Collects shifts, with what moved. */
function observe(): void {
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  type Entry = PerformanceEntry & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node?: Node | null }[];
  };
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return element === null || element === undefined ? 'removed' : `${element.id}.${element.className}`;
      });
      shifts.push({ startTime, value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Cumulative layout shift: the largest sum of shifts less than a second apart, within five seconds. https://web.dev/articles/cls */
function cumulative(shifts: readonly Shift[]): number {
  let [largest, sum, first, last] = [0, 0, -Infinity, -Infinity];
  for (const { startTime, value } of shifts) {
    if (startTime - last >= 1000 || startTime - first >= 5000) [sum, first] = [0, startTime];
    [sum, last] = [sum + value, startTime];
    largest = Math.max(largest, sum);
  }
  return largest;
}

async function expectStill(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: readonly Shift[] }).shifts);
  expect(cumulative(shifts), JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(LIMIT);
}

for (const [name, viewport] of Object.entries({
  'a phone': { width: 390, height: 844 },
  'a tablet': { width: 768, height: 1024 },
  'a desktop': { width: 1440, height: 900 },
}))
  test.describe(`on ${name}`, () => {
    // Rows of the landing flow.
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } });

    test('nothing moves by itself from the landing through all steps to the end of a run, with retries and if it fails', async ({
      catbird,
      page,
      serve,
    }) => {
      const http = await serve(startHttp());
      await page.addInitScript(observe);
      await catbird.open();
      const newest = catbird.landing.locator('.show tbody tr').first();
      const before = await newest.innerText();
      await expect.poll(() => newest.innerText()).not.toBe(before);
      await catbird.begin();
      await catbird.connect('HTTP', { Address: `${http.url}/events` });
      await catbird.field('Events Per Second').fill('50');
      await catbird.limit('200');
      await catbird.save();
      await expect(catbird.schema.getByRole('table')).toBeVisible();
      await catbird.choose('Online Shop');
      await catbird.preview();
      await catbird.generate();
      await expect(catbird.total).not.toHaveText('0');
      http.answerWith(jsonAnswer(500, { error: 'Out of memory' }), 4);
      await expect(catbird.overview).toContainText('Retrying');
      await catbird.over('Done');
      await expectStill(page);
      // The end of a run as one sees it from the steps above, which it unlocks.
      for (const step of [catbird.settings, catbird.schema]) {
        await catbird.start();
        await expect(step).toContainText('Locked while a stream runs');
        await step.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
        await catbird.over('Done');
        await expect(step).not.toContainText('Locked while a stream runs');
      }
      http.answerWith(jsonAnswer(401, { error: 'Unknown token' }));
      await catbird.start();
      await catbird.over('Failed');
      await expect(catbird.alert).toBeVisible();
      await expectStill(page);
    });
  });
