import { testRates, type Rate } from './accessible-rates.ts';
import { expectAccessible, type Theme } from './axe.ts';
import { jsonAnswer } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, UNREACHABLE, test, tinybirdLink } from './page.ts';

/** The windows in which axe looks at the page. */
export const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;

/** Tests that axe finds nothing in any state of the page, in a window of this size and in these themes. */
export function testStates(size: keyof typeof SIZES, themes: readonly Theme[], rates: readonly Rate[]): void {
  const viewport = SIZES[size];
  test.describe(`on a ${size}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds nothing on the landing and the settings, with and without errors', async ({
      catbird,
    }) => {
      await catbird.page.addInitScript(() => {
        const streams = [{ search: '?generatorName=Log&eps=5&template=Stock+Prices', atMs: 1 }];
        localStorage.setItem('recent-streams', JSON.stringify(streams));
      });
      // Damaged, and without its token.
      await catbird.open({ generatorName: 'Tinybird', eps: 'x' });
      await expect(catbird.page.getByRole('region', { name: 'Start from a template' })).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.page.keyboard.press('ControlOrMeta+k');
      await catbird.page.keyboard.type('pre');
      await expect(catbird.page.getByRole('option').first()).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.page.keyboard.press('Escape');
      await catbird.page.keyboard.press('?');
      await expect(catbird.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.page.keyboard.press('Escape');
      await catbird.open();
      await expectAccessible(catbird, themes);
      await catbird.begin();
      await expectAccessible(catbird, themes);
      await catbird.limit('0');
      await catbird.save();
      await expect(catbird.settings.locator('.err').first()).toBeVisible();
      await expectAccessible(catbird, themes);
    });

    testRates(rates, themes);

    test('axe finds nothing in the schema designer, with a sample and with errors', async ({ catbird }) => {
      await catbird.open(tinybirdLink(UNREACHABLE));
      await expect(catbird.schema.getByRole('table')).toBeVisible();
      await catbird.preview();
      await expectAccessible(catbird, themes);
      await catbird.startFrom('Browse templates');
      await expect(catbird.page.getByRole('dialog', { name: 'Templates' })).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.page.keyboard.press('Escape');
      await catbird.template.click();
      await expect(catbird.schema.getByRole('menu')).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.page.keyboard.press('Escape');
      // More fields than fit, of every kind.
      await catbird.choose('Online Shop');
      await catbird.preview();
      await catbird.schema.locator('#preview-table').click();
      const rows = catbird.schema.getByRole('table').getByRole('row');
      await expect(rows).toHaveCount(41);
      await expectAccessible(catbird, themes);
      await catbird.schema
        .getByRole('columnheader', { name: /^coupon/ })
        .getByRole('button')
        .press('Enter');
      await expect(catbird.schema.locator('th.lit')).toBeInViewport();
      await expectAccessible(catbird, themes);
      await catbird.write('{"a": {"type": "string.uid"}}');
      await catbird.preview();
      await expect(catbird.schema.locator('.cm-lintRange-error')).toBeVisible();
      await expectAccessible(catbird, themes);
    });

    test('axe finds nothing in the dialog From a sample', async ({ catbird }) => {
      await catbird.open({ generatorName: 'Log' });
      await catbird.startFrom('Your own sample…');
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
      await catbird.overview.getByRole('button', { name: 'Follow a curve' }).click();
      await expect(catbird.overview.getByRole('button', { name: 'Follow this curve' })).toBeVisible();
      await expectAccessible(catbird, themes);
      await catbird.stop();
      await catbird.over('Stopped');
    });
  });
}
