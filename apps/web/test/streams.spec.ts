import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { startHttp } from '../../../test/services/http.ts';
import { expectAccessible, THEMES } from './axe.ts';
import { expect, test } from './page.ts';
import { rowOf, step } from './streams-panel.ts';

/** A config as a link has it. */
const packed = (text: string): string => `z1.${deflateRawSync(Buffer.from(text)).toString('base64url')}`;

/** Opens a config as people do. */
async function choose(
  page: Page,
  name: string,
  text: string,
  press = () => page.getByRole('button', { name: 'Open a config…' }).click(),
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()]);
  await chooser.setFiles({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) });
}

/** A shop whose customers come before their orders, and go to Kafka, too. */
const shop = (url: string): string => `# A shop
seed: 42
destination: http
settings: { url: '${url}', headers: { authorization: 'Bearer \${SHOP_TOKEN}' } }
entities:
  user:
    size: 20
    fields:
      first: { type: person.firstName }
      plan: { type: catbird.dataset, params: { file: plans.csv, column: name } }
streams:
  users: { entity: user, eps: max }
  orders:
    eps: 100
    limit: 50
    startAfter: users
    faults: { duplicates: { share: 0.2 } }
    schema:
      user_id: { type: catbird.entity, params: { of: user } }
      first: { type: catbird.ref, params: user_id.first }
      total: { type: number.int, params: { max: 100 } }
  audit:
    destination: kafka
    settings: { brokers: localhost:9092, topic: audit }
    schema: { at: { type: catbird.timestampNow } }
`;

interface ShopRow {
  readonly user_id: number;
  readonly first: string;
  readonly plan?: string;
}

// One page for the steps of a test: to open one takes longer than most of them.
test('a config with secrets', async ({ catbird, serve }) => {
  await test.step('a config runs as in the terminal: its streams in order, with shared entities, added files and secrets', async () => {
    const { page } = catbird;
    const http = await serve(startHttp({ headers: { authorization: 'Bearer p.shop' } }));
    await catbird.open();
    await choose(page, 'shop.yaml', shop(`${http.url}/events`));
    const streams = step(page);
    await expect(streams).toContainText('shop.yaml: 3 streams, seed 42.');
    await expect(streams.getByRole('heading', { name: 'Streams', exact: true })).toBeFocused();
    // What the page lacks is named.
    await expect(streams).toContainText('Missing: plans.csv');
    await expect(rowOf(page, 'audit')).toContainText('Left out: a browser can’t reach Kafka.');
    await streams
      .locator('input[type=file]')
      .setInputFiles({ name: 'plans.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nfree\npro\n') });
    await expect(rowOf(page, 'orders')).toContainText('Ready');
    await expect(rowOf(page, 'audit')).toContainText('Preview only');
    await page.getByRole('button', { name: 'audit' }).click();
    await expect(streams.getByRole('group', { name: 'First rows of audit' })).toContainText('"at":');
    await expect(streams.getByRole('heading', { name: 'audit', exact: true })).toBeFocused();
    // It says there, too, why nothing starts.
    await streams.getByRole('button', { name: 'Start all' }).click();
    await expect(streams.getByRole('alert')).toHaveText('Enter SHOP_TOKEN first.');
    await streams.getByRole('button', { name: 'All streams' }).click();
    await expect(page.getByRole('button', { name: 'audit' })).toBeFocused();

    // The address has the config, and neither a secret nor a field for one.
    await expect.poll(() => catbird.query().get('config')).toMatch(/^z1\./);
    const start = streams.getByRole('button', { name: 'Start all' });
    await start.click();
    await expect(streams.getByRole('alert')).toHaveText('Enter SHOP_TOKEN first.');
    expect(http.requests).toEqual([]);
    const secret = streams.getByLabel('SHOP_TOKEN', { exact: true });
    await expect(secret).toHaveValue('');
    await secret.fill('p.shop');
    await expect(streams).toContainText(`For users and orders, to ${new URL(http.url).host}`);
    await start.click();
    const bar = streams.getByRole('group', { name: 'All streams' });
    await expect(bar.locator('.state b')).toHaveText('Done');
    await expect(rowOf(page, 'users').locator('td').first()).toContainText('Done');
    await expect(streams.locator('.counts')).toContainText('Delivery: all 70 accepted');

    const rows = http.rows as readonly ShopRow[];
    const users = new Map(rows.slice(0, 20).map((row) => [row.user_id, row]));
    const orders = rows.slice(20);
    expect(users.size).toBe(20);
    expect(new Set([...users.values()].map(({ plan }) => plan))).toEqual(new Set(['free', 'pro']));
    expect(orders).toHaveLength(50);
    expect(orders.filter(({ user_id, first }) => users.get(user_id)?.first !== first)).toEqual([]);
    expect(new Set(orders.map((row) => JSON.stringify(row))).size).toBeLessThan(50);
    await expectAccessible(catbird, THEMES, '#streams');

    // Kept in this tab, for the same place.
    await page.reload();
    await expect(streams.getByLabel('SHOP_TOKEN', { exact: true })).toHaveValue('p.shop');
    expect(page.url()).not.toContain('p.shop');
  });

  await test.step('a link with a config sends nothing by itself, names its hosts, and gets no kept secret for another', async () => {
    const { page } = catbird;
    const http = await serve(startHttp());
    await catbird.open();
    const kept = { value: 'p.kept', scopes: ['https://good.example'] };
    await page.evaluate(
      (entry) => sessionStorage.setItem('credentials.config', JSON.stringify({ TOKEN: entry })),
      kept,
    );
    const config = {
      streams: {
        a: { destination: 'http', settings: { url: `${http.url}/events`, headers: { 'x-t': '${TOKEN}' } } },
        b: { destination: 'log', eps: 5 },
      },
    };
    await catbird.open({ config: packed(JSON.stringify(config)), TOKEN: 'p.link', token: 'p.link' });
    const streams = step(page);
    await expect(streams).toContainText('These settings came from a link. Opening it sent nothing.');
    await expect(streams.getByLabel('TOKEN', { exact: true })).toHaveValue('');
    await expect(rowOf(page, 'b')).toContainText('Ready');
    await streams.getByLabel('TOKEN', { exact: true }).fill('x');
    await expect(streams).toContainText(`Start all will send events to ${new URL(http.url).host}`);
    expect(http.requests).toEqual([]);
    expect(http.preflights).toEqual([]);
  });
});

