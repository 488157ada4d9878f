import { expect, type Frame, type Page } from '@playwright/test';
import { startAbly } from '../../../../test/services/ably.ts';
import { startAwsSns } from '../../../../test/services/aws-sns.ts';
import { startHttp } from '../../../../test/services/http.ts';
import { startTinybird } from '../../../../test/services/tinybird.ts';
import { test as plain, tinybirdLink, type Query, type Serve } from '../page.ts';
import { LONG } from '../long.ts';
import { ANALYTICS_TOKEN, test } from './analytics-page.ts';
import { formsOf, requestsOf, sentBy } from './needles.ts';

// One build of the page serves all tests of this file.
test.describe.configure({ mode: 'default' });

/** A link with a secret that must go only to its service. */
interface Case {
  readonly link: Query;
  readonly needle: string;
  readonly url: string;
}

const CASES: Readonly<Record<string, (serve: Serve) => Promise<Case>>> = {
  async Tinybird(serve) {
    const needle = 'NEEDLEtinybird7f3a9c1e5b';
    const { url } = await serve(startTinybird({ token: `p.${needle}` }));
    return { link: tinybirdLink(url, { token: `p.${needle}` }), needle, url };
  },
  async Ably(serve) {
    const needle = 'NEEDLEably2d8e6b4a0c';
    const apiKey = `xVLyHw.dHBYNQ:${needle}`;
    const { url } = await serve(startAbly({ apiKey }));
    return { link: { generatorName: 'Ably', channelId: 'events', apiKey, endpoint: url }, needle, url };
  },
  async 'AWS SNS'(serve) {
    const needle = 'NEEDLEaws9b1c3d5e7f0a2b4c6d8e0f1a3b5c7d9';
    const { url } = await serve(startAwsSns({ secretAccessKey: needle }));
    const link = {
      generatorName: 'AWSSNS',
      region: 'us-east-1',
      topicArn: 'arn:aws:sns:us-east-1:123456789012:events',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: needle,
      snsOptions: JSON.stringify({ endpoint: url }),
    };
    return { link, needle, url };
  },
  async HTTP(serve) {
    const needle = 'NEEDLEhttp4c6e8a0b2d';
    const { url } = await serve(startHttp({ headers: { 'x-api-key': needle } }));
    const address = `${url}/events`;
    const auth = { auth: 'header', headerName: 'X-API-Key', headerValue: needle };
    return { link: { generatorName: 'HTTP', url: address, ...auth }, needle, url };
  },
};

for (const [name, prepare] of Object.entries(CASES)) {
  const details = name === 'Tinybird' ? {} : LONG;
  test(
    `a secret for ${name} goes to ${name} and into no other request, even with analytics`,
    details,
    async ({ catbird, serve, context, analyticsPage }) => {
      const { link, needle, url } = await prepare(serve);
      const requests = requestsOf(context);
      const before = analyticsPage.analytics.rows.length;
      // The tracker posts 0.3 s after each page view, unless another one follows.
      const views = (): string[] => analyticsPage.analytics.rows.slice(before).map(pageOf);
      await catbird.open({ ...link, eps: '2', limit: '2' });
      await expect.poll(views).toEqual(['schema']);
      await catbird.save();
      await catbird.preview();
      await catbird.generate();
      await catbird.over('Done');
      await expect(catbird.total).toHaveText('2');
      await expect.poll(views).toContain('overview');
      await catbird.page.goBack();
      await catbird.page.goForward();
      await catbird.page.reload();
      await expect(catbird.schema).toBeVisible();
      await expect.poll(() => views().at(-1)).toBe('schema');

      const forms = formsOf(needle);
      const isOwnPage = (address: string): boolean =>
        new URL(address).origin === analyticsPage.url && new URL(address).pathname === '/';
      const leaks = requests
        .filter((request) => !request.url().startsWith(url))
        // The page's address contains the settings, and the browser requests it from the page's own server.
        .filter((request) => !(request.isNavigationRequest() && isOwnPage(request.url())))
        .filter((request) => forms.some((form) => sentBy(request).includes(form)));
      expect(leaks.map((request) => request.url())).toEqual([]);
      // Also what the servers received, in case the browser hides a request from the test.
      const { analytics, asked } = analyticsPage;
      const heard = [
        ...analytics.requests.map(
          ({ target, headers, body }) => target + JSON.stringify(headers) + String(body),
        ),
        ...asked.filter((target) => !target.startsWith('/?')),
      ].join('\n');
      for (const form of forms) expect(heard).not.toContain(form);
      expect(requests.some((request) => request.url().startsWith(url))).toBe(true);
    },
  );
}

