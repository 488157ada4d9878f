import { startHttp } from '../../../test/services/http.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { countStreams, expect, STOP_WAIT_MS, test, tinybirdLink } from './page.ts';
import { engineRows, TIMELESS } from './rows.ts';

// One page for all of these: to open one takes longer than a run.
test('runs', async ({ catbird, serve }) => {
  const { overview, page, schema, settings } = catbird;
  let isQuarantining = false;
  let seen = 0;
  const tinybird = await serve(startTinybird({ quarantines: () => isQuarantining && ++seen % 4 === 0 }));
  const countOf = async (): Promise<number> => Number((await catbird.total.innerText()).replaceAll(',', ''));
  const change = async (eps: string, limit?: string): Promise<void> => {
    await catbird.field('Events Per Second').fill(eps);
    await catbird.limit(limit);
    await catbird.save();
  };
  // The page itself cannot send anything; a worker has its own fetch.
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new Error('The page itself sent a request');
    };
    Object.assign(window, { fetch: refuse, XMLHttpRequest: refuse });
    navigator.sendBeacon = refuse;
  });
  await catbird.open(
    tinybirdLink(tinybird.url, { eps: '20', limit: '20', template: 'Stock Prices', onFailure: 'continue' }),
  );
  await catbird.preview();
  expect(await countStreams(page)).toBe(0);
  const begin = schema.getByRole('button', { name: 'Start Generating!' });

  await test.step('pressing Start twice starts once, in the schema designer and on the overview', async () => {
    await begin.dblclick();
    await catbird.over('Done');
    await expect(catbird.total).toHaveText('20');
    await overview.getByRole('button', { name: 'Start Generating!' }).evaluate((button) => {
      (button as HTMLButtonElement).click();
      (button as HTMLButtonElement).click();
    });
    await expect(catbird.total).toHaveText('40');
    await catbird.over('Done');
    await expect(catbird.session).toHaveText('20');
    expect(tinybird.rows).toHaveLength(40);
  });

  await test.step('Start on the overview resets the session count and keeps the total; Start in the schema designer works at step 2 only', async () => {
    await expect(begin).toHaveCount(0);
    await catbird.again('Done');
    await expect(catbird.total).toHaveText('60');
    await expect(catbird.session).toHaveText('20');
    expect(tinybird.rows).toHaveLength(60);
  });

  await test.step('the overview shows Total Events Sent, Sent this session, a summary of the config, the rate achieved and the elapsed time', async () => {
    await expect(overview.getByText('Total Events Sent', { exact: true })).toBeVisible();
    await expect(overview.getByText('Sent this session', { exact: true })).toBeVisible();
    const summary = overview.locator('.config');
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
      await expect(summary.locator('div', { has: page.getByText(term, { exact: true }) })).toHaveText(
        `${term}${value}`,
      );
    await expect(overview.locator('.legend')).toContainText('Achieved');
    await expect(overview.locator('.state')).toContainText(/after [\d.]+ s/);
    await expect(catbird.count('Generated')).toHaveText('20');
    await expect(catbird.count('Accepted')).toHaveText('20');
  });

  await test.step('quarantined rows do not count as sent and are shown separately', async () => {
    isQuarantining = true;
    await catbird.again('Done');
    isQuarantining = false;
    await expect(catbird.session).toHaveText('15');
    await expect(catbird.total).toHaveText('75');
    await expect(catbird.count('Quarantined')).toHaveText('5');
    expect(tinybird.quarantined).toHaveLength(5);
  });

  await test.step('a limit is exact: 5 at 10 events/s sends 5, and the run stops by itself', async () => {
    await change('10', '5');
    const before = tinybird.rows.length;
    await catbird.again('Done');
    await expect(catbird.session).toHaveText('5');
    expect(tinybird.rows).toHaveLength(before + 5);
    await expect.poll(() => countStreams(page)).toBe(0);
  });

  await test.step('generation runs in a background worker, and Stop ends it', async () => {
    await change('5');
    const before = tinybird.rows.length;
    await catbird.start();
    await expect(catbird.phase).toHaveText('Running');
    await expect.poll(() => countStreams(page)).toBe(1);
    const control = overview.getByRole('button', { name: /Generating!$/ });
    await expect(control).toHaveText('Stop Generating!');
    await expect.poll(() => tinybird.rows.length).toBeGreaterThan(before);
    await catbird.stop();
    await catbird.over('Stopped');
    await expect(control).toHaveText('Start Generating!');
    await expect.poll(() => countStreams(page)).toBe(0);
  });

  await test.step('destination, settings, template and editor are locked while generation runs, and unlocked afterwards', async () => {
    await catbird.json();
    const radios = settings.getByRole('group', { name: 'Destination' }).getByRole('radio');
    await catbird.start();
    await expect(catbird.phase).toHaveText('Running');
    for (const radio of await radios.all()) await expect(radio).toBeDisabled();
    for (const label of [
      'Host',
      'Endpoint',
      'Data Source name',
      'Data Source API Token',
      'Events Per Second',
    ])
      await expect(catbird.field(label)).toBeDisabled();
    await expect(catbird.template).toBeDisabled();
    await expect(catbird.editor).toHaveAttribute('contenteditable', 'false');
    await expect(settings.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await expect(schema.getByRole('button', { name: 'Paste a sample' })).toBeDisabled();
    await expect(schema).toContainText('Locked while a stream runs');
    await catbird.stop();
    await catbird.over('Stopped');
    for (const radio of await radios.all()) await expect(radio).toBeEnabled();
    await expect(catbird.field('Events Per Second')).toBeEnabled();
    await expect(catbird.template).toBeEnabled();
    await expect(catbird.editor).toHaveAttribute('contenteditable', 'true');
  });

  await test.step('without a limit the run continues until Stop', async () => {
    await change('1000');
    const before = await countOf();
    await catbird.start();
    await expect.poll(countOf).toBeGreaterThanOrEqual(before + 400);
    await expect(catbird.phase).toHaveText('Running');
    await expect(overview).toContainText('no limit');
    await catbird.stop();
    await catbird.over('Stopped');
  });

  await test.step('the first Stop waits for a service that does not answer, the second one does not, and unconfirmed rows do not count as sent', async () => {
    const [before, requests] = [await catbird.total.innerText(), tinybird.requests.length];
    tinybird.answerWith({ status: 202, body: '{}', afterMs: 60_000 });
    await catbird.start();
    await expect.poll(() => tinybird.requests.length).toBeGreaterThan(requests);
    await catbird.stop();
    await expect(overview).toContainText('rows still in flight');
    expect(await catbird.timeToStop('Stop without waiting')).toBeLessThan(STOP_WAIT_MS);
    await catbird.over('Stopped');
    await expect(catbird.session).toHaveText('0');
    await expect(catbird.total).toHaveText(before);
    await expect(overview.locator('.ledger')).toContainText('of these uncertain');
    tinybird.answerWith(undefined);
  });

  await test.step('a running overview is one screen with at most 15 controls, and its menu leads to everything else', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await catbird.choose('Online Shop');
    await catbird.start();
    await expect(overview.getByRole('region', { name: 'Journey' }).getByRole('img')).toBeVisible();
    // The rows of the list are one control, as radio buttons of a group are.
    const controls = await overview
      .locator('button, a[href], input, select, textarea, summary, [tabindex="0"]')
      .evaluateAll(
        (all) => all.filter((each) => each.checkVisibility() && (each as HTMLElement).tabIndex >= 0).length,
      );
    expect(controls).toBeLessThanOrEqual(15);
    const { top, bottom } = await overview.evaluate((part) => ({
      top: part.querySelector('h2')?.getBoundingClientRect().top ?? NaN,
      bottom: part.querySelector('.rest')?.getBoundingClientRect().bottom ?? NaN,
    }));
    expect(bottom - top).toBeLessThanOrEqual(880);
    await catbird.stop();
    await catbird.over('Stopped');
  });
});

