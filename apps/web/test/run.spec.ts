import { startHttp } from '../../../test/services/http.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expect, STOP_WAIT_MS, test, tinybirdLink, type Catbird } from './page.ts';
import { engineRows, TIMELESS } from './rows.ts';

const countOf = async (catbird: Catbird): Promise<number> =>
  Number((await catbird.total.innerText()).replaceAll(',', ''));

test('destination, settings, template and editor are locked while generation runs, and unlocked afterwards', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '5' }));
  await catbird.json();
  const radios = catbird.settings.getByRole('group', { name: 'Destination' }).getByRole('radio');
  await catbird.generate();
  await expect(catbird.phase).toHaveText('Running');
  for (const radio of await radios.all()) await expect(radio).toBeDisabled();
  for (const label of ['Host', 'Endpoint', 'Data Source name', 'Data Source API Token', 'Events Per Second'])
    await expect(catbird.field(label)).toBeDisabled();
  await expect(catbird.template).toBeDisabled();
  await expect(catbird.editor).toHaveAttribute('contenteditable', 'false');
  await expect(catbird.settings.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect(catbird.schema.getByRole('button', { name: 'Format' })).toBeDisabled();
  await expect(catbird.schema).toContainText('Locked while a stream runs');
  await catbird.stop();
  await catbird.over('Stopped');
  for (const radio of await radios.all()) await expect(radio).toBeEnabled();
  await expect(catbird.field('Events Per Second')).toBeEnabled();
  await expect(catbird.template).toBeEnabled();
  await expect(catbird.editor).toHaveAttribute('contenteditable', 'true');
});

test('the first Stop waits for a service that does not answer, the second one does not, and unconfirmed rows do not count as sent', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  tinybird.answerWith({ status: 202, body: '{}', afterMs: 60_000 });
  await catbird.open(tinybirdLink(tinybird.url, { eps: '10' }));
  await catbird.generate();
  await expect.poll(() => tinybird.requests.length).toBeGreaterThan(0);
  await catbird.stop();
  await expect(catbird.overview).toContainText('rows still in flight');
  expect(await catbird.timeToStop('Stop without waiting')).toBeLessThan(STOP_WAIT_MS);
  await catbird.over('Stopped');
  await expect(catbird.total).toHaveText('0');
  await expect(catbird.overview.locator('.ledger')).toContainText('of these uncertain');
});

test('a limit is exact: 5 at 10 events/s sends 5, and the run stops by itself', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '10', limit: '5' }));
  await catbird.preview();
  const workers = catbird.page.workers().length;
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.session).toHaveText('5');
  expect(tinybird.rows).toHaveLength(5);
  await expect.poll(() => catbird.page.workers().length).toBe(workers);
});

test('pressing Start twice starts once, in the schema designer and on the overview', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '3', limit: '3' }));
  await catbird.schema.getByRole('button', { name: 'Start Generating!' }).dblclick();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('3');
  await catbird.overview.getByRole('button', { name: 'Start Generating!' }).evaluate((button) => {
    (button as HTMLButtonElement).click();
    (button as HTMLButtonElement).click();
  });
  await expect(catbird.total).toHaveText('6');
  await catbird.over('Done');
  await expect(catbird.session).toHaveText('3');
  expect(tinybird.rows).toHaveLength(6);
});

test('without a limit the run continues until Stop', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '100' }));
  await catbird.generate();
  await expect.poll(() => countOf(catbird)).toBeGreaterThanOrEqual(200);
  await expect(catbird.phase).toHaveText('Running');
  await expect(catbird.overview).toContainText('No limit');
  await catbird.stop();
  await catbird.over('Stopped');
});

test('Start on the overview resets the session count and keeps the total; Start in the schema designer works at step 2 only', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '3', limit: '3' }));
  await expect(catbird.schema.getByRole('button', { name: 'Start Generating!' })).toBeVisible();
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.schema.getByRole('button', { name: 'Start Generating!' })).toHaveCount(0);
  await catbird.start();
  await expect(catbird.total).toHaveText('6');
  await expect(catbird.session).toHaveText('3');
  await catbird.over('Done');
  await catbird.start();
  await expect(catbird.total).toHaveText('9');
  await expect(catbird.session).toHaveText('3');
  expect(tinybird.rows).toHaveLength(9);
});

