import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { listen, pageServer } from '../../../scripts/serve.js';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { compress } from '../src/link/compress.ts';
import { expect, test, tinybirdLink, type Catbird, type Query } from './page.ts';
import { changeRecords } from './records.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';

const SCHEMA = JSON.stringify({ n: { type: 'catbird.sequence' }, at: { type: 'catbird.timestampNow' } });

const linkTo = async ({ url }: Service, more: Query = {}): Promise<Query> => ({
  generatorName: 'HTTP',
  url: `${url}/events`,
  template: 'Custom',
  schema: await compress(SCHEMA),
  seed: '7',
  eps: '200',
  ...more,
});

/** What runs a session, in its worker. */
const SESSION = '**/assets/session-*.js';

const offer = (page: Page): Locator => page.getByRole('region', { name: 'Earlier run' });
const resume = (page: Page): Locator => offer(page).getByRole('button', { name: /^Continue at row/ });

async function startAt(catbird: Catbird, query: Query): Promise<void> {
  await catbird.open(query);
  await catbird.generate();
  await expect(catbird.phase).toHaveText('Running');
}

/** Rows by their number: every text that was received for it. */
function textsByNumber(rows: readonly unknown[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const row of rows as readonly { readonly n: number }[])
    found.set(row.n, [...(found.get(row.n) ?? []), JSON.stringify(row)]);
  return found;
}

// One page for the steps of a test: to open one takes longer than most of them.
test('an earlier run', async ({ catbird, page, serve }) => {
  await test.step('a finished run continues with the next rows', async () => {
    const http = await serve(startHttp());
    await catbird.open(await linkTo(http, { limit: '40' }));
    await catbird.generate();
    await catbird.over('Done');
    await page.reload();
    await expect(offer(page)).toContainText('finished');
    await expect(offer(page)).toContainText('40 sent');
    await resume(page).click();
    await expect(catbird.total).toHaveText('80');
    await catbird.over('Done');
    expect([...textsByNumber(http.rows).keys()]).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
  });

  await test.step('after the clock was set back, the run that was started last is offered', async () => {
    await changeRecords(page, 'progress', { savedMs: Date.now() + 86_400_000 });
    const http = await serve(startHttp());
    await catbird.open(await linkTo(http, { limit: '30' }));
    await catbird.generate();
    await catbird.over('Done');
    await page.reload();
    await expect(offer(page)).toContainText('30 sent');
    // Continued, and saved again, it still comes first.
    await resume(page).click();
    await catbird.over('Done');
    await page.reload();
    await expect(offer(page)).toContainText('60 sent');
  });

  await test.step('it can be forgotten, and then the one before is offered', async () => {
    const forget = offer(page).getByRole('button', { name: 'Forget' });
    await forget.press('Enter');
    await expect(offer(page)).toBeHidden();
    await page.reload();
    await expect(offer(page)).toContainText('80 sent');
    await forget.press('Enter');
    await expect(offer(page)).toBeHidden();
    // The keyboard goes on where the offer was, not at the top of the page.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('banner').getByRole('radio', { checked: true })).toBeFocused();
    await page.reload();
    await expect(catbird.schema).toBeVisible();
    await expect.poll(() => keptTexts(page)).toBe('[[],[]]');
  });

  await test.step('no credential is kept: a page without it asks for it, and then continues', async () => {
    const tinybird = await serve(startTinybird());
    const token = 'p.a-token-for-tests';
    await startAt(catbird, tinybirdLink(tinybird.url, { eps: '1000' }));
    await expect.poll(() => tinybird.rows.length).toBeGreaterThan(60);
    await catbird.stop();
    await catbird.over('Stopped');
    const kept = await keptTexts(page);
    expect(kept).toContain('generatorName=Tinybird');
    expect(kept).not.toContain(token);

    await catbird.open();
    await expect(offer(page)).toContainText('was stopped');
    await resume(page).click();
    await expect(offer(page)).toContainText('Enter them under Connect');
    await catbird.field('Data Source API Token').fill(token);
    const before = tinybird.rows.length;
    await resume(page).click();
    await expect.poll(() => tinybird.rows.length).toBeGreaterThan(before);
    await catbird.stop();
  });
});

