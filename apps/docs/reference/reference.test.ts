import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { templates } from '@catbird/core';
import { describe, expect, test } from 'vitest';
import { unpaired } from './chart/markup.ts';
import { block, firstRows, formatted } from './page.ts';
import { storyOf } from './stories/index.ts';
import { templateFiles, templatesPage, templateTexts } from './templates.ts';
import { families, familyPage, typesPage } from './types.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
/** What a chart may weigh. */
const MOST_CHARACTERS = 15_000;

describe('the reference says what the declarations say, with rows that they make (`npx vitest run -u` writes it)', () => {
  test('docs/types.md', async () => {
    await expect(await formatted(typesPage())).toMatchFileSnapshot(`${DOCS}types.md`);
  });

  test.each([...families])('docs/types/%s.md', async (family, types) => {
    await expect(await formatted(familyPage(family, types))).toMatchFileSnapshot(`${DOCS}types/${family}.md`);
  });

  test('docs/templates.md', async () => {
    await expect(await formatted(templatesPage())).toMatchFileSnapshot(`${DOCS}templates.md`);
  });

  test.each(templates.map((template) => [template.name, template] as const))(
    'docs/templates, the page of %s and its charts',
    async (_, template) => {
      const texts = await templateTexts(template);
      for (const [i, file] of templateFiles(template).entries())
        await expect(texts[i]).toMatchFileSnapshot(`${DOCS}templates/${file}`);
      for (const svg of texts.slice(1)) {
        expect(unpaired(svg)).toEqual([]);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        expect(svg.length).toBeLessThan(MOST_CHARACTERS);
      }
    },
  );
});

test.each([
  ['types', [...families.keys()].map((family) => `${family}.md`)],
  ['templates', templates.flatMap(templateFiles)],
])('docs/%s has no file of something that is gone', async (folder, files) => {
  expect((await readdir(`${DOCS}${folder}`)).toSorted()).toEqual(files.toSorted());
});

test('a template says where its story is missing', () => {
  expect(() => storyOf('Custom')).toThrow('reference/stories');
});

const guide = readFileSync(`${DOCS}schema.md`, 'utf8');
/** Schemas with the rows that the guide shows for them. */
const EXAMPLE = /```json\n(\{\n[^`]*?\n\}|\{ [^`\n]*\})\n```\n\n```json\n([^`]*?)\n```/g;
const shown = [...guide.matchAll(EXAMPLE)];

test('docs/schema.md has an example in every chapter', () => {
  expect(shown.length).toBeGreaterThanOrEqual([...guide.matchAll(/^## /gm)].length - 1);
  expect([...guide.matchAll(/```json/g)]).toHaveLength(shown.length * 2);
});

test('docs/schema.md shows the rows that its schemas make (`npx vitest run -u` writes them)', async () => {
  const made = guide.replaceAll(EXAMPLE, (example, schema: string, rows: string) =>
    example.replace(block('json', [rows]), () => block('json', firstRows(schema, rows.split('\n').length))),
  );
  await expect(made).toMatchFileSnapshot(`${DOCS}schema.md`);
});
