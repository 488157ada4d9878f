import { DuckDBInstance } from '@duckdb/node-api';
import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { compress } from '../src/link/compress.ts';
import { expect, test, type Catbird } from './page.ts';
import { engineRows, TIMELESS } from './rows.ts';

const LOG = { generatorName: 'Log' };
const HINT = 'Click Preview to see what your data looks like';
const number = (value: number): string =>
  `{"price": {"type": "number.int", "params": {"min": ${value}, "max": ${value}}}}`;

const tab = (catbird: Catbird, name: string, list = 'Data as') =>
  catbird.schema.getByRole('tablist', { name: list }).getByRole('tab', { name, exact: true });

/** The rows of the table, its header included. */
const rows = ({ schema }: Catbird) => schema.locator('.explorer').getByRole('row');

const WEIGHTED = [
  { weight: 5, value: 'a' },
  { weight: 3, value: 'b' },
  { weight: 2, value: 'c' },
];

interface Row {
  readonly n: number;
  readonly letter: string | null;
  readonly size: number;
  readonly tags: readonly string[];
  readonly pay: { readonly by: string };
}

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

test('the data is there without a click, the specified hint until then; edits refresh it, and only Preview writes the address', async ({
  catbird,
}) => {
  let arrive = (): void => undefined;
  const held = new Promise<void>((done) => (arrive = done));
  await catbird.page.route('**/assets/engine.worker-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await catbird.open(LOG);
  await expect(catbird.sample).toHaveText(HINT);
  arrive();
  await expect(rows(catbird)).toHaveCount(41);
  await catbird.write('{"price": {}}');
  await expect(catbird.issues.locator('li')).toHaveCount(1);
  await expect(rows(catbird)).toHaveCount(41);
  await tab(catbird, 'One row').click();
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

test('a schema that is invalid from the start leaves the hint, and Preview says that there is no row', async ({
  catbird,
}) => {
  await catbird.open({ ...LOG, schema: await compress('{"a": {"type": "no.such"}}') });
  await expect(catbird.schema).toContainText('1 error: a');
  await expect(catbird.sample).toHaveText(HINT);
  await catbird.preview();
  await expect(catbird.sample).toHaveText('Error generating sample data');
});

test('an edit with errors keeps the last rows in grey, names their fields, and moves nothing', async ({
  catbird,
}) => {
  await catbird.open(LOG);
  await tab(catbird, 'One row').click();
  await catbird.write(number(7));
  await expect(catbird.sample).toContainText('"price": 7');
  const places = ['.cm-line', '.sample', '.pane-preview > .pane-bar', '.action-bar', '.panes'];
  const before = await Promise.all(places.map((place) => edges(catbird, place)));
  const colours = (): Promise<string> =>
    catbird.schema.locator('.sample .n').evaluate((token) => getComputedStyle(token).color);
  const colour = await colours();
  await catbird.page.keyboard.press('Backspace');
  await expect(catbird.issues.locator('li')).toHaveCount(1);
  const head = catbird.schema.locator('.pane-preview > .pane-head');
  await expect(head).toContainText('1 error');
  await expect(catbird.sample).toContainText('"price": 7');
  await expect.poll(colours).not.toBe(colour);
  expect(await Promise.all(places.map((place) => edges(catbird, place)))).toEqual(before);
  await catbird.write('{"total": {"type": "number.itn"}, "pay": {"type": "object", "fields": {"by": {}}}}');
  await expect(head).toContainText('2 errors: total, pay.by');
  await expect(catbird.schema.locator('.action-bar')).toContainText('2 errors: total, pay.by');
  await tab(catbird, 'Table').click();
  await expect(catbird.schema.getByRole('columnheader', { name: /^price/ })).toBeVisible();
  await tab(catbird, 'One row').click();
  await catbird.write(number(9));
  await expect(catbird.sample).toContainText('"price": 9');
  await expect(head).not.toContainText('error');
  await expect.poll(colours).toBe(colour);
});

test('arrow keys lead through the views, and the header and the row numbers of the table stay', async ({
  catbird,
}) => {
  await catbird.open({ ...LOG, template: 'Online Shop' });
  await expect(rows(catbird)).toHaveCount(41);
  const corner = catbird.schema.locator('.explorer').getByRole('rowheader').first();
  /** Its width is that of the numbers, of which a busy machine counts fewer. */
  const place = async () => {
    const box = await corner.boundingBox();
    return [box?.x, box?.y];
  };
  const before = await place();
  const scroller = catbird.schema.locator('.pane-preview .scroller');
  await scroller.evaluate((element) => element.scrollTo(400, 0));
  await expect.poll(() => scroller.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  expect(await place()).toEqual(before);
  await tab(catbird, 'Table').focus();
  await catbird.page.keyboard.press('ArrowRight');
  await expect(tab(catbird, 'One row')).toBeFocused();
  await expect(catbird.sample).toContainText('"order_id"');
  await catbird.page.keyboard.press('Home');
  await expect(tab(catbird, 'Table')).toBeFocused();
  const names = () => catbird.schema.locator('.explorer thead .name b').allInnerTexts();
  expect((await names())[0]).not.toBe('timestamp');
  await catbird.schema.getByLabel('Order of columns').selectOption('As in schema');
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual(['timestamp', 'order_id', 'status']);
});

test('the statistics in the headers are those of an independent count, and rows have their true numbers', async ({
  catbird,
}) => {
  const schema = JSON.stringify({
    n: { type: 'catbird.sequence' },
    letter: { type: 'helpers.weightedArrayElement', params: WEIGHTED, nulls: 0.25 },
    size: { type: 'number.int', params: { min: 1, max: 100 } },
    tags: { type: 'lorem.word', count: { min: 1, max: 4 } },
    pay: { type: 'object', fields: { by: { type: 'helpers.arrayElement', params: ['card', 'cash'] } } },
  });
  await catbird.open({ ...LOG, seed: '42', schema: await compress(schema) });
  await expect(rows(catbird)).toHaveCount(41);
  await expect(catbird.schema.locator('.pane-preview .what')).toHaveText(/^10,000 rows in [\d,]+ ms$/);
  const lines = engineRows(schema, '42', 0, 10_000);
  const all = lines.map((line) => JSON.parse(line) as Row);
  const share = (count: number): string => `${((100 * count) / all.length).toFixed(1)} %`;
  const header = (name: string) =>
    catbird.schema.getByRole('columnheader', { name: new RegExp(`^${name},`) });

  const count = (value: string | null): number => all.filter(({ letter }) => letter === value).length;
  await expect(header('letter')).toContainText(`${share(count(null))} null`);
  await expect(header('letter')).toContainText('3 values');
  for (const value of ['a', 'b', 'c'])
    await expect(header('letter').locator(`[title^="${value}: ${share(count(value))}"]`)).toHaveCount(1);
  // The lengths of the strip's parts are the shares, nulls last.
  const parts = await header('letter')
    .locator('.strip > span')
    .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().width));
  const width = parts.reduce((sum, each) => sum + each, 0);
  for (const [i, value] of ['a', 'b', 'c', null].entries())
    expect(Math.abs((parts[i] ?? 0) / width - count(value) / all.length)).toBeLessThan(0.02);

  const sizes = all.map(({ size }) => size).toSorted((a, b) => a - b);
  await expect(header('size')).toContainText(`median ${sizes[4999]}`);
  await expect(header('size')).toContainText(`to ${sizes.at(-1)}`);
  const lengths = all.map(({ tags }) => tags.length).toSorted((a, b) => a - b);
  await expect(header('tags')).toContainText(`median ${lengths[4999]}`);
  await expect(header('n')).toContainText('unique');
  await expect(header('pay.by')).toContainText('2 values');

  // Spread rows have the numbers and values of the stream; the first ones follow on a choice.
  const read = () =>
    catbird.schema
      .locator('.explorer tbody tr')
      .evaluateAll((each) =>
        each.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)),
      );
  await catbird.schema.getByLabel('Order of columns').selectOption('As in schema');
  const shown = (line: string): readonly string[] => {
    const { n, letter, size, tags, pay } = JSON.parse(line) as Row;
    return [String(n), letter ?? 'null', String(size), JSON.stringify(tags), pay.by];
  };
  const asShown = async () =>
    (await read()).map(([number = '', ...cells]) => ({
      row: Number(number.replaceAll(',', '')),
      cells: [...cells.slice(0, 4), cells.at(-1) ?? ''],
    }));
  const spread = await asShown();
  expect(spread).toHaveLength(40);
  expect(spread.at(-1)?.row).toBeGreaterThan(9000);
  for (const { row, cells } of spread) expect(cells).toEqual(shown(lines[row - 1] ?? ''));
  await catbird.schema.getByLabel('Which rows').selectOption('First rows');
  await expect
    .poll(async () => (await asShown()).map(({ row }) => row))
    .toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  for (const { row, cells } of await asShown()) expect(cells).toEqual(shown(lines[row - 1] ?? ''));
});

