import { CHROMIUM_FLAGS } from '../../../scripts/chromium.js';
import { startHttp } from '../../../test/services/http.ts';
import { compress } from '../src/link/compress.ts';
import { expect, test } from './page.ts';

const executablePath = process.env['CHROMIUM_PATH'];

/** A name that is not the browser's own machine: without https, its pages have neither locks nor other secure features. */
const HOST = 'plain.test';

/** Longer than a tab waits for the answers of others, in milliseconds of its own clock. */
const ANSWERED_MS = 1000;

test.use({
  launchOptions: {
    ...(executablePath !== undefined && { executablePath }),
    args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  },
});

test('over plain http, a run is remembered, and not offered while another tab has it', async ({
  page,
  context,
  serve,
  baseURL,
}) => {
  const http = await serve(startHttp());
  const origin = (baseURL ?? '').replace('127.0.0.1', HOST);
  const query = new URLSearchParams({
    generatorName: 'HTTP',
    url: `${http.url}/events`,
    template: 'Custom',
    schema: await compress(JSON.stringify({ n: { type: 'catbird.sequence' } })),
    eps: '20',
  });
  await page.goto(`${origin}/?${query}`);
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false]);
  await page.locator('#schema').getByRole('button', { name: 'Start Generating!' }).press('Enter');
  await expect.poll(() => http.rows.length).toBeGreaterThan(20);

  const other = await context.newPage();
  const offer = other.getByRole('region', { name: 'Earlier run' });
  await other.addInitScript((waitMs) => {
    new BroadcastChannel('catbird-runs').addEventListener('message', ({ data }) => {
      if (Object.hasOwn(Object(data) as object, 'answer'))
        setTimeout(() => document.body.classList.add('knows-others'), waitMs);
    });
  }, ANSWERED_MS);
  await other.goto(origin);
  await expect(other.locator('body.knows-others')).toBeAttached();
  await expect(offer).toBeHidden();

  await other.goto(page.url());
  await expect(other.getByText('in another tab')).toHaveText(/^Custom to HTTP is running in another tab/);

  await page.close();
  await other.reload();
  const before = http.rows.length;
  await offer.getByRole('button', { name: /^Continue at row/ }).click();
  await expect.poll(() => http.rows.length).toBeGreaterThan(before + 20);
  const numbers = (http.rows as readonly { readonly n: number }[]).map(({ n }) => n);
  expect(new Set(numbers).size).toBe(Math.max(...numbers));
});