/** Sends the analytics document a step, as the page does, waits until it arrives, and returns its effects. */
const told = (
  frame: Frame | Page,
): Promise<{ readonly origin: string; readonly scripts: number; readonly shimmed: boolean }> =>
  frame.evaluate(async () => {
    const heard = new Promise((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source === parent && Object.hasOwn(Object(data) as object, 'step')) resolve(undefined);
      });
    });
    // Its parent replies with a step. Without a frame it is its own parent.
    parent.postMessage(parent === self ? { step: 'landing' } : 'tell', '*');
    await heard;
    return {
      origin: self.origin,
      scripts: document.scripts.length,
      shimmed: Object.hasOwn(document, 'cookie'),
    };
  });

/** Frames the analytics document in a document on another origin, or on the page's own, that sends it steps. */
async function frameIn(page: Page, host: string, analytics: string, sandbox: string | null): Promise<Frame> {
  await page.goto(`${host}/framing.html`);
  await page.evaluate(
    async ([src, tokens]) => {
      const frame = document.createElement('iframe');
      if (tokens !== null) frame.setAttribute('sandbox', tokens);
      frame.src = `${src}/analytics.html`;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      addEventListener('message', () => frame.contentWindow?.postMessage({ step: 'landing' }, '*'));
    },
    [analytics, sandbox] as const,
  );
  return frameOf(() => page.frames());
}

const NOTHING = { scripts: 1, shimmed: false };

// One page for the steps of a test: to open one takes longer than most of them.
test('page views and credentials', async ({ catbird, serve, context, analyticsPage }) => {
  await test.step('each step is one page view, by name, and does not affect Back and Forward', async () => {
    const views = (): string[] => analyticsPage.analytics.rows.slice(before).map(pageOf);
    const before = analyticsPage.analytics.rows.length;
    await catbird.open();
    await expect.poll(views).toEqual(['landing']);
    await catbird.begin();
    await expect.poll(views).toEqual(['landing', 'settings']);
    // The empty tab, and the page.
    expect(await catbird.page.evaluate(() => history.length)).toBe(2);
    await catbird.connect('Log');
    await catbird.save();
    // A second report of an earlier step would have arrived by now.
    await expect.poll(views).toContain('schema');
    expect(views()).toEqual(['landing', 'settings', 'schema']);
  });

  await test.step('credentials kept out of the address do not even reach the page’s own server', async () => {
    const needle = 'NEEDLEkept5a7b9c1d3e';
    const { url } = await serve(startTinybird({ token: `p.${needle}` }));
    await catbird.open();
    const requests = requestsOf(context);
    const asked = analyticsPage.asked.length;
    await catbird.begin();
    await catbird.unfold();
    await catbird.settings.getByRole('switch', { name: 'Keep credentials out of the address' }).check();
    await catbird.connect('Tinybird', {
      Host: 'Custom',
      Endpoint: url,
      'Data Source name': 'events',
      'Data Source API Token': `p.${needle}`,
    });
    await catbird.limit('1');
    await catbird.save();
    await catbird.generate();
    await catbird.over('Done');
    await catbird.page.reload();
    await expect(catbird.field('Data Source API Token')).toHaveValue(`p.${needle}`);
    const forms = formsOf(needle);
    const leaks = requests
      .filter((request) => !request.url().startsWith(url))
      .filter((request) => forms.some((form) => sentBy(request).includes(form)));
    expect(leaks.map((request) => request.url())).toEqual([]);
    expect(analyticsPage.asked.slice(asked).join('\n')).not.toContain(needle);
  });
});

