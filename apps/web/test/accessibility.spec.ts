import { jsonAnswer } from '../../../test/services/service.ts';
import { startTinybird } from '../../../test/services/tinybird.ts';
import { expectAccessible } from './axe.ts';
import type { Locator } from '@playwright/test';
import { expect, test, tinybirdLink } from './page.ts';

test.use({ viewport: { width: 390, height: 844 } });

// accessibility.long.spec.ts looks at every state, at two sizes and in both themes.
test('axe finds nothing in any step on a phone, with errors and without', async ({ catbird, serve }) => {
  const look = (): Promise<void> => expectAccessible(catbird, ['light']);
  await catbird.open();
  await expect(catbird.page.getByRole('region', { name: 'Templates' })).toBeVisible();
  await look();
  await catbird.begin();
  await catbird.limit('0');
  await catbird.save();
  await expect(catbird.settings.locator('.err').first()).toBeVisible();
  await look();
  const tinybird = await serve(startTinybird());
  await catbird.open(tinybirdLink(tinybird.url, { eps: '2', limit: '2' }));
  await catbird.preview();
  await look();
  await catbird.generate();
  await catbird.over('Done');
  await look();
  tinybird.answerWith(jsonAnswer(401, { error: 'Invalid token' }));
  await catbird.start();
  await catbird.over('Failed');
  await catbird.write('{"a": {"type": "string.uid"}}');
  await catbird.preview();
  await expect(catbird.schema.locator('.cm-lintRange-error')).toBeVisible();
  await look();
});

/** Whether what has the focus is in the window and below nothing else. */
const isFocusSeen = (): boolean => {
  const { left = 0, right = 0, top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
  return [top + 3, bottom - 3].every(
    (y) => document.activeElement?.contains(document.elementFromPoint((left + right) / 2, y)) === true,
  );
};

/** Texts that are cut off without an ellipsis. */
const cutTexts = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('main :not(.sr, .sr *, svg *, textarea, select, option)')]
    .filter(({ children, textContent }) => children.length === 0 && textContent?.trim() !== '')
    .filter((each) => {
      const { overflowX, textOverflow } = getComputedStyle(each);
      const isWider = each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0;
      return isWider && overflowX === 'hidden' && textOverflow !== 'ellipsis';
    })
    .map(({ textContent }) => textContent ?? '');

/** The colour at the left of an image, halfway down. */
async function leftPixel(base64: string): Promise<readonly number[]> {
  const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0);
  const image = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas?.drawImage(image, 0, 0);
  return [...(canvas?.getImageData(6, image.height / 2, 1, 1).data ?? [])].slice(0, 3);
}

// One page for all of these: to open one takes longer than most of them.
test('what has the focus is seen, nothing is cut at 200 %, and forced colours keep marks', async ({
  catbird,
  page,
}) => {
  const { schema, overview } = catbird;
  const expectWhole = async (): Promise<void> => {
    const overflow = () => document.documentElement.scrollWidth - innerWidth;
    expect(await page.evaluate(overflow), 'pixels beyond the window').toBeLessThanOrEqual(0);
    expect(await page.evaluate(cutTexts)).toEqual([]);
  };
  const expectLastItem = async (step: Locator): Promise<void> => {
    await step.getByRole('button', { name: 'More', exact: true }).press('ArrowDown');
    await page.keyboard.press('End');
    await expect(step.getByRole('menuitem').last()).toBeFocused();
    await expect.poll(() => page.evaluate(isFocusSeen)).toBe(true);
    await page.keyboard.press('Escape');
  };
  // A phone, and a window of 1440 × 900 at 200 %.
  const sizes = [
    { width: 390, height: 844 },
    { width: 720, height: 450 },
  ];
  await catbird.open({ generatorName: 'Log', template: 'Online Shop', schema: 'Preset', eps: '5' });
  await expect(catbird.sample).toContainText('order_id');
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectLastItem(schema);
    await expectWhole();
  }
  await catbird.generate();
  await expect(overview.locator('.tail tbody tr').first()).toBeVisible();
  await expect(overview.locator('.field-card')).toHaveCount(3);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectLastItem(overview);
    await expectWhole();
  }

  await page.emulateMedia({ forcedColors: 'active' });
  const black = 'rgb(0, 0, 0)';
  await expect(overview.locator('.stop-sign')).toHaveCSS('background-color', black);
  const slider = await overview.getByRole('slider', { name: 'Rate' }).screenshot();
  expect(await page.evaluate(leftPixel, slider.toString('base64'))).toEqual([0, 0, 0]);
  await overview.getByRole('button', { name: 'More', exact: true }).press('ArrowDown');
  await expect(overview.locator('.menu-list')).toHaveCSS('border-top-color', black);
  await expect(overview.getByRole('menuitem').first()).toHaveCSS('outline-style', 'solid');
});
