// The steps of one stream, as a person goes through them.

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {(name: string, heading?: string) => Promise<void>} Shoot With a heading, the picture begins there. */

/** The token that the stand-in refuses. */
export const REFUSED_TOKEN = 'p.an-expired-token';

/**
 * @param {Page} page
 * @param {string} endpoint
 */
async function fillSettings(page, endpoint) {
  await page.getByRole('radio', { name: /Tinybird/ }).check();
  await page.getByRole('combobox', { name: /host/i }).selectOption('custom');
  await page.getByLabel(/^endpoint/i).fill(endpoint);
  await page.getByRole('textbox', { name: /data ?source(?!.*token)/i }).fill('web_events');
  await page.getByLabel(/token/i).and(page.locator('input')).fill('p.a-token-for-the-picture');
  await page.getByLabel('Events Per Second').fill('1000');
}

/**
 * @param {Page} page
 * @param {Shoot} shoot
 */
async function typeIssues(page, shoot) {
  await chooseTemplate(page, 'Simple Example');
  await showView(page, 'JSON');
  const editor = page.locator('.cm-content');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    '{\n  "user_id": { "type": "string.uid" },\n  "tags": { "type": "lorem.word", "count": 0 }\n}',
  );
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await shoot('3-schema-with-issues', 'Schema Designer');
}

/**
 * Shows a view of the schema, unless it is shown.
 * @param {Page} page
 * @param {'Fields' | 'JSON'} view
 */
export async function showView(page, view) {
  const button = page.locator('#schema').getByRole('button', { name: view, exact: true });
  if (await button.isVisible()) await button.click();
}

/**
 * @param {Page} page
 * @param {string} name
 */
const chooseTemplate = (page, name) =>
  page.locator('#schema').getByRole('combobox', { name: 'Template', exact: true }).selectOption(name);

/**
 * Chooses an item of the menu.
 * @param {Page} page
 * @param {string} item
 */
async function startFrom(page, item) {
  const schema = page.locator('#schema');
  await schema.getByRole('button', { name: 'More', exact: true }).click();
  await schema.getByRole('menu').locator('button', { hasText: item }).click();
}

/**
 * The parts of the designer that open on request.
 * @param {Page} page
 * @param {Shoot} shoot
 */
async function designer(page, shoot) {
  await showView(page, 'Fields');
  await page.locator('#schema').getByRole('treegrid').waitFor();
  await shoot('3-fields', 'Schema Designer');
  await showView(page, 'JSON');
  await startFrom(page, 'Browse templates');
  await page.getByRole('dialog').waitFor();
  await shoot('3-gallery');
  await page.keyboard.press('Escape');
}

/**
 * The box of the landing with an event, which it answers with rows like it.
 * @param {Page} page
 * @param {Shoot} shoot
 */
async function paste(page, shoot) {
  const box = page.locator('#landing').getByRole('textbox');
  await box.fill(
    '{\n  "order_id": 50123,\n  "status": "paid",\n  "total": 39.8,\n  "user": { "id": "u_812", "email": "ada@example.com" }\n}',
  );
  await page.getByText('1,000 rows like yours').waitFor();
  await shoot('1-landing-pasted');
  await page.locator('#landing').getByRole('button', { name: 'Undo' }).click();
}

/**
 * The search of the settings, and a destination that it finds.
 * @param {Page} page
 * @param {Shoot} shoot
 */
async function search(page, shoot) {
  const settings = page.locator('#settings');
  await settings.getByRole('combobox', { name: 'Search destinations and settings' }).fill('kafka');
  const found = settings.getByRole('listbox', { name: 'Found' }).getByRole('option');
  await found.first().waitFor();
  await shoot('2-settings-search', 'Settings');
  await found.first().click();
  await shoot('2-settings-found', 'Settings');
}

/**
 * The dialog From a sample, empty and with a review.
 * @param {Page} page
 * @param {Shoot} shoot
 */
async function readSample(page, shoot) {
  await page.locator('#schema').getByRole('button', { name: 'Paste a sample' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('3-sample');
  const rows = Array.from({ length: 60 }, (_, i) =>
    [
      1001 + i,
      ['DE', 'FR', 'NL'][i % 3],
      i % 20 === 0 ? 'SW1A' : 10_000 + ((i * i * 7919) % 80_000),
      (i * 37) % 90,
    ].join(','),
  );
  await page
    .getByRole('textbox', { name: 'Sample' })
    .fill(['order_id,country,postcode,total', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Read sample' }).click();
  await page.getByRole('switch', { name: /^Copy from country/ }).click();
  await shoot('3-sample-review');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
}

/**
 * The whole flow, as a person goes through it.
 * @param {Page} page
 * @param {string} origin
 * @param {string} endpoint
 * @param {Shoot} shoot
 */
export async function walk(page, origin, endpoint, shoot) {
  const press = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(origin);
  await page.getByRole('button', { name: 'Start generating data' }).waitFor();
  await shoot('1-landing');
  await paste(page, shoot);

  await page.getByRole('button', { name: 'Start generating data' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await shoot('2-settings', 'Settings');
  await press('Continue');
  await shoot('2-settings-with-errors', 'Settings');
  await search(page, shoot);
  await fillSettings(page, endpoint);
  await shoot('2-settings-filled', 'Settings');
  await press('Continue');

  await page.locator('#schema').getByRole('treegrid').waitFor();
  await typeIssues(page, shoot);
  await chooseTemplate(page, 'Web Analytics Starter Kit');
  await press('Preview');
  await shoot('3-schema', 'Schema Designer');
  await designer(page, shoot);
  await readSample(page, shoot);
  await page.getByRole('button', { name: 'Start Generating!' }).last().click();

  await page.getByRole('button', { name: 'Stop Generating!' }).waitFor();
  await page.waitForTimeout(6000);
  await shoot('4-overview-running', 'Overview');
  await page.getByRole('button', { name: 'Stop Generating!' }).click();
  await page.getByRole('button', { name: 'Start Generating!' }).last().waitFor();
  await shoot('4-overview-stopped', 'Overview');

  await page.getByLabel(/token/i).and(page.locator('input')).fill(REFUSED_TOKEN);
  await press('Save');
  await page.getByRole('button', { name: 'Start Generating!' }).last().click();
  await page.locator('#overview').getByRole('alert').waitFor();
  await shoot('4-overview-failed', 'Overview');
}