test('a failed stream stops the others, unless the config says otherwise; Stop all stops all', async ({
  catbird,
  serve,
}) => {
  const { page } = catbird;
  const [good, bad] = [await serve(startHttp()), await serve(startHttp())];
  bad.answerWith({ status: 400, body: 'no' });
  const config = (more: object): string =>
    JSON.stringify({
      ...more,
      destination: 'http',
      template: 'Simple Example',
      eps: 20,
      streams: {
        good: { settings: { url: `${good.url}/events` } },
        bad: { settings: { url: `${bad.url}/events` } },
      },
    });
  const streams = step(page);
  const state = streams.getByRole('group', { name: 'All streams' }).locator('.state b');
  await catbird.open({ config: packed(config({})) });
  await streams.getByRole('button', { name: 'Start all' }).click();
  await expect(state).toHaveText('Failed');
  await expect(rowOf(page, 'good').locator('td').first()).toContainText('Stopped');
  await expect(rowOf(page, 'bad')).toContainText('400');

  await catbird.open({ config: packed(config({ onStreamFailure: 'continue' })) });
  await streams.getByRole('button', { name: 'Start all' }).click();
  await expect(rowOf(page, 'bad').locator('td').first()).toContainText('Failed');
  const sent = good.rows.length;
  await expect.poll(() => good.rows.length).toBeGreaterThan(sent);
  await expect(rowOf(page, 'good').locator('td').first()).toContainText('Running');
  await streams.getByRole('button', { name: 'Stop all' }).click();
  await expect(rowOf(page, 'good').locator('td').first()).toContainText('Stopped');
  await expect(streams.getByRole('button', { name: 'Start all' })).toBeVisible();
});

