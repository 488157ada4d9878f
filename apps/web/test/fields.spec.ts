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

/** Shows a view of the schema. */
const show = (catbird: Catbird, view: 'Fields' | 'JSON') =>
  view === 'JSON' ? catbird.json() : catbird.fields();

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

const form = (catbird: Catbird, name: string) =>
  table(catbird).getByRole('group', { name: `Parameters of ${name}`, exact: true });

/** Opens a link with a schema, as a table. */
async function openFields(catbird: Catbird, schema = SCHEMA): Promise<void> {
  await catbird.page.addInitScript(() => localStorage.setItem('schema-view', 'fields'));
  await catbird.open({ ...LOG, schema: await compress(schema) });
  await expect(table(catbird)).toBeVisible();
}

/** Writes the schema anew. Forms that are open stay. */
async function rewrite(catbird: Catbird): Promise<void> {
  await show(catbird, 'JSON');
  await catbird.write(SCHEMA);
  await show(catbird, 'Fields');
}

// One page for the steps of a test: to open one takes longer than most of them.
test('fields and their text', async ({ catbird }) => {
  await test.step('Fields and JSON are two views of one text, with one undo', async () => {
    await openFields(catbird);
    const { page } = catbird;
    await expect.poll(() => names(catbird)).toEqual(['id', 'country', 'price', 'cart']);
    await row(catbird, 'cart').press('ArrowRight');
    await expect.poll(() => names(catbird)).toEqual(['id', 'country', 'price', 'cart', 'sku', 'count']);
    // A click opens the form, and a second one closes it; a clash and an empty name are named.
    await row(catbird, 'price').click();
    await expect(form(catbird, 'price')).toBeVisible();
    await row(catbird, 'price').click();
    await expect(form(catbird, 'price')).toHaveCount(0);
    await row(catbird, 'price').click();
    const name = table(catbird).getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('id');
    await name.press('Enter');
    await expect(form(catbird, 'price')).toContainText('Another field is called id');
    await name.fill('');
    await name.press('Enter');
    await expect(form(catbird, 'price')).toContainText('A field needs a name');
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

  await test.step('the form of a field follows its type, and invalid input changes nothing', async () => {
    await rewrite(catbird);
    await row(catbird, 'price').focus();
    await catbird.page.keyboard.press('Enter');
    const inputs = form(catbird, 'price');
    await expect(inputs.getByLabel('min', { exact: true })).toHaveValue('1.50');
    await inputs.getByLabel('max', { exact: true }).fill('nine');
    await expect(inputs).toContainText('Not a number');
    await expect.poll(() => json(catbird)).toBe(SCHEMA);
    await expect(inputs.getByLabel('max', { exact: true })).toHaveValue('nine');
    await inputs.getByLabel('max', { exact: true }).fill('12.50');
    await inputs.getByLabel('Nulls, %').fill('7');
    await inputs.getByLabel('Same value per').selectOption('country');
    await inputs.getByLabel('Count').fill('1-5');
    await inputs.getByRole('switch', { name: 'Hidden' }).check();
    const price = `"price": { "type": "number.float", "params": { "min": 1.50, "max": 12.50 }, "count": { "min": 1, "max": 5 }, "per": "country", "nulls": 0.07, "hidden": true }`;
    await expect.poll(() => json(catbird)).toBe(SCHEMA.replace(/"price".*\}/, price));
    await expect(row(catbird, 'price')).toContainText(
      'list of 1 to 5: 1.5 to 12.5, or empty, per country, hidden',
    );
    // Only one form is open; a list shows shares, and can be pasted.
    await row(catbird, 'country').click();
    await expect(inputs).toHaveCount(0);
    const list = form(catbird, 'country');
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

  await test.step('a journey is lines of text: its states with what follows, and waits', async () => {
    const journey = (params: object) =>
      JSON.stringify({ status: { type: 'catbird.journey', params } }, undefined, 2);
    const states = { pending: { paid: 85, cancelled: 15 }, paid: {}, cancelled: {} };
    const wait = { 'pending>paid': { median: '4s', sigma: 0.7 }, pending: '8s' };
    await openFields(catbird, journey({ states, wait }));
    await row(catbird, 'status').click();
    const inputs = form(catbird, 'status');
    await expect(inputs.getByLabel('states', { exact: true })).toHaveValue(
      'pending: paid 85, cancelled 15\npaid\ncancelled',
    );
    await expect(inputs.getByLabel('wait', { exact: true })).toHaveValue(
      'pending>paid: median 4s, sigma 0.7\npending: 8s',
    );
    await inputs
      .getByLabel('states', { exact: true })
      .fill('pending: paid 80, cancelled 20\npaid: end 9, cancelled 1\ncancelled');
    await expect
      .poll(async (): Promise<unknown> => JSON.parse(await json(catbird)))
      .toMatchObject({
        status: {
          params: {
            states: { pending: { paid: 80, cancelled: 20 }, paid: { end: 9, cancelled: 1 }, cancelled: {} },
            wait,
          },
        },
      });
    await inputs.getByLabel('states', { exact: true }).fill('pending: paid 80, cancelled');
    await expect(inputs).toContainText('Write pending: and pairs such as one 3, other 1');
  });

  await test.step('what reads a field follows its new name in one step, and the row marks the field', async () => {
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
    const rename = async (from: string, to: string): Promise<void> => {
      await row(catbird, from).focus();
      await page.keyboard.press('F2');
      await table(catbird).getByRole('textbox', { name: 'Name', exact: true }).fill(to);
      await page.keyboard.press('Enter');
      await expect(row(catbird, to)).toBeVisible();
    };
    await rename('price', 'cost');
    await expect(catbird.schema).toContainText('Also renamed in copy, double, and label.');
    await expect(catbird.sample.locator('.marked')).toHaveText(/^\s*"cost": \d,$/);
    await expect.poll(() => json(catbird)).toBe(schema('cost'));
    await row(catbird, 'cost').press('Escape');
    await row(catbird, 'cart').press('ArrowRight');
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

  await test.step('text that does not parse keeps the last fields; an error has its place and a repair', async () => {
    await rewrite(catbird);
    await show(catbird, 'JSON');
    await catbird.write(SCHEMA.replace('9 } },', '9 } }'));
    await show(catbird, 'Fields');
    await expect(catbird.schema).toContainText('Line 7 doesn’t parse. Fix it in JSON.');
    await expect(row(catbird, 'price')).toBeVisible();
    await row(catbird, 'price').click();
    await expect(form(catbird, 'price').getByLabel('Name')).toBeDisabled();
    await row(catbird, 'id').focus();
    await catbird.page.keyboard.press('Delete');
    await expect(row(catbird, 'id')).toBeVisible();
    await catbird.page.keyboard.press('ControlOrMeta+z');
    await expect(form(catbird, 'price').getByLabel('Name')).toBeEnabled();
    await show(catbird, 'JSON');
    await catbird.write(SCHEMA.replace('number.float', 'number.flaot'));
    await show(catbird, 'Fields');
    await row(catbird, 'price').getByRole('button', { name: 'Use number.float' }).click();
    await expect(row(catbird, 'price')).not.toContainText('Unknown');
    await expect.poll(() => json(catbird)).toBe(SCHEMA);
  });
});

test('fields by keyboard, and by their forms', async ({ catbird }) => {
  await test.step('everything works by keyboard: reorder, add, duplicate, fold, delete', async () => {
    await openFields(catbird);
    const { keyboard } = catbird.page;
    await row(catbird, 'cart').press('ArrowRight');
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
    await expect(table(catbird).getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
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
    await expect
      .poll(() => names(catbird))
      .toEqual(['country', 'flag', 'id', 'price', 'cart', 'count', 'sku']);
    await expect
      .poll(async () => Object.keys(JSON.parse(await json(catbird)) as object))
      .toEqual(['country', 'flag', 'id', 'price', 'cart']);
  });

  await test.step('deleting the last field moves the focus to Add a field, where undo brings it back', async () => {
    await rewrite(catbird);
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

  await test.step('undoing the last fields moves the focus to the row before them, where keys go on', async () => {
    await rewrite(catbird);
    const { keyboard } = catbird.page;
    await row(catbird, 'id').focus();
    await keyboard.press('End');
    await keyboard.press('Shift+Enter');
    await expect(table(catbird).getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
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

  await test.step('the form of a field moves, copies and deletes it, also at the ends', async () => {
    await rewrite(catbird);
    const act = (name: string, action: string) =>
      form(catbird, name).getByRole('button', { name: action, exact: true });
    await row(catbird, 'price').click();
    await act('price', 'Move up').click();
    await expect.poll(async () => (await names(catbird)).slice(0, 3)).toEqual(['id', 'price', 'country']);
    await act('price', 'Move up').click();
    await expect(act('price', 'Move up')).toBeDisabled();
    await act('price', 'Move down').click();
    await act('price', 'Duplicate').click();
    await expect(row(catbird, 'price_2')).toBeFocused();
    await row(catbird, 'price_2').click();
    await act('price_2', 'Delete').click();
    await expect(row(catbird, 'price_2')).toHaveCount(0);
    await row(catbird, 'price').click();
    await catbird.page.keyboard.press('Escape');
    await expect(row(catbird, 'price')).toBeFocused();
    await expect(form(catbird, 'price')).toHaveCount(0);
  });
});

for (const { viewport, details } of [
  { viewport: { width: 390, height: 844 }, details: {} },
  { viewport: { width: 1440, height: 900 }, details: LONG },
]) {
  test.describe(`${viewport.width} pixels wide`, details, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('a row chooses its type, and axe finds nothing: a form, the menu, an error, the types', async ({
      catbird,
    }) => {
      const { page } = catbird;
      await openFields(catbird, SCHEMA.replace('string.uuid', 'string.uiud'));
      await expect(row(catbird, 'id')).toContainText('Unknown');
      await row(catbird, 'country').click();
      await expect(form(catbird, 'country').getByLabel('Value 1')).toBeVisible();
      await expectAccessible(catbird);
      await catbird.otherWays.click();
      await expectAccessible(catbird);
      await page.keyboard.press('Escape');
      await row(catbird, 'price').focus();
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

test('the line above the fields, and repairs', async ({ catbird }) => {
  await test.step('the schema opens as fields, with one line above them', async () => {
    const { page, schema } = catbird;
    await page.setViewportSize({ width: 1440, height: 900 });
    await catbird.open(LOG);
    await expect(table(catbird)).toBeVisible();
    const bar = schema.locator('.toolbar');
    for (const part of [catbird.template, catbird.otherWays, bar.getByRole('button', { name: 'JSON' })])
      await expect(part).toBeVisible();
    const tops = await bar.locator(':scope > *:visible').evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .filter(({ width }) => width > 1)
        .map(({ top, height }) => Math.round(top + height / 2)),
    );
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(12);
    // The menu closes on Escape, and the focus comes back.
    await catbird.otherWays.focus();
    await page.keyboard.press('ArrowDown');
    await expect(schema.getByRole('menuitem', { name: 'Format JSON' })).toBeFocused();
    await expect(schema.getByRole('menuitem', { name: 'Undo' })).toHaveCount(0);
    await page.keyboard.press('End');
    await expect(schema.getByRole('menuitem', { name: /^An empty schema/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(catbird.otherWays).toBeFocused();
    await catbird.startFrom('An empty schema');
    await expect(catbird.template).toHaveValue('Custom');
    await expect.poll(() => names(catbird)).toEqual(['id']);
    await catbird.startFrom('Undo');
    await expect.poll(() => names(catbird)).toHaveLength(4);
    await catbird.startFrom('Redo');
    await expect.poll(() => names(catbird)).toEqual(['id']);
    // Its keys work wherever the focus is in the step.
    await schema.getByRole('button', { name: 'JSON', exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => names(catbird)).toHaveLength(4);
  });

  await test.step('Online Shop has few controls: a row is one', async () => {
    await catbird.choose('Online Shop');
    await expect(catbird.schema).toContainText('10,000 rows, seed');
    const controls = await catbird.schema
      .locator('a, button, input, select, textarea, summary, [role=row][data-id], [role=textbox]')
      .evaluateAll((all) =>
        all.filter((each) => each.checkVisibility() && each.parentElement?.closest('[role=row]') === null),
      );
    expect(controls.length).toBeLessThanOrEqual(27);
    await expect(table(catbird).locator('[data-id]')).toHaveCount(16);
    // Entities are chips, which lead to their JSON.
    await expect(row(catbird, 'name').locator('.entity')).toHaveText('user');
    await catbird.schema.getByRole('button', { name: /^product 500/ }).click();
    await expect(catbird.editor).toBeFocused();
    await catbird.fields();
  });

  await test.step('JSON has the repairs of fields: words, nested objects, lists of objects and values', async () => {
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
    await expect(schema.locator('.what')).toHaveText('4 errors: id, address, cart, 1 more');
    await issues.getByRole('button', { name: 'Use string.uuid' }).click();
    await expect(issues.locator('li.error')).toHaveCount(3);
    await show(catbird, 'Fields');
    await row(catbird, 'address').getByRole('button', { name: 'Make it an object' }).click();
    await row(catbird, 'address').press('ArrowRight');
    await expect(row(catbird, 'zip')).toBeVisible();
    await show(catbird, 'JSON');
    await issues.getByRole('button', { name: 'Make it a list of objects' }).click();
    await expect(issues.locator('li.error')).toHaveCount(1);
    await issues.getByRole('button', { name: 'Make it a constant' }).click();
    await expect(issues.locator('li.error')).toHaveCount(0);
    await catbird.preview();
    const sent = JSON.parse(await catbird.sample.innerText()) as {
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
});
