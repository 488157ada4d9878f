import { DuckDBInstance } from '@duckdb/node-api';
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { compress } from '../src/link/compress.ts';
import { expect, test, type Catbird } from './page.ts';
import { engineRows, TIMELESS } from './rows.ts';

const LOG = { generatorName: 'Log' };
const HINT = 'Click Preview to see what your data looks like';
const number = (value: number): string =>
  `{"price": {"type": "number.int", "params": {"min": ${value}, "max": ${value}}}}`;

/** The row of a field. */
const row = ({ schema }: Catbird, name: string) =>
  schema.getByRole('treegrid').locator(`[role=row][aria-label="${name}"]`);

/** What is counted, or what is wrong. */
const summary = ({ schema }: Catbird) => schema.locator('.toolbar .what');

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

// One page for the steps of a test: to open one takes longer than most of them.
test('the data of a schema', async ({ catbird }) => {
  await test.step('the data is there without a click, the specified hint until then; edits refresh it, and only Preview writes the address', async () => {
    let arrive = (): void => undefined;
    const held = new Promise<void>((done) => (arrive = done));
    await catbird.page.route('**/assets/engine.worker-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await catbird.open(LOG);
    await expect(catbird.sample).toHaveText(HINT);
    arrive();
    await expect(summary(catbird)).toHaveText(/^10,000 rows, seed \d+$/);
    await expect(row(catbird, 'status')).toContainText(/ok \d+\.\d %/);
    await expect(catbird.sample).toContainText('"status"');
    await catbird.write('{"price": {}}');
    await expect(catbird.issues.locator('li')).toHaveCount(1);
    await expect(catbird.sample).toContainText('"status"');
    await catbird.write(number(7));
    await expect(catbird.sample).toContainText('"price": 7');
    await catbird.write(number(8));
    await expect(catbird.sample).toContainText('"price": 8');
    expect(catbird.query().has('schema')).toBe(false);
    await catbird.page.keyboard.press('ControlOrMeta+Enter');
    await expect.poll(() => catbird.query().get('template')).toBe('Custom');
    await expect.poll(() => catbird.content()).toBe(number(8));
    await catbird.startFrom('Seed and download');
    await catbird.schema.getByLabel('Seed', { exact: true }).fill('7');
    await expect(catbird.schema.locator('#preview')).toHaveAttribute('aria-busy', 'false');
    expect(catbird.query().get('seed')).not.toBe('7');
  });

  await test.step('an edit with errors keeps the last rows in grey, names their fields, and moves nothing', async () => {
    await catbird.write(number(7));
    await expect(catbird.sample).toContainText('"price": 7');
    const places = ['.cm-line', '.sample', '.action-bar', '.panes'];
    const before = await Promise.all(places.map((place) => edges(catbird, place)));
    const colours = (): Promise<string> =>
      catbird.schema.locator('.sample .n').evaluate((token) => getComputedStyle(token).color);
    const colour = await colours();
    await catbird.page.keyboard.press('Backspace');
    await expect(catbird.issues.locator('li')).toHaveCount(1);
    const head = summary(catbird);
    await expect(head).toContainText('1 error');
    await expect(catbird.sample).toContainText('"price": 7');
    await expect.poll(colours).not.toBe(colour);
    expect(await Promise.all(places.map((place) => edges(catbird, place)))).toEqual(before);
    await catbird.write('{"total": {"type": "number.itn"}, "pay": {"type": "object", "fields": {"by": {}}}}');
    await expect(head).toContainText('2 errors: total, pay.by');
    await expect(catbird.schema.locator('.action-bar')).toContainText('2 errors: total, pay.by');
    await catbird.fields();
    await expect(catbird.schema.locator('.fields')).toHaveClass(/\bold\b/);
    await catbird.write(number(9));
    await expect(catbird.sample).toContainText('"price": 9');
    await expect(head).not.toContainText('error');
    await expect.poll(colours).toBe(colour);
  });

  await test.step('Browse shows every template, and a choice replaces the schema', async () => {
    await catbird.choose('Simple Example');
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

  await test.step('the figures are those of an independent count, and values have their row', async () => {
    const schema = JSON.stringify({
      n: { type: 'catbird.sequence' },
      letter: { type: 'helpers.weightedArrayElement', params: WEIGHTED, nulls: 0.25 },
      size: { type: 'number.int', params: { min: 1, max: 100 } },
      tags: { type: 'lorem.word', count: { min: 1, max: 4 } },
      pay: { type: 'object', fields: { by: { type: 'helpers.arrayElement', params: ['card', 'cash'] } } },
    });
    await catbird.page.addInitScript(() => localStorage.setItem('schema-view', 'fields'));
    await catbird.open({ ...LOG, seed: '42', schema: await compress(schema) });
    await expect(summary(catbird)).toHaveText('10,000 rows, seed 42');
    const lines = engineRows(schema, '42', 0, 10_000);
    const all = lines.map((line) => JSON.parse(line) as Row);
    const share = (count: number): string => `${((100 * count) / all.length).toFixed(1)} %`;
    const count = (value: string | null): number => all.filter(({ letter }) => letter === value).length;
    await expect(row(catbird, 'letter')).toContainText(`empty ${share(count(null))}`);
    for (const value of ['a', 'b', 'c'])
      await expect(row(catbird, 'letter').locator(`[title^="${value}: ${share(count(value))}"]`)).toHaveCount(
        1,
      );
    // The lengths of the strip's parts are the shares, nulls last.
    const parts = await row(catbird, 'letter')
      .locator('.strip > span')
      .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().width));
    const width = parts.reduce((sum, each) => sum + each, 0);
    for (const [i, value] of ['a', 'b', 'c', null].entries())
      expect(Math.abs((parts[i] ?? 0) / width - count(value) / all.length)).toBeLessThan(0.03);
    const sizes = all.map(({ size }) => size).toSorted((a, b) => a - b);
    await expect(row(catbird, 'size')).toContainText(`median ${sizes[4999]}`);
    const lengths = all.map(({ tags }) => tags.length).toSorted((a, b) => a - b);
    await expect(row(catbird, 'tags')).toContainText(`median ${lengths[4999]} items`);
    await expect(row(catbird, 'n')).toContainText('rising');
    const names = await catbird.schema.locator('.head > .c-value').allInnerTexts();
    expect(names).toEqual(['Row 1', 'Row 5,001']);
    for (const [i, index] of [0, 5000].entries()) {
      const { n, letter, size, tags, pay } = JSON.parse(lines[index] ?? '') as Row;
      const shown = await catbird.schema.locator(`.row .c-value:nth-child(${i + 4})`).allInnerTexts();
      expect(shown).toEqual([String(n), letter ?? 'null', String(size), tags.join(', '), pay.by]);
    }
  });

  await test.step('figures need 200 rows; a count that goes on grows, and another schema ends it', async () => {
    // Each row takes long.
    const slow = { type: 'lorem.paragraphs', params: [400] };
    const fields = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`t${i}`, slow]));
    await catbird.write(JSON.stringify({ x: { type: 'number.int' }, ...fields }));
    await catbird.fields();
    await expect(summary(catbird)).toHaveText(/^\d+ of [\d,]+ rows/);
    await catbird.write(number(5));
    await expect(summary(catbird)).toHaveText(/^10,000 rows, seed 42$/);
  });

  await test.step('a schema that is invalid from the start leaves the hint, and Preview says that there is no row', async () => {
    await catbird.open({ ...LOG, schema: await compress('{"a": {"type": "no.such"}}') });
    await expect(catbird.schema).toContainText('1 error: a');
    await expect(catbird.sample).toHaveText(HINT);
    await catbird.preview();
    await expect(catbird.sample).toHaveText('Error generating sample data');
  });
});

