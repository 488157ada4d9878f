import { repositoryUrl } from '../../../scripts/repository.js';
import { expect, test, tinybirdLink, UNREACHABLE } from './page.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the page opens at the landing: a title, the three steps Connect, Build the schema and Generate data, and a button "Start generating data"', async ({
  catbird,
}) => {
  await catbird.open();
  await expect(catbird.landing.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(catbird.landing.getByRole('heading', { level: 2 })).toHaveText([
    /Connect$/,
    /Build the schema$/,
    /Generate data$/,
  ]);
  for (const description of await catbird.landing.locator('.three p').allInnerTexts()) {
    expect(description.length).toBeGreaterThan(20);
  }
  await expect(catbird.landing.getByRole('button', { name: 'Start generating data' })).toBeVisible();
  await expect(catbird.settings).toHaveCount(0);
  await expect(catbird.schema).toHaveCount(0);
  await expect(catbird.overview).toHaveCount(0);
  expect(new URL(catbird.page.url()).pathname).toBe('/');
});

test('the left column holds links to Docs and to the source repository, and the step list', async ({
  catbird,
}) => {
  await catbird.open();
  const about = catbird.page.getByRole('navigation', { name: 'About' });
  await expect(about.getByRole('link', { name: 'Docs' })).toHaveAttribute('href', 'docs/');
  await expect(about.getByRole('link', { name: 'Source' })).toHaveAttribute('href', repositoryUrl());
  await expect(catbird.steps.getByRole('listitem')).toHaveText([
    /^Connect/,
    /^Build the schema/,
    /^Generate data/,
  ]);
  const [column, steps] = await Promise.all([
    catbird.page.getByRole('banner').boundingBox(),
    catbird.page.getByRole('main').boundingBox(),
  ]);
  expect((column?.x ?? NaN) + (column?.width ?? NaN)).toBeLessThanOrEqual(steps?.x ?? NaN);
});

test('steps are revealed one by one, and only reached steps are links', async ({ catbird }) => {
  await catbird.open();
  await expect(catbird.steps.getByRole('link')).toHaveCount(0);
  await expect(catbird.steps.getByRole('button', { name: 'Connect' })).toBeDisabled();

  await catbird.begin();
  await expect(catbird.steps.getByRole('link')).toHaveText([/^Connect/]);
  await expect(catbird.schema).toHaveCount(0);

  await catbird.connect('Log');
  await catbird.save();
  await expect(catbird.schema).toBeVisible();
  await expect(catbird.steps.getByRole('link')).toHaveText([/^Connect/, /^Build the schema/]);
  await expect(catbird.steps.getByRole('button', { name: 'Generate data' })).toBeDisabled();
  await expect(catbird.overview).toHaveCount(0);

  await catbird.generate();
  await expect(catbird.overview).toBeVisible();
  await expect(catbird.steps.getByRole('link')).toHaveCount(3);
  await catbird.stop();
  await catbird.over('Stopped');
  await catbird.start();
  await catbird.stop();
  await catbird.over('Stopped');
  // There is no fourth step.
  await expect(catbird.steps.getByRole('listitem')).toHaveCount(3);
  expect(new URL(catbird.page.url()).pathname).toBe('/');
});

test('the step list highlights the step in view, and a click scrolls back to an earlier step', async ({
  catbird,
}) => {
  await catbird.open({ generatorName: 'Log' });
  const link = (name: RegExp) => catbird.steps.getByRole('link', { name });
  await expect(link(/^Build the schema/)).toHaveAttribute('aria-current', 'step');
  await expect(link(/^Connect/)).not.toHaveAttribute('aria-current');
  await link(/^Connect/).click();
  await expect(catbird.settings.getByRole('heading', { name: 'Settings' })).toBeInViewport();
  await expect(link(/^Connect/)).toHaveAttribute('aria-current', 'step');
  await expect(link(/^Build the schema/)).not.toHaveAttribute('aria-current');
});

test('the page scrolls to the newest step on every step change', async ({ catbird }) => {
  await catbird.open();
  await catbird.begin();
  await expect(catbird.settings.getByRole('heading', { name: 'Settings' })).toBeInViewport();
  await catbird.connect('Log');
  await catbird.save();
  await expect(catbird.schema.getByRole('heading', { name: 'Schema Designer' })).toBeInViewport();
  await catbird.generate();
  await expect(catbird.overview.getByRole('heading', { name: 'Overview' })).toBeInViewport();
  await catbird.stop();
});