test('an interrupted run', async ({ catbird, page, serve }) => {
  const http = await serve(startHttp());
  const link = await linkTo(http, { limit: '800' });

  await test.step('a run that a reload interrupts continues at its next row, without a gap, and repeats the same bytes', async () => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => asked.push(dialog.type()));
    await startAt(catbird, link);
    await expect.poll(() => http.rows.length).toBeGreaterThan(250);
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    const before = http.rows.length;

    await expect(offer(page)).toContainText('Custom to HTTP was interrupted');
    await resume(page).dblclick();
    await expect(offer(page)).toBeHidden();
    await catbird.over('Done');

    const texts = textsByNumber(http.rows);
    expect([...texts.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 800 }, (_, n) => n + 1));
    // What was confirmed since the last save, at most a second before, and what was on its way.
    const repeated = [...texts.values()].filter(({ length }) => length > 1);
    expect(repeated.length).toBeLessThanOrEqual(before);
    expect(repeated.length).toBeLessThan(600);
    for (const each of repeated) expect(new Set(each).size).toBe(1);
    // A page without a stream closes unasked.
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
  });

  // valid-records.test.ts has every way in which a record is damaged.
  await test.step('a damaged record of a run is not offered, and changes nothing else', async () => {
    const damages = [
      { store: 'progress', parts: { remaining: [[-3, Infinity]] } },
      { store: 'configs', parts: { link: undefined } },
    ] as const;
    for (const { store, parts } of damages) {
      const whole = await changeRecords(page, store, parts);
      await page.reload();
      await expect(catbird.schema).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(offer(page), JSON.stringify(parts)).toBeHidden();
      await changeRecords(page, store, {}, whole);
    }
    await page.reload();
    await expect(resume(page)).toBeVisible();
    await changeRecords(page, 'progress', { remaining: [] });
    const sent = http.rows.length;
    await startAt(catbird, link);
    await expect.poll(() => http.rows.length).toBeGreaterThan(sent + 20);
    await catbird.stop();
    await catbird.over('Stopped');
    await page.reload();
    await expect(offer(page)).toContainText('was stopped');
  });
});

test('a run that another tab has', async ({ catbird, page, context, serve, baseURL }) => {
  const http = await serve(startHttp());
  await startAt(catbird, await linkTo(http));
  await expect.poll(() => http.rows.length).toBeGreaterThan(100);
  const other = await context.newPage();
  const third = await context.newPage();
  const openAt = async (tab: Page, address: string): Promise<void> => {
    await tab.goto(address);
    await expect(tab.locator('#landing')).toBeVisible();
    await tab.waitForLoadState('networkidle');
  };

  await test.step('is not offered', async () => {
    await openAt(other, baseURL ?? '');
    await expect(offer(other)).toBeHidden();
  });

  await test.step('is shown by a tab with the same stream, before and after it starts', async () => {
    const told = other.getByText('in another tab');
    await other.goto(page.url());
    await expect(told).toHaveText(/^Custom to HTTP is running in another tab, [\d,]+ sent\.$/);
    const begin = other.getByRole('button', { name: 'Start Generating!' });
    const sent = http.rows.length;
    await begin.press('Enter');
    await expect(other.locator('#overview').getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(told).toContainText('is running');
    await expect(page.getByText('in another tab')).toBeHidden();
    await expect.poll(() => http.rows.length).toBeGreaterThan(sent);

    await catbird.stop();
    await catbird.over('Stopped');
    await third.goto(page.url());
    await expect(third.getByText('in another tab')).toBeVisible();
    // Other rows, or the same ones elsewhere, are another stream.
    for (const [name, value] of [
      ['seed', '8'],
      ['url', `${http.url}/others`],
    ] as const) {
      const address = new URL(page.url());
      address.searchParams.set(name, value);
      await third.goto(address.href);
      await expect(third.locator('#schema')).toContainText('"n"');
      await third.waitForLoadState('networkidle');
      await expect(third.getByText('in another tab')).toBeHidden();
    }
  });

  await test.step('is offered once that tab is closed', async () => {
    await openAt(third, baseURL ?? '');
    await expect(offer(third)).toBeHidden();
    await other.close();
    // The browser may take a moment to free what a closed tab held.
    await expect(async () => {
      await third.reload();
      await expect(offer(third)).toContainText('was interrupted', { timeout: 10_000 });
      await expect(resume(third)).toBeVisible();
    }).toPass();
  });
});

test('storage', async ({ catbird, page, serve }) => {
  await test.step('a browser that keeps nothing sends all the same, and the page says so', async () => {
    const http = await serve(startHttp());
    // As in a private window: workers have no storage either. The workers share this file.
    let blocked = 0;
    await page.route(SESSION, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const body = text.replaceAll('indexedDB.open', '(()=>{throw new Error("Storage is blocked")})');
      if (body !== text) blocked++;
      await route.fulfill({ response, body });
    });
    await catbird.open(await linkTo(http, { limit: '400' }));
    await catbird.generate();
    await expect(page.getByText('This browser can’t keep this run')).toContainText('Storage is blocked');
    expect(blocked).toBe(1);
    await catbird.over('Done');
    await expect(catbird.session).toHaveText('400');
    expect(http.rows).toHaveLength(400);
    await page.unroute(SESSION);
  });

  await test.step('a run whose storage fills is not offered, until its next session is kept', async () => {
    const http = await serve(startHttp());
    await page.route(SESSION, async (route) => {
      const response = await route.fetch();
      const full = `{
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (value, ...more) {
          if (value.counts?.accepted > 20) throw new DOMException('Full', 'QuotaExceededError');
          return put.call(this, value, ...more);
        };
      };`;
      await route.fulfill({ response, body: full + (await response.text()) });
    });
    await catbird.open(await linkTo(http));
    await catbird.generate();
    await expect(page.getByText('This browser can’t keep this run')).toContainText('Its storage is full');
    await catbird.stop();
    await catbird.over('Stopped');
    // What is left says only that the run is lost.
    await expect
      .poll(async (): Promise<unknown> => JSON.parse(await keptTexts(page)))
      .toMatchObject([[{ isLost: true }], []]);

    await page.unroute(SESSION);
    const sent = http.rows.length;
    await catbird.start();
    await expect.poll(() => http.rows.length).toBeGreaterThan(sent + 20);
    await catbird.stop();
    await catbird.over('Stopped');
    await page.reload();
    await expect(offer(page)).toContainText('was stopped');
    await expect(offer(page)).toContainText(`${http.rows.length.toLocaleString('en')} sent`);
  });
});