test('streams are paused, slowed down and stopped, together and one by one, under one chart and one list', async ({
  catbird,
  serve,
}) => {
  const { page } = catbird;
  const [users, orders] = [await serve(startHttp()), await serve(startHttp())];
  const to = ({ url }: typeof users): object => ({ settings: { url: `${url}/events` } });
  const config = {
    destination: 'http',
    streams: {
      users: { ...to(users), eps: 40, schema: { user: { type: 'catbird.sequence' } } },
      orders: { ...to(orders), eps: 20, schema: { order: { type: 'catbird.sequence' } } },
    },
  };
  await catbird.open({ config: packed(JSON.stringify(config)) });
  const streams = step(page);
  const bar = streams.getByRole('group', { name: 'All streams' });
  const legend = streams.locator('.legend');
  const tail = streams.getByRole('region', { name: 'Latest events' });
  await bar.getByRole('button', { name: 'Start all' }).click();
  await expect(legend).toContainText('Asked 60/s');
  await expect(tail.getByRole('columnheader', { name: 'Stream' })).toBeVisible();
  await expect(tail.locator('tbody tr', { hasText: 'users' }).first()).toBeVisible();
  await expect(tail.locator('tbody tr', { hasText: 'orders' }).first()).toBeVisible();

  // One of them has the overview of a single stream.
  const back = streams.getByRole('button', { name: 'All streams' });
  const more = async (item: string): Promise<void> => {
    await streams.getByRole('button', { name: 'More', exact: true }).click();
    await streams.getByRole('menuitem', { name: item }).click();
  };
  await page.getByRole('button', { name: 'orders', exact: true }).click();
  await expect(streams.getByRole('heading', { name: 'orders', exact: true })).toBeVisible();
  await expect(streams.getByRole('status', { name: 'Sent this session' })).not.toHaveText('0');
  await expect(legend).toContainText('Asked 20/s');
  await expect(tail.getByRole('columnheader')).toHaveText(['Row', 'order']);
  const rate = streams.getByRole('spinbutton', { name: 'Rate, events per second' });
  await rate.fill('5');
  await rate.press('Enter');
  await expect(legend).toContainText('Asked 5/s');
  await expect(streams.locator('.plot')).toContainText('20 → 5/s');
  await back.click();
  await expect(legend).toContainText('Asked 45/s');
  await expect(streams.locator('.plot')).toContainText('orders: 20 → 5/s');

  // Faults for a while, a curve, and the log of what happened, as for a single stream.
  await page.getByRole('button', { name: 'orders', exact: true }).click();
  await more('Follow a curve');
  await streams.getByRole('button', { name: 'Follow this curve' }).click();
  await expect(streams.locator('.plot')).toContainText('5/s → curve');
  await back.click();
  await page.getByRole('button', { name: 'users', exact: true }).click();
  await streams.getByRole('button', { name: 'out of order' }).click();
  await expect(streams.locator('.fault-text')).toHaveText('out of order');
  await expect(streams).toContainText(/[1-9]\d* reordered\./);
  await streams.getByRole('button', { name: /out of order, \d+ s left/ }).click();
  await more('Requests and outcomes');
  await expect(streams.getByRole('list', { name: 'What happened in this session' })).toContainText(
    'Faults: out of order',
  );
  await back.click();

  await bar.getByRole('button', { name: 'Pause' }).click();
  await expect(bar.locator('.state b')).toHaveText('Paused');
  await expect(rowOf(page, 'users').locator('td').first()).toContainText('Paused');
  await expectAccessible(catbird, THEMES, '#streams');
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect(bar.locator('.state b')).toHaveText('Running');
  const before = users.rows.length;
  await expect.poll(() => users.rows.length).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'orders', exact: true }).click();
  await streams.getByRole('button', { name: 'Stop orders' }).click();
  await expect(streams.locator('.state b')).toHaveText('Stopped');
  await back.click();
  await expect(rowOf(page, 'orders').locator('td').first()).toContainText('Stopped');
  await expect(legend).toContainText('Asked 40/s');
  await bar.getByRole('button', { name: 'Stop all' }).press('Enter');
  await expect(bar.locator('.state b')).toHaveText('Stopped');
  // Its button made way for another.
  await expect(bar).toBeFocused();
  await page.getByRole('button', { name: 'users', exact: true }).click();
  const counted = /(\d+) reordered/.exec((await streams.textContent()) ?? '')?.[1];
  await more('Requests and outcomes');
  const [log] = await Promise.all([
    page.waitForEvent('download'),
    streams.getByRole('button', { name: 'Download fault log' }).click(),
  ]);
  expect(log.suggestedFilename()).toBe('faults-users.ndjson');
  expect(
    readFileSync(await log.path(), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(Number(counted));
  await back.click();
  await expect(streams.locator('.counts')).toContainText(
    `${(users.rows.length + orders.rows.length).toLocaleString('en')} accepted`,
  );
});