test('the overview shows Total Events Sent, Sent this session, a summary of the config, the rate achieved and the elapsed time', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '20', limit: '20', template: 'Stock Prices' }));
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.overview.getByText('Total Events Sent', { exact: true })).toBeVisible();
  await expect(catbird.overview.getByText('Sent this session', { exact: true })).toBeVisible();
  const summary = catbird.overview.locator('.config');
  for (const [term, value] of [
    ['Destination', 'Tinybird Events API'],
    ['Host', 'Custom'],
    ['Endpoint', tinybird.url],
    ['Data Source name', 'events'],
    ['Data Source API Token', 'Set, not shown'],
    ['Events Per Second', '20'],
    ['Limit', '20'],
    ['Template', 'Stock Prices'],
  ] as const)
    await expect(summary.locator('div', { has: catbird.page.getByText(term, { exact: true }) })).toHaveText(
      `${term}${value}`,
    );
  await expect(catbird.overview.locator('.legend')).toContainText('Achieved');
  await expect(catbird.overview.locator('.state')).toContainText(/after [\d.]+ s/);
  await expect(catbird.count('Generated')).toHaveText('20');
  await expect(catbird.count('Accepted')).toHaveText('20');
});

test('quarantined rows do not count as sent and are shown separately', async ({ catbird, serve }) => {
  let seen = 0;
  const tinybird = await serve(startTinybird({ quarantines: () => ++seen % 4 === 0 }));
  await catbird.open(tinybirdLink(tinybird.url, { eps: '20', limit: '20', onFailure: 'continue' }));
  await catbird.generate();
  await catbird.over('Done');
  await expect(catbird.total).toHaveText('15');
  await expect(catbird.overview.getByRole('row', { name: /^Quarantined/ })).toContainText('5');
  expect(tinybird.quarantined).toHaveLength(5);
});

test("the same seed produces the same rows: the server receives the engine's rows, and the first is the previewed one", async ({
  catbird,
  serve,
}) => {
  const http = await serve(startHttp());
  await catbird.open({ generatorName: 'HTTP', url: `${http.url}/events`, eps: '30', limit: '30' });
  await catbird.write(TIMELESS);
  await catbird.schema.getByLabel('Seed').fill('a seed of words');
  await catbird.preview();
  const preview = await catbird.schema.locator('.wire code').innerText();
  await catbird.generate();
  await catbird.over('Done');
  // The second session continues where the first one ended.
  await catbird.start();
  await expect(catbird.total).toHaveText('60');
  await catbird.over('Done');
  const sent = http.requests.map(({ body }) => body.toString()).join('');
  expect(sent.split('\n').slice(0, -1)).toEqual(engineRows(TIMELESS, 'a seed of words', 0, 60));
  expect(sent.split('\n')[0]).toBe(preview);
});

test('the rows of a template with timestamps match the preview except for the timestamps', async ({
  catbird,
  serve,
}) => {
  const tinybird = await serve(startTinybird());
  await catbird.open(
    tinybirdLink(tinybird.url, { template: 'Web Analytics Starter Kit', seed: '42', limit: '1' }),
  );
  await catbird.preview();
  const { timestamp, ...preview } = JSON.parse(
    await catbird.schema.locator('.wire code').innerText(),
  ) as Record<string, unknown>;
  await catbird.generate();
  await catbird.over('Done');
  expect(tinybird.rows[0]).toMatchObject(preview);
  expect(Date.parse(String(timestamp))).toBeGreaterThan(Date.now() - 60_000);
  expect(Object.keys(tinybird.rows[0] as object)).toContain('timestamp');
});

test('generation runs in a background worker, and Stop ends it', async ({ catbird, serve }) => {
  const tinybird = await serve(startTinybird());
  // The page itself cannot send anything; a worker has its own fetch.
  await catbird.page.addInitScript(() => {
    const refuse = (): never => {
      throw new Error('The page itself sent a request');
    };
    Object.assign(window, { fetch: refuse, XMLHttpRequest: refuse });
    navigator.sendBeacon = refuse;
  });
  await catbird.open(tinybirdLink(tinybird.url, { eps: '5' }));
  await catbird.preview();
  const before = catbird.page.workers().length;
  await catbird.generate();
  await expect(catbird.phase).toHaveText('Running');
  await expect.poll(() => catbird.page.workers().length).toBe(before + 1);
  const control = catbird.overview.getByRole('button', { name: /Generating!$/ });
  await expect(control).toHaveText('Stop Generating!');
  await expect.poll(() => tinybird.rows.length).toBeGreaterThan(0);
  await catbird.stop();
  await catbird.over('Stopped');
  await expect(control).toHaveText('Start Generating!');
  await expect.poll(() => catbird.page.workers().length).toBe(before);
});
