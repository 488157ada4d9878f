import { DuckDBInstance } from '@duckdb/node-api';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, test, type Catbird } from './page.ts';
import { engineRows, TIMELESS } from './rows.ts';

const LOG = { generatorName: 'Log' };
const HINT = 'Click Preview to see what your data looks like';
const number = (value: number): string =>
  `{"price": {"type": "number.int", "params": {"min": ${value}, "max": ${value}}}}`;

const tab = (catbird: Catbird, name: string, list = 'Preview mode') =>
  catbird.schema.getByRole('tablist', { name: list }).getByRole('tab', { name, exact: true });

/** An entry of https://wicg.github.io/layout-instability/ */
interface LayoutShift {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** The edges of an element in the window, in pixels. */
const edges = (
  catbird: Catbird,
  selector: string,
): Promise<{ readonly top: number; readonly bottom: number }> =>
  catbird.schema
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });

test('the preview refreshes by itself after an edit, and writes the address only at Preview', async ({
  catbird,
}) => {
  await catbird.open(LOG);
  await expect(catbird.sample).toHaveText(HINT);
  await catbird.write(number(7));
  await expect(catbird.sample).toContainText('"price": 7');
  await catbird.write(number(8));
  await expect(catbird.sample).toContainText('"price": 8');
  expect(catbird.query().has('schema')).toBe(false);
  await catbird.page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => catbird.query().get('template')).toBe('Custom');
  await expect.poll(() => catbird.content()).toBe(number(8));
  await catbird.schema.getByLabel('Seed', { exact: true }).fill('7');
  await expect(catbird.schema.locator('#preview')).toHaveAttribute('aria-busy', 'false');
  expect(catbird.query().get('seed')).not.toBe('7');
});

test('an edit that does not parse keeps the last rows in grey, with a note, and moves nothing', async ({
  catbird,
}) => {
  await catbird.open(LOG);
  await catbird.write(number(7));
  await expect(catbird.sample).toContainText('"price": 7');
  const places = ['.cm-line', '.sample', '.pane-bar', '.action-bar', '.panes'];
  const before = await Promise.all(places.map((place) => edges(catbird, place)));
  const colours = (): Promise<string> =>
    catbird.schema.locator('.sample .n').evaluate((token) => getComputedStyle(token).color);
  const colour = await colours();
  await catbird.page.keyboard.press('Backspace');
  await expect(catbird.issues.locator('li')).toHaveCount(1);
  await expect(catbird.schema).toContainText('Row from before the error');
  await expect(catbird.sample).toContainText('"price": 7');
  await expect.poll(colours).not.toBe(colour);
  expect(await Promise.all(places.map((place) => edges(catbird, place)))).toEqual(before);
  await catbird.write(number(7).replace('"max": 7', '"max": 6'));
  await expect(catbird.schema).toContainText('Row from before the error in price');
  await expect(catbird.schema.locator('.action-bar')).toContainText(
    'One error to fix before you can start: price',
  );
  await catbird.write(number(9));
  await expect(catbird.sample).toContainText('"price": 9');
  await expect(catbird.schema).not.toContainText('before the error');
  await expect.poll(colours).toBe(colour);
});