test('rows of a template flow in with what they are like, their numbers only rise, and they end', async ({
  catbird,
}) => {
  await catbird.page.clock.install();
  await catbird.open();
  const show = catbird.landing.getByRole('region', { name: 'A sample of a stream' });
  const newest = show.locator('tbody tr').first();
  const shares = show.getByRole('list').first();
  await expect(newest).toBeVisible();
  let last = Number(await newest.locator('td').first().innerText());
  const before = await shares.innerText();
  for (let i = 0; i < 20; i++) {
    await catbird.page.clock.runFor(2000);
    const now = Number(await newest.locator('td').first().innerText());
    expect(now).toBeGreaterThan(last);
    last = now;
  }
  expect(await shares.innerText()).not.toBe(before);
  // The marked value is that of the newest row, unless that is one of the others. No row comes meanwhile.
  await show.getByRole('button', { name: 'Pause' }).click();
  const page = await newest.locator('td[data-field=page]').innerText();
  const listed = await shares.locator('.share-name').allInnerTexts();
  expect(await shares.locator('.is-newest .share-name').allInnerTexts()).toEqual(
    listed.filter((name) => name === page),
  );
  await show.getByRole('button', { name: 'Play' }).click();
  await catbird.page.clock.runFor(200_000);
  await expect(show).toContainText('All rows shown');
  expect(Number(await newest.locator('td').first().innerText())).toBeGreaterThan(last);
});

test('the landing has at most 300 words above the templates', async ({ catbird }) => {
  await catbird.open();
  await expect(catbird.page.locator('.places')).toBeVisible();
  await expect(catbird.landing.locator('.show')).toBeVisible();
  const words = await catbird.page.locator('#landing, .places').evaluateAll((parts) => {
    const texts = parts.map((part) => {
      const copy = part.cloneNode(true) as HTMLElement;
      for (const hidden of copy.querySelectorAll('[aria-hidden=true], .sr')) hidden.remove();
      document.body.append(copy);
      const text = copy.innerText;
      copy.remove();
      return text;
    });
    return texts
      .join(' ')
      .split(/\s+/)
      .filter((word) => /\w/.test(word)).length;
  });
  expect(words).toBeLessThanOrEqual(300);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the page jumps to the step of a link instead of scrolling', async ({ catbird }) => {
    const asked: string[] = [];
    await catbird.page.exposeFunction('tell', (behaviour: string) => asked.push(behaviour));
    await catbird.page.addInitScript(() => {
      const page = window as unknown as { tell(behaviour: string): void };
      Element.prototype.scrollIntoView = (options) =>
        page.tell(typeof options === 'object' ? String(options.behavior) : 'none');
    });
    await catbird.open({ generatorName: 'Log' });
    await expect(catbird.schema).toBeVisible();
    await expect.poll(() => asked).toEqual(['instant']);
  });

  test('the sample stream stands still until Play is pressed', async ({ catbird }) => {
    await catbird.page.clock.install();
    await catbird.open();
    const rows = catbird.landing.locator('.show-rows tbody td:first-child');
    await expect(rows).toHaveCount(14);
    const before = await rows.allInnerTexts();
    await catbird.page.clock.runFor(10_000);
    expect(await rows.allInnerTexts()).toEqual(before);
    await catbird.landing.getByRole('button', { name: 'Play' }).click();
    await expect(catbird.landing.getByRole('button', { name: 'Pause' })).toBeVisible();
    await catbird.page.clock.runFor(1000);
    await expect.poll(() => rows.allInnerTexts()).not.toEqual(before);
  });
});

test('the first load requests only its own server, and contains neither generator, editor nor chart', async ({
  catbird,
}) => {
  const scripts: Promise<string>[] = [];
  const hosts = new Set<string>();
  const names: string[] = [];
  let isFirstLoad = true;
  catbird.page.on('response', (response) => {
    hosts.add(new URL(response.url()).host);
    if (!response.url().endsWith('.js')) return;
    names.push(new URL(response.url()).pathname);
    if (isFirstLoad) scripts.push(response.text());
  });
  await catbird.open();
  await catbird.page.waitForLoadState('networkidle');
  expect([...hosts]).toEqual([new URL(catbird.page.url()).host]);
  expect(names.join(' ')).not.toMatch(/worker|editor|plot/);
  isFirstLoad = false;
  const text = (await Promise.all(scripts)).join('\n');
  // Words from faker's lists.
  expect(text).not.toMatch(/Schulist|Kshlerin|Lueilwitz/);
  expect(text).not.toContain('cm-content');

  // The editor loads with the schema step, and the generator with its worker.
  await catbird.begin();
  await catbird.connect('Log');
  await catbird.save();
  await catbird.json();
  await expect(catbird.editor).toBeVisible();
  await expect.poll(() => names.join(' ')).toMatch(/editor.*\.js/);
  await expect.poll(() => names.join(' ')).toMatch(/worker.*\.js/);
});

