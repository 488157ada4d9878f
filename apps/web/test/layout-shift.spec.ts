import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startHttp } from '../../../test/services/http.ts';
import { jsonAnswer } from '../../../test/services/service.ts';
import { LONG } from './long.ts';
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
    readonly sources: readonly {
      readonly node?: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  };
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = element
          ? `${element.id}.${element.className} ${element.textContent.slice(0, 20)}`
          : 'removed';
        return `${name}: ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`;
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
  const seen = shifts.filter(({ value }) => value > LIMIT / 10);
  const lines = seen.map(({ startTime, value, moved }) =>
    [`${value.toFixed(4)} after ${Math.round(startTime)} ms`, ...moved].join('\n  '),
  );
  expect(cumulative(shifts), lines.join('\n')).toBeLessThanOrEqual(LIMIT);
}

for (const { name, viewport, reducedMotion, details } of [
  { name: 'a phone', viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference', details: {} },
  { name: 'a tablet', viewport: { width: 768, height: 1024 }, reducedMotion: 'no-preference', details: LONG },
  // Motion takes three times the computing.
  { name: 'a desktop', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', details: {} },
] as const)
  test.describe(`on ${name}`, details, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'no-preference' } });

    test('nothing moves by itself from the landing through all steps to the end of a run, with retries and if it fails', async ({
      catbird,
      page,
      serve,
    }) => {
      const http = await serve(startHttp());
      await page.addInitScript(observe);
      await catbird.open();
      const box = catbird.landing.getByRole('textbox');
      for (const [text, answer] of [
        ['{"total": 1.5}', '1,000 rows like yours'],
        ['', 'Web Sessions'],
      ] as const) {
        await box.fill(text);
        await expect(catbird.landing.locator('.box-status')).toContainText(answer);
      }
      await page.emulateMedia({ reducedMotion });
      await catbird.begin();
      // What comes later than the half second in which a browser excuses movement after a click moves nothing, either.
      await page.route('**/*.{js,css}', async (route) => {
        await setTimeout(600);
        await route.continue();
      });
      await catbird.connect('HTTP', { Address: `${http.url}/events` });
      await catbird.field('Events Per Second').fill('1000');
      await catbird.limit('400');
      await catbird.save();
      await expect(catbird.schema.getByRole('treegrid')).toBeVisible();
      // By its keys: a browser excuses what moves at once after an input, and `selectOption` is none.
      await catbird.schema.getByLabel('Template', { exact: true }).focus();
      await page.keyboard.type('Online');
      await expect(catbird.schema.getByLabel('Template', { exact: true })).toHaveValue('Online Shop');
      await catbird.preview();
      // It fails until the page says so.
      let requests = 0;
      http.answerWith(() => (requests++ === 0 ? undefined : jsonAnswer(500, { error: 'Out of memory' })));
      await catbird.generate();
      await expect(catbird.overview).toContainText('Retrying');
      http.answerWith(undefined);
      await catbird.over('Done');
      await expectStill(page);
      await page.unrouteAll({ behavior: 'wait' });
      // The end of a run as one sees it from the steps above, which it unlocks.
      for (const step of [catbird.settings, catbird.schema]) {
        await catbird.start();
        await expect(step).toContainText('Locked while a stream runs');
        await step.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
        await catbird.over('Done');
        await expect(step).not.toContainText('Locked while a stream runs');
      }
      http.answerWith(jsonAnswer(401, { error: 'Unknown token' }));
      await catbird.again('Failed');
      await expect(catbird.alert).toBeVisible();
      await expectStill(page);
    });
  });