test('a config that is opened', async ({ catbird }) => {
  await test.step('a config is opened from the schema step, in place of the steps, which come back when it is closed', async () => {
    const { page } = catbird;
    await catbird.open({ generatorName: 'Log', eps: '5' });
    const press = () => catbird.startFrom('A config or a recording…');
    await choose(page, 'two.yaml', 'destination: log\nstreams:\n  a: {}\n  b: {}\n', press);
    await expect(step(page)).toContainText('two.yaml: 2 streams');
    await expect(catbird.schema).toBeHidden();
    await step(page).getByRole('button', { name: 'Close config' }).click();
    await expect(catbird.template).toBeVisible();
  });

  await test.step('a bad config is dropped, shows its problems at their places, and is closed', async () => {
    const { page } = catbird;
    await catbird.open();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['destination: lgo\nstreams:\n  a: { eps: fast }\n'], 'bad.yml'));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    });
    const problems = step(page).getByRole('alert', { name: 'Problems' });
    await expect(problems).toContainText('Unknown destination "lgo". Did you mean log?');
    await expect(problems).toContainText(
      'streams.a.eps must be a number above 0, or max. bad.yml, line 3, column 13',
    );
    await expectAccessible(catbird, THEMES, '#streams');
    await step(page).getByRole('button', { name: 'Close config' }).click();
    await expect(step(page)).toBeHidden();
    await expect(catbird.landing.getByRole('button', { name: 'Start generating data' })).toBeVisible();
    await expect(catbird.landing.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('a config is downloaded without its credentials', async () => {
    const { page } = catbird;
    const config = 'destination: tinybird\nsettings: { datasource: d, token: p.in-the-file }\n';
    await catbird.open();
    await choose(page, 'one.yaml', config);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      step(page).getByRole('button', { name: 'Download config' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('one.yaml');
    // JSON is YAML, too.
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toEqual({
      destination: 'tinybird',
      settings: { datasource: 'd', token: '${CATBIRD_TINYBIRD_TOKEN}' },
    });
    expect(decodeURIComponent(page.url())).not.toContain('in-the-file');
  });

  await test.step('a config with a credential outside of settings stays out of the address, and the page says so', async () => {
    const { page } = catbird;
    await catbird.open();
    const schema = {
      at: { type: 'helpers.arrayElement', params: ['https://me:p.in-the-schema@example.com'] },
    };
    await choose(page, 'one.json', JSON.stringify({ destination: 'log', schema }));
    await expect(step(page)).toContainText('This config may contain a credential outside of its settings.');
    await expect(step(page).getByRole('button', { name: 'Copy command' })).toBeVisible();
    await expect(step(page).getByRole('button', { name: 'Copy link' })).toBeHidden();
    await expect(step(page).getByRole('button', { name: 'Download config' })).toBeHidden();
    expect(catbird.query().get('config')).toBeNull();
  });

  await test.step('a link with thousands of variables is refused in a sentence, and a worker reads configs', async () => {
    const { page } = catbird;
    // Records what the page asks its workers.
    await page.addInitScript(() => {
      // oxlint-disable-next-line typescript/unbound-method -- it is called on each worker
      const post = Worker.prototype.postMessage;
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      Worker.prototype.postMessage = function record(this: Worker, message: { readonly kind: string }) {
        asked.push(message.kind);
        post.call(this, message);
      };
    });
    const withVariables = (count: number): string =>
      `destination: http\nsettings:\n  url: https://example.com/events\n  headers:\n${Array.from(
        { length: count },
        (_, i) => `    X-${i}: \${V_${i}}\n`,
      ).join('')}`;
    await catbird.open({ config: packed(withVariables(3000)) });
    await expect(step(page).getByRole('alert', { name: 'Problems' })).toHaveText(
      'The page takes at most 100 variables, and this config has 3,000. Run it in a terminal with catbird run.',
    );
    await expect(step(page).getByRole('textbox')).toHaveCount(0);
    await expect(step(page).locator('input')).toHaveCount(0);

    await catbird.open({ config: packed(withVariables(100)) });
    await expect(rowOf(page, 'stream')).toContainText('Ready');
    await expect(step(page).locator('.variables input')).toHaveCount(100);
    await step(page).getByLabel('V_99', { exact: true }).fill('x');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'asked') as unknown)).toEqual([
      'read',
      'examine',
    ]);
    // The library that reads YAML is loaded by the worker.
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(loaded.filter((name) => /\/(yaml|browser)-/.test(name))).toEqual([]);
  });
});
