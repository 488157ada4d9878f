import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { compress } from '../../src/link/compress.ts';
import { expect, NOBODY, test, tinybirdLink } from '../page.ts';

const one = (spec: object): string => JSON.stringify({ value: spec });
const many = (count: number, spec: object): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, spec])));

/** Some three seconds a row, within all bounds. */
const PASSWORDS = { type: 'internet.password', params: { length: 10_000, memorable: true }, count: 100 };

/** Schemas that would take all memory, or minutes. */
const BOMBS: Readonly<Record<string, string>> = {
  'a huge count': one({ type: 'number.int', count: 1e9 }),
  'a text of a thousand million characters': one({ type: 'string.alpha', params: 1e9 }),
  'a text of a million, ten thousand times': one({ type: 'string.alpha', params: 1e6, count: 10_000 }),
  'two thousand texts of a million': many(2000, { type: 'string.alpha', params: 1e6 }),
  'a thousand million words': one({ type: 'lorem.words', params: 1e9 }),
  'a hundred million dates': one({
    type: 'date.betweens',
    params: { from: '2020-01-01', to: '2021-01-01', count: 1e8 },
  }),
  'lists within lists': `{"a":{"type":"helpers.arrayElement","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
  'a repetition of a thousand million': one({ type: 'helpers.fromRegExp', params: 'a{1000000000}' }),
  'five hundred long expressions': many(500, {
    type: 'helpers.fromRegExp',
    params: '[a-z]{1000}'.repeat(40),
  }),
  'different values without an end': one({ type: 'helpers.uniqueArray', params: [['a', 'b'], 1e9] }),
  'a memorable password of a million letters': one({
    type: 'internet.password',
    params: { length: 1e6, memorable: true },
  }),
  'many memorable passwords': one(PASSWORDS),
};

/** Times on a machine that has nothing else to do; longer, the more programs wait for its processors. */
const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
/** A worker that is stopped is asked once more. */
const REFUSED_MS = 2000;
const CLICK_MS = 200;
const MORE_MIB = 150;

for (const [name, schema] of Object.entries(BOMBS)) {
  test(`${name}: refused or stopped within two seconds, while the page answers clicks`, async ({
    catbird,
    browser,
  }) => {
    await catbird.open({
      ...tinybirdLink(NOBODY),
      template: 'Custom',
      schema: await compress(JSON.stringify({ id: { type: 'string.uuid' } })),
    });
    await catbird.preview();
    const { page } = catbird;
    await page.evaluate(watchClicks);
    const memory = await watchMemory(browser);
    await catbird.editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(schema);
    // The check that follows typing meets the bomb, too; this is about the press of a button.
    await page.evaluate(watchRefusal);
    await catbird.schema.getByRole('button', { name: 'Preview', exact: true }).click();
    for (const theme of ['Dark', 'Light', 'Dark']) {
      await page.getByRole('radio', { name: theme }).first().check({ force: true });
    }
    expect(await page.evaluate(timeToRefusal)).toBeLessThan(REFUSED_MS * slowness());
    const { answered, slowestMs } = await page.evaluate(readClicks);
    expect(answered).toBeGreaterThanOrEqual(3);
    expect(slowestMs).toBeLessThan(CLICK_MS * slowness());
    expect(await memory()).toBeLessThan(MORE_MIB);
    // The page is of use again at once.
    await catbird.write('{"id": {"type": "string.uuid"}}');
    await catbird.preview();
    await expect(catbird.sample).toContainText('"id"');
  });
}

test('a link whose schema would open to 200 MB says so, in little memory', async ({ catbird, browser }) => {
  const schema = await compress(' '.repeat(200 * 1024 * 1024));
  await catbird.open();
  const memory = await watchMemory(browser);
  // No server takes such an address; Back and Forward lead to it all the same.
  const query = new URLSearchParams({ ...tinybirdLink(NOBODY), schema }).toString();
  await catbird.page.evaluate((search) => {
    history.pushState({ step: 2 }, '', search);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `?${query}`);
  await expect(catbird.schema).toContainText('larger than 256 KiB and was not opened', { timeout: 2000 });
  expect(await memory()).toBeLessThan(MORE_MIB);
});

test('a generator that takes over 50 ms a row is named', async ({ catbird }) => {
  await catbird.open(tinybirdLink(NOBODY));
  await catbird.write(
    JSON.stringify({
      quick: { type: 'number.int' },
      heavy: { type: 'internet.password', params: { length: 10_000, memorable: true }, count: 30 },
    }),
  );
  await catbird.preview();
  // A machine that is busy with much else may have to stop it.
  await expect(catbird.issues).toContainText(/heavy takes (\d+ ms|about a second) a row.*Line 1, column 32/);
  await expect(catbird.issues).not.toContainText(/quick takes/);
});

test('a generator that is stopped is named at its place', async ({ catbird }) => {
  await catbird.open(tinybirdLink(NOBODY));
  await catbird.write(JSON.stringify({ quick: { type: 'number.int' }, heavy: PASSWORDS }));
  await catbird.preview();
  // On a fast machine it ends just before it would be stopped.
  await expect(catbird.issues).toContainText(
    /heavy takes (about a second|\d{3,} ms) a row.*Line 1, column 32/,
  );
});

interface Clicks {
  answered: number;
  slowestMs: number;
}

/** Notes, in the page, how long after a click its handlers run. */
function watchClicks(): void {
  const clicks: Clicks = { answered: 0, slowestMs: 0 };
  Object.assign(globalThis, { clicks });
  addEventListener(
    'click',
    ({ timeStamp }) => {
      clicks.answered++;
      clicks.slowestMs = Math.max(clicks.slowestMs, performance.now() - timeStamp);
    },
    { capture: true },
  );
}

const readClicks = (): Clicks => (globalThis as unknown as { clicks: Clicks }).clicks;

/** Takes, in the page, the milliseconds from the next click until the schema is refused. */
function watchRefusal(): void {
  const refusal = new Promise<number>((resolve) => {
    const look = (startMs: number): void => {
      const text = document.querySelector('#schema .sample')?.textContent ?? '';
      if (text.startsWith('Error')) resolve(performance.now() - startMs);
      else setTimeout(() => look(startMs), 10);
    };
    addEventListener('click', ({ timeStamp }) => look(timeStamp), { capture: true, once: true });
  });
  Object.assign(globalThis, { refusal });
}

const timeToRefusal = (): Promise<number> => (globalThis as unknown as { refusal: Promise<number> }).refusal;

/** Watches how much more memory all processes of the browser take at most, in MiB. */
async function watchMemory(browser: Browser): Promise<() => Promise<number>> {
  if (!existsSync('/proc/self/status')) {
    console.warn('Skipped: memory is only measured where there is /proc');
    return async () => 0;
  }
  const session = await browser.newBrowserCDPSession();
  const now = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo
      .filter(({ type }) => type === 'renderer')
      .reduce((sum, { id }) => sum + residentMib(id), 0);
  };
  const before = await now();
  let most = before;
  const over = new AbortController();
  const sampling = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await now());
      await new Promise((done) => setTimeout(done, 50));
    }
  })();
  return async () => {
    over.abort();
    await sampling;
    return most - before;
  };
}

function residentMib(pid: number): number {
  const file = `/proc/${pid}/status`;
  const [, kib] = (existsSync(file) && /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))) || [];
  return Number(kib ?? 0) / 1024;
}
