import type { Page } from '@playwright/test';
import { startHttp } from '../../../test/services/http.ts';
import { compress } from '../src/link/compress.ts';
import { expectNoOffer, NUMBERED, offer, press, resume, rowOf, state, step } from './streams-panel.ts';
import { LONG } from './long.ts';
import { expect, test } from './page.ts';

type Numbered = Readonly<Record<string, unknown>> & { readonly n: number };

/** Rows by their number: every text that was received for it. */
function textsByNumber(rows: readonly unknown[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const row of rows as readonly Numbered[])
    found.set(row.n, (found.get(row.n) ?? new Set()).add(JSON.stringify(row)));
  return found;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
const texts = (rows: readonly unknown[]): string[] =>
  [...new Set(rows.map((row) => JSON.stringify(row)))].toSorted();

test('a config whose page is killed continues each stream at its own next row, with the same bytes and exact limits', async ({
  catbird,
  page,
  context,
  serve,
}) => {
  const headers = { authorization: 'Bearer p.shop' };
  const [users, orders, visits] = [
    await serve(startHttp({ headers })),
    await serve(startHttp({ headers })),
    await serve(startHttp({ headers })),
  ];
  const to = ({ url }: typeof users): object => ({
    settings: { url: `${url}/events`, headers: { authorization: 'Bearer ${TOKEN}' } },
  });
  const config = {
    destination: 'http',
    entities: { user: { size: 20, fields: { first: { type: 'person.firstName' } } } },
    streams: {
      users: { ...to(users), entity: 'user', eps: 'max' },
      // Rows with the clock's times, of a stream that waits for another.
      orders: { ...to(orders), eps: 150, limit: 400, startAfter: 'users', schema: NUMBERED },
      // Rows with times of their own, out of order.
      visits: {
        ...to(visits),
        eps: 2,
        from: '2026-01-01T00:00:00Z',
        speed: 75,
        limit: 400,
        faults: { reordering: { share: 0.3, window: 20 } },
        schema: NUMBERED,
      },
      // It ends while the others do not run.
      never: {
        ...to(users),
        eps: 10,
        limit: 3,
        startAfter: 'orders',
        schema: { n: { type: 'catbird.sequence' } },
      },
      audit: { destination: 'kafka', settings: { brokers: 'b:9092', topic: 't' }, schema: NUMBERED },
    },
  };
  const query = { config: await compress(JSON.stringify(config)), seed: '7' };
  await catbird.open(query);
  await step(page).getByLabel('TOKEN', { exact: true }).fill('p.shop');
  await press(page, 'Start all');
  await expect.poll(() => Math.min(orders.rows.length, visits.rows.length)).toBeGreaterThan(150);
  const address = page.url();
  await page.close({ runBeforeUnload: false });
  expect(users.rows).toHaveLength(20);
  expect(orders.rows.length).toBeLessThan(400);

  const later = await context.newPage();
  // The browser may take a moment to free what a killed tab held.
  await expect(async () => {
    await later.goto(address);
    await expect(offer(later)).toContainText('was interrupted', { timeout: 10_000 });
  }).toPass();
  // Nothing is sent without its secret, which is not kept.
  const before = orders.rows.length;
  await resume(later).click();
  await expect(offer(later)).toContainText('Enter TOKEN first.');
  expect(orders.rows).toHaveLength(before);
  await step(later).getByLabel('TOKEN', { exact: true }).fill('p.shop');
  await resume(later).dblclick();
  await expect(offer(later)).toBeHidden();
  await expect(state(later)).toHaveText('Done');

  const numbers = textsByNumber(orders.rows);
  expect([...numbers.keys()].toSorted((a, b) => a - b)).toEqual(upTo(400));
  expect([...numbers.values()].filter(({ size }) => size > 1)).toEqual([]);
  // Those of the table, and three of the last stream.
  expect(users.rows).toHaveLength(23);
  await expect(step(later).locator('.counts')).toContainText('all 823 accepted');
  await expect(rowOf(later, 'users').locator('td').first()).toContainText('Done');

  const interrupted = texts(visits.rows);
  expect(interrupted).toHaveLength(400);
  const first = visits.rows.length;
  await later.reload();
  await expect(offer(later)).toContainText('finished');
  await expect(offer(later)).toContainText('823 sent');
  await expect(resume(later)).toBeHidden();
  await press(later, 'Start all');
  await expect(state(later)).toHaveText('Done');
  expect(texts(visits.rows.slice(first))).toEqual(interrupted);
});

test('a stopped config continues in its page, is not offered to another tab, and can be forgotten', async ({
  catbird,
  page,
  context,
  serve,
}) => {
  const http = await serve(startHttp());
  const settings = { url: `${http.url}/events` };
  const config = (more: object): string =>
    JSON.stringify({
      destination: 'http',
      settings,
      seed: 3,
      streams: { a: { schema: NUMBERED, eps: 50, ...more } },
    });
  await catbird.open({ config: await compress(config({})) });
  await press(page, 'Start all');
  await expect.poll(() => http.rows.length).toBeGreaterThan(20);
  const other = await context.newPage();
  await other.goto(page.url());
  await expectNoOffer(other);
  await expect(other.getByText('in another tab')).toHaveText(/ is running in another tab, [\d,]+ sent\.$/);

  await press(page, 'Stop all');
  await expect(page.getByText('in another tab')).toBeHidden();
  await expect(offer(page)).toContainText('was stopped');
  const sent = http.rows.length;
  await resume(page).click();
  await expect.poll(() => http.rows.length).toBeGreaterThan(sent + 20);
  await expect(step(page).getByRole('group', { name: 'All streams' })).toBeFocused();
  await press(page, 'Stop all');
  await expect(state(page)).toHaveText('Stopped');
  expect((http.rows as readonly Numbered[]).map(({ n }) => n)).toEqual(upTo(http.rows.length));
  await expect(step(page).locator('.counts')).toContainText(
    `all ${http.rows.length.toLocaleString('en')} accepted`,
  );

  // An edited config is another one.
  await catbird.open({ config: await compress(config({ eps: 60 })) });
  await expectNoOffer(page);

  // A version of the page that makes other rows says so.
  await catbird.open({ config: await compress(config({})) });
  await expect(resume(page)).toBeVisible();
  // The link’s notice does not deny what was sent.
  await expect(step(page)).toContainText('Opening it sent nothing.');
  await expect(step(page)).not.toContainText('Nothing has been sent');
  const all = http.rows.length;
  const digests = await digestsOfRuns(page, 'another');
  await resume(page).click();
  await expect(offer(page)).toContainText('its next rows would differ');
  await digestsOfRuns(page, digests);
  await resume(page).click();
  await expect.poll(() => http.rows.length).toBeGreaterThan(all);
  await press(page, 'Stop all');

  await offer(page).getByRole('button', { name: 'Forget' }).click();
  await expect(offer(page)).toBeHidden();
  await page.reload();
  await expectNoOffer(page);
});

test(
  'rows of streams that share entities and a journey are the same bytes in two parts as in one',
  LONG,
  async ({ catbird, page, context, serve }) => {
    const [orders, payments] = [await serve(startHttp()), await serve(startHttp())];
    const step = (only: string): object => ({
      type: 'catbird.journey',
      hidden: true,
      params: {
        states: { placed: { paid: 3, left: 1 }, paid: {}, left: {} },
        wait: { placed: '20s' },
        only: [only],
      },
    });
    const order = { type: 'catbird.session', params: { of: 'step', form: 'integer' } };
    const user = { type: 'catbird.entity', params: { of: 'user' }, per: 'order' };
    const at = { type: 'catbird.timestampNow' };
    const stream = ({ url }: typeof orders, fields: object): object => ({
      settings: { url: `${url}/events` },
      schema: { ...fields, order, at },
    });
    const config = {
      destination: 'http',
      seed: 11,
      from: '2026-01-01T00:00:00Z',
      starts: 2,
      speed: 50,
      limit: 700,
      entities: {
        user: { size: 50, fields: { name: { type: 'person.firstName' }, city: { type: 'location.city' } } },
      },
      streams: {
        orders: stream(orders, {
          step: step('placed'),
          user,
          name: { type: 'catbird.ref', params: 'user.name' },
        }),
        payments: stream(payments, {
          step: step('paid'),
          user,
          city: { type: 'catbird.ref', params: 'user.city' },
        }),
      },
    };
    await catbird.open({ config: await compress(JSON.stringify(config)) });
    await press(page, 'Start all');
    await expect.poll(() => Math.min(orders.rows.length, payments.rows.length)).toBeGreaterThan(150);
    const address = page.url();
    await page.close({ runBeforeUnload: false });
    expect(orders.rows.length).toBeLessThan(700);

    const later = await context.newPage();
    await expect(async () => {
      await later.goto(address);
      await expect(offer(later)).toContainText('was interrupted', { timeout: 10_000 });
    }).toPass();
    await resume(later).click();
    await expect(state(later)).toHaveText('Done');
    const inParts = [orders, payments].map(({ rows }) => texts(rows));
    expect(inParts.map(({ length }) => length)).toEqual([700, 700]);

    const before = [orders.rows.length, payments.rows.length] as const;
    await press(later, 'Start all');
    await expect(state(later)).toHaveText('Done');
    expect(texts(orders.rows.slice(before[0]))).toEqual(inParts[0]);
    expect(texts(payments.rows.slice(before[1]))).toEqual(inParts[1]);
  },
);

/** Replaces the digest of stream `a` in all runs of configs. Returns the one before. */
const digestsOfRuns = (page: Page, digest: string): Promise<string> =>
  page.evaluate(async (to) => {
    const result = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error ?? new Error('No reason')));
      });
    const database = await result(indexedDB.open('catbird-configs'));
    const store = database.transaction('configs', 'readwrite').objectStore('configs');
    let before = '';
    for (const run of await result<{ digests: Record<string, string> }[]>(store.getAll())) {
      before = run.digests['a'] ?? '';
      await result(store.put({ ...run, digests: { ...run.digests, a: to } }));
    }
    database.close();
    return before;
  }, digest);
