import { compress } from '../../src/link/compress.ts';
import { expect, test, tinybirdLink, UNREACHABLE } from '../page.ts';
import { watchCpu, watchMemory } from './usage.ts';

const QUICK = '{"id": {"type": "string.uuid"}}';
const one = (spec: object): string => JSON.stringify({ value: spec });
const many = (count: number, spec: object): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, spec])));

/** Takes about three seconds a row, within all bounds. */
const PASSWORDS = { type: 'internet.password', params: { length: 10_000, memorable: true }, count: 100 };

/** Schemas that would take all memory, or minutes. */
const BOMBS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'huge counts and lengths': {
    'a huge count': one({ type: 'number.int', count: 1e9 }),
    'a string of a billion characters': one({ type: 'string.alpha', params: 1e9 }),
    'ten thousand strings of a million characters': one({ type: 'string.alpha', params: 1e6, count: 10_000 }),
    'a billion words': one({ type: 'lorem.words', params: 1e9 }),
    'a hundred million dates': one({
      type: 'date.betweens',
      params: { from: '2020-01-01', to: '2021-01-01', count: 1e8 },
    }),
    'a billion repetitions': one({ type: 'helpers.fromRegExp', params: 'a{1000000000}' }),
    'a billion unique values': one({ type: 'helpers.uniqueArray', params: [['a', 'b'], 1e9] }),
    'a memorable password of a million letters': one({
      type: 'internet.password',
      params: { length: 1e6, memorable: true },
    }),
  },
  'huge schemas': {
    'two thousand fields of a million characters': many(2000, { type: 'string.alpha', params: 1e6 }),
    'deeply nested lists': `{"a":{"type":"helpers.arrayElement","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
    'five hundred long expressions': many(500, {
      type: 'helpers.fromRegExp',
      params: '[a-z]{1000}'.repeat(40),
    }),
  },
  'slow generators': {
    'many memorable passwords': one(PASSWORDS),
  },
};

/**
 * Processor time, which other programs do not change: two tries of 0.8 s each, the start of a second worker, and the page.
 * A schema that is not stopped takes more, or fails the test by its timeout.
 */
const REJECTED_CPU_S = 4;
/** Of the page's own thread, which must stay free for clicks. */
const PAGE_CPU_S = 1;
const MORE_MIB = 150;

for (const [group, schemas] of Object.entries(BOMBS)) {
  test(`${group} are rejected or stopped early, while the page answers clicks`, async ({
    catbird,
    browser,
  }) => {
    const { page } = catbird;
    await catbird.open(tinybirdLink(UNREACHABLE));
    for (const [name, schema] of Object.entries(schemas)) {
      await catbird.write(QUICK);
      await catbird.preview();
      const memory = await watchMemory(browser);
      await catbird.write(schema);
      const cpu = await watchCpu(browser, page);
      await catbird.schema.getByRole('button', { name: 'Preview', exact: true }).click();
      for (const theme of ['Dark', 'Light', 'Dark']) {
        await page.getByRole('radio', { name: theme }).first().check({ force: true });
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
      }
      await expect(catbird.sample, name).toContainText(/^Error/);
      const used = await cpu();
      expect(used.pageS, `${name}: processor time of the page`).toBeLessThan(PAGE_CPU_S);
      expect(used.allS, `${name}: processor time of page and workers`).toBeLessThan(REJECTED_CPU_S);
      expect(await memory(), `${name}: more MiB`).toBeLessThan(MORE_MIB);
    }
    // The page still works.
    await catbird.write(QUICK);
    await catbird.preview();
    await expect(catbird.sample).toContainText('"id"');
  });
}

test('a link whose schema would decompress to 200 MB is rejected, in little memory', async ({
  catbird,
  browser,
}) => {
  const schema = await compress(' '.repeat(200 * 1024 * 1024));
  await catbird.open();
  const memory = await watchMemory(browser);
  // No server accepts such an address, but Back and Forward still lead to it.
  const query = new URLSearchParams({ ...tinybirdLink(UNREACHABLE), schema }).toString();
  await catbird.page.evaluate((search) => {
    history.pushState({ step: 2 }, '', search);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `?${query}`);
  await expect(catbird.schema).toContainText('larger than 256 KiB and was not opened');
  expect(await memory()).toBeLessThan(MORE_MIB);
});

test('a generator that takes over 50 ms a row is named', async ({ catbird }) => {
  await catbird.open(tinybirdLink(UNREACHABLE));
  await catbird.write(
    JSON.stringify({
      quick: { type: 'number.int' },
      heavy: { type: 'internet.password', params: { length: 10_000, memorable: true }, count: 30 },
    }),
  );
  await catbird.preview();
  // On a busy machine it may be stopped instead.
  await expect(catbird.issues).toContainText(
    /heavy takes (\d+ ms|about a second) per row.*Line 1, column 32/,
  );
  await expect(catbird.issues).not.toContainText(/quick takes/);
});

test('a generator that is stopped is named at its place', async ({ catbird }) => {
  await catbird.open(tinybirdLink(UNREACHABLE));
  await catbird.write(JSON.stringify({ quick: { type: 'number.int' }, heavy: PASSWORDS }));
  await catbird.preview();
  // On a fast machine it may end just before it would be stopped.
  await expect(catbird.issues).toContainText(
    /heavy takes (about a second|\d{3,} ms) per row.*Line 1, column 32/,
  );
});
