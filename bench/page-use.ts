import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type CDPSession, type Page, type Response } from '@playwright/test';
import { median, report, short } from './measure.js';
import { startService } from './service.js';

/**
 * What using the built page feels like, in Chromium: how soon it shows, whether it moves, how long it blocks on each step, how fast
 * it answers, and what a stream costs it. Beside it, in turn, a page with one sentence.
 *
 *     node dist/page-use.js                  # 5 rounds, heap over 3 minutes
 *     HEAP_MINUTES=30 node dist/page-use.js
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const HEAP_MINUTES = Number(process.env['HEAP_MINUTES'] ?? 3);
/** CPU of a cheap phone beside this machine's, as browsers' developer tools slow it down. */
const THROTTLE = 4;
/** Above this share of CPU used by other work, figures come without a verdict. */
const BUSY = 0.1;
const STREAM_SECONDS = 10;

const script = async <Module>(name: string): Promise<Module> =>
  (await import(new URL(`../../scripts/${name}.js`, import.meta.url).href)) as Module;
const { CHROMIUM_FLAGS, findChromium } = await script<{
  CHROMIUM_FLAGS: string[];
  findChromium: () => string | undefined;
}>('chromium');
const { listen, pageServer } = await script<{
  listen: (server: ReturnType<typeof createServer>, port: number, host: string) => Promise<number>;
  pageServer: (folder: string) => ReturnType<typeof createServer>;
}>('serve');

const { buildPage, PAGE } = await script<{ buildPage: () => Promise<void>; PAGE: string }>('page');
await buildPage();

/** What a page reports about itself: see the observers below. */
interface Felt {
  readonly lcpMs: number;
  /** Cumulative layout shift: the largest sum of shifts less than a second apart, within five seconds. */
  readonly shift: number;
  readonly longestTaskMs: number;
  readonly interactionsMs: readonly number[];
}

/** Observers that run before the page's own scripts. */
const OBSERVE = `
  window.felt = { lcpMs: 0, shift: 0, longestTaskMs: 0, interactionsMs: [] };
  let [shifted, first, last] = [0, -Infinity, -Infinity];
  const observe = (type, each, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', ({ startTime }) => (felt.lcpMs = startTime));
  observe('layout-shift', ({ value, hadRecentInput, startTime }) => {
    if (hadRecentInput) return;
    if (startTime - last >= 1000 || startTime - first >= 5000) [shifted, first] = [0, startTime];
    [shifted, last] = [shifted + value, startTime];
    felt.shift = Math.max(felt.shift, shifted);
  });
  observe('longtask', ({ duration }) => (felt.longestTaskMs = Math.max(felt.longestTaskMs, duration)));
  observe('event', ({ interactionId, duration }) => { if (interactionId) felt.interactionsMs.push(duration); }, { durationThreshold: 16 });
`;

/** A page in a profile of its own. */
async function fresh(browser: Browser, throttle: number): Promise<{ page: Page; session: CDPSession }> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await session.send('Performance.enable');
  await page.addInitScript(OBSERVE);
  return { page, session };
}

const feltOn = (page: Page): Promise<Felt> => page.evaluate<Felt>('felt');

/** Opens an address and waits until nothing happens any more. */
async function open(browser: Browser, address: string, throttle: number): Promise<Felt> {
  const { page } = await fresh(browser, throttle);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await sleep(1500);
  const felt = await feltOn(page);
  await page.context().close();
  return felt;
}

async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) values.push(await measure());
  return median(values);
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** The scripts that the settings of an opened link wait for. Others load meanwhile, but could as well fail. */
const NEEDED = /\/(rolldown-runtime|page|steps|theme)[^/]*$/;

/**
 * Bytes of the first load, compressed as `npm run check` does it, in kilobytes: of scripts, styles and the document, and of all with
 * fonts. For a link, of all that its settings wait for: no other script arrives, and they show.
 */
