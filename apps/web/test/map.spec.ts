import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { startHttp } from '../../../test/services/http.ts';
import { expectAccessible, THEMES } from './axe.ts';
import { expect, test } from './page.ts';
import { press, rowOf, state, step } from './streams-panel.ts';

const CATBIRD = join(import.meta.dirname, '../../../packages/cli/bin/catbird.js');
const run = promisify(execFile);

async function choose(page: Page, name: string, text: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a config…' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) });
}

/** A day of orders and their payments, as fast as the destination accepts them. */
const shop = (url: string): string => `# A shop
seed: 42
destination: http
from: 2026-01-01T00:00:00Z
to: 2026-01-02T00:00:00Z
speed: max
starts: 0.005
entities:
  customer:
    size: 20
    fields:
      name: { type: person.fullName }
streams:
  orders:
    settings: { url: '${url}/events?topic=orders' }
    schema:
      step:
        type: catbird.journey
        params: &journey
          states:
            placed: { paid: 80, cancelled: 20 }
            paid: {}
            cancelled: {}
          wait:
            placed: { min: 1m, max: 30m }
          only: [placed]
      order_id: { type: catbird.session, params: { of: step, form: integer } }
      customer_id: { type: catbird.entity, params: { of: customer }, per: order_id }
      at: { type: catbird.timestampNow }
  payments:
    settings: { url: '${url}/events?topic=payments' }
    schema:
      step: { type: catbird.journey, params: { <<: *journey, only: [paid] } }
      order_id: { type: catbird.session, params: { of: step, form: integer } }
      customer_id: { type: catbird.entity, params: { of: customer }, per: order_id }
      at: { type: catbird.timestampNow }
`;

interface Row {
  readonly step: string;
  readonly order_id: number;
}

