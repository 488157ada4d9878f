import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { compress } from '../../src/link/compress.ts';
import { LONG } from '../long.ts';
import { expect, settled, test } from '../page.ts';
import { ROOT } from '../../../../scripts/command.js';

const TINYBIRD = {
  generatorName: 'Tinybird',
  host: 'custom',
  datasource: 'events',
  token: 'p.x',
  eps: '100',
};
const EVIL = 'https://evil.example';

/** Links that ask for an action. */
const STARTING = [
  'autostart=1',
  'start=true',
  'run=1',
  'step=3',
  'action=generate',
  'test=1',
  'preview=1',
].map((more) => `${new URLSearchParams({ ...TINYBIRD, endpoint: EVIL }).toString()}&${more}#overview`);

/** Endpoints that are no address, or not one to send credentials to. */
const ENDPOINTS = [
  'javascript:run("endpoint")',
  'data:text/html,<script>run("endpoint")</script>',
  'http://evil.example',
  'https://user:password@evil.example',
  'https://127.0.0.1@evil.example',
  '//evil.example',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  'wss://evil.example',
  'https://evil.example/\\@127.0.0.1',
].map((endpoint) => new URLSearchParams({ ...TINYBIRD, endpoint }).toString());

/** Schemas that would take all memory. */
const bombs = async (): Promise<readonly string[]> => {
  const schemas = [
    await compress(' '.repeat(50 * 1024 * 1024)),
    // JSONCrush, as in older links: each letter expands twelve times.
    `${Array.from('bcdefghi', (letter) => letter.repeat(12)).join('')}a\u0001bcdefghi_`,
    await compress(
      `{"a":{"type":"helpers.arrayElement","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
    ),
    await compress('{"a":{"type":"string.alpha","params":1000000000}}'),
    await compress('{"a":{"type":"number.int","count":1000000000}}'),
    await compress('{"a":{"type":"person.constructor.constructor","params":["run(1)"]}}'),
  ];
  return schemas.map((schema) => new URLSearchParams({ ...TINYBIRD, endpoint: EVIL, schema }).toString());
};

/** Texts that run if a page treats them as markup or code. Each calls `run`, which the test listens to. */
const PAYLOADS = [
  '<script>run(1)</script>',
  '"><script>run(2)</script>',
  '<img src=x onerror=run(3)>',
  '<svg onload=run(4)>',
  '<svg><script>run(5)</script></svg>',
  'javascript:run(6)',
  '<iframe srcdoc="<script>parent.run(7)</script>">',
  '<body onload=run(8)>',
  '<details open ontoggle=run(9)>',
  '<input autofocus onfocus=run(10)>',
  "';run(11);//",
  '${run(12)}',
  '{{constructor.constructor("run(13)")()}}',
  '</title><script>run(14)</script>',
  '</textarea><script>run(15)</script>',
  '<a href="javascript:run(16)">x</a>',
  '<math><mtext><style><img src=x onerror=run(17)>',
  '<object data="data:text/html,<script>parent.run(18)</script>">',
  '<link rel=stylesheet href=https://evil.example/19.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/20">',
];

/** Links that the page never writes. */
const ODD = [
  'generatorName=__proto__&template=__proto__&schema=__proto__',
  'generatorName=constructor&constructor=1&prototype=2',
  'generatorName=Tinybird&generatorName=Ably&eps=1&eps=1e999',
  'generatorName=Log&eps=1e9&limit=-2&autostart=true',
  `generatorName=HTTP&url=${EVIL}/events&eps=NaN&limit=Infinity`,
  '%00=%00&%ff=%ff&template=%E0%A4%A',
  `redirect=${EVIL}&next=${EVIL}&url=${EVIL}&returnTo=${EVIL}`,
];

const NAMES = [
  'template',
  'schema',
  'seed',
  'logs',
  'eps',
  'limit',
  'endpoint',
  'datasource',
  'token',
  'channelId',
  'topicArn',
  'url',
] as const;

const everywhere = (text: string): string =>
  new URLSearchParams({
    generatorName: 'Tinybird',
    host: 'custom',
    ...Object.fromEntries(NAMES.map((name) => [name, text])),
  }).toString();

/** Collects everything that must not happen. */
async function watch(context: BrowserContext, origin: string): Promise<readonly string[]> {
  const happened: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) happened.push(`request: ${request.url()}`);
  });
  context.on('dialog', (dialog) => {
    happened.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('weberror', (error) => happened.push(`error: ${error.error().message}`));
  await context.exposeFunction('run', (what: unknown) => happened.push(`script: ${String(what)}`));
  await context.exposeFunction('violated', (what: string) => happened.push(`policy: ${what}`));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (globalThis as unknown as { violated: (what: string) => void }).violated(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  return happened;
}

/** Time that passes for the page's timers. */
const WATCHED_MS = 10_000;

/** Opens links at once and lets time pass, without a click. */
async function leaveOpen(context: BrowserContext, addresses: readonly string[]): Promise<void> {
  const pages = await Promise.all(
    addresses.map(async (address) => {
      const page = await context.newPage();
      await page.goto(address);
      await expect(page.locator('#landing'), address.slice(0, 200)).toBeVisible();
      await settled(page);
      return page;
    }),
  );
  await context.clock.runFor(WATCHED_MS);
  for (const page of pages) {
    await settled(page);
    await page.close();
  }
}

const GROUPS: Readonly<Record<string, () => Promise<readonly string[]> | readonly string[]>> = {
  'ask for something to be done': () => STARTING,
  'name hostile endpoints': () => ENDPOINTS,
  'hold huge schemas': bombs,
  'say what the page never writes': () => ODD,
  'hold markup or code': () => PAYLOADS.map(everywhere),
};
const AT_ONCE = 5;

/** Expects that nothing happens while links are open. */
async function expectQuiet(context: BrowserContext, origin: string, links: readonly string[]): Promise<void> {
  const happened = await watch(context, origin);
  await context.clock.install();
  for (let i = 0; i < links.length; i += AT_ONCE) {
    const addresses = links.slice(i, i + AT_ONCE).map((link) => `${origin}/?${link}`);
    await leaveOpen(context, addresses);
  }
  expect(happened).toEqual([]);
}

test('a hostile link of each kind sends, runs, asks and violates nothing while no one clicks', async ({
  context,
  baseURL,
}) => {
  const groups = await Promise.all(Object.values(GROUPS).map(async (linksOf) => linksOf()));
  await expectQuiet(
    context,
    baseURL ?? '',
    groups.flatMap((links) => links.slice(0, 1)),
  );
});

for (const [what, linksOf] of Object.entries(GROUPS)) {
  test(
    `links that ${what} send, run, ask and violate nothing while no one clicks`,
    LONG,
    async ({ context, baseURL }) => {
      const links = await linksOf();
      expect(links.length).toBeGreaterThan(5);
      await expectQuiet(context, baseURL ?? '', links);
    },
  );
}

test('a forbidden endpoint of a link is rejected with a message, and a valid one is named before the start', async ({
  catbird,
}) => {
  await catbird.page.goto(`/?${ENDPOINTS[3]}`);
  await catbird.begin();
  await catbird.save();
  await expect(catbird.settings).toContainText('endpoint: Must not contain a user name or password');
  await catbird.page.goto(`/?${new URLSearchParams({ ...TINYBIRD, endpoint: EVIL }).toString()}`);
  await expect(catbird.schema).toContainText('These settings came from a link. Opening it sent nothing.');
  await expect(catbird.schema).toContainText('will send events to evil.example');
});

const NAUGHTY = join(ROOT, '..', 'shared', 'data', 'blns.json');
const hasNaughty = existsSync(NAUGHTY);
if (!hasNaughty) console.warn(`Skipped: no list of naughty strings at ${NAUGHTY}`);

test(
  'every naughty string, in every parameter, is shown as typed',
  LONG,
  async ({ context, page, baseURL }) => {
    test.skip(!hasNaughty, `There is no list of naughty strings at ${NAUGHTY}`);
    const happened = await watch(context, baseURL ?? '');
    const strings = JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[];
    expect(strings).toHaveLength(515);
    await page.goto(`/?${everywhere('')}`);
    await page.getByRole('button', { name: 'Start generating data' }).click();
    for (let i = 0; i < strings.length; i += BATCH) {
      const batch = strings.slice(i, i + BATCH);
      const shown = await page.evaluate(
        travelAll,
        batch.map((string) => [`?${everywhere(string)}`, asInput(string)] as const),
      );
      expect(shown).toEqual(batch.map(asInput));
    }
    await settled(page);
    expect(happened).toEqual([]);
  },
);

const BATCH = 50;

/** An input holds one line, and an address no lone surrogates. */
const asInput = (text: string): string => text.toWellFormed().replaceAll(/[\r\n]/g, '');

/** Leads the page to queries as Back does. Returns what the data source field shows for each, once it is as expected or after many looks. */
const travelAll = async (
  queries: readonly (readonly [query: string, expected: string])[],
): Promise<string[]> => {
  const shown = (): string =>
    document.querySelector<HTMLInputElement>('#settings input[name=datasource]')?.value ?? 'no field';
  const all: string[] = [];
  for (const [query, expected] of queries) {
    history.pushState({ step: 1 }, '', query);
    dispatchEvent(new PopStateEvent('popstate'));
    await new Promise((done) => setTimeout(done));
    for (let looks = 0; looks < 1000 && shown() !== expected; looks++)
      await new Promise((done) => setTimeout(done));
    all.push(shown());
  }
  return all;
};