test('arrow keys lead through the views: one row, a table whose header and row numbers stay, and fields', async ({
  catbird,
}) => {
  await catbird.open({ ...LOG, template: 'Online Shop' });
  await catbird.preview();
  await tab(catbird, 'One row').focus();
  await catbird.page.keyboard.press('ArrowRight');
  await expect(tab(catbird, 'Table')).toBeFocused();
  const table = catbird.schema.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(11);
  await expect(table.getByRole('columnheader').nth(2)).toHaveText('order_id');
  const corner = table.getByRole('rowheader').first();
  const before = await corner.boundingBox();
  const scroller = catbird.schema.locator('.scroller');
  await scroller.evaluate((element) => element.scrollTo(400, 0));
  await expect.poll(() => scroller.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  expect(await corner.boundingBox()).toEqual(before);
  await tab(catbird, 'Table').press('End');
  await expect(tab(catbird, 'Fields')).toHaveAttribute('aria-selected', 'true');
  await expect(catbird.schema.locator('.field-list dt').first()).toContainText('timestamp');
  await tab(catbird, 'Fields').press('ArrowRight');
  await expect(tab(catbird, 'One row')).toBeFocused();
  await expect(catbird.sample).toContainText('"order_id"');
});

test('a thousand fields are all listed, and a table of them is cut', async ({ catbird }) => {
  await catbird.open(LOG);
  const fields = Array.from({ length: 1000 }, (_, i) => `"f${i}": {"type": "number.int"}`);
  await catbird.write(`{${fields.join(',\n')}}`);
  await expect(catbird.sample).toContainText('"f9"');
  await tab(catbird, 'Fields').click();
  await expect(catbird.schema.locator('.field-list dt')).toHaveCount(1000);
  await tab(catbird, 'Table').click();
  await expect(catbird.schema.getByRole('columnheader').last()).toHaveText('800 more fields');
});

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
])
  test(`at ${width} pixels, the panes fit in the window and scroll inside, and the buttons stay at its foot`, async ({
    catbird,
  }) => {
    const { page } = catbird;
    await page.setViewportSize({ width, height });
    await catbird.open({ ...LOG, template: 'Online Shop' });
    await catbird.preview();
    for (const pane of width < 960 ? ['Schema', 'Preview'] : ['']) {
      if (pane !== '') await tab(catbird, pane, 'Show').click();
      await catbird.schema.evaluate((step) => step.scrollIntoView({ behavior: 'instant' }));
      const panes = await edges(catbird, '.pane:visible');
      expect(panes.bottom - panes.top).toBeLessThan(height - 150);
      expect((await edges(catbird, '.action-bar')).bottom).toBeLessThanOrEqual(height + 1);
      await expect(catbird.schema.getByRole('button', { name: 'Start Generating!' })).toBeInViewport();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });

test('opening a link moves nothing in the step, though it loads after the page', async ({ catbird }) => {
  await catbird.page.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      // TypeScript does not know the entries of layout shifts yet.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      for (const entry of list.getEntries() as unknown as readonly LayoutShift[])
        if (entry.sources.some(({ node }) => node?.parentElement?.closest('#schema') != null))
          moved += entry.value;
      document.documentElement.dataset['moved'] = String(moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await catbird.open({ ...LOG, template: 'Online Shop' });
  await expect(catbird.schema.locator('.cm-line').first()).toBeVisible();
  await catbird.preview();
  const moved = await catbird.page.evaluate(() => document.documentElement.dataset['moved'] ?? '0');
  expect(Number(moved)).toBeLessThanOrEqual(0.02);
});

/** Without a picker, the browser saves a file as it always does. */
async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
}

async function downloaded(catbird: Catbird): Promise<{ readonly file: Download; readonly text: string }> {
  const [file] = await Promise.all([
    catbird.page.waitForEvent('download'),
    catbird.schema.getByRole('button', { name: 'Download' }).click(),
  ]);
  return { file, text: await readFile(await file.path(), 'utf8') };
}

test('a download has the rows of the seed, as JSON lines, CSV or Parquet', async ({ catbird }) => {
  await withoutPicker(catbird.page);
  await catbird.open({ ...LOG, seed: '42' });
  await catbird.write(TIMELESS);
  await catbird.schema.getByLabel('Rows to download').fill('12,000');
  const lines = await downloaded(catbird);
  expect(lines.file.suggestedFilename()).toBe('custom-42.ndjson');
  expect(lines.text === `${engineRows(TIMELESS, '42', 0, 12_000).join('\n')}\n`).toBe(true);
  await catbird.schema.getByLabel('File format').selectOption('CSV');
  await catbird.schema.getByLabel('Rows to download').fill('2');
  const csv = await downloaded(catbird);
  expect(csv.file.suggestedFilename()).toBe('custom-42.csv');
  const [first = ''] = engineRows(TIMELESS, '42', 0, 1);
  const { id, name } = JSON.parse(first) as Readonly<Record<string, string>>;
  const [header, record] = csv.text.split('\n');
  expect(header).toBe('id,name,temperature,tags');
  expect(record).toMatch(new RegExp(`^${id},"?${name}"?,`));
  await catbird.schema.getByLabel('File format').selectOption('Parquet');
  const { file } = await downloaded(catbird);
  expect(file.suggestedFilename()).toBe('custom-42.parquet');
  const duck = await (await DuckDBInstance.create(':memory:')).connect();
  const read = await duck.runAndReadAll(`SELECT id, name FROM read_parquet('${await file.path()}') LIMIT 1`);
  expect(read.getRowObjectsJson()).toEqual([{ id, name }]);
  await catbird.schema.getByLabel('Rows to download').fill('0');
  await catbird.schema.getByRole('button', { name: /Download|Saved/ }).click();
  await expect(catbird.schema).toContainText('Rows must be a whole number, 1 or more.');
});

test('where the browser asks for a place, a download goes to disk, and Cancel leaves nothing there', async ({
  catbird,
}) => {
  await catbird.page.addInitScript(() =>
    Object.assign(window, {
      async showSaveFilePicker({ suggestedName }: { readonly suggestedName: string }) {
        return (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
      },
    }),
  );
  const saved = (name: string): Promise<string> =>
    catbird.page.evaluate(async (file) => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(file);
      return (await handle.getFile()).text();
    }, name);
  await catbird.open({ ...LOG, seed: '42' });
  await catbird.write(TIMELESS);
  await catbird.schema.getByLabel('Rows to download').fill('3');
  await catbird.schema.getByRole('button', { name: 'Download' }).click();
  await expect(catbird.schema.getByRole('button', { name: 'Saved' })).toBeVisible();
  expect(await saved('custom-42.ndjson')).toBe(`${engineRows(TIMELESS, '42', 0, 3).join('\n')}\n`);
  await catbird.schema.getByLabel('Seed', { exact: true }).fill('7');
  await catbird.schema.getByLabel('Rows to download').fill('100,000,000');
  await catbird.schema.getByRole('button', { name: /Download|Saved/ }).click();
  await catbird.schema.getByRole('button', { name: /^Cancel/ }).click();
  await expect(catbird.schema.getByRole('button', { name: 'Download' })).toBeVisible();
  expect(await saved('custom-7.ndjson')).toBe('');
});

test('Copy copies what is shown', async ({ catbird, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const expectCopied = async (text: string): Promise<void> => {
    await catbird.schema.getByRole('button', { name: /^Cop/ }).click();
    await expect(catbird.schema.getByRole('button', { name: /Copied/ })).toBeVisible();
    // It may still say so of the copy before.
    await expect.poll(() => catbird.page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  };
  await catbird.open({ ...LOG, seed: '42' });
  await catbird.write(TIMELESS);
  await catbird.preview();
  await expectCopied((await catbird.sample.innerText()).trim());
  await tab(catbird, 'Table').click();
  await expect(catbird.schema.getByRole('row')).toHaveCount(11);
  await expectCopied(engineRows(TIMELESS, '42', 0, 10).join('\n'));
});

test('Browse shows every template, and a choice replaces the schema', async ({ catbird }) => {
  await catbird.open(LOG);
  await catbird.schema.getByRole('button', { name: 'Browse' }).click();
  const dialog = catbird.page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Stock Prices/ }).click();
  await expect(dialog).toBeHidden();
  await expect(catbird.template).toHaveValue('Stock Prices');
  await expect(catbird.sample).toContainText('stock_symbol');
  await expect(catbird.schema.getByRole('button', { name: 'Browse' })).toBeFocused();
  await catbird.editor.click();
  await catbird.page.keyboard.press('ControlOrMeta+z');
  await expect(catbird.schema.locator('.cm-content')).toContainText('temperature');
});
