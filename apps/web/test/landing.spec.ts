import type { Locator } from '@playwright/test';
import { repositoryUrl } from '../../../scripts/repository.js';
import { expect, test, tinybirdLink, UNREACHABLE, type Catbird } from './page.ts';
import { press, rowOf } from './streams-panel.ts';

// One page for the steps of a test: to open one takes longer than most of them.
test('the landing and the step list', async ({ catbird }) => {
  await test.step('the page opens at the landing: a title, the three steps Connect, Build the schema and Generate data, and a button "Start generating data"', async () => {
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

  await test.step('the left column holds links to Docs and to the source repository, and the step list', async () => {
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

  await test.step('the landing has at most 300 words besides its data', async () => {
    await expect(catbird.page.locator('.places')).toBeVisible();
    await expect(rowsOf(catbird).first()).toBeVisible();
    const words = await catbird.page.locator('#main').evaluate((main) => {
      const copy = main.cloneNode(true) as HTMLElement;
      for (const data of copy.querySelectorAll('table, code, select, .line-figure, .sr')) data.remove();
      document.body.append(copy);
      const text = copy.innerText;
      copy.remove();
      return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
    });
    expect(words).toBeLessThanOrEqual(300);
  });

  await test.step("there are no accounts: the page asks only for the destination's credentials", async () => {
    await expect(catbird.page.getByRole('button', { name: /sign in|log in|register/i })).toHaveCount(0);
    expect(await catbird.page.context().cookies()).toEqual([]);
    await catbird.begin();
    await expect(catbird.settings.getByRole('textbox')).toHaveCount(2);
    await expect(catbird.settings.getByLabel('Data Source API Token', { exact: true })).toHaveAttribute(
      'type',
      'password',
    );
  });

  await test.step('steps are revealed one by one, only reached steps are links, and the page scrolls to the newest one', async () => {
    const heading = (part: Locator, name: string) =>
      expect(part.getByRole('heading', { name })).toBeInViewport();
    await catbird.open();
    await expect(catbird.steps.getByRole('link')).toHaveCount(0);
    await expect(catbird.steps.getByRole('button', { name: 'Connect' })).toBeDisabled();

    await catbird.begin();
    await heading(catbird.settings, 'Settings');
    await expect(catbird.steps.getByRole('link')).toHaveText([/^Connect/]);
    await expect(catbird.schema).toHaveCount(0);

    await catbird.connect('Log');
    await catbird.save();
    await heading(catbird.schema, 'Schema Designer');
    await expect(catbird.steps.getByRole('link')).toHaveText([/^Connect/, /^Build the schema/]);
    await expect(catbird.steps.getByRole('button', { name: 'Generate data' })).toBeDisabled();
    await expect(catbird.overview).toHaveCount(0);

    await catbird.generate();
    await heading(catbird.overview, 'Overview');
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

  await test.step('the step list highlights the step in view, and a click scrolls back to an earlier step', async () => {
    await catbird.open({ generatorName: 'Log' });
    const link = (name: RegExp) => catbird.steps.getByRole('link', { name });
    await expect(link(/^Build the schema/)).toHaveAttribute('aria-current', 'step');
    await expect(link(/^Connect/)).not.toHaveAttribute('aria-current');
    await link(/^Connect/).click();
    await expect(catbird.settings.getByRole('heading', { name: 'Settings' })).toBeInViewport();
    await expect(link(/^Connect/)).toHaveAttribute('aria-current', 'step');
    await expect(link(/^Build the schema/)).not.toHaveAttribute('aria-current');
  });
});

/** The rows beside the box, the newest first. */
const rowsOf = ({ landing }: Catbird): Locator => landing.locator('tbody tr');

const EVENT = `{
  "order_id": 50123,
  "status": "paid",
  "total": 39.8,
  "user": { "id": "u_812", "email": "ada@example.com" }
}`;

test('the box answers with rows and figures', async ({ catbird }) => {
  const { landing, page } = catbird;
  const box = landing.getByRole('textbox', { name: /^Paste an event/ });
  const template = landing.getByRole('combobox', { name: 'Template' });
  const columns = landing.getByRole('columnheader').locator('code');
  const undo = landing.getByRole('button', { name: 'Undo' });
  const says = (text: string | RegExp) =>
    expect(landing.locator('.box-foot, .box-status')).toContainText([text, '']);
  const counts = (text: string) => expect(landing.locator('.box-status')).toContainText(text);
  const drop = (name: string, text: string): Promise<void> =>
    box.evaluate(
      (element, [file, content]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([content], file));
        element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, text] as const,
    );
  /** From the landing to the designer. */
  const goOn = async (): Promise<void> => {
    await catbird.begin();
    await catbird.connect('Log');
    await catbird.save();
    await expect(catbird.template).toBeVisible();
  };

  await test.step('before any click, with rows of a template and a figure of each column', async () => {
    await page.goto('/');
    await expect(rowsOf(catbird)).toHaveCount(12);
    await expect(columns).toHaveText(['page', 'load_ms', 'device', 'country', 'referrer', 'session_id']);
    await expect(landing.locator('th .line-figure')).toHaveCount(6);
    await expect(landing.getByRole('img', { name: /product 4\d\.\d %; search/ })).toBeVisible();
    await counts('600 rows of Web Sessions, seed 42, sent nowhere');
  });

  await test.step('an untouched box leads to the Simple Example', async () => {
    await goOn();
    await expect(catbird.template).toHaveValue('Simple Example');
    await expect(box).toBeDisabled();
    await expect(landing.getByRole('link', { name: 'Back to your stream' })).toBeVisible();
  });

  await test.step('a template is answered, undone by none, and is the schema of the designer', async () => {
    await catbird.open();
    await template.selectOption('Simple Example');
    await expect(columns).toHaveText(['timestamp', 'sensor_id', 'status', 'temperature']);
    await counts('1,000 rows of Simple Example');
    await template.selectOption('Pick a template');
    await counts('600 rows of Web Sessions');
    await template.selectOption('Bank Transactions');
    await counts('1,000 rows of Bank Transactions');
    await expect(columns).toContainText(['amount']);
    // With nothing pasted, there is nothing to undo.
    await box.fill(' ');
    await goOn();
    await expect(catbird.template).toHaveValue('Bank Transactions');
  });

  await test.step('an event is answered with rows like it, says what it was, and undoes', async () => {
    await catbird.open();
    await template.selectOption('Stock Prices');
    await counts('rows of Stock Prices');
    await box.fill(EVENT);
    await says('JSON, 1 event, 5 fields. Nothing leaves this browser.');
    await counts('1,000 rows like yours');
    await expect(columns).toHaveText(['order_id', 'status', 'total', 'user.id', 'user.email']);
    await expect(landing.getByRole('columnheader', { name: 'total' })).toContainText('guessed');
    await undo.click();
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
    await expect(template).toHaveValue('Stock Prices');
    await counts('rows of Stock Prices');
  });

  await test.step('a CSV and CREATE TABLE are answered, and what can’t be read says what to do', async () => {
    await box.fill('sku,size\nA-1,3\nB-2,5\n');
    await says('CSV, 2 events, 2 fields.');
    await expect(columns).toHaveText(['sku', 'size']);
    await box.fill('{"a": nothing');
    await expect(landing.getByRole('alert')).toContainText(
      'unexpected nothing at line 1, column 7. Correct it',
    );
    // Nor is the text before it what the steps would begin with.
    await counts('rows of Stock Prices');
    await box.fill(
      'CREATE TABLE a (id int PRIMARY KEY, name text); CREATE TABLE b (id int PRIMARY KEY, x int)',
    );
    await says('SQL, a of 2 tables, 2 fields.');
    await expect(columns).toHaveText(['id', 'name']);
    await expect(landing.getByRole('button', { name: 'Stream all tables' })).toBeVisible();
    await box.fill('{"n": {"type": "catbird.sequence"}}');
    await says('A schema.');
    await expect(columns).toHaveText(['n']);
    await box.fill('{"n": {"type": "number.imt"}}');
    await counts('number.imt: Unknown generator type');
  });

  await test.step('a text too long to show and a dropped file are read all the same', async () => {
    const rows = Array.from(
      { length: 1000 },
      (_, id) => `{"id": ${id}, "text": "${'word '.repeat(70)}"}`,
    ).join('\n');
    await box.fill('');
    await box.evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, rows);
    await says('NDJSON, 1,000 events, 2 fields.');
    await expect(box).toHaveValue('');
    await box.fill('{"a": 1}');
    await says('JSON, 1 event');
    await drop('orders.csv', 'order,total\n1,2.5\n2,3.5\n');
    await says('CSV, 2 events');
    await expect(box).toHaveValue('');
    await expect(columns).toHaveText(['order', 'total']);
  });

  await test.step('what was pasted is the schema of the designer, without its texts', async () => {
    await box.fill(EVENT);
    await says('JSON, 1 event');
    await goOn();
    await expect(catbird.template).toHaveValue('Custom');
    await catbird.json();
    await expect.poll(() => catbird.content()).toContain('"order_id"');
    expect(await catbird.content()).not.toMatch(/ada@example|u_812/);
  });

  await test.step('rows are compared with what was pasted', async () => {
    await catbird.startFrom('Compare with the sample');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('rowheader', { name: 'order_id' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('pasted tables become a stream each, which start', async () => {
    await catbird.open();
    await box.fill('CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (id int PRIMARY KEY, n int)');
    await landing.getByRole('button', { name: 'Stream all tables' }).press('Enter');
    for (const name of ['a', 'b']) await expect(rowOf(page, name)).toContainText('Ready');
    await press(page, 'Start all');
    await expect(rowOf(page, 'a')).toContainText('Done');
  });

  await test.step('a config of streams opens them', async () => {
    const close = (): Promise<void> => press(page, 'Close config');
    await close();
    await drop('shop.yaml', 'streams:\n  a: { template: Web Sessions, destination: log }\n');
    await expect(page.locator('#streams')).toContainText('shop.yaml: 1 stream');
    await close();
    await box.fill('destination: log\ntemplate: Stock Prices\neps: 5\n');
    await expect(page.locator('#streams')).toContainText('pasted.yaml: 1 stream');
    await close();
    await box.fill('{"destination": "log", "template": "Stock Prices", "eps": 5}');
    await expect(page.locator('#streams')).toContainText('pasted.yaml: 1 stream');
  });
});

test('on a phone, the box is filled and left by keyboard', async ({ catbird }) => {
  const { landing, page } = catbird;
  await page.setViewportSize({ width: 390, height: 844 });
  await catbird.open();
  const box = landing.getByRole('textbox', { name: /^Paste an event/ });
  await expect(box).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await page.keyboard.type('{"price": 3.5, "size": 4, "city": "Rome", "floor": 2}');
  await expect(landing.locator('.box-foot')).toContainText('JSON, 1 event, 4 fields.');
  await expect(landing.getByRole('columnheader').filter({ visible: true })).toHaveCount(3);
  await page.keyboard.press('Tab');
  await expect(landing.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(catbird.settings.getByRole('heading', { name: 'Settings' })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('with reduced motion, the page jumps to the step of a link instead of scrolling', async ({
  catbird,
}) => {
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
  await catbird.page.goto('/');
  await catbird.page.waitForLoadState('networkidle');
  expect([...hosts]).toEqual([new URL(catbird.page.url()).host]);
  expect(names.join(' ')).not.toMatch(/worker|editor|plot/);
  isFirstLoad = false;
  const text = (await Promise.all(scripts)).join('\n');
  // What is behind the landing comes at the latest with the pointer's first move.
  await catbird.page.mouse.move(9, 9);
  await expect.poll(() => names.join(' ')).toMatch(/steps.*start-points|start-points.*steps/);
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

test.describe('Try it here', () => {
  const tryIt = 'Try it here, no account';
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the demo', async ({ catbird }) => {
    await test.step('streams 2,000 events of the real engine into the page, fills in every step, and leaves address and storage alone', async () => {
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
      await expect(catbird.settings.getByRole('radio', { name: /^Watch here/ })).toBeChecked();
      await expect(catbird.field('Events Per Second')).toHaveValue('200');
      await expect(catbird.sample).toContainText('sensor_id');
      // The rest of it comes faster.
      const rate = catbird.overview.getByRole('spinbutton', { name: 'Rate, events per second' });
      await rate.fill('2000');
      await rate.press('Enter');
      await catbird.over('Done');
      await expect(catbird.total).toHaveText('2,000');
      await expect
        .poll(() => catbird.console.filter((line) => line.startsWith('{"timestamp"')))
        .toHaveLength(2000);
      expect(await stored()).toEqual(before);
    });

    await test.step('the demo ends with three field charts and three ways on', async () => {
      const { overview } = catbird;
      await expect(overview.locator('.field-card')).toHaveCount(3);
      // Rows that were made are not in the colour of those that a service accepted.
      const colours = await overview.evaluate((part) => {
        const accepted = document.createElement('i');
        accepted.style.color = 'var(--color-accepted)';
        part.append(accepted);
        const { color } = getComputedStyle(accepted);
        accepted.remove();
        const figures = [...part.querySelectorAll('.share-made, .bin:not(.is-newest)')];
        return { color, fills: figures.map((figure) => getComputedStyle(figure).fill) };
      });
      expect(colours.fills.length).toBeGreaterThan(0);
      expect(colours.fills).not.toContain(colours.color);
      // It lasts ten seconds, which may be over before a busy machine presses Stop.
      await expect(async () => {
        await catbird.start();
        await expect(catbird.phase).toHaveText('Running');
        await overview.getByRole('button', { name: 'Stop Generating!' }).press('Enter', { timeout: 5000 });
        await expect(catbird.phase).toHaveText('Stopped', { timeout: 5000 });
      }).toPass({ timeout: 120_000 });
      await catbird.over('Stopped');
      await overview.getByRole('link', { name: 'Change this schema' }).press('Enter');
      await expect(catbird.schema.getByRole('heading', { name: 'Schema Designer' })).toBeInViewport();
      await overview.getByRole('link', { name: 'Send it somewhere' }).press('Enter');
      await expect(catbird.settings.getByRole('heading', { name: 'Settings' })).toBeInViewport();
    });

    await test.step("streams a link's own schema, and prints nothing once printing is switched off", async () => {
      await catbird.open({ generatorName: 'Log' });
      await catbird.unfold();
      const printing = catbird.settings.getByRole('switch', { name: 'Print events to the console' });
      await expect(printing).toBeChecked();
      await printing.click();
      await catbird.open({ template: 'Flappybird' });
      catbird.forget();
      await catbird.landing.getByRole('button', { name: tryIt }).click();
      await expect(catbird.total).not.toHaveText('0');
      await catbird.stop();
      await catbird.over('Stopped');
      await expect(catbird.template).toHaveValue('Flappybird');
      expect(catbird.console.filter((line) => line.startsWith('{'))).toEqual([]);
    });
  });
});

test('destinations, templates and recent streams', async ({ catbird }) => {
  await test.step('destinations are links to their settings, or commands to copy', async () => {
    const { page } = catbird;
    const places = page.getByRole('region', { name: 'Destinations' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await catbird.open();
    await places.getByRole('button', { name: 'Postgres' }).click();
    await expect(places.getByRole('button', { name: 'Postgres' })).toHaveAttribute('aria-pressed', 'true');
    await places.getByRole('button', { name: 'Copy' }).click();
    await expect(places.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^catbird postgres --url postgres:.* --template "Web Sessions" --eps 100$/,
    );
    const splunk = places.getByRole('link', { name: 'Splunk' });
    await expect(splunk).toHaveAttribute('href', '?generatorName=Splunk');
    await splunk.click();
    await expect(catbird.settings.getByRole('radio', { name: /^Splunk/ })).toBeChecked();
  });

  await test.step('a template of the gallery is the schema of the next step', async () => {
    await catbird.open();
    const cards = catbird.page.getByRole('region', { name: 'Templates' }).getByRole('listitem');
    await expect(cards).toHaveCount(14);
    await expect(cards.locator('.line-figure')).toHaveCount(14);
    await cards.getByRole('button', { name: /^IoT Sensors/ }).click();
    await catbird.connect('Log');
    await catbird.save();
    await expect(catbird.template).toHaveValue('IoT Sensors');
  });

  await test.step('streams started here can be opened again from the landing page, without credentials, until they are cleared', async () => {
    const { page } = catbird;
    await catbird.open(tinybirdLink(UNREACHABLE, { eps: '7', template: 'Stock Prices' }));
    await catbird.generate();
    await expect(catbird.overview.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recent-streams'))).toContain('Stock');
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(
      'p.a-token',
    );
    await catbird.open();
    const recent = page.getByRole('region', { name: 'Recent streams' });
    await expect(recent.getByRole('listitem')).toHaveText([
      /Stock Prices.*to Tinybird Events API, events, 7\/s/s,
    ]);
    await recent.getByRole('link', { name: /^Open Stock Prices/ }).click();
    // The link has everything but the token.
    await expect(catbird.landing).toContainText('This link needs Data Source API Token');
    await expect.poll(() => catbird.query().get('datasource')).toBe('events');
    await page.mouse.move(3, 3);
    await recent.getByRole('button', { name: 'Clear' }).click();
    await expect(recent).toHaveCount(0);
    await page.reload();
    await page.mouse.move(4, 4);
    await expect(page.getByRole('region', { name: 'Templates' })).toBeVisible();
    await expect(recent).toHaveCount(0);
  });
});