async function firstLoad(
  browser: Browser,
  address: string,
): Promise<{ readonly page: number; readonly all: number }> {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  const isLink = address.includes('?');
  if (isLink)
    await page.route(/\.(?:js|css)$/, (route) =>
      NEEDED.test(route.request().url()) ? route.continue() : route.abort(),
    );
  const sizes: Promise<readonly [isPage: boolean, bytes: number]>[] = [];
  const note = (response: Response): void => {
    const isFont = response.url().endsWith('.woff2');
    const isPage = /text\/|javascript/.test(response.headers()['content-type'] ?? '');
    sizes.push(
      response.body().then((body) => [isPage, isFont ? body.length : gzipSync(body, { level: 9 }).length]),
    );
  };
  page.on('response', note);
  await page.goto(address, { waitUntil: 'load' });
  if (isLink) await page.locator('#settings').waitFor();
  // Parts that load while the browser is idle may still come when the page is closed.
  page.off('response', note);
  const loaded = await Promise.all(sizes);
  const sum = (parts: typeof loaded): number => parts.reduce((bytes, [, more]) => bytes + more, 0) / 1000;
  await page.context().close();
  return { page: sum(loaded.filter(([isPage]) => isPage)), all: sum(loaded) };
}

const button = (page: Page, place: string, name: string) =>
  page.locator(place).getByRole('button', { name, exact: true }).last();

/** The way of a person through all steps at a slow CPU. */
interface Walk extends Felt {
  /** The longest tasks on landing and settings, in the schema designer while a person types, and on the overview. */
  readonly longestTasksMs: readonly [begin: number, designer: number, overview: number];
}