test('the analytics document', async ({ catbird, page, request, analyticsPage }) => {
  const { url, bareUrl, analytics } = analyticsPage;

  await test.step('the analytics document does nothing with an origin: opened directly, or framed without a sandbox', async () => {
    const before = analytics.requests.length;
    await page.goto(`${bareUrl}/analytics.html`);
    expect(await told(page)).toEqual({ origin: bareUrl, ...NOTHING });
    expect(await told(await frameIn(page, bareUrl, bareUrl, null))).toEqual({ origin: bareUrl, ...NOTHING });
    const both = 'allow-scripts allow-same-origin';
    expect(await told(await frameIn(page, bareUrl, bareUrl, both))).toEqual({ origin: bareUrl, ...NOTHING });
    expect(analytics.requests.slice(before)).toEqual([]);
  });

  await test.step('the analytics document listens only to its own page, even if no header prevents framing', async () => {
    const before = analytics.requests.length;
    const framed = await frameIn(page, bareUrl.replace('127.0.0.1', 'localhost'), bareUrl, 'allow-scripts');
    expect(await told(framed)).toMatchObject({ origin: 'null', scripts: 1 });
    // Opened directly on a host with headers, which give it an opaque origin.
    await page.goto(`${url}/analytics.html`);
    expect(await told(page)).toMatchObject({ origin: 'null', scripts: 1 });
    expect(analytics.requests.slice(before)).toEqual([]);
  });

  await test.step("the analytics script cannot access the page's address, storage or document", async () => {
    const before = analytics.rows.length;
    await catbird.open(tinybirdLink(url, { token: 'p.NEEDLEreach' }));
    const element = catbird.page.locator('iframe');
    await expect(element).toHaveAttribute('sandbox', 'allow-scripts');
    await expect(element).toHaveAttribute('referrerpolicy', 'no-referrer');
    const frame = await frameOf(() => catbird.page.frames());
    // oxlint-disable-next-line no-underscore-dangle -- the name is the tracker's
    await expect.poll(() => frame.evaluate(() => 'Tinybird' in globalThis)).toBe(true);
    expect(new URL(frame.url()).search).toBe('');

    const reached = await frame.evaluate(() => {
      const attempts: Record<string, () => unknown> = {
        'the address': () => parent.location.href,
        'the top address': () => top?.location.href,
        'the document': () => parent.document.title,
        'the history': () => parent.history.length,
        'the local storage': () => localStorage.length,
        'the session storage': () => sessionStorage.length,
        'the frame element': () => (frameElement === null ? undefined : 'an element'),
        'the referrer': () => (document.referrer === '' ? undefined : document.referrer),
        'an own origin': () => (origin === 'null' ? undefined : origin),
      };
      return Object.entries(attempts).flatMap(([what, attempt]) => {
        try {
          return attempt() === undefined ? [] : [what];
        } catch {
          // Blocked, as it should be.
          return [];
        }
      });
    });
    expect(reached).toEqual([]);

    // Nor can it navigate the page.
    const address = catbird.page.url();
    const outcome = await frame.evaluate(() => {
      try {
        (top ?? parent).location.href = 'about:blank';
        return 'done';
      } catch {
        return 'blocked';
      }
    });
    expect(outcome).toBe('blocked');
    await catbird.page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(catbird.page.url()).toBe(address);
    await expect.poll(() => analytics.rows.length).toBeGreaterThan(before);
  });

  await test.step('the analytics script also works on a host that sends no headers', async () => {
    const before = analytics.rows.length;
    await page.goto(bareUrl);
    await expect.poll(() => analytics.rows.slice(before).map(pageOf)).toEqual(['landing']);
  });

  await test.step("the analytics token is in its frame and not in the page's scripts", async () => {
    await catbird.open();
    const scripts = await catbird.page.evaluate(() => Array.from(document.scripts, ({ src }) => src));
    for (const script of scripts)
      expect(await (await request.get(script)).text()).not.toContain(ANALYTICS_TOKEN);
    expect(await (await request.get('/analytics.html')).text()).toContain(ANALYTICS_TOKEN);
  });
});

plain('a page without analytics has no frame and no analytics document', async ({ catbird, request }) => {
  await catbird.open();
  await expect(catbird.page.locator('iframe')).toHaveCount(0);
  expect((await request.get('/analytics.html')).status()).toBe(404);
  expect((await request.get('/analytics.js')).status()).toBe(404);
});

/** The page name reported by the tracker: the fragment of its address. */
const pageOf = (row: unknown): string => {
  const { payload } = row as { payload: string };
  return new URL((JSON.parse(payload) as { href: string }).href).hash.slice(1);
};

async function frameOf(frames: () => Frame[]): Promise<Frame> {
  let found: Frame | undefined;
  await expect
    .poll(() => {
      found = frames().find((frame) => frame.url().includes('analytics.html'));
      return found !== undefined;
    })
    .toBe(true);
  if (found === undefined) throw new Error('There is no analytics frame');
  return found;
}
