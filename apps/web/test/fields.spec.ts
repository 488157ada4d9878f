import type { Locator } from '@playwright/test';
import { compress } from '../src/link/compress.ts';
import { expectAccessible } from './axe.ts';
import { LONG } from './long.ts';
import { expect, test, type Catbird } from './page.ts';

const LOG = { generatorName: 'Log' };

const SCHEMA = `{
  "id": { "type": "string.uuid" },
  "country": {
    "type": "helpers.weightedArrayElement",
    "params": [{ "weight": 30, "value": "DE" }, { "weight": 10, "value": "FR" }]
  },
  "price": { "type": "number.float", "params": { "min": 1.50, "max": 9 } },
  "cart": {
    "type": "object",
    "fields": {
      "sku": { "type": "string.alpha", "params": { "length": 5 } },
      "count": { "type": "number.int", "params": { "min": 1, "max": 3 } }
    }
  }
}`;

/** A tab of the schema pane. */
const show = (catbird: Catbird, view: 'Fields' | 'JSON') =>
  catbird.schema.getByRole('tablist', { name: 'Schema as' }).getByRole('tab', { name: view }).click();

const table = ({ schema }: Catbird) => schema.getByRole('treegrid', { name: 'Fields of one event' });

const row = (catbird: Catbird, name: string) => table(catbird).locator(`[role=row][aria-label="${name}"]`);

/** The names in the order of the table. */
const names = (catbird: Catbird) =>
  table(catbird)
    .locator('[role=row][data-id]')
    .evaluateAll((rows) => rows.map((each) => each.getAttribute('aria-label')));

/** The schema text, as the editor behind the table holds it. */
async function json(catbird: Catbird): Promise<string> {
  await show(catbird, 'JSON');
  const text = await catbird.content();
  await show(catbird, 'Fields');
  return text;
}

/** Opens a link with a schema, as a table. */
async function openFields(catbird: Catbird, schema = SCHEMA): Promise<void> {
  await catbird.page.addInitScript(() => localStorage.setItem('schema-view', 'fields'));
  await catbird.open({ ...LOG, schema: await compress(schema) });
  await catbird.showSchema();
  await expect(table(catbird)).toBeVisible();
}

test('Fields and JSON are two views of one text, with one undo', async ({ catbird }) => {
  await openFields(catbird);
  const { page } = catbird;
  await expect.poll(() => names(catbird)).toEqual(['id', 'country', 'price', 'cart', 'sku', 'count']);
  // A name is edited in place; a clash and an empty name are named.
  await row(catbird, 'price').getByRole('button', { name: 'Rename price' }).click();
  const name = table(catbird).getByRole('textbox', { name: 'Field name' });
  await name.fill('id');
  await name.press('Enter');
  await expect(row(catbird, 'price')).toContainText('Another field is called id');
  await name.fill('');
  await name.press('Enter');
  await expect(row(catbird, 'price')).toContainText('A field needs a name');
  await name.fill('amount');
  await name.press('Enter');
  await expect(row(catbird, 'amount')).toBeFocused();
  const renamed = SCHEMA.replace('"price"', '"amount"');
  await expect.poll(() => json(catbird)).toBe(renamed);
  // An edit in JSON shows in the table.
  await show(catbird, 'JSON');
  await catbird.write(renamed.replace('"sku"', '"ean"'));
  await show(catbird, 'Fields');
  await expect(row(catbird, 'ean')).toBeVisible();
  // Undo in the table takes back both, redo brings both back.
  await row(catbird, 'id').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(catbird, 'sku')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(catbird, 'price')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(row(catbird, 'ean')).toBeVisible();
  // Undo in JSON takes back what was done in the table.
  await row(catbird, 'country').focus();
  await page.keyboard.press('Delete');
  await expect(row(catbird, 'country')).toHaveCount(0);
  await show(catbird, 'JSON');
  await catbird.editor.click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => catbird.content()).toBe(renamed.replace('"sku"', '"ean"'));
});

