import type { Locator } from '@playwright/test';
import { LONG } from './long.ts';
import { expect, test, tinybirdLink, type Catbird } from './page.ts';

/** Starts like a trusted host and is wider than any screen. Nothing listens there. */
const LONG_HOST = `api.tinybird.co.${`${'a'.repeat(60)}.`.repeat(3)}evil.localhost:9`;

/** Texts with the host that overflow the screen or are cut off. */
const outside = (part: Locator): Promise<readonly string[]> =>
  part.evaluate((element) => {
    const { clientWidth } = document.documentElement;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const isOver = [...range.getClientRects()].some(({ left, right }) => left < 0 || right > clientWidth);
      const parent = node.parentElement;
      const isCut =
        parent !== null &&
        getComputedStyle(parent).overflowX !== 'visible' &&
        parent.scrollWidth > parent.clientWidth;
      if ((isOver || isCut) && /a{60}|evil/.test(node.textContent ?? '')) found.push(node.textContent ?? '');
    }
    return found;
  });

const bold = (part: Locator): Promise<string[]> => part.locator('.host b').allTextContents();

/** Checks each place that shows a host. */
async function expectHostShown({ settings, schema, overview, ...catbird }: Catbird): Promise<void> {
  const token = catbird.field('Data Source API Token');
  await expect(schema.locator('.host')).toHaveText(LONG_HOST);
  expect(await bold(schema)).toEqual(['evil.localhost:9']);
  expect(await outside(schema)).toEqual([]);

  await settings.getByRole('button', { name: /^(Continue|Save)$/ }).click();
  await expect(settings.locator('.host')).toHaveText(LONG_HOST);
  expect(await bold(settings)).toEqual(['evil.localhost:9']);
  expect(await outside(settings)).toEqual([]);
  await settings.getByRole('button', { name: 'Send test request' }).click();
  await expect(settings.getByRole('alert')).toContainText(`No response from ${LONG_HOST}`);
  expect(await outside(settings)).toEqual([]);

  await token.fill('p.a-token');
  await catbird.generate();
  await catbird.over('Failed');
  await expect(catbird.alert).toContainText(`No response from ${LONG_HOST}`);
  expect(await outside(overview)).toEqual([]);
  const { scrollWidth, clientWidth } = await catbird.page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
}

const title = (width: number): string =>
  `a host wider than the screen is shown in full at ${width} pixels, with its domain in bold`;

async function testWide(catbird: Catbird, width: number): Promise<void> {
  await catbird.page.setViewportSize({ width, height: 900 });
  await catbird.open(tinybirdLink(`https://${LONG_HOST}`));
  await expectHostShown(catbird);
}

for (const width of [768, 1440])
  test(title(width), LONG, async ({ catbird }) => {
    await testWide(catbird, width);
  });

// One page for the steps of a test: to open one takes longer than most of them.
test('hosts on a phone', async ({ catbird }) => {
  await test.step(title(390), () => testWide(catbird, 390));

  await test.step('lookalike letters of another script are shown as in the address', async () => {
    await catbird.open(tinybirdLink('https://api.tin\u0443bird.co'));
    await expect(catbird.schema.locator('.host')).toHaveText('api.xn--tinbird-hkg.co');
    expect(await bold(catbird.schema)).toEqual(['xn--tinbird-hkg.co']);
  });

  await test.step('the note on a withheld credential wraps as well', async () => {
    await catbird.page.setViewportSize({ width: 390, height: 900 });
    await catbird.open();
    await catbird.begin();
    await catbird.unfold();
    await catbird.settings.getByRole('switch', { name: 'Keep credentials out of the address' }).check();
    await catbird.connect('Tinybird', { 'Data Source name': 'events', 'Data Source API Token': 'p.a-token' });
    await catbird.save();
    const { token: _token, ...link } = tinybirdLink(`https://${LONG_HOST}`);
    await catbird.open(link);
    await catbird.begin();
    await expect(catbird.settings.locator('.host')).toHaveText([
      'https://api.tinybird.co',
      `https://${LONG_HOST}`,
    ]);
    expect(await bold(catbird.settings)).toEqual(['tinybird.co', 'evil.localhost:9']);
    expect(await outside(catbird.settings)).toEqual([]);
  });
});
