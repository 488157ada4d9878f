import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { axe } from './axe.ts';
import { expect, settled, test, type Catbird } from './page.ts';
import { rowOf, step } from './streams-panel.ts';

const LOG = { generatorName: 'Log' };

const COUNTRIES = ['Germany', 'Germany', 'France', 'Norway'];
const NOTES = ['Left at the door of the neighbour', 'Please ring the bell twice and wait'];
const ROWS = Array.from({ length: 200 }, (_, i) => ({
  order_id: 1000 + i,
  created_at: new Date(Date.UTC(2026, 9, 1) + i * 4000).toISOString(),
  email: `person${i}@mail.example`,
  country: COUNTRIES[i % 4] ?? '',
  postcode: i % 50 === 0 ? 'SW1A' : String(10_000 + ((i * 7919) % 80_000)),
  note: NOTES[i % 2] ?? '',
}));

const CSV = [Object.keys(ROWS[0] ?? {}).join(','), ...ROWS.map((row) => Object.values(row).join(','))].join(
  '\n',
);

const SQL = `CREATE TABLE users (id serial PRIMARY KEY, full_name text NOT NULL, spot geometry);
CREATE TABLE orders (order_id uuid NOT NULL, user_id int NOT NULL REFERENCES users (id), state text CHECK (state IN ('open', 'paid')));`;

/** The dialog of a page. */
function dialogOf(catbird: Catbird) {
  const { page } = catbird;
  const dialog = page.getByRole('dialog');
  const button = (name: string): Locator => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    button,
    opener: catbird.schema.getByRole('button', { name: 'Paste a sample' }),
    open: () => catbird.schema.getByRole('button', { name: 'Paste a sample' }).press('Enter'),
    text: dialog.getByRole('textbox', { name: 'Sample' }),
    row: (field: string): Locator =>
      dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) }),
    drop: (name: string, content: string | Buffer) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) }),
    read: async (text: string) => {
      await dialog.getByRole('textbox', { name: 'Sample' }).fill(text);
      await button('Read sample').click();
    },
  };
}

/** Pastes rows into what has the focus, as the browser does: a third more than the page shows. */
const pasteRows = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const rows = Array.from(
      { length: 1000 },
      (_, id) => `{"order_id": ${id}, "text": "${'word '.repeat(70)}"}`,
    );
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', rows.join('\n'));
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });

