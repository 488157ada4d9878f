import { templates } from '@catbird/engine';
import { expect, test, type Catbird } from './page.ts';

const LOG = { generatorName: 'Log' };

/** Replaces the editor's text and types after it. */
async function typeInto(catbird: Catbird, before: string, typed: string): Promise<void> {
  await catbird.write(before);
  await catbird.page.keyboard.type(typed, { delay: 15 });
}

// One page for all of these: to open one takes longer than most of them.
test('the editor', async ({ catbird }) => {
  await test.step('the editor completes generator types, each with a summary', async () => {
    await catbird.open(LOG);
    await typeInto(catbird, '{"a": {"type": "', 'string.u');
    const list = catbird.schema.getByRole('listbox');
    await expect(list.getByRole('option').first()).toBeVisible();
    const uuid = list.getByRole('option', { name: /^string\.uuid/ });
    await expect(uuid).toBeVisible();
    await expect(uuid.locator('.cm-completionDetail')).toHaveText(/\w+ \w+/);
    await uuid.click();
    await expect.poll(() => catbird.content()).toContain('"type": "string.uuid');
  });

  await test.step("completion covers the whole catalogue, including Catbird's own types", async () => {
    await typeInto(catbird, '{"a": {"type": "', 'catbird.');
    const names = catbird.schema.getByRole('option').locator('.cm-completionLabel');
    await expect
      .poll(() => names.allInnerTexts())
      .toEqual(
        expect.arrayContaining(['catbird.datetimeNow', 'catbird.timestampNow', 'catbird.pickWeighted']),
      );
  });

  await test.step('an error is marked at its exact place, and the list links to it', async () => {
    await catbird.write('{\n  "id": { "type": "string.uuid" },\n  "a": { "type": "string.uid" }\n}');
    const mark = catbird.schema.locator('.cm-lintRange-error');
    await expect(mark).toHaveText('"string.uid"');
    await expect(
      catbird.schema.locator('.cm-line', { has: catbird.page.locator('.cm-lintRange-error') }),
    ).toHaveText('  "a": { "type": "string.uid" }');
    await catbird.issues.getByRole('button', { name: 'Line 3, column 18' }).click();
    await expect(catbird.editor).toBeFocused();
    await catbird.page.keyboard.insertText('"string.uuid"');
    await expect
      .poll(() => catbird.content())
      .toBe('{\n  "id": { "type": "string.uuid" },\n  "a": { "type": "string.uuid" }\n}');
    await expect(mark).toHaveCount(0);
    await expect(catbird.issues.locator('li')).toHaveCount(0);
  });

  await test.step('no mark stays in the gutter once a good schema replaces a bad one', async () => {
    await catbird.write('{"a": {"type": "string.uid"}}');
    const marks = catbird.schema.locator('.cm-lint-marker');
    await expect(marks).toHaveCount(1);
    await catbird.write('{"a": {"type": "string.uuid"}}');
    await expect(catbird.issues.locator('li')).toHaveCount(0);
    await expect(marks).toHaveCount(0);
  });

  await test.step('hovering over a marked error shows its message', async () => {
    await catbird.write('{"a": {"type": "lorem.word", "count": 0}}');
    await catbird.schema.locator('.cm-lintRange-error').hover();
    await expect(catbird.schema.locator('.cm-diagnostic')).toContainText('Count must be greater than 0');
  });

  await test.step('Format formats the schema and keeps the template', async () => {
    await catbird.choose('Content Tracking');
    const formatted = templates.find(({ name }) => name === 'Content Tracking')?.text ?? '';
    await expect.poll(() => catbird.content()).toBe(formatted);
    await catbird.write(JSON.stringify(JSON.parse(formatted)));
    await catbird.startFrom('Format JSON');
    await expect.poll(() => catbird.content()).toBe(formatted);
    await expect(catbird.template).toHaveValue('Content Tracking');
  });

  await test.step('Format leaves invalid JSON unchanged', async () => {
    await catbird.write('{"a": nothing');
    await catbird.startFrom('Format JSON');
    await expect(catbird.issues.locator('li')).not.toHaveCount(0);
    await expect.poll(() => catbird.content()).toBe('{"a": nothing');
  });

  await test.step('fields can be folded and unfolded', async () => {
    await catbird.choose('Web Analytics Starter Kit');
    await catbird.json();
    const marks = catbird.schema.locator('.cm-foldGutter span[title="Fold line"]');
    await marks.nth(1).click();
    const placeholder = catbird.schema.locator('.cm-foldPlaceholder');
    await expect(placeholder).toHaveCount(1);
    // A click is lost if the editor draws the line anew between press and release, as it does while the page opens.
    await expect(async () => {
      if ((await placeholder.count()) > 0) await placeholder.click();
      await expect(placeholder).toHaveCount(0, { timeout: 2000 });
    }).toPass();
  });

  await test.step('JSON is highlighted: keys, strings, numbers and punctuation differ in colour', async () => {
    await catbird.write('{"key": {"type": "number.int", "count": 12}}');
    const colours = await catbird.schema.locator('.cm-line').evaluate((line) =>
      ['"key"', '"number.int"', '12', '{'].map((text) => {
        const part = [...line.querySelectorAll('span')].find((span) => span.textContent === text);
        return part === undefined ? text : getComputedStyle(part).color;
      }),
    );
    expect(new Set(colours).size).toBe(4);
  });

  await test.step('undo stops at the text that the editor opened with', async () => {
    await catbird.open(LOG);
    await catbird.json();
    // Wait for the whole text.
    await expect(catbird.schema.locator('.cm-line').last()).toHaveText('}');
    const before = await catbird.content();
    await catbird.editor.click();
    for (let i = 0; i < 3; i++) await catbird.page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => catbird.content()).toBe(before);
  });

  await test.step('typing can be undone and redone', async () => {
    await catbird.json();
    // Wait for the whole text.
    await expect(catbird.schema.locator('.cm-line').last()).toHaveText('}');
    const before = await catbird.content();
    await catbird.write('{}');
    await catbird.page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => catbird.content()).toBe(before);
    await catbird.page.keyboard.press('ControlOrMeta+Shift+z');
    await expect.poll(() => catbird.content()).toBe('{}');
  });
});

test('what is typed before the editor has loaded goes on in it, at the same place', async ({ catbird }) => {
  const { page, schema } = catbird;
  let arrive = (): void => undefined;
  const held = new Promise<void>((done) => (arrive = done));
  await page.route('**/assets/editor-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await catbird.open(LOG);
  await catbird.json();
  const plain = schema.locator('textarea.plain');
  await plain.fill('{"a": 1}');
  await plain.press('ArrowLeft');
  arrive();
  await expect(schema.locator('.cm-line')).toHaveText('{"a": 1}');
  await expect(catbird.editor).toBeFocused();
  await page.keyboard.type('2');
  await expect.poll(() => catbird.content()).toBe('{"a": 12}');
});