test('the step of a template', async ({ catbird }) => {
  await test.step('opening a link moves nothing in the step, though it loads after the page', async () => {
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
    await catbird.preview();
    const moved = await catbird.page.evaluate(() => document.documentElement.dataset['moved'] ?? '0');
    expect(Number(moved)).toBeLessThanOrEqual(0.02);
  });

  await catbird.choose('Online Shop');
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 768, height: 1024 },
    { width: 390, height: 844 },
  ])
    await test.step(`at ${width} pixels, the panes fit in the window and scroll inside, and the buttons stay at its foot`, async () => {
      const { page } = catbird;
      await page.setViewportSize({ width, height });
      await catbird.preview();
      await catbird.schema.evaluate((step) => step.scrollIntoView({ behavior: 'instant' }));
      const panes = await edges(catbird, '.schema-views');
      expect(panes.bottom - panes.top).toBeLessThan(height - 150);
      expect((await edges(catbird, '.action-bar')).bottom).toBeLessThanOrEqual(height + 1);
      await expect(catbird.schema.getByRole('button', { name: 'Start Generating!' })).toBeInViewport();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    });
});

async function downloaded(catbird: Catbird): Promise<{ readonly file: Download; readonly text: string }> {
  const [file] = await Promise.all([
    catbird.page.waitForEvent('download'),
    catbird.schema.getByRole('button', { name: 'Download' }).click(),
  ]);
  return { file, text: await readFile(await file.path(), 'utf8') };
}

test('what leaves the preview', async ({ catbird, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Without a picker, the browser saves a file as it always does.
  await catbird.page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));

  await test.step('Copy copies what is shown', async () => {
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
    await catbird.startFrom('Seed and download');
  });

  await test.step('a download has the rows of the seed, as JSON lines, CSV or Parquet', async () => {
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
    const read = await duck.runAndReadAll(
      `SELECT id, name FROM read_parquet('${await file.path()}') LIMIT 1`,
    );
    expect(read.getRowObjectsJson()).toEqual([{ id, name }]);
    await catbird.schema.getByLabel('Rows to download').fill('0');
    await catbird.schema.getByRole('button', { name: /Download|Saved/ }).click();
    await expect(catbird.schema).toContainText('Rows must be a whole number, 1 or more.');
  });

  await test.step('where the browser asks for a place, a download goes to disk, and Cancel leaves nothing there', async () => {
    await catbird.page.evaluate(() =>
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
    await catbird.schema.getByLabel('File format').selectOption('NDJSON');
    await catbird.schema.getByLabel('Rows to download').fill('3');
    await catbird.schema.getByRole('button', { name: /Download|Saved/ }).click();
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
});