test('the form of a field follows its type, and invalid input changes nothing', async ({ catbird }) => {
  await openFields(catbird);
  await row(catbird, 'price').focus();
  await catbird.page.keyboard.press('Enter');
  const form = table(catbird).getByRole('group', { name: 'Parameters of price' });
  await expect(form.getByLabel('min', { exact: true })).toHaveValue('1.50');
  await form.getByLabel('max', { exact: true }).fill('nine');
  await expect(form).toContainText('Not a number');
  await expect.poll(() => json(catbird)).toBe(SCHEMA);
  await expect(form.getByLabel('max', { exact: true })).toHaveValue('nine');
  await form.getByLabel('max', { exact: true }).fill('12.50');
  await form.getByLabel('Nulls, %').fill('7');
  await form.getByLabel('Same value per').selectOption('country');
  await form.getByLabel('Count').fill('1-5');
  await form.getByRole('switch', { name: 'Hidden' }).check();
  const price = `"price": { "type": "number.float", "params": { "min": 1.50, "max": 12.50 }, "count": { "min": 1, "max": 5 }, "per": "country", "nulls": 0.07, "hidden": true }`;
  await expect.poll(() => json(catbird)).toBe(SCHEMA.replace(/"price".*\}/, price));
  await expect(row(catbird, 'price')).toContainText('1.50–12.50');
  await expect(row(catbird, 'price')).toContainText('per country');
  // Only one form is open; a list shows shares, and can be pasted.
  await row(catbird, 'country')
    .getByRole('button', { name: /^Parameters of country:/ })
    .click();
  await expect(form).toHaveCount(0);
  const list = table(catbird).getByRole('group', { name: 'Parameters of country' });
  await expect(list).toContainText('75 %');
  await list.getByLabel('Weight of FR').fill('30');
  await expect(list).toContainText('50 %');
  await list.getByRole('button', { name: 'Paste a list' }).click();
  await list.getByRole('textbox', { name: /one value a line/ }).fill('IT, 3\nES\t1\n7');
  await list.getByRole('button', { name: 'Use these values' }).click();
  await expect(list.getByLabel('Value 3')).toHaveValue('7');
  await list.getByRole('button', { name: 'Add a value' }).click();
  await list.getByLabel('Value 4').fill('PT');
  await list.getByRole('button', { name: 'Remove PT' }).press('Enter');
  await expect(list.getByLabel('Value 3')).toBeFocused();
  await expect
    .poll(async (): Promise<unknown> => JSON.parse(await json(catbird)))
    .toMatchObject({
      country: {
        params: [
          { weight: 3, value: 'IT' },
          { weight: 1, value: 'ES' },
          { weight: 1, value: 7 },
        ],
      },
    });
});

test('everything works by keyboard: reorder, add, duplicate, fold, delete', async ({ catbird }) => {
  await openFields(catbird);
  const { keyboard } = catbird.page;
  await row(catbird, 'id').focus();
  await keyboard.press('ArrowDown');
  await expect(row(catbird, 'country')).toBeFocused();
  await keyboard.press('Alt+ArrowDown');
  await expect(row(catbird, 'country')).toBeFocused();
  await expect.poll(() => names(catbird)).toEqual(['id', 'price', 'country', 'cart', 'sku', 'count']);
  await keyboard.press('Alt+ArrowUp');
  await keyboard.press('Alt+ArrowUp');
  await expect.poll(() => names(catbird)).toEqual(['country', 'id', 'price', 'cart', 'sku', 'count']);
  await keyboard.press('Shift+Enter');
  await keyboard.type('flag');
  await keyboard.press('Enter');
  await expect(row(catbird, 'flag')).toBeFocused();
  await keyboard.press('ControlOrMeta+d');
  await expect(row(catbird, 'flag_2')).toBeFocused();
  await keyboard.press('Delete');
  await keyboard.press('End');
  await expect(row(catbird, 'count')).toBeFocused();
  await keyboard.press('Alt+ArrowUp');
  await keyboard.press('ArrowLeft');
  await expect(row(catbird, 'cart')).toBeFocused();
  await keyboard.press('ArrowLeft');
  await expect.poll(() => names(catbird)).toEqual(['country', 'flag', 'id', 'price', 'cart']);
  await keyboard.press('ArrowRight');
  await expect.poll(() => names(catbird)).toEqual(['country', 'flag', 'id', 'price', 'cart', 'count', 'sku']);
  await expect
    .poll(async () => Object.keys(JSON.parse(await json(catbird)) as object))
    .toEqual(['country', 'flag', 'id', 'price', 'cart']);
});

