import { testRates, type Rate } from './accessible-rates.ts';
import { expectAccessible, type Theme } from './axe.ts';
import { startHttp } from '../../../test/services/http.ts';
import { jsonAnswer } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, UNREACHABLE, test, tinybirdLink } from './page.ts';
import { press, rowOf, state, step } from './streams-panel.ts';

/** The windows in which axe looks at the page. */
export const SIZES = {
  phone: { viewport: { width: 390, height: 844 } },
  desktop: { viewport: { width: 1440, height: 900 } },
  // The desktop, zoomed to 200 % and 400 %.
  'desktop at 200 %': { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  'desktop at 400 %': { viewport: { width: 360, height: 225 }, deviceScaleFactor: 4 },
} as const;

/** Tests that axe finds nothing in any state of the page, in a window of this size and in these themes. */
export function testStates(
  size: keyof typeof SIZES,
  themes: readonly Theme[],
  rates: readonly Rate[],
  forcedColors: 'none' | 'active' = 'none',
): void {
  test.describe(`on a ${size}${forcedColors === 'active' ? ' with forced colours' : ''}`, () => {
    test.use({ ...SIZES[size], contextOptions: { reducedMotion: 'reduce', forcedColors } });

    test('axe finds nothing on the landing and the settings, with and without errors', async ({
      catbird,
    }) => {
      await catbird.page.addInitScript(() => {
        const streams = [{ search: '?generatorName=Log&eps=5&template=Stock+Prices', atMs: 1 }];
        localStorage.setItem('recent-streams', JSON.stringify(streams));
      });
      // Damaged, and without its token.
      await catbird.open({ generatorName: 'Tinybird', eps: 'x' });
      await expect(catbird.page.getByRole('region', { name: 'Templates' })).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.open();
      await expectAccessible(catbird, themes);
      await catbird.begin();
      await expectAccessible(catbird, themes);
      await catbird.search.fill('kafka');
      await expect(catbird.found.first()).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.search.press('Escape');
      await catbird.limit('0');
      await catbird.save();
      await expect(catbird.settings.locator('.err').first()).toBeVisible();
      await expectAccessible(catbird, themes);
    });

    if (rates.length > 0) testRates(rates, themes);

    test('axe finds nothing in the schema designer, with a sample and with errors', async ({ catbird }) => {
      await catbird.open(tinybirdLink(UNREACHABLE));
      await expect(catbird.schema.getByRole('treegrid')).toBeVisible();
      await catbird.preview();
      await expectAccessible(catbird, themes);
      await catbird.startFrom('Browse templates');
      await expect(catbird.page.getByRole('dialog', { name: 'Templates' })).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.page.keyboard.press('Escape');
      await catbird.otherWays.click();
      await expect(catbird.schema.getByRole('menu')).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.page.keyboard.press('Escape');
      // More fields than fit, of every kind.
      await catbird.choose('Online Shop');
      await catbird.preview();
      await expect(catbird.schema).toContainText('10,000 rows, seed');
      await expectAccessible(catbird, themes);
      await catbird.schema.getByRole('row', { name: 'coupon' }).press('Enter');
      await expect(catbird.schema.getByRole('group', { name: 'Parameters of coupon' })).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.write('{"a": {"type": "string.uid"}}');
      await catbird.preview();
      await expect(catbird.schema.locator('.cm-lintRange-error')).toBeVisible();
      await expectAccessible(catbird, themes);
    });

    test('axe finds nothing in the dialog From a sample', async ({ catbird }) => {
      await catbird.open({ generatorName: 'Log' });
      await catbird.schema.getByRole('button', { name: 'Paste a sample' }).click();
      const dialog = catbird.page.getByRole('dialog');
      const read = async (text: string): Promise<void> => {
        await dialog.getByRole('textbox', { name: 'Sample' }).fill(text);
        await dialog.getByRole('button', { name: 'Read sample' }).click();
      };
      await expectAccessible(catbird, themes);
      await read('<html></html>');
      await expect(dialog.getByRole('alert')).toBeVisible();
      await expectAccessible(catbird, themes);
      const zips = ['10115', 'SW1A', '75001', '28001', '20121', '69117'];
      await read(zips.map((zip, i) => `${zip},${['paid', 'open'][i % 2] ?? ''}`).join('\n'));
      await dialog.getByRole('switch', { name: 'Copy values from the sample' }).click();
      await expect(dialog.getByRole('checkbox')).toHaveCount(2);
      await expect(dialog.getByRole('group', { name: /^Choices for/ })).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.page.keyboard.press('Escape');
      await expect(dialog.getByText('Discard this review?')).toBeVisible();
      await expectAccessible(catbird, themes);
    });

    test('axe finds nothing on the overview of a running, finished or failed run', async ({
      catbird,
      serve,
    }) => {
      const tinybird = await serve(startTinybird());
      await catbird.open(tinybirdLink(tinybird.url, { eps: '2', limit: '2' }));
      await catbird.generate();
      await catbird.over('Done');
      await expectAccessible(catbird, themes);
      await catbird.limit(undefined);
      await catbird.save();
      await catbird.start();
      await expect(catbird.phase).toHaveText('Running');
      await expectAccessible(catbird, themes);
      await expect(catbird.phase).toHaveText('Running');
      await catbird.stop();
      await catbird.over('Stopped');
      tinybird.answerWith(jsonAnswer(401, { error: 'Invalid token' }));
      await catbird.start();
      await catbird.over('Failed');
      await expectAccessible(catbird, themes);
    });

    test('axe finds nothing on the overview of a stream with history, paused, and with a curve', async ({
      catbird,
      serve,
    }) => {
      const tinybird = await serve(startTinybird());
      await catbird.open(tinybirdLink(tinybird.url, { eps: '20', from: '-1h' }));
      await catbird.generate();
      await expect(catbird.phase).toHaveText('Live');
      await catbird.overview.getByRole('button', { name: 'Pause', exact: true }).click();
      await expect(catbird.phase).toHaveText('Paused');
      const tail = catbird.overview.getByRole('region', { name: 'Latest events' });
      await tail.locator('tbody').getByRole('button').first().click();
      await expect(tail.getByRole('region', { name: /^Row/ })).toBeVisible();
      await catbird.more('Follow a curve');
      await expect(catbird.overview.getByRole('button', { name: 'Follow this curve' })).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.stop();
      await catbird.over('Stopped');
    });

    test('axe finds nothing in live figures, a journey, a summary, and a comparison with what arrived', async ({
      catbird,
      serve,
    }) => {
      const http = await serve(startHttp());
      await catbird.open({
        generatorName: 'HTTP',
        url: `${http.url}/events`,
        eps: '200',
        template: 'Online Shop',
        schema: 'Preset',
      });
      await catbird.generate();
      const { overview } = catbird;
      await expect(overview.getByText(/^of [1-9][\d,]* rows$/)).toBeVisible();
      await expect(overview.getByRole('region', { name: 'Journey' }).getByRole('img')).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.stop();
      await catbird.over('Stopped');
      await expectAccessible(catbird, themes);
      const lines = http.rows.slice(20).map((row) => `${JSON.stringify(row)}\n`);
      await overview.getByLabel('File of what arrived').setInputFiles({
        name: 'arrived.ndjson',
        mimeType: 'application/x-ndjson',
        buffer: Buffer.from([...lines, ...lines.slice(0, 2), '{"order_id": -1}\n'].join('')),
      });
      await expect(overview.locator('.arrived-report')).toBeVisible();
      await expectAccessible(catbird, themes);
    });

    test('axe finds nothing in the streams of a config with their map, in the menu of more, and while they run', async ({
      catbird,
    }) => {
      const { page } = catbird;
      await catbird.open();
      await page.getByRole('button', { name: 'Orders and payments' }).click();
      await expect(rowOf(page, 'payments')).toContainText('Ready');
      await expect(step(page).getByRole('region', { name: 'Where rows come from' })).toBeVisible();
      await expectAccessible(catbird, themes);
      await step(page)
        .getByRole('button', { name: /^Add a stream/ })
        .press('ArrowDown');
      await expect(step(page).getByRole('menuitem').first()).toBeVisible();
      await expectAccessible(catbird, themes);
      await page.keyboard.press('Escape');
      await press(page, 'Start all');
      await expect(
        step(page)
          .getByText(/^[1-9][\d,]* sent/)
          .first(),
      ).toBeVisible();
      await page.getByRole('button', { name: 'payments', exact: true }).press('Enter');
      await expect(step(page).getByRole('heading', { name: 'payments', exact: true })).toBeVisible();
      await expectAccessible(catbird, themes);
      await press(page, 'All streams');
      await press(page, 'Stop all');
      await expect(state(page)).toHaveText('Stopped');
      await expectAccessible(catbird, themes);
    });
  });
}