/** Through all steps at a slow CPU, with a stream of 5,000 events per second at the end. */
async function walk(browser: Browser, address: string, sink: string): Promise<Walk> {
  const { page } = await fresh(browser, THROTTLE);
  /** The longest task since the last call. */
  const longestTask = async (): Promise<number> => {
    // What was pressed last is done once the browser is idle, and reported a little later.
    await sleep(500);
    return page.evaluate<number>(
      '(() => { const { longestTaskMs } = felt; felt.longestTaskMs = 0; return longestTaskMs; })()',
    );
  };
  const settings = page.locator('#settings');
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  await button(page, '#landing', 'Start generating data').click();
  await settings.getByRole('radio', { name: /^HTTP\b/ }).check();
  await settings.getByLabel('Address', { exact: true }).fill(`${sink}/events`);
  await settings.getByLabel('Events Per Second', { exact: true }).fill('5000');
  const begin = await longestTask();
  await settings.getByRole('button', { name: 'Continue' }).click();
  const schema = page.locator('#schema');
  await schema.getByRole('table').waitFor();
  await schema.getByRole('combobox', { name: 'Template', exact: true }).selectOption('Online Shop');
  await schema.getByRole('tab', { name: 'JSON' }).click();
  await schema.getByRole('textbox', { name: 'Schema, JSON editor' }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  await page.keyboard.type('\n"note": {"type": "lorem.sentence"},', { delay: 60 });
  await sleep(3000);
  const designer = await longestTask();
  await button(page, '#schema', 'Start Generating!').click();
  await page.locator('#overview .state b', { hasText: 'Running' }).waitFor();
  await sleep(STREAM_SECONDS * 1000);
  await button(page, '#overview', 'Stop Generating!').click();
  await page.locator('#overview .state b', { hasText: 'Stopped' }).waitFor();
  const overview = await longestTask();
  const felt = await feltOn(page);
  await page.context().close();
  return { ...felt, longestTasksMs: [begin, designer, overview] };
}

/** Delays of keys in a schema of 2,000 lines, in milliseconds. Those below 16 ms are not reported by browsers and count as 16. */
async function typing(browser: Browser, address: string): Promise<number> {
  const fields = Array.from({ length: 400 }, (_, n) => [
    `field_${n}`,
    { type: 'number.int', params: { min: 0, max: n + 1 } },
  ]);
  const text = JSON.stringify(Object.fromEntries(fields), null, 1);
  const { page } = await fresh(browser, 1);
  await page.goto(`${address}?generatorName=Log`);
  await page.locator('#schema').getByRole('tab', { name: 'JSON' }).click();
  const editor = page.locator('#schema').getByRole('textbox', { name: 'Schema, JSON editor' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  await sleep(2000);
  await page.evaluate('felt.interactionsMs.length = 0');
  const keys = 100;
  for (let key = 0; key < keys; key++)
    await page.keyboard.press(key % 10 === 9 ? 'Enter' : ' ', { delay: 20 });
  await sleep(1000);
  const { interactionsMs } = await feltOn(page);
  const all = [
    ...interactionsMs,
    ...Array.from({ length: Math.max(0, keys - interactionsMs.length) }, () => 16),
  ];
  await page.context().close();
  return percentile(all, 0.95);
}

interface Streaming {
  readonly framesPerSecond: number;
  readonly mainThread: number;
  readonly accepted: number;
}

/** A stream of 10,000 events per second with the latest events open. */
async function streaming(browser: Browser, address: string, sink: string): Promise<Streaming> {
  const { page, session } = await fresh(browser, 1);
  const query = new URLSearchParams({
    generatorName: 'HTTP',
    url: `${sink}/events`,
    eps: '10000',
    template: 'Online Shop',
    schema: 'Preset',
  });
  await page.goto(`${address}?${query.toString()}`);
  await button(page, '#schema', 'Start Generating!').click();
  await page.locator('#overview .state b', { hasText: 'Running' }).waitFor();
  await sleep(3000);
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
  // Counting frames asks for each one, which costs the thread as much again: so the thread comes first, alone.
  const before = await busy();
  await sleep(STREAM_SECONDS * 1000);
  const used = (await busy()) - before;
  const frames = await page.evaluate<number>(
    `new Promise((done) => { let n = 0; const end = performance.now() + ${STREAM_SECONDS * 1000};
      const frame = (now) => (now < end ? (n++, requestAnimationFrame(frame)) : done(n)); requestAnimationFrame(frame); })`,
  );
  await button(page, '#overview', 'Stop Generating!').click();
  await page.locator('#overview .state b', { hasText: 'Stopped' }).waitFor();
  const sent = await page.getByRole('status', { name: 'Sent this session' }).textContent();
  await page.context().close();
  return {
    framesPerSecond: frames / STREAM_SECONDS,
    mainThread: used / STREAM_SECONDS,
    accepted: Number((sent ?? '').replaceAll(/\D/g, '')),
  };
}

/** Growth of the heap after collection, between the first minute and the end, in megabytes. */
async function heapGrowth(browser: Browser, address: string, sink: string): Promise<number> {
  const { page, session } = await fresh(browser, 1);
  const query = new URLSearchParams({
    generatorName: 'HTTP',
    url: `${sink}/events`,
    eps: '1000',
    template: 'Simple Example',
    schema: 'Preset',
  });
  await page.goto(`${address}?${query.toString()}`);
  await button(page, '#schema', 'Start Generating!').click();
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  };
  await sleep(60_000);
  const before = await heap();
  await sleep(Math.max(0, HEAP_MINUTES - 1) * 60_000);
  const growth = (await heap()) - before;
  await page.context().close();
  return growth;
}

/** Share of this machine's CPU that other work uses. */
async function otherWork(): Promise<number> {
  const times = (): { busy: number; all: number } =>
    cpus().reduce(
      ({ busy, all }, { times: { idle, ...rest } }) => {
        const used = Object.values(rest).reduce((sum, ms) => sum + ms, 0);
        return { busy: busy + used, all: all + used + idle };
      },
      { busy: 0, all: 0 },
    );
  const before = times();
  await sleep(3000);
  const after = times();
  return (after.busy - before.busy) / (after.all - before.all);
}

const other = await otherWork();
const service = await startService();
const server = pageServer(PAGE);
const blankServer = createServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>Blank</title><p>A page with one sentence.'),
);
const address = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}/`;
await new Promise<void>((done) => void blankServer.listen(0, '127.0.0.1', done));
const blank = `http://127.0.0.1:${(blankServer.address() as AddressInfo).port}/`;
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('No Chromium was found. Set CHROMIUM_PATH.');
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
  const link = `${address}?generatorName=Log&template=Online+Shop&schema=Preset`;
  const idle = [];
  const landing = [];
  const opened = [];
  const blanks = [];
  const walks: Walk[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    blanks.push(await open(browser, blank, THROTTLE));
    idle.push(await open(browser, address, 1));
    landing.push(await open(browser, address, THROTTLE));
    opened.push(await open(browser, link, THROTTLE));
    walks.push(await walk(browser, address, service.url));
  }
  const medianTask = (step: 0 | 1 | 2): number =>
    median(walks.map(({ longestTasksMs }) => longestTasksMs[step]));
  const stream = await streaming(browser, address, service.url);
  const load = await firstLoad(browser, address);
  const linkLoad = await firstLoad(browser, link);
  const figures: readonly (readonly [name: string, value: number, limit: number, atLeast?: boolean])[] = [
    ['first load: scripts, styles and document, kB compressed', load.page, 130],
    ['the same that an opened link waits for', linkLoad.page, 130],
    ['largest paint, ms', median(idle.map(({ lcpMs }) => lcpMs)), 1000],
    [`largest paint at ${THROTTLE}× slower CPU, ms`, median(landing.map(({ lcpMs }) => lcpMs)), 2000],
    ['layout shift, opened link', median(opened.map(({ shift }) => shift)), 0.02],
    ['layout shift, from the landing to the end of a run', median(walks.map(({ shift }) => shift)), 0.02],
    [`longest task at ${THROTTLE}×, landing and settings, ms`, medianTask(0), 200],
    [`longest task at ${THROTTLE}×, schema designer while a person types, ms`, medianTask(1), 200],
    [`longest task at ${THROTTLE}×, overview at 5,000 events/s, ms`, medianTask(2), 200],
    [
      `slowest answer to a click or key at ${THROTTLE}×, ms`,
      median(walks.map(({ interactionsMs }) => Math.max(16, ...interactionsMs))),
      200,
    ],
    ['typing in 2,000 lines, 95th percentile, ms', await medianOf(3, () => typing(browser, address)), 50],
    ['frames per second at 10,000 events/s', stream.framesPerSecond, 50, true],
    ['share of the main thread at 10,000 events/s', stream.mainThread, 0.1],
    [
      `growth of the heap in ${HEAP_MINUTES} minutes at 1,000 events/s, MB`,
      await heapGrowth(browser, address, service.url),
      5,
    ],
  ];
  report(
    'page-use',
    figures.map(([figure, value, limit, atLeast = false]) => ({
      figure,
      value: short(value),
      limit,
      holds: other > BUSY ? 'no verdict' : (atLeast ? value >= limit : value <= limit) ? 'yes' : 'no',
    })),
    {
      'CPU used by other work before': short(other),
      'CPU used by other work after': short(await otherWork()),
      [`largest paint of a page with one sentence at ${THROTTLE}×, ms`]: short(
        median(blanks.map(({ lcpMs }) => lcpMs)),
      ),
      [`its longest task at ${THROTTLE}×, ms`]: short(
        median(blanks.map(({ longestTaskMs }) => longestTaskMs)),
      ),
      'first load with fonts and images, kB compressed': short(load.all),
      'the same for an opened link': short(linkLoad.all),
      'events accepted while frames were counted': stream.accepted,
    },
  );
} finally {
  await browser.close();
  server.close();
  blankServer.close();
  service.close();
}
