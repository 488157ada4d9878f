import { expect, type Frame, type Page } from '@playwright/test';
import { startAbly } from '../../../../test/services/ably.ts';
import { startAwsSns } from '../../../../test/services/aws-sns.ts';
import { startHttp } from '../../../../test/services/http.ts';
import { startTinybird } from '../../../../test/services/tinybird.ts';
import { test as plain, tinybirdLink, type Query, type Serve } from '../page.ts';
import { ANALYTICS_TOKEN, test } from './analytics-page.ts';
import { formsOf, requestsOf, sentBy } from './needles.ts';

/** A link to a service with a secret that must go nowhere else, and that service. */
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
  test(`a secret for ${name} goes to ${name} and into no other request, with the analytics script at work`, async ({
    catbird,
    serve,
    context,
    analyticsPage,
  }) => {
    const { link, needle, url } = await prepare(serve);
    const requests = requestsOf(context);
    const before = analyticsPage.analytics.rows.length;
    await catbird.open({ ...link, eps: '2', limit: '2' });
    await catbird.save();
    await catbird.preview();
    await catbird.generate();
    await catbird.over('Done');
    await expect(catbird.total).toHaveText('2');
    // The tracker is at work: it posts 0.3 s after each page view, unless another one comes before.
    const views = (): string[] => analyticsPage.analytics.rows.slice(before).map(pageOf);
    await expect.poll(views).toContain('overview');
    await catbird.page.goBack();
    await catbird.page.goForward();
    await catbird.page.reload();
    await expect(catbird.schema).toBeVisible();
    await expect.poll(() => [views().at(0), views().at(-1)]).toEqual(['schema', 'schema']);

    const forms = formsOf(needle);
    const isOwnPage = (address: string): boolean =>
      new URL(address).origin === analyticsPage.url && new URL(address).pathname === '/';
    const leaks = requests
      .filter((request) => !request.url().startsWith(url))
      // The page's address holds the settings; a browser that opens it asks the page's own server for it.
      .filter((request) => !(request.isNavigationRequest() && isOwnPage(request.url())))
      .filter((request) => forms.some((form) => sentBy(request).includes(form)));
    expect(leaks.map((request) => request.url())).toEqual([]);
    // What the servers themselves have seen, should the browser keep a request from the test.
    const { analytics, asked } = analyticsPage;
    const heard = [
      ...analytics.requests.map(
        ({ target, headers, body }) => target + JSON.stringify(headers) + String(body),
      ),
      ...asked.filter((target) => !target.startsWith('/?')),
    ].join('\n');
    for (const form of forms) expect(heard).not.toContain(form);
    expect(requests.some((request) => request.url().startsWith(url))).toBe(true);
  });
}

test('with credentials kept out of the address, not even the page’s own server sees them', async ({
  catbird,
  serve,
  context,
  analyticsPage,
}) => {
  const needle = 'NEEDLEkept5a7b9c1d3e';
  const { url } = await serve(startTinybird({ token: `p.${needle}` }));
  await catbird.open();
  const requests = requestsOf(context);
  const asked = analyticsPage.asked.length;
  await catbird.begin();
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

test('the analytics script reaches neither address, storage nor document of the page', async ({
  catbird,
  analyticsPage,
}) => {
  const link = tinybirdLink(analyticsPage.url, { token: 'p.NEEDLEreach' });
  await catbird.open(link);
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
        // Refused, as it should be.
        return [];
      }
    });
  });
  expect(reached).toEqual([]);

  // Nor can it lead the page elsewhere.
  const address = catbird.page.url();
  await frame.evaluate(() => {
    try {
      (top ?? parent).location.href = 'about:blank';
    } catch {
      // Refused, as it should be.
    }
  });
  await catbird.page.waitForTimeout(300);
  expect(catbird.page.url()).toBe(address);
});