test('deleting the last field moves the focus to Add a field, where undo brings it back', async ({
  catbird,
}) => {
  await openFields(catbird);
  const { keyboard } = catbird.page;
  await row(catbird, 'id').focus();
  await expect(async () => {
    await keyboard.press('Delete');
    expect(await names(catbird)).toEqual([]);
  }).toPass();
  await expect(catbird.page.locator(':focus')).toHaveText('Add a field');
  await keyboard.press('ControlOrMeta+z');
  await expect.poll(() => names(catbird)).not.toEqual([]);
});

test('undoing the last fields moves the focus to the row before them, where keys go on', async ({
  catbird,
}) => {
  await openFields(catbird);
  const { keyboard } = catbird.page;
  await row(catbird, 'id').focus();
  await keyboard.press('End');
  await keyboard.press('Shift+Enter');
  await keyboard.type('extra');
  await keyboard.press('Enter');
  await expect(row(catbird, 'extra')).toBeFocused();
  await keyboard.press('ControlOrMeta+d');
  await expect(row(catbird, 'extra_2')).toBeFocused();
  const before = (await names(catbird)).length - 2;
  for (let n = 0; n < 3; n++) await keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await names(catbird)).length).toBe(before);
  await expect(row(catbird, 'count')).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(row(catbird, 'sku')).toBeFocused();
});

test('a row is dragged by mouse and by touch, and its menu does the same', async ({ catbird }) => {
  await openFields(catbird);
  const { page } = catbird;
  await row(catbird, 'price').hover();
  await row(catbird, 'price')
    .locator('.grip')
    .dragTo(row(catbird, 'id'), { targetPosition: { x: 60, y: 4 } });
  await expect.poll(() => names(catbird)).toEqual(['price', 'id', 'country', 'cart', 'sku', 'count']);
  await row(catbird, 'price').getByRole('button', { name: 'More for price' }).click();
  await catbird.schema.getByRole('menuitem', { name: /^Move down/ }).click();
  await expect.poll(() => names(catbird)).toEqual(['id', 'price', 'country', 'cart', 'sku', 'count']);
  await expect(row(catbird, 'price')).toBeFocused();
  // Escape leaves the row where it was.
  const middleOf = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  const grip = await middleOf(row(catbird, 'price').locator('.grip'));
  const first = await middleOf(row(catbird, 'id'));
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x, first.y - 8, { steps: 3 });
  await expect(row(catbird, 'id')).toHaveClass(/drop-before/);
  await page.keyboard.press('Escape');
  await expect(row(catbird, 'id')).not.toHaveClass(/drop-before/);
  await page.mouse.up();
  await expect.poll(() => names(catbird)).toEqual(['id', 'price', 'country', 'cart', 'sku', 'count']);
  // A finger drags below the fields of an object, which stay with it.
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
  const last = await middleOf(row(catbird, 'count'));
  await touch('touchStart', grip);
  await touch('touchMove', { ...grip, y: grip.y + 20 });
  await touch('touchMove', { ...grip, y: last.y });
  await expect(row(catbird, 'count')).toHaveClass(/drop-after/);
  await touch('touchEnd');
  await expect.poll(() => names(catbird)).toEqual(['id', 'country', 'cart', 'sku', 'count', 'price']);
});

test('what reads a field follows its new name in one step, and the row marks the field', async ({
  catbird,
}) => {
  const schema = (price: string) => `{
  "${price}": { "type": "number.int", "params": { "max": 9 } },
  "cart": {
    "type": "object",
    "fields": {
      "copy": { "type": "catbird.ref", "params": "${price}" },
      "double": { "type": "catbird.expression", "params": "${price}*2" }
    }
  },
  "label": { "type": "catbird.template", "params": "{{ ${price} }} price" }
}`;
  await openFields(catbird, schema('price'));
  const { page } = catbird;
  await catbird.schema.getByRole('tab', { name: 'One row' }).click();
  const rename = async (from: string, to: string): Promise<void> => {
    await row(catbird, from).focus();
    await page.keyboard.press('F2');
    await table(catbird).getByRole('textbox', { name: 'Field name' }).fill(to);
    await page.keyboard.press('Enter');
    await expect(row(catbird, to)).toBeVisible();
  };
  await rename('price', 'cost');
  await expect(catbird.schema).toContainText('Also renamed in copy, double, and label.');
  await expect(catbird.sample.locator('.marked')).toHaveText(/^\s*"cost": \d,$/);
  await expect.poll(() => json(catbird)).toBe(schema('cost'));
  await row(catbird, 'double').focus();
  await expect(catbird.sample.locator('.marked')).toHaveText(/"double"/);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(catbird, 'price')).toBeVisible();
  await expect.poll(() => json(catbird)).toBe(schema('price'));
  // What cannot be written is left, and said.
  await rename('price', 'a}}');
  await expect(catbird.schema).toContainText('Check label: the name price may still be used there.');
  await show(catbird, 'JSON');
  await expect(catbird.sample.locator('.marked')).toHaveCount(0);
});

