import type { Page } from '@playwright/test';
import { expect, NOBODY, test, tinybirdLink } from './page.ts';

const TYPES = ['string.uuid', 'number.int', 'person.fullName', 'internet.email', 'date.recent'];
/** A schema of so many fields that are quick, one a line, and those that are given. */
const plain = (count: number, ...more: readonly string[]): string => {
  const fields = Array.from({ length: count }, (_, i) => `"f${i}": {"type": "${TYPES[i % TYPES.length]}"}`);
  return `{\n${[...fields, ...more].join(',\n')}\n}`;
};

/** Some three seconds a row, within all bounds. */
const HEAVY = { type: 'internet.password', params: { length: 10_000, memorable: true }, count: 100 };

/** Puts a script before the engine's, in its first worker or in all of them. */
async function before(page: Page, script: string, workers = Infinity): Promise<void> {
  let started = 0;
  await page.route(/engine\.worker/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: started++ < workers ? `${script};${body}` : body });
  });
}

/** Something else has the processor for so long before each generator. */
const taking = (ms: number): string =>
  `{ const post = postMessage; globalThis.postMessage = (message) => {
    post(message);
    if (message.kind === 'trying') for (const end = performance.now() + ${ms}; performance.now() < end;);
  } }`;

for (const count of [400, 1000]) {
  test(`${count} plain fields preview, also where the machine takes its time`, async ({ catbird, page }) => {
    // Two seconds in all.
    await before(page, taking(2000 / count));
    await catbird.open(tinybirdLink(NOBODY));
    await catbird.write(plain(count));
    await catbird.preview();
    await expect(catbird.sample).toContainText('"f9"');
    await expect(catbird.issues.locator('li')).toHaveCount(0);
    await catbird.schema.getByRole('radio', { name: 'Fields' }).check();
    await expect(catbird.schema.locator('.field-list dt')).toHaveCount(count, { timeout: 30_000 });
  });
}

test('no field is slow because another program had the processor', async ({ catbird, page }) => {
  // Of every twenty measurements one takes 539 ms longer.
  const script = `{ const now = performance.now.bind(performance);
    let [looks, lostMs] = [0, 0];
    performance.now = () => now() + (lostMs += ++looks % 40 === 0 ? 539 : 0); }`;
  await before(page, script);
  await catbird.open(tinybirdLink(NOBODY));
  await catbird.write(plain(200));
  await catbird.preview();
  await expect(catbird.sample).toContainText('"f199"');
  await expect(catbird.issues.locator('li')).toHaveCount(0);
});

test('a worker that another program kept from its work is asked again', async ({ catbird, page }) => {
  await before(page, taking(60_000), 1);
  await catbird.open(tinybirdLink(NOBODY));
  await catbird.write(plain(3));
  await catbird.preview();
  await expect(catbird.sample).toContainText('"f2"');
  await expect(catbird.issues.locator('li')).toHaveCount(0);
});

test('a slow field is named at its place among a thousand quick ones', async ({ catbird }) => {
  await catbird.open(tinybirdLink(NOBODY));
  await catbird.write(plain(1000, `"heavy": ${JSON.stringify(HEAVY)}`));
  await catbird.preview();
  await expect(catbird.issues).toContainText(
    /heavy takes about a second a row and was stopped.*Line 1002, column 1/,
  );
  await expect(catbird.issues.locator('li')).toHaveCount(1);
});
