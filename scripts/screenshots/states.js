// States beside the steps of one stream: parts that open on request, links, earlier runs, and several streams.
import { deflateRawSync } from 'node:zlib';
import { showView } from './flow.js';

/** @typedef {import('./flow.js').Page} Page */
/** @typedef {import('./flow.js').Shoot} Shoot */

const CONFIG = `seed: 42
destination: http
settings: { url: 'URL/events', headers: { authorization: 'Bearer \${SHOP_TOKEN}' } }
entities:
  user:
    size: 500
    fields:
      first: { type: person.firstName }
streams:
  users: { entity: user, eps: max }
  orders:
    eps: 200
    startAfter: users
    schema:
      user_id: { type: catbird.entity, params: { of: user } }
      first: { type: catbird.ref, params: user_id.first }
      total: { type: number.int, params: { max: 100 } }
  audit:
    destination: kafka
    settings: { brokers: localhost:9092, topic: audit }
    schema: { at: { type: catbird.timestampNow } }
`;

/**
 * Settings with all of them shown, and the parts of the designer for one field.
 * @param {Page} page
 * @param {string} origin
 * @param {Shoot} shoot
 */
async function parts(page, origin, shoot) {
  await page.goto(`${origin}?generatorName=Log&eps=500&seed=42&template=Online+Shop&schema=Preset`);
  const settings = page.locator('#settings');
  await settings.locator('summary').click();
  await settings.getByText('Keep credentials').or(settings.getByText('Print events')).first().waitFor();
  await shoot('2-settings-open', 'Settings');
  await settings.locator('.time-rate').scrollIntoViewIfNeeded();
  await shoot('2-time-and-rate');

  await showView(page, 'Fields');
  const schema = page.locator('#schema');
  const table = schema.getByRole('treegrid');
  await table.locator('[role=row][data-id]').nth(1).click();
  await shoot('3-field', 'Schema Designer');
  await page.keyboard.press('Escape');
  await table.getByRole('row').nth(3).focus();
  await page.keyboard.press('t');
  const picker = page.getByRole('dialog', { name: /^Choose a type/ });
  await picker.getByRole('combobox').fill('latency');
  await picker.locator('.tp-values > span').nth(2).waitFor();
  await page.waitForLoadState('networkidle');
  await shoot('3-type-picker');
  await page.keyboard.press('Escape');
}

/**
 * Links that lack something.
 * @param {Page} page
 * @param {string} origin
 * @param {Shoot} shoot
 */
async function links(page, origin, shoot) {
  for (const [name, query] of [
    ['1-link-without-token', 'generatorName=Tinybird&eps=10&datasource=events'],
    ['1-link-damaged', 'generatorName=Log&eps=ten'],
  ]) {
    await page.goto(`${origin}?${query}`);
    await page
      .getByText(/^This link/)
      .first()
      .waitFor();
    await shoot(name ?? '');
  }
}

/**
 * A stream that a reload interrupted, and the landing page after it.
 * @param {Page} page
 * @param {string} origin
 * @param {Shoot} shoot
 */
async function earlier(page, origin, shoot) {
  await page.goto(`${origin}?generatorName=Log&eps=50&seed=42&template=Stock+Prices&schema=Preset`);
  await page.getByRole('button', { name: 'Start Generating!' }).last().click();
  await page.getByRole('button', { name: 'Stop Generating!' }).waitFor();
  await page.waitForTimeout(2500);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('region', { name: 'Earlier run' }).waitFor();
  await page.getByRole('region', { name: 'Earlier run' }).scrollIntoViewIfNeeded();
  await shoot('4-earlier-run');
  await page.goto(origin);
  await page.getByRole('button', { name: 'Start generating data' }).waitFor();
  await shoot('1-landing-recent');
}

/**
 * Several streams of a config.
 * @param {Page} page
 * @param {string} origin
 * @param {string} endpoint
 * @param {Shoot} shoot
 */
async function streams(page, origin, endpoint, shoot) {
  const text = deflateRawSync(CONFIG.replace('URL', endpoint)).toString('base64url');
  await page.goto(`${origin}?config=z1.${text}`);
  const step = page.locator('#streams');
  await step.getByLabel('SHOP_TOKEN', { exact: true }).fill('p.a-token-for-the-picture');
  await shoot('5-streams', 'Streams');
  await step.getByRole('button', { name: 'Start all' }).click();
  await page.waitForTimeout(5000);
  await shoot('5-streams-running', 'Streams');
  await step.getByRole('button', { name: 'orders', exact: true }).click();
  await shoot('5-stream-running', 'orders');
  await step.getByRole('button', { name: 'All streams' }).click();
  await step.getByRole('button', { name: 'Stop all' }).click();
  await step.getByRole('button', { name: 'Start all' }).waitFor();
  await shoot('5-streams-stopped', 'Streams');
  await page.reload();
  await step.getByLabel('SHOP_TOKEN', { exact: true }).fill('');
  await step.getByRole('button', { name: /^Continue each stream/ }).click();
  await step.getByText('Enter SHOP_TOKEN first.').first().waitFor();
  await shoot('5-streams-earlier-run', 'Streams');
}

/**
 * @param {Page} page
 * @param {string} origin
 * @param {string} endpoint
 * @param {Shoot} shoot
 */
export async function states(page, origin, endpoint, shoot) {
  await links(page, origin, shoot);
  await parts(page, origin, shoot);
  await earlier(page, origin, shoot);
  await streams(page, origin, endpoint, shoot);
}
