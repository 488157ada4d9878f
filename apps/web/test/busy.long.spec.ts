import type { Page } from '@playwright/test';
import { expect, UNREACHABLE, test, tinybirdLink } from './page.ts';

const TYPES = ['string.uuid', 'number.int', 'person.fullName', 'internet.email', 'date.recent'];
/** A schema of `count` quick fields, one per line, and the given ones. */
const plain = (count: number, ...more: readonly string[]): string => {
  const fields = Array.from({ length: count }, (_, i) => `"f${i}": {"type": "${TYPES[i % TYPES.length]}"}`);
  return `{\n${[...fields, ...more].join(',\n')}\n}`;
};

/** Takes about three seconds a row, within all bounds. */
const HEAVY = { type: 'internet.password', params: { length: 10_000, memorable: true }, count: 100 };

/** Runs a script before the engine's, in the first worker or in all. */
async function before(page: Page, script: string, workers = Infinity): Promise<void> {
  let started = 0;
  await page.route(/engine\.worker/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    await route.fulfill({ response, body: started++ < workers ? `${script};${body}` : body });
  });
}

/** Simulates another program that has the processor this long before each generator. */
const taking = (ms: number): string =>
  `{ const post = postMessage; globalThis.postMessage = (message) => {
    post(message);
    if (message.kind === 'trying') for (const end = performance.now() + ${ms}; performance.now() < end;);
  } }`;

for (const count of [400, 1000]) {
  test(`${count} plain fields preview, even on a slow machine`, async ({ catbird, page }) => {
    // Two seconds in total.
    await before(page, taking(2000 / count));
    await catbird.open(tinybirdLink(UNREACHABLE));
    await catbird.write(plain(count));
    await catbird.preview();
    await expect(catbird.sample).toContainText('"f9"');
    await expect(catbird.issues.locator('li')).toHaveCount(0);
    await catbird.fields();
    await expect(catbird.schema.getByRole('treegrid')).toHaveAttribute('aria-rowcount', String(count + 1));
    await expect(catbird.schema).toContainText(/[\d,]+ rows, seed/);
  });
}

test('no field is reported as slow because another program had the processor', async ({ catbird, page }) => {
  // One in twenty measurements takes 539 ms longer.
  const script = `{ const now = performance.now.bind(performance);
    let [looks, lostMs] = [0, 0];
    performance.now = () => now() + (lostMs += ++looks % 40 === 0 ? 539 : 0); }`;
  await before(page, script);
  await catbird.open(tinybirdLink(UNREACHABLE));
  await catbird.write(plain(200));
  await catbird.preview();
  await expect(catbird.sample).toContainText('"f199"');
  await expect(catbird.issues.locator('li')).toHaveCount(0);
});

test('a worker held up by another program is asked again', async ({ catbird, page }) => {
  await before(page, taking(60_000), 1);
  await catbird.open(tinybirdLink(UNREACHABLE));
  await catbird.write(plain(3));
  await catbird.preview();
  await expect(catbird.sample).toContainText('"f2"');
  await expect(catbird.issues.locator('li')).toHaveCount(0);
});

test('no field of a machine that is always slow is reported: it gets more time the slower the machine is', async ({
  catbird,
  page,
}) => {
  // Longer than the first try may take, and than the second may on an ordinary machine.
  const slow = `{ const now = performance.now.bind(performance); performance.now = () => 4 * now(); }`;
  await before(page, `${taking(2 * 4000)};${slow}`);
  await catbird.open(tinybirdLink(UNREACHABLE));
  await catbird.write(plain(3));
  await catbird.preview();
  await expect(catbird.sample).toContainText('"f2"');
  await expect(catbird.issues.locator('li')).toHaveCount(0);
});

test('a slow field is reported at its place among a thousand quick ones', async ({ catbird }) => {
  await catbird.open(tinybirdLink(UNREACHABLE));
  await catbird.write(plain(1000, `"heavy": ${JSON.stringify(HEAVY)}`));
  await catbird.preview();
  await expect(catbird.issues).toContainText(
    // On a busy machine it may have the time that it needs.
    /heavy takes .+ per row.*Line 1002, column 1/,
  );
  await expect(catbird.issues.locator('li')).toHaveCount(1);
});

test('a schema that takes too long on a busy machine, twice, starts all the same', async ({
  catbird,
  page,
}) => {
  await before(page, taking(60_000));
  await catbird.open({ generatorName: 'Log' });
  await catbird.write(plain(3));
  await catbird.generate();
  await expect(catbird.total).not.toHaveText('0');
  await expect(catbird.issues).toContainText(/ takes more than .+ per row and was stopped/);
  await catbird.stop();
  await catbird.over('Stopped');
});