test('each step is one page view, by its name, and leaves Back and Forward alone', async ({
  catbird,
  analyticsPage,
}) => {
  const views = (): string[] => analyticsPage.analytics.rows.slice(before).map(pageOf);
  const before = analyticsPage.analytics.rows.length;
  await catbird.open();
  await expect.poll(views).toEqual(['landing']);
  await catbird.begin();
  await expect.poll(views).toEqual(['landing', 'settings']);
  await catbird.page.waitForTimeout(700);
  expect(views()).toEqual(['landing', 'settings']);
  // The empty tab, and the page.
  expect(await catbird.page.evaluate(() => history.length)).toBe(2);
});

test('on a host that sends no headers the analytics script works as well', async ({
  catbird,
  analyticsPage,
}) => {
  const before = analyticsPage.analytics.rows.length;
  await catbird.page.goto(analyticsPage.bareUrl);
  await expect.poll(() => analyticsPage.analytics.rows.slice(before).map(pageOf)).toEqual(['landing']);
});

/** Tells the analytics document of a step, as the page does, and waits until it has heard. What it did about it. */
const told = (
  frame: Frame | Page,
): Promise<{ readonly origin: string; readonly scripts: number; readonly shimmed: boolean }> =>
  frame.evaluate(async () => {
    const heard = new Promise((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source === parent && Object.hasOwn(Object(data) as object, 'step')) resolve(undefined);
      });
    });
    // Its parent answers with a step; alone it is its own parent.
    parent.postMessage(parent === self ? { step: 'landing' } : 'tell', '*');
    await heard;
    return {
      origin: self.origin,
      scripts: document.scripts.length,
      shimmed: Object.hasOwn(document, 'cookie'),
    };
  });

/** A document on another origin, or on the page's own, that frames the analytics document and tells it of steps. */
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

test('the analytics document does nothing where it has an origin: opened alone, or framed without a sandbox', async ({
  page,
  analyticsPage: { bareUrl, analytics },
}) => {
  const before = analytics.requests.length;
  await page.goto(`${bareUrl}/analytics.html`);
  expect(await told(page)).toEqual({ origin: bareUrl, ...NOTHING });
  expect(await told(await frameIn(page, bareUrl, bareUrl, null))).toEqual({ origin: bareUrl, ...NOTHING });
  const both = 'allow-scripts allow-same-origin';
  expect(await told(await frameIn(page, bareUrl, bareUrl, both))).toEqual({ origin: bareUrl, ...NOTHING });
  expect(analytics.requests.slice(before)).toEqual([]);
});

test('the analytics document listens to its own page and to no other, also where no header keeps others from framing it', async ({
  page,
  analyticsPage: { url, bareUrl, analytics },
}) => {
  const before = analytics.requests.length;
  const framed = await frameIn(page, bareUrl.replace('127.0.0.1', 'localhost'), bareUrl, 'allow-scripts');
  expect(await told(framed)).toMatchObject({ origin: 'null', scripts: 1 });
  // Alone on a host with headers, which take its origin away.
  await page.goto(`${url}/analytics.html`);
  expect(await told(page)).toMatchObject({ origin: 'null', scripts: 1 });
  expect(analytics.requests.slice(before)).toEqual([]);
});

test('the token of the analytics is in its frame and not in the scripts of the page', async ({
  catbird,
  request,
}) => {
  await catbird.open();
  const scripts = await catbird.page.evaluate(() => Array.from(document.scripts, ({ src }) => src));
  for (const script of scripts)
    expect(await (await request.get(script)).text()).not.toContain(ANALYTICS_TOKEN);
  expect(await (await request.get('/analytics.html')).text()).toContain(ANALYTICS_TOKEN);
});

plain(
  'a page without analytics has no frame, and none that could be opened',
  async ({ catbird, request }) => {
    await catbird.open();
    await expect(catbird.page.locator('iframe')).toHaveCount(0);
    expect((await request.get('/analytics.html')).status()).toBe(404);
    expect((await request.get('/analytics.js')).status()).toBe(404);
  },
);

/** The name of the page that the tracker reports: the fragment of its address. */
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