test('a header lights its field, and a field its columns; a double click opens the form', async ({
  catbird,
}) => {
  const { page, schema } = catbird;
  await catbird.open({ ...LOG, template: 'Online Shop' });
  await expect(rows(catbird)).toHaveCount(41);
  const field = (name: string) => schema.getByRole('treegrid').locator(`[role=row][aria-label="${name}"]`);
  const header = (name: string) => schema.getByRole('columnheader', { name: new RegExp(`^${name},`) });
  const button = header('total').getByRole('button');
  // By keyboard, the focus stays where it is.
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(field('total')).toHaveClass(/\blit\b/);
  await expect(field('total')).toBeInViewport();
  await field('country').focus();
  await expect(header('country').getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expect(header('country')).toBeInViewport();
  // An object lights all that it makes.
  await field('payment').focus();
  for (const name of ['payment.method', 'payment.state'])
    await expect(header(name).getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await header('status').getByRole('button').dblclick();
  await expect(schema.getByRole('group', { name: 'Parameters of status' })).toBeVisible();
});

test('a row of the table opens as JSON, by a click and by keyboard', async ({ catbird }) => {
  const { page, schema } = catbird;
  await catbird.open({ ...LOG, template: 'Online Shop' });
  await schema.getByLabel('Which rows').selectOption('First rows');
  await expect(rows(catbird).getByRole('rowheader').last()).toHaveText('40');
  const cells = async (row: Locator): Promise<string> => (await row.getByRole('cell').allInnerTexts()).join();
  const fourth = rows(catbird).nth(4);
  const shown = await cells(fourth);
  await fourth.getByRole('cell').first().click();
  const summary = schema.locator('.pane-preview .what');
  await expect(summary).toHaveText(/^Row 4, \d+ B$/);
  const sent = JSON.parse(await schema.locator('.wire code').innerText()) as Record<string, unknown>;
  expect(shown).toContain(String(sent['country']));
  expect(shown).toContain(String(sent['total']));
  await schema.getByRole('tab', { name: 'Table' }).click();
  await schema.getByRole('button', { name: 'Row 1', exact: true }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(summary).toHaveText(/^Row 4, /);
  // Another schema shows its first row again.
  await catbird.write('{"a": {"type": "string.uuid"}}');
  await expect(summary).toHaveText(/^Row 1, /);
});

test('all of a thousand fields have a column, of which only those in view are drawn', async ({ catbird }) => {
  await catbird.open(LOG);
  const fields = Array.from({ length: 1000 }, (_, i) => `"f${i}": {"type": "number.int"}`);
  await catbird.write(`{${fields.join(',\n')}}`);
  await catbird.schema.getByLabel('Order of columns').selectOption('As in schema');
  const table = catbird.schema.locator('.explorer');
  await expect(table).toHaveAttribute('aria-colcount', '1001');
  await expect(catbird.schema.getByRole('columnheader', { name: /^f0,/ })).toBeVisible();
  expect(await table.getByRole('columnheader').count()).toBeLessThan(60);
  await catbird.schema
    .locator('.pane-preview .scroller')
    .evaluate((each) => each.scrollTo(each.scrollWidth, 0));
  const last = catbird.schema.getByRole('columnheader', { name: /^f999,/ });
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute('aria-colindex', '1001');
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
    for (const pane of width < 960 ? ['Fields', 'Data'] : ['']) {
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
  await expect(catbird.schema.getByRole('treegrid')).toBeVisible();
  await expect(catbird.schema.getByRole('table')).toBeVisible();
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
  const count = catbird.schema.getByLabel('Rows to download');
  await count.fill('100,000,000');
  // All digits are shown.
  expect(await count.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
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
  await catbird.schema.getByLabel('Which rows').selectOption('First rows');
  await expect(rows(catbird)).toHaveCount(41);
  await expectCopied(engineRows(TIMELESS, '42', 0, 40).join('\n'));
});

test('Browse shows every template, and a choice replaces the schema', async ({ catbird }) => {
  await catbird.open(LOG);
  await catbird.startFrom('Browse templates');
  const dialog = catbird.page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Stock Prices/ }).click();
  await expect(dialog).toBeHidden();
  await expect(catbird.template).toHaveValue('Stock Prices');
  await expect(catbird.sample).toContainText('stock_symbol');
  await expect(catbird.otherWays).toBeFocused();
  await catbird.json();
  await catbird.editor.click();
  await catbird.page.keyboard.press('ControlOrMeta+z');
  await expect(catbird.schema.locator('.cm-content')).toContainText('temperature');
});
