import type { Locator } from '@playwright/test';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, test, type Catbird } from './page.ts';

/** Presses Tab until the target has focus. */
async function tabTo({ page }: Catbird, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element.matches(':focus')).catch(() => false)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reachable by keyboard').toBeFocused();
}

// One page for all of these: to open one takes longer than most of them.
test('the keyboard leads from the landing to a finished run', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  const { page } = catbird;
  const start = catbird.landing.getByRole('button', { name: 'Start generating data' });
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  const eps = catbird.field('Events Per Second');
  const looks = (): Promise<string> =>
    eps.evaluate((element) => {
      const { outline, boxShadow, borderColor } = getComputedStyle(element);
      return `${outline} ${boxShadow} ${borderColor}`;
    });
  const type = async (label: string, text: string): Promise<void> => {
    await tabTo(catbird, catbird.field(label));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  await catbird.open();

  // It comes after the page.
  await expect(catbird.landing.getByRole('textbox')).toBeVisible();
  await test.step('the first tab stop skips the left column', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the steps' });
    await expect(skip).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(skip).not.toBeFocused();
    await page.keyboard.press('Tab');
    await expect(catbird.landing.getByRole('textbox')).toBeFocused();
    await tabTo(catbird, start);
  });

  await test.step('the focus moves to the heading of a new step, and is visible', async () => {
    await page.keyboard.press('Enter');
    await expect(heading('Settings')).toBeFocused();
    const before = await looks();
    await tabTo(catbird, catbird.settings.getByRole('radio', { name: /^Tinybird/ }));
    await tabTo(catbird, catbird.field('Host'));
    await page.keyboard.type('Custom');
    await type('Endpoint', tinybird.url);
    await type('Data Source name', 'events');
    await type('Data Source API Token', 'p.a-token-for-tests');
    await type('Events Per Second', '100');
    expect(await looks()).not.toBe(before);
  });

  await test.step('Enter in a field saves the settings', async () => {
    await tabTo(catbird, catbird.settings.getByRole('radio', { name: 'No', exact: true }));
    await page.keyboard.press('ArrowRight');
    await tabTo(catbird, catbird.settings.getByLabel('Limit, number of events'));
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await expect(catbird.schema).toBeVisible();
    await expect(heading('Schema Designer')).toBeFocused();
  });

  await test.step('a template is chosen, previewed, and sent twice', async () => {
    await tabTo(catbird, catbird.template);
    await page.keyboard.type('Stock');
    await expect(catbird.template).toHaveValue('Stock Prices');
    await tabTo(catbird, catbird.schema.getByRole('button', { name: 'Preview', exact: true }));
    await page.keyboard.press('Enter');
    await expect(catbird.sample).toContainText('stock_symbol');
    await tabTo(catbird, catbird.schema.getByRole('button', { name: 'Start Generating!' }));
    await page.keyboard.press('Enter');
    await catbird.over('Done');
    await expect(catbird.total).toHaveText('10');
    expect(tinybird.rows).toHaveLength(10);

    await tabTo(catbird, catbird.overview.getByRole('button', { name: 'Start Generating!' }));
    await page.keyboard.press('Enter');
    await expect(catbird.total).toHaveText('20');
    // The button that had the focus made way for others.
    await expect(catbird.overview.getByRole('group', { name: 'Run', exact: true })).toBeFocused();
  });
});

test('keys in the editor and of the page', async ({ catbird }) => {
  const { page, schema, overview } = catbird;

  await test.step('Tab leads through and out of the editor', async () => {
    await catbird.open({ generatorName: 'Log', eps: '50' });
    await catbird.json();
    // Wait for the whole text.
    await expect(schema.locator('.cm-line').last()).toHaveText('}');
    const before = await catbird.content();
    await catbird.editor.focus();
    await page.keyboard.press('Tab');
    await expect(catbird.editor).not.toBeFocused();
    await expect.poll(() => catbird.content()).toBe(before);
  });

  await test.step('keys start and stop a stream and refresh the preview, wherever the focus is', async () => {
    await catbird.write('{"kept": {"type": "string.uuid"}}');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(catbird.sample).toContainText('kept');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(catbird.phase).toHaveText('Running');
    await page.keyboard.press('ControlOrMeta+.');
    await catbird.over('Stopped');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(catbird.phase).toHaveText('Running');
    await page.keyboard.press('ControlOrMeta+.');
    await catbird.over('Stopped');
  });

  await test.step('forced colours show everything that is selected', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const expectOutline = async (...selected: readonly Locator[]): Promise<void> => {
      for (const each of selected) await expect(each.first()).toHaveCSS('outline-style', 'solid');
    };
    await catbird.write('{"a": {"type": "number.i');
    await catbird.editor.press('Control+Space');
    await expectOutline(
      catbird.settings.locator('.dest:has(:checked)'),
      page.getByRole('group', { name: 'Theme' }).locator('label:has(:checked)'),
      schema.locator('.cm-tooltip-autocomplete [aria-selected]'),
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    await expectOutline(schema.locator('.cm-selectionBackground'));
    await catbird.write('{"a": {"type": "number.int"}}');
    await catbird.start();
    const tail = overview.getByRole('region', { name: 'Latest events' });
    await tail.locator('tbody').getByRole('button').first().press('Enter');
    await expectOutline(tail.locator('tr:has([aria-expanded=true])'));
  });
});