test('rows of a run', async ({ catbird, serve }) => {
  const http = await serve(startHttp());
  const link = { generatorName: 'HTTP', url: `${http.url}/events` };

  await test.step("the same seed produces the same rows: the server receives the engine's rows, and the first is the previewed one", async () => {
    await catbird.open({ ...link, eps: '30', limit: '30' });
    await catbird.write(TIMELESS);
    await catbird.startFrom('Seed and download');
    await catbird.schema.getByLabel('Seed').fill('a seed of words');
    await catbird.preview();
    const preview: unknown = JSON.parse(await catbird.sample.innerText());
    await catbird.generate();
    await catbird.over('Done');
    // The second session continues where the first one ended.
    await catbird.again('Done');
    const sent = http.requests.map(({ body }) => body.toString()).join('');
    expect(sent.split('\n').slice(0, -1)).toEqual(engineRows(TIMELESS, 'a seed of words', 0, 60));
    expect(JSON.parse(sent.split('\n')[0] ?? '')).toEqual(preview);
  });

  await test.step('the rows of a template with timestamps match the preview except for the timestamps', async () => {
    const [before, beganMs] = [http.rows.length, Date.now()];
    await catbird.open({ ...link, template: 'Web Analytics Starter Kit', seed: '42', limit: '1' });
    await catbird.preview();
    const { timestamp, ...preview } = JSON.parse(await catbird.sample.innerText()) as Record<string, unknown>;
    await catbird.generate();
    await catbird.over('Done');
    expect(http.rows[before]).toMatchObject(preview);
    expect(Date.parse(String(timestamp))).toBeGreaterThan(beganMs - 60_000);
    expect(Object.keys(http.rows[before] as object)).toContain('timestamp');
  });
});