test('text that does not parse keeps the last fields; an error has its place and a repair', async ({
  catbird,
}) => {
  await openFields(catbird);
  await show(catbird, 'JSON');
  await catbird.write(SCHEMA.replace('9 } },', '9 } }'));
  await show(catbird, 'Fields');
  await expect(catbird.schema).toContainText('Line 7 doesn’t parse. Fix it in JSON.');
  await expect(row(catbird, 'sku')).toBeVisible();
  await expect(row(catbird, 'sku').getByRole('button', { name: 'Rename sku' })).toBeDisabled();
  await row(catbird, 'id').focus();
  await catbird.page.keyboard.press('Delete');
  await expect(row(catbird, 'id')).toBeVisible();
  await catbird.page.keyboard.press('ControlOrMeta+z');
  await expect(row(catbird, 'sku').getByRole('button', { name: 'Rename sku' })).toBeEnabled();
  await show(catbird, 'JSON');
  await catbird.write(SCHEMA.replace('number.float', 'number.flaot'));
  await show(catbird, 'Fields');
  await row(catbird, 'price').getByRole('button', { name: 'Use number.float' }).click();
  await expect(row(catbird, 'price')).not.toContainText('Unknown');
  await expect.poll(() => json(catbird)).toBe(SCHEMA);
});

test('a thousand fields can be used', async ({ catbird }) => {
  const fields = Array.from({ length: 1000 }, (_, i) => [
    `f${i}`,
    { type: 'number.int', params: { max: i + 1 } },
  ]);
  await openFields(catbird, JSON.stringify(Object.fromEntries(fields), null, 2));
  await row(catbird, 'f0').focus();
  await catbird.page.keyboard.press('End');
  await expect(row(catbird, 'f999')).toBeFocused();
  await catbird.page.keyboard.press('Alt+ArrowUp');
  await expect(row(catbird, 'f999')).toHaveAttribute('aria-posinset', '999');
  await expect(row(catbird, 'f999')).toBeInViewport();
  // A pointer that rests at the edge of the table scrolls it.
  const scroller = catbird.schema.locator('.fields-scroll');
  const { y } = (await scroller.boundingBox()) ?? { y: 0 };
  await row(catbird, 'f999').locator('.grip').hover();
  await catbird.page.mouse.down();
  await catbird.page.mouse.move(600, y + 10, { steps: 2 });
  const before = await scroller.evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(before - 100);
  await catbird.page.keyboard.press('Escape');
  await catbird.page.mouse.up();
  await expect(row(catbird, 'f999')).toHaveAttribute('aria-posinset', '999');
});

for (const { viewport, details } of [
  { viewport: { width: 390, height: 844 }, details: {} },
  { viewport: { width: 1440, height: 900 }, details: LONG },
]) {
  test.describe(`${viewport.width} pixels wide`, details, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('a row chooses its type, and axe finds nothing: a form, a menu, an error, the types', async ({
      catbird,
    }) => {
      const { page } = catbird;
      await openFields(catbird, SCHEMA.replace('string.uuid', 'string.uiud'));
      await expect(row(catbird, 'id')).toContainText('Unknown');
      await row(catbird, 'country')
        .getByRole('button', { name: /^Parameters of country:/ })
        .click();
      await expectAccessible(catbird);
      await row(catbird, 'price').getByRole('button', { name: 'More for price' }).click();
      await expect(catbird.schema.getByRole('menuitem', { name: 'Delete' })).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(row(catbird, 'price')).toBeFocused();
      await page.keyboard.press('t');
      const picker = page.getByRole('dialog', { name: 'Choose a type for price' });
      await picker.getByRole('combobox').fill('latency');
      await expect(picker.getByRole('option').first().locator('.tp-values > span')).toHaveCount(3);
      await expectAccessible(catbird);
      await page.keyboard.press('Enter');
      await expect(picker).toBeHidden();
      await expect(row(catbird, 'price')).toBeFocused();
      // Params that the type has, too, stay.
      const price = { type: 'catbird.logNormal', params: { min: 1.5, max: 9 } };
      await expect
        .poll(async (): Promise<unknown> => JSON.parse(await json(catbird)))
        .toMatchObject({ price });
    });
  });
}