/** Everything in the page's database, as JSON. */
const keptTexts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const result = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((done, fail) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => fail(request.error ?? new Error('No reason')));
      });
    const database = await result(indexedDB.open('catbird-configs'));
    const read = database.transaction(['configs', 'progress']);
    const all = await Promise.all(
      ['configs', 'progress'].map((name) => result<unknown[]>(read.objectStore(name).getAll())),
    );
    database.close();
    return JSON.stringify(all);
  });

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  /** A copy of the built page on a server of its own. */
  const serving = test.extend<{ copy: string; server: ReturnType<typeof pageServer>; origin: string }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern
    copy: async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'catbird-page-'));
      cpSync('apps/web/dist', folder, { recursive: true });
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    server: async ({ copy }, use) => {
      const server = pageServer(copy);
      await use(server);
      server.closeAllConnections();
      server.close();
    },
    origin: async ({ server }, use) => use(`http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`),
  });

  /** Turns a copy of the page into its next version, with more files by their digests. */
  function writeNext(copy: string, more: Readonly<Record<string, string>> = {}): void {
    const html = join(copy, 'index.html');
    const text = readFileSync(html, 'utf8');
    writeFileSync(html, text.replace(/<title>.*<\/title>/, '<title>The next version</title>'));
    const script = join(copy, 'sw.js');
    const worker = readFileSync(script, 'utf8').replace(/const VERSION = .*;/, 'const VERSION = "next";');
    const files = `const FILES = {${JSON.stringify(more).slice(1, -1)}${Object.keys(more).length > 0 ? ',' : ''}`;
    writeFileSync(
      script,
      worker.replace('const FILES = {', () => files),
    );
  }

  /** Waits until the page's files are kept. */
  const installed = (page: Page): Promise<unknown> =>
    page.evaluate(async () => {
      dispatchEvent(new Event('pointermove'));
      await navigator.serviceWorker.ready;
      const worker = navigator.serviceWorker;
      return worker.controller ?? new Promise((done) => worker.addEventListener('controllerchange', done));
    });

  serving(
    'a half-loaded update, a full disk or a host that fails gets no say over files that are kept',
    async ({ page, copy, server, origin }) => {
      await page.goto(origin);
      await installed(page);
      const title = await page.title();

      writeNext(copy, { 'assets/gone.js': 'AAAA' });
      const state = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        const next = registration.installing;
        return new Promise((done) => next?.addEventListener('statechange', () => done(next.state)));
      });
      expect(state).toBe('redundant');

      const session = await page.context().newCDPSession(page);
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
      const [locale = ''] = readdirSync(join(copy, 'assets')).filter((name) => /^de-.*\.js$/.test(name));
      const part = await page.evaluate(async (path) => (await fetch(path)).status, `assets/${locale}`);
      expect(part).toBe(200);

      server.removeAllListeners('request');
      server.on('request', (_, response) => response.writeHead(500).end('Out of order'));
      const response = await page.goto(origin);
      expect(response?.status()).toBe(200);
      await expect(page).toHaveTitle(title);
      const theme = await page.evaluate(async () => (await fetch('theme.js', { cache: 'no-store' })).status);
      expect(theme).toBe(200);
    },
  );

  serving(
    'an update takes effect on the next load, never during a run, and then the page needs no network',
    async ({ catbird, page, copy, server, origin }) => {
      await page.goto(`${origin}/?generatorName=Log&eps=20&token=secret`);
      await installed(page);
      await catbird.generate();
      await expect(catbird.phase).toHaveText('Running');

      writeNext(copy);
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      await expect.poll(() => page.evaluate(() => caches.has('catbird-next'))).toBe(true);
      const sent = Number(await catbird.session.textContent());
      await expect.poll(async () => Number(await catbird.session.textContent())).toBeGreaterThan(sent + 20);
      await expect(catbird.phase).toHaveText('Running');
      await expect(page).not.toHaveTitle('The next version');
      await page.reload();
      await expect(page).toHaveTitle('The next version');

      await test.step('the page opens and streams without a network', async () => {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
        await page.goto(`${origin}/?generatorName=Log&eps=20&limit=20&template=Stock+Prices&schema=Preset`);
        await catbird.generate();
        await catbird.over('Done');
        await expect(catbird.session).toHaveText('20');
        // An address may hold credentials: none is kept.
        const addresses = await page.evaluate(async () => {
          const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          const requests = await Promise.all(caches_.map((cache) => cache.keys()));
          return requests.flat().map(({ url }) => url);
        });
        expect(addresses.length).toBeGreaterThan(10);
        expect(addresses.filter((address) => address.includes('?'))).toEqual([]);
      });
    },
  );
});