// One page for the steps of a test: to open one takes longer than most of them.
test('a sample in the dialog', async ({ catbird }) => {
  await test.step('a file becomes a schema without a text of it and without a request; undo brings the old schema back', async () => {
    const { page } = catbird;
    await catbird.open(LOG);
    await catbird.json();
    await expect(catbird.schema.locator('.cm-line').last()).toHaveText('}');
    const before = await catbird.content();
    await settled(page);
    const requests: string[] = [];
    page.context().on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    const { opener, open, text, drop, row, button, dialog } = dialogOf(catbird);
    await open();
    await expect(text).toBeFocused();
    await drop('orders.csv.gz', gzipSync(CSV));
    await expect(dialog.getByRole('heading')).toHaveText('What the sample says');
    await expect(dialog).toContainText('orders.csv.gz: CSV, 200 rows, 6 fields');
    await expect(row('order_id')).toContainText('sequence');
    await expect(row('country')).toContainText('3 values');
    await dialog.getByRole('switch', { name: 'Copy values from the sample' }).uncheck();
    await expect(row('email')).toContainText('Nothing');
    await expect(dialog).toContainText('One field could be read in more than one way: postcode.');
    await row('postcode').getByRole('button', { name: 'Whole number or null' }).click();
    await expect(row('postcode').getByRole('button', { name: 'Whole number or null' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await dialog.getByLabel('Type of note').selectOption('Leave out');
    await expect(row('note')).toContainText('Left out');
    await button('Use this schema').click();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect.poll(() => catbird.content()).toContain('"postcode"');
    const schema = await catbird.content();
    // No email repeats in the sample, so none does in the rows.
    expect(JSON.parse(schema)).toMatchObject({
      postcode: { nulls: 0.02 },
      email: { type: 'catbird.expression' },
    });
    expect(schema).not.toContain('note');
    for (const value of new Set(ROWS.flatMap(({ email, country, note }) => [email, country, note, 'SW1A'])))
      expect(schema).not.toContain(value);
    await settled(page);
    const origin = new URL(page.url()).origin;
    expect(requests.filter((each) => !each.startsWith(`GET ${origin}/assets/`))).toEqual([]);
    // The page's requests are seen, and the worker's.
    for (const part of ['sample-dialog', 'relations'])
      expect(requests.some((each) => each.includes(part))).toBe(true);
    expect(await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([
      ['schema-view'],
      [],
    ]);
    expect(catbird.query().get('schema')).toBeNull();
    await catbird.preview();
    await expect(catbird.sample).toContainText(/"country": "[A-Z][a-z]{5,6}"/);
    await catbird.json();
    await catbird.editor.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => catbird.content()).toBe(before);
  });

  await test.step('values are copied one by one; a changed review is not lost at a press of Escape', async () => {
    const { page } = catbird;
    const { open, read, row, button, dialog } = dialogOf(catbird);
    await open();
    await read(CSV);
    const all = dialog.getByRole('switch', { name: 'Copy values from the sample' });
    // Short words that many rows have are copied at first.
    await expect(all).toBeChecked();
    await expect(dialog.getByRole('group', { name: 'Values of country to copy' })).toContainText(
      /Germany\s*50 %.*France\s*25 %.*Norway\s*25 %/s,
    );
    await all.uncheck();
    await expect(dialog.getByRole('group', { name: 'Values of country to copy' })).toHaveCount(0);
    await all.check();
    // Free text has a switch of its own.
    await expect(row('note').getByRole('switch')).not.toBeChecked();
    await dialog.getByRole('checkbox', { name: /Norway/ }).uncheck();
    await expect(row('country')).toContainText('2 of 3 values');
    await page.keyboard.press('Escape');
    await expect(dialog).toContainText('Discard this review?');
    await expect(button('Keep reviewing')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button('Use this schema')).toBeVisible();
    await button('Use this schema').click();
    await expect.poll(() => catbird.content()).toContain('Germany');
    expect(JSON.parse(await catbird.content())).toMatchObject({
      country: {
        params: { values: ['Germany', 'France', expect.stringMatching(/^(?!Norway)[A-Z][a-z]{5}$/)] },
      },
    });
    await open();
    await read('{"a": 1}\n{"a": 2}');
    await expect(dialog.getByRole('heading')).toHaveText('What the sample says');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('says what cannot be read and what was skipped, and chooses one of several tables', async () => {
    const { open, drop, read, row, button, dialog } = dialogOf(catbird);
    await open();
    await expect(button('Read sample')).toBeDisabled();
    const alert = dialog.getByRole('alert');
    await drop('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]));
    await expect(alert).toHaveText('It is not text. Save it as NDJSON, JSON or CSV.');
    await drop('empty.csv', '');
    await expect(alert).toContainText('No rows found. Use one event or more');
    await drop('cut.csv.gz', gzipSync(CSV).subarray(0, 1500));
    await expect(dialog).toContainText('The end of the sample is missing');
    await expect(row('country')).toBeVisible();
    await button('Cancel').click();
    await open();
    const rows = Array.from({ length: 20 }, (_, n) => `${n},${n}`).join('\n');
    await read(`a,b\n1,2\n3\n4,5,6\n${rows}`);
    await expect(dialog).toContainText('1 row has fewer cells than the header');
    await expect(dialog).toContainText('1 row has more cells than the header');
    await button('Cancel').click();
    await open();
    await read('model Shop {\n  id Int @id\n  open Boolean\n}\nview Open {\n  id Int\n}');
    await expect(row('open')).toContainText('Boolean');
    await expect(dialog).toContainText('Not followed: view Open (line 5)');
    await button('Cancel').click();
    await open();
    await drop('shop.sql', SQL);
    await expect(dialog.getByRole('heading')).toHaveText('What the definition says');
    await expect(dialog).toContainText('Skipped column users.spot geometry: unknown type');
    await expect(dialog.getByRole('columnheader')).toHaveText(['Field', 'Type', 'Why']);
    await dialog.getByLabel('Table').selectOption('orders');
    await expect(row('user_id')).toContainText('Refers to users');
    await button('Use this schema').click();
    await expect.poll(() => catbird.content()).toContain('"user_id"');
    await catbird.preview();
    await expect(catbird.issues.locator('li')).toHaveCount(0);
  });

  await test.step('a data contract and an AsyncAPI document that are pasted are read', async () => {
    const { open, read, row, button, dialog } = dialogOf(catbird);
    const fields = '{ order_id: { type: string, format: uuid }, total: { type: number } }';
    for (const [text, about] of [
      [
        'apiVersion: v3.0.2\nkind: DataContract\nschema:\n  - name: orders\n    properties:\n      - { name: order_id, logicalType: string, logicalTypeOptions: { format: uuid }, required: true }\n      - { name: total, logicalType: number }\n',
        'Data contract',
      ],
      [
        `asyncapi: 3.0.0\nchannels:\n  orders:\n    address: orders\n    messages:\n      order:\n        payload: { type: object, properties: ${fields} }\n`,
        'AsyncAPI',
      ],
    ] as const) {
      await open();
      await read(text);
      await expect(dialog).toContainText(about);
      await expect(row('order_id')).toContainText('UUID');
      await button('Cancel').click();
    }
  });

  await test.step('several tables that are pasted become a stream each', async () => {
    const { open, read, button } = dialogOf(catbird);
    await open();
    await read(SQL);
    await button('Make 2 streams').click();
    for (const name of ['users', 'orders']) await expect(rowOf(catbird.page, name)).toBeVisible();
    await expect(step(catbird.page).getByRole('alert')).toHaveCount(0);
  });
});

test('a pasted sample', async ({ catbird }) => {
  await test.step('shows progress while a sample is read, and Cancel stops it', async () => {
    const { page } = catbird;
    await catbird.open(LOG);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.context().route(/sample\.worker/, async (route) => {
      await held;
      await route.continue();
    });
    const { open, drop, button, dialog } = dialogOf(catbird);
    await open();
    await drop('orders.csv', CSV);
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect(dialog).toContainText(/orders\.csv: read 0 B of \d+(\.\d)? kB/);
    await button('Cancel').click();
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
    await expect(dialog.getByRole('heading')).toHaveText('From a sample');
    release();
    await drop('orders.csv', CSV);
    await expect(dialog.getByRole('heading')).toHaveText('What the sample says');
    await button('Cancel').click();
  });

  await test.step('a text too long to show that is pasted is read by the worker at once, and is in no text of the page', async () => {
    const { page } = catbird;
    const { open, row, text, button, dialog } = dialogOf(catbird);
    await open();
    await expect(text).toBeFocused();
    await pasteRows(page);
    await expect(dialog).toContainText('Pasted text: NDJSON, 1,000 rows');
    await expect(row('order_id')).toContainText('sequence');
    await button('Cancel').click();
    await catbird.json();
    await catbird.editor.focus();
    await pasteRows(page);
    await expect(dialog).toContainText('Pasted text: NDJSON, 1,000 rows');
    await button('Cancel').click();
    expect((await catbird.content()).length).toBeLessThan(100_000);
  });

  await test.step('what is pasted anywhere in the step is a sample', async () => {
    const { button, dialog } = dialogOf(catbird);
    await catbird.fields();
    await catbird.schema.getByRole('heading', { name: 'Preview' }).click();
    await pasteRows(catbird.page);
    await expect(dialog).toContainText('Pasted text: NDJSON, 1,000 rows');
    await button('Cancel').click();
  });

  await test.step('events pasted into the editor become a schema, instead of errors', async () => {
    await catbird.write('{"id": 1, "state": "paid"}\n{"id": 2, "state": "open"}');
    const offer = catbird.issues.getByRole('button', { name: 'Make a schema from this sample' });
    await expect(offer).toBeVisible();
    await expect(catbird.schema.locator('.cm-lintRange-error')).toHaveCount(0);
    await expect(catbird.issues.locator('li')).toHaveCount(1);
    await offer.click();
    const { button } = dialogOf(catbird);
    await button('Use this schema').click();
    await expect.poll(() => catbird.content()).toContain('"type"');
    await catbird.preview();
    await expect(catbird.sample).toContainText('"state"');
    await expect(offer).toHaveCount(0);
  });

  await test.step('a template of the Kinesis Data Generator that is pasted into the editor becomes a schema', async () => {
    await catbird.write(
      '{"id": {{random.number(50)}}, "city": "{{address.city}}", "odd": "{{weather.now}}"}',
    );
    const { button, dialog, row } = dialogOf(catbird);
    await catbird.issues.getByRole('button', { name: 'Make a schema from this sample' }).click();
    await expect(dialog).toContainText(
      '{{weather.now}} has no equivalent and became lorem.word (line 1, column 67)',
    );
    await expect(row('id')).toContainText('As in the template');
    await button('Use this schema').click();
    await expect.poll(() => catbird.content()).toContain('"location.city"');
    await catbird.preview();
    await expect(catbird.issues.locator('li')).toHaveCount(0);
  });

  await test.step('a field of one pasted event can keep its value, and forgets it with another schema', async () => {
    const { schema } = catbird;
    const { open, read, button } = dialogOf(catbird);
    await open();
    await read('{"coupon": "SPRING-10", "user": {"nick": "lena"}, "tags": ["a"]}');
    await button('Use this schema').click();
    const form = (field: string): Locator => schema.getByRole('group', { name: `Parameters of ${field}` });
    const openForm = async (field: string): Promise<void> => {
      await catbird.fields();
      await schema.getByRole('row', { name: field, exact: true }).click();
    };
    await openForm('coupon');
    await form('coupon').getByRole('button', { name: 'Keep this value: SPRING-10' }).click();
    await expect.poll(() => catbird.content()).toContain('"coupon": { "value": "SPRING-10" }');
    await openForm('user');
    await openForm('nick');
    await form('nick').getByRole('button', { name: 'Keep this value: lena' }).click();
    await expect.poll(() => catbird.content()).toContain('"nick": { "value": "lena" }');
    await catbird.choose('Simple Example');
    await openForm('status');
    await expect(form('status')).toBeVisible();
    await expect(schema.getByRole('button', { name: /^Keep this value/ })).toHaveCount(0);
  });
});

test('a comparison with the sample', async ({ catbird }) => {
  await test.step('compares generated rows with the sample, field by field and without a request', async () => {
    const { page, schema } = catbird;
    await catbird.open({ ...LOG, seed: '42' });
    const { open, read, row, button, dialog } = dialogOf(catbird);
    const compare = (): Promise<void> => catbird.startFrom('Compare with the sample');
    const item = schema.getByRole('menuitem', { name: 'Compare with the sample' });
    await catbird.otherWays.click();
    await expect(item).toHaveCount(0);
    await page.keyboard.press('Escape');
    await open();
    await read(CSV);
    // Other values are compared by rank.
    await dialog.getByRole('switch', { name: 'Copy values from the sample' }).uncheck();
    await button('Use this schema').click();
    await expect.poll(() => catbird.content()).toContain('"postcode"');
    await settled(page);
    const requests: string[] = [];
    page.context().on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    const isMissing = /\/generated-rows/;
    await page.context().route(isMissing, (route) => route.abort());
    await compare();
    await expect(dialog.getByRole('alert')).toHaveText(/^Generating rows failed: .*generated-rows/);
    await page.keyboard.press('Escape');
    await page.context().unroute(isMissing);
    await compare();
    const status = dialog.getByRole('status');
    await expect(status).toHaveText(
      /^6 fields: .*alike.* Compared 200 rows of the sample with 1,000 generated ones\.$/,
    );
    await expect(dialog.getByRole('columnheader')).toHaveText([
      'Field',
      'Sample',
      'Generated',
      'Distance',
      'Result',
    ]);
    await expect(row('created_at')).toContainText('2026-10-01 00:00 to 2026-10-01 00:13');
    await expect(row('created_at')).toContainText(/0\.0\d\d\s*distribution\s*Alike/);
    await expect(row('order_id')).toContainText(/Steps of 1.*Alike/s);
    await expect(row('country')).toContainText(/3 values.*0\.0\d\d\s*shares by rank\s*Alike/s);
    await expect(
      row('country').getByRole('img', { name: 'Sample, 3 values: 50 %, 25 %, 25 %' }),
    ).toBeVisible();
    await expect(row('postcode').getByRole('img', { name: /^Generated, / })).toBeVisible();
    expect((await axe(page, { include: 'dialog' })).violations).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(catbird.otherWays).toBeFocused();

    const { email: _email, ...changed } = JSON.parse(await catbird.content()) as Record<string, object>;
    await catbird.write(
      JSON.stringify({ ...changed, country: { type: 'string.uuid', nulls: 0.5 }, total: { value: 5 } }),
    );
    await compare();
    await expect(row('country')).toContainText(/Different.*null 0 % → \d\d %/s);
    await expect(row('email')).toContainText('Only in the sample');
    await expect(row('total')).toContainText('Only generated');
    await dialog.getByRole('switch', { name: /^Only differences/ }).press('Space');
    await expect(row('created_at')).toHaveCount(0);
    await expect(row('country')).toBeVisible();
    expect((await axe(page, { include: 'dialog' })).violations).toEqual([]);
    await button('Close Esc').click();

    await catbird.write('{"country": {"type": "string.uid"}}');
    await compare();
    await expect(dialog.getByRole('alert')).toHaveText(
      /^The schema has an issue\. Fix it and compare again\./,
    );
    await page.keyboard.press('Escape');
    await settled(page);
    const origin = new URL(page.url()).origin;
    expect(requests.filter((each) => !each.startsWith(`GET ${origin}/assets/`))).toEqual([]);
    expect(requests.some((each) => each.includes('comparison-dialog'))).toBe(true);
    await catbird.choose('Simple Example');
    await catbird.otherWays.click();
    await expect(item).toHaveCount(0);
  });

  await test.step('on a phone, the labels of rules stand above their numbers', async () => {
    await catbird.page.setViewportSize({ width: 390, height: 844 });
    await catbird.open(LOG);
    const { open, read, row, button } = dialogOf(catbird);
    await open();
    const orders = ROWS.map((_, i) => {
      const [qty, price] = [1 + ((i * 7) % 9), 1 + ((i * 7919) % 5000) / 100];
      return { qty, price, total: Number((qty * price).toFixed(2)) };
    });
    await read(orders.map((each) => JSON.stringify(each)).join('\n'));
    await button('Use this schema').click();
    await catbird.startFrom('Compare with the sample');
    const rule = row('total = round(qty * price, 2)');
    await expect(rule).toContainText('200 of 200');
    await expect(rule.getByText('Kept', { exact: true })).toBeVisible();
    const above = await rule.getByText('200 of 200', { exact: true }).evaluate((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getBoundingClientRect().top - cell.getBoundingClientRect().top;
    });
    expect(above, 'pixels of the label above the number').toBeGreaterThan(10);
  });
});