test("there are no accounts: the page asks only for the destination's credentials", async ({ catbird }) => {
  await catbird.open();
  await expect(catbird.page.getByRole('button', { name: /sign in|log in|register/i })).toHaveCount(0);
  expect(await catbird.page.context().cookies()).toEqual([]);
  await catbird.begin();
  await expect(catbird.settings.getByRole('textbox')).toHaveCount(2);
  await expect(catbird.settings.getByLabel('Data Source API Token', { exact: true })).toHaveAttribute(
    'type',
    'password',
  );
});

test.describe('Try it here', () => {
  const tryIt = 'Try it here, no account';

  test('streams 2,000 events of the real engine into the page, fills in every step, and leaves address and storage alone', async ({
    catbird,
  }) => {
    await catbird.open();
    await catbird.page.evaluate(() => {
      localStorage.setItem('keep-credentials-out', 'true');
      sessionStorage.setItem('credentials.Tinybird', '{"https://a.example":{"token":"p.kept"}}');
    });
    const stored = (): Promise<unknown> =>
      catbird.page.evaluate(() => [
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        location.href,
      ]);
    const before = await stored();
    await catbird.landing.getByRole('button', { name: tryIt }).dblclick();
    const events = catbird.overview.getByRole('table', { name: /latest events/i }).getByRole('row');
    await expect.poll(() => events.count()).toBeGreaterThan(5);
    await expect(catbird.overview.getByRole('heading', { name: 'Overview' })).toBeInViewport();
    await expect(catbird.template).toHaveValue('IoT Sensors');
    await expect(catbird.settings.getByRole('radio', { name: /^Log/ })).toBeChecked();
    await expect(catbird.field('Events Per Second')).toHaveValue('200');
    await expect(catbird.sample).toContainText('sensor_id');
    await catbird.over('Done');
    await expect(catbird.total).toHaveText('2,000');
    await expect
      .poll(() => catbird.console.filter((line) => line.startsWith('{"timestamp"')))
      .toHaveLength(2000);
    expect(await stored()).toEqual(before);
  });

  test("streams a link's own schema, and prints nothing once printing is switched off", async ({
    catbird,
  }) => {
    await catbird.open({ generatorName: 'Log' });
    const printing = catbird.settings.getByRole('switch', { name: 'Print events to the console' });
    await expect(printing).toBeChecked();
    await printing.click();
    await catbird.open({ template: 'Flappybird' });
    await catbird.landing.getByRole('button', { name: tryIt }).click();
    await catbird.over('Done');
    await expect(catbird.template).toHaveValue('Flappybird');
    await expect(catbird.total).toHaveText('2,000');
    expect(catbird.console.filter((line) => line.startsWith('{'))).toEqual([]);
  });
});

test('a template of the gallery is the schema of the next step, and a phone shows five until all are asked for', async ({
  catbird,
}) => {
  await catbird.page.setViewportSize({ width: 390, height: 844 });
  await catbird.open();
  const gallery = catbird.page.getByRole('region', { name: 'Start from a template' });
  const cards = gallery.getByRole('listitem').filter({ visible: true });
  await expect(cards).toHaveCount(5);
  await gallery.getByRole('button', { name: 'Show all 14' }).click();
  await expect(cards).toHaveCount(14);
  await gallery.getByRole('button', { name: /^IoT Sensors/ }).click();
  await catbird.connect('Log');
  await catbird.save();
  await expect(catbird.template).toHaveValue('IoT Sensors');
});

test('streams started here can be opened again from the landing page, without credentials, until they are cleared', async ({
  catbird,
}) => {
  const { page } = catbird;
  await catbird.open(tinybirdLink(UNREACHABLE, { eps: '7', template: 'Stock Prices' }));
  await catbird.generate();
  await expect(catbird.overview.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('recent-streams'))).toContain('Stock');
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('p.a-token');
  await catbird.open();
  const recent = page.getByRole('region', { name: 'Recent streams' });
  await expect(recent.getByRole('listitem')).toHaveText([
    /Stock Prices.*to Tinybird Events API, events, 7\/s/s,
  ]);
  await recent.getByRole('link', { name: /^Open Stock Prices/ }).click();
  // The link has everything but the token.
  await expect(catbird.landing).toContainText('This link needs Data Source API Token');
  await expect.poll(() => catbird.query().get('datasource')).toBe('events');
  await recent.getByRole('button', { name: 'Clear' }).click();
  await expect(recent).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Start from a template' })).toBeVisible();
  await expect(recent).toHaveCount(0);
});