const inOrder = (rows: readonly unknown[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted();

const countOf = (rows: readonly unknown[], state: string): string =>
  (rows as readonly Row[]).filter((row) => row.step === state).length.toLocaleString('en');

test('the map counts what was received, and an added stream runs here and on the command line', async ({
  catbird,
  serve,
}, testInfo) => {
  const { page } = catbird;
  const http = await serve(startHttp());
  await catbird.open();
  await choose(page, 'shop.yaml', shop(http.url));
  const map = step(page).getByRole('region', { name: 'Where rows come from' });
  const drawing = map.getByRole('img');
  await expect(drawing).toHaveAccessibleName(/^0 rows of orders and payments drawn from customer/);
  await press(page, 'Start all');
  await expect(state(page)).toHaveText('Done');
  const first = [...http.rows];
  const [placed, paid] = [countOf(first, 'placed'), countOf(first, 'paid')];
  expect(Number(placed)).toBe(432);
  await expect(drawing).toHaveAccessibleName(
    `${first.length} rows of orders and payments drawn from customer; ${placed} rows of orders sent from journey step; ${paid} rows of payments sent from journey step.`,
  );
  await expect(map.locator('.map-count')).toHaveText([String(first.length), placed, paid]);

  // A link leads to the row of its stream, and its edges are brighter.
  const link = map.getByRole('link', { name: 'payments' });
  await link.focus();
  await expect(map.locator('.is-lit')).toHaveCount(2);
  await link.press('Enter');
  await expect(rowOf(page, 'payments').getByRole('button', { name: 'payments' })).toBeFocused();

  // What the config implies comes first; by keyboard.
  const add = step(page).getByRole('button', { name: /^Add a stream/ });
  await add.press('ArrowDown');
  const items = step(page).getByRole('menuitem');
  await expect(items.nth(0)).toContainText('Events when cancelled');
  await expect(items.nth(1)).toContainText('Table of customer');
  await expect(items.last()).toContainText('An empty stream');
  // accessible-states.ts looks at it in both themes.
  await expectAccessible(catbird, ['light'], '#streams');
  await page.keyboard.press('Enter');
  await expect(add).toBeFocused();
  await expect(rowOf(page, 'cancelled')).toContainText('Ready');
  await add.press('ArrowDown');
  await step(page).getByRole('menuitem', { name: 'Table of customer' }).press('Enter');
  await expect(rowOf(page, 'customer')).toContainText('Ready');
  await expect(step(page)).toContainText('Added customer. Download config saves it.');
  await press(page, 'Start all');
  for (const name of ['cancelled', 'customer'])
    await expect(rowOf(page, name).locator('td').first()).toContainText('Done');
  await expect(state(page)).toHaveText('Done');
  const second = http.rows.slice(first.length);
  const cancelled = countOf(second, 'cancelled');
  // Orders that wait when the day ends are neither.
  expect(Number(cancelled)).toBeGreaterThan(50);
  expect(Number(placed)).toBeGreaterThanOrEqual(Number(paid) + Number(cancelled));
  expect(second).toHaveLength(first.length + Number(cancelled) + 20);
  await expect(drawing).toHaveAccessibleName(
    new RegExp(
      `; ${cancelled} rows of cancelled sent from journey step; 20 rows of customer sent from customer\\.$`,
    ),
  );

  // The saved config gives the same rows in a terminal, and a reload opens it.
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download config')]);
  const file = testInfo.outputPath(download.suggestedFilename());
  await download.saveAs(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    streams: {
      cancelled: { settings: { url: `${http.url}/events?topic=cancelled` } },
      customer: { entity: 'customer', settings: { url: `${http.url}/events?topic=customer` } },
    },
  });
  const before = http.rows.length;
  await run(process.execPath, [CATBIRD, 'run', file]);
  expect(inOrder(http.rows.slice(before))).toEqual(inOrder(second));
  await page.reload();
  await expect(rowOf(page, 'customer')).toContainText('Ready');
});

test('an opened config', async ({ catbird }) => {
  const { page } = catbird;
  for (const [width, height] of [
    [1440, 900],
    [390, 700],
  ] as const)
    await test.step(`an opened config scrolls to its streams with Start all in view, at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height });
      await catbird.open();
      // The starter is a config, too.
      await page.getByRole('button', { name: 'Orders and payments' }).click();
      await expect(step(page).getByRole('heading', { name: 'Streams', exact: true })).toBeFocused();
      await expect(rowOf(page, 'payments')).toContainText('Ready');
      await expect(rowOf(page, 'payments')).toContainText('Log, 0.01 journeys/s');
      await expect(step(page).getByRole('button', { name: 'Start all' })).toBeInViewport({ ratio: 1 });
      await expect(step(page).getByRole('heading', { name: 'Streams', exact: true })).toBeInViewport();
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    });
  await test.step('its map counts what its streams send', async () => {
    await press(page, 'Start all');
    const map = step(page).getByRole('region', { name: 'Where rows come from' });
    await expect(map.getByText(/^[1-9][\d,]* sent/).first()).toBeVisible();
    await expectAccessible(catbird, ['light'], '#streams');
    await press(page, 'Stop all');
    await expect(state(page)).toHaveText('Stopped');
  });
});

test('a config that is edited', async ({ catbird }) => {
  await test.step('a config is edited in the page, and the text stays open until it has no problem', async () => {
    const { page } = catbird;
    await catbird.open();
    const config = '# Mine\ndestination: log\nschema: { id: { type: string.uuid } }\nlimit: 3\n';
    await choose(page, 'own.yaml', config);
    await expect(step(page).getByText('Ready')).toBeVisible();
    await press(page, 'Edit config');
    const text = step(page).getByRole('textbox', { name: 'Text of own.yaml' });
    await expect(text).toHaveValue(config);
    await text.fill(config.replace('id:', 'total: { type: number.whole }, id:'));
    await press(page, 'Use this text');
    await expect(step(page).getByRole('alert', { name: 'Problems' })).toContainText('own.yaml, line 3');
    await expectAccessible(catbird, THEMES, '#streams');
    await text.fill(config.replace('id:', 'total: { type: number.int }, id:'));
    await press(page, 'Use this text');
    await expect(text).toBeHidden();
    await expect(step(page).getByText('2 fields')).toBeVisible();
    await press(page, 'Start all');
    await expect(state(page)).toHaveText('Done');
    // The edited text is in the address, and in the file with its comment.
    await page.reload();
    await expect(step(page).getByText('2 fields')).toBeVisible();
  });

  await test.step('while a config is edited, a mistake that its streams share is named once', async () => {
    const { page } = catbird;
    await catbird.open();
    const entities = { user: { size: 5, fields: { name: { type: 'person.fulName' } } } };
    const schema = { user: { type: 'catbird.entity', params: { of: 'user' } } };
    const streams = { a: { schema }, b: { schema } };
    await choose(page, 'shared.json', JSON.stringify({ destination: 'log', entities, streams }));
    await expect(rowOf(page, 'b')).toContainText('Problems');
    await press(page, 'Edit config');
    const problems = step(page).getByRole('alert', { name: 'Problems' });
    await expect(problems.getByRole('listitem')).toHaveText(/person\.fulName: Unknown generator type/);
  });

  await test.step('streams that share nothing have no map, and one of many streams is folded', async () => {
    const { page } = catbird;
    await catbird.open();
    await choose(page, 'two.yaml', 'destination: log\ntemplate: Simple Example\nstreams: { a: {}, b: {} }\n');
    await expect(rowOf(page, 'b')).toContainText('Ready');
    const map = step(page).getByRole('region', { name: 'Where rows come from' });
    await expect(map).toBeHidden();
    await press(page, 'Close config');
    const schema = { user: { type: 'catbird.entity', params: { of: 'user' } } };
    const streams = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`s${i}`, { schema }]));
    const entities = { user: { size: 5, fields: { name: { type: 'person.firstName' } } } };
    await choose(page, 'many.json', JSON.stringify({ destination: 'log', entities, streams }));
    await expect(map.getByRole('img')).toBeHidden();
    await map.getByText('Show map').click();
    await expect(map.getByRole('img')).toBeVisible();
  });
});
