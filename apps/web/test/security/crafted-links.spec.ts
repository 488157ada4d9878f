import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { compress } from '../../src/link/compress.ts';
import { expect, test } from '../page.ts';
import { ROOT } from '../../../../scripts/command.js';

const TINYBIRD = {
  generatorName: 'Tinybird',
  host: 'custom',
  datasource: 'events',
  token: 'p.x',
  eps: '100',
};
const EVIL = 'https://evil.example';

/** Links that ask for something to be done. */
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
    // JSONCrush, as older links have it: each letter stands for all that follows it, twelve times.
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

/** Texts that run where a page takes them for markup or code. Each calls `run`, which this test listens to. */
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

/** Links that say what no page of ours writes. */
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

/** What happened that must not. */
interface Watch {
  readonly happened: string[];
}

async function watch(context: BrowserContext, origin: string): Promise<Watch> {
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
  return { happened };
}

const WATCHED_MS = 5000;
const AT_ONCE = 10;

test('crafted links, five seconds each without a click: nothing is sent, run, asked or refused', async ({
  context,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const origin = baseURL ?? '';
  const { happened } = await watch(context, origin);
  const links = [...STARTING, ...ENDPOINTS, ...(await bombs()), ...ODD, ...PAYLOADS.map(everywhere)];
  expect(links).toHaveLength(50);
  for (let i = 0; i < links.length; i += AT_ONCE) {
    await Promise.all(
      links.slice(i, i + AT_ONCE).map(async (link) => {
        const page = await context.newPage();
        await page.goto(`${origin}/?${link}`);
        await page.waitForTimeout(WATCHED_MS);
        await expect(page.locator('#landing'), link.slice(0, 200)).toBeVisible();
        await page.close();
      }),
    );
  }
  expect(happened).toEqual([]);
});

test('an endpoint from a link that must not be sent to is refused in words, and a good one is named before the start', async ({
  catbird,
}) => {
  await catbird.page.goto(`/?${ENDPOINTS[3]}`);
  await catbird.begin();
  await catbird.save();
  await expect(catbird.settings).toContainText('endpoint: Must not contain a user name or password');
  await catbird.page.goto(`/?${new URLSearchParams({ ...TINYBIRD, endpoint: EVIL }).toString()}`);
  await expect(catbird.schema).toContainText('These settings came from a link. Nothing has been sent.');
  await expect(catbird.schema).toContainText('will send events to evil.example');
});

const NAUGHTY = join(ROOT, '..', 'shared', 'data', 'blns.json');
const hasNaughty = existsSync(NAUGHTY);
if (!hasNaughty) console.warn(`Skipped: no list of naughty strings at ${NAUGHTY}`);

test('every naughty string, in every parameter, is shown as typed', async ({ context, page, baseURL }) => {
  test.skip(!hasNaughty, `There is no list of naughty strings at ${NAUGHTY}`);
  test.setTimeout(180_000);
  const { happened } = await watch(context, baseURL ?? '');
  const strings = JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[];
  expect(strings).toHaveLength(515);
  await page.goto(`/?${everywhere('')}`);
  await page.getByRole('button', { name: 'Start generating data' }).click();
  const shown: (readonly [string, string])[] = [];
  for (const string of strings) shown.push([string, await travel(page, `?${everywhere(string)}`)]);
  for (const [string, text] of shown) expect(text).toBe(asInput(string));
  await page.waitForTimeout(WATCHED_MS);
  expect(happened).toEqual([]);
});

/** An input holds one line, and an address no lone surrogates. */
const asInput = (text: string): string => text.toWellFormed().replaceAll(/[\r\n]/g, '');

/** Leads the page to another query as Back does, and tells what its field of the data source then shows. */
const travel = (page: Page, search: string): Promise<string> =>
  page.evaluate(async (query) => {
    history.pushState({ step: 1 }, '', query);
    dispatchEvent(new PopStateEvent('popstate'));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return document.querySelector<HTMLInputElement>('#settings input[name=datasource]')?.value ?? 'no field';
  }, search);