test('the schema opens as fields, with one line above them', async ({ catbird }) => {
  const { page, schema } = catbird;
  await page.setViewportSize({ width: 1440, height: 900 });
  await catbird.open(LOG);
  await expect(table(catbird)).toBeVisible();
  const head = schema.locator('.pane-schema .pane-head');
  const [undo, redo] = ['Undo', 'Redo'].map((name) => head.getByRole('button', { name }));
  if (undo === undefined || redo === undefined) throw new Error('A button is missing');
  for (const part of [catbird.otherWays, head.getByRole('tablist'), undo, redo, head.getByText('4 fields')])
    await expect(part).toBeVisible();
  const tops = await head
    .locator(':scope > *:visible')
    .evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .map(({ top, height }) => Math.round(top + height / 2)),
    );
  expect(Math.max(...tops) - Math.min(...tops.filter((top) => top > 0))).toBeLessThan(12);
  await expect(undo).toBeDisabled();
  // The menu closes on Escape, and the focus comes back.
  await catbird.otherWays.focus();
  await page.keyboard.press('ArrowDown');
  await expect(schema.getByRole('menuitem', { name: /^Browse templates/ })).toBeFocused();
  await page.keyboard.press('End');
  await expect(schema.getByRole('menuitem', { name: /^An empty schema/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(catbird.otherWays).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(catbird.template).toHaveValue('Custom');
  await expect.poll(() => names(catbird)).toEqual(['id']);
  await undo.press('Enter');
  await expect.poll(() => names(catbird)).toHaveLength(4);
  await expect(redo).toBeEnabled();
  await redo.press('Enter');
  await expect.poll(() => names(catbird)).toEqual(['id']);
});

test('JSON has the repairs of fields: words, nested objects, lists of objects and values', async ({
  catbird,
}) => {
  await catbird.open(LOG);
  await catbird.write(`{
  "id": {"type": "string.uuidd"},
  "n": {"type": "catbird.sequence"},
  "word": {"type": "lorem.word"},
  "address": {"city": {"type": "location.city"}, "zip": "10115"},
  "cart": [{"sku": {"type": "string.alpha"}, "price": 9.50}],
  "plan": "pro"
}`);
  const { issues, schema } = catbird;
  await expect(issues.locator('li.error')).toHaveCount(4);
  await expect(schema.locator('.pane-preview .what')).toHaveText('4 errors: id, address, cart, 1 more');
  await issues.getByRole('button', { name: 'Use string.uuid' }).click();
  await expect(issues.locator('li.error')).toHaveCount(3);
  await show(catbird, 'Fields');
  await row(catbird, 'address').getByRole('button', { name: 'Make it an object' }).click();
  await expect(row(catbird, 'zip')).toBeVisible();
  await show(catbird, 'JSON');
  await issues.getByRole('button', { name: 'Make it a list of objects' }).click();
  await expect(issues.locator('li.error')).toHaveCount(1);
  await issues.getByRole('button', { name: 'Make it a constant' }).click();
  await expect(issues.locator('li.error')).toHaveCount(0);
  await catbird.preview();
  const sent = JSON.parse(await schema.locator('.wire code').innerText()) as {
    readonly address: { readonly zip: string };
    readonly cart: readonly { readonly price: number }[];
    readonly plan: string;
  };
  expect([sent.address.zip, sent.cart[0]?.price, sent.plan]).toEqual(['10115', 9.5, 'pro']);
  // One undo takes back one repair.
  await catbird.editor.focus();
  await catbird.page.keyboard.press('ControlOrMeta+z');
  await expect(issues.locator('li.error')).toHaveText(/plan/);
});
