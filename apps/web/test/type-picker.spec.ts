import type { Locator } from '@playwright/test';
import { expect, test, type Catbird } from './page.ts';

const LOG = { generatorName: 'Log', seed: '42' };

/** Writes a text with the caret at |. */
async function writeAt(catbird: Catbird, marked: string): Promise<void> {
  await catbird.write(marked.replace('|', ''));
  for (let i = marked.indexOf('|') + 1; i < marked.length; i++)
    await catbird.page.keyboard.press('ArrowLeft');
}

const completions = ({ schema }: Catbird): Locator =>
  schema.locator('.cm-tooltip-autocomplete').getByRole('option');

/** Opens the picker from the completions of the editor, at | in this text. */
async function openPicker(catbird: Catbird, marked: string): Promise<Locator> {
  const { page } = catbird;
  await writeAt(catbird, marked);
  await page.keyboard.press('Control+Space');
  await completions(catbird).filter({ hasText: 'Find a type…' }).click();
  const picker = page.getByRole('dialog', { name: /^Choose a type/ });
  await expect(picker.getByRole('option').first()).toBeVisible();
  return picker;
}

// One page for all of these: to open one takes longer than most of them.
test('the type picker', async ({ catbird }) => {
  await test.step('a type is found by meaning, with values, and Enter writes it', async () => {
    await catbird.open(LOG);
    const picker = await openPicker(catbird, '{"waited": {"type": "zz|"}}');
    const search = picker.getByRole('combobox');
    await expect(search).toBeFocused();
    await expect(picker).toHaveAccessibleName('Choose a type for waited');
    await search.fill('latency');
    const first = picker.getByRole('option').first();
    await expect(first).toContainText('catbird.logNormal');
    await expect(first).toContainText('also: latency');
    await expect(first.locator('.tp-values > span')).toHaveCount(3);
    const values = await first.locator('.tp-values').innerText();
    await search.fill('latenc');
    await expect(first).toContainText('catbird.logNormal');
    expect(await first.locator('.tp-values').innerText()).toBe(values);
    const details = picker.getByRole('complementary', { name: 'catbird.logNormal' });
    await expect(details.getByText(/^1,000 values, median/)).toBeVisible();
    await expect(details.getByRole('img', { name: /^Histogram/ })).toBeVisible();
    await expect(details).toContainText('sigma');
    await expect(details.getByRole('link')).toHaveAttribute(
      'href',
      'docs/types/catbird.html#catbirdlognormal',
    );
    await search.press('ArrowDown');
    await search.press('ArrowUp');
    await search.press('Enter');
    await expect(picker).toBeHidden();
    await expect(catbird.editor).toBeFocused();
    await expect.poll(() => catbird.content()).toBe('{"waited": {"type": "catbird.logNormal"}}');
    expect(catbird.problems).toEqual([]);
  });

  await test.step('values of your own take the place of a type that does not exist, and Esc changes nothing', async () => {
    const picker = await openPicker(catbird, '{"a": {"type": "zz|"}}');
    await catbird.page.keyboard.press('Escape');
    await expect(picker).toBeHidden();
    await expect(catbird.editor).toBeFocused();
    await openPicker(catbird, '{"a": {"type": zz|}}');
    await picker.getByRole('combobox').fill('gratis, pro');
    await expect(picker.getByRole('button', { name: /^Use your own values/ })).toBeVisible();
    await picker.getByRole('combobox').press('Enter');
    await expect
      .poll(() => catbird.content())
      .toBe('{"a": {"type": "helpers.arrayElement", "params": ["gratis", "pro"]}}');
  });

  await test.step('a group narrows the types down, and can be scrolled through', async () => {
    const picker = await openPicker(catbird, '{"a": {"type": "zz|"}}');
    const count = async (): Promise<number> =>
      Number(/\d+/.exec(await picker.getByRole('status').innerText())?.[0]);
    await expect.poll(count).toBeGreaterThan(300);
    await picker.getByRole('button', { name: 'Everything else' }).click();
    await expect.poll(count).toBeLessThan(300);
    const shown = await count();
    expect(shown).toBeGreaterThan(40);
    const options = picker.getByRole('option');
    await expect
      .poll(async () => {
        await picker.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight));
        return options.count();
      })
      .toBe(shown);
    await options.last().scrollIntoViewIfNeeded();
    await expect(options.last().locator('.tp-values')).toHaveText(/\S/);
    await picker.getByRole('button', { name: 'Places' }).click();
    await expect(options.filter({ hasText: 'location.latitude' })).toBeVisible();
    await expect(options.filter({ hasText: 'number.int' })).toHaveCount(0);
    await catbird.page.keyboard.press('Escape');
    await expect(picker).toBeHidden();
  });

  await test.step('values of params are completed, and undo closes what belongs to another type', async () => {
    const { page } = catbird;
    const options = completions(catbird);
    await writeAt(catbird, '{"a": {"type": "airline.seat", "params": {"aircraftType": |}}}');
    await page.keyboard.press('Control+Space');
    await options.filter({ hasText: 'regional' }).click();
    await expect.poll(() => catbird.content()).toContain('{"aircraftType": "regional"}');
    await writeAt(catbird, '{"a": {"type": "airline.seat", "params": {|}}}');
    await page.keyboard.type('"');
    await expect(options.filter({ hasText: 'aircraftType' })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(options).toHaveCount(0);
  });

  await test.step('on a phone, the picker fills the screen and a tap uses a type', async () => {
    await catbird.page.setViewportSize({ width: 390, height: 844 });
    await catbird.open(LOG);
    const picker = await openPicker(catbird, '{"a": {"type": "zz|"}}');
    await expect.poll(() => picker.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await picker.getByRole('combobox').fill('guid');
    await picker.getByRole('option').first().click();
    await expect.poll(() => catbird.content()).toBe('{"a": {"type": "string.uuid"}}');
  });
});
