import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { templates } from '@catbird/core';
import { describe, expect, test } from 'vitest';
import { apiEntries, apiPage } from './api.ts';
import { unpaired } from './chart/markup.ts';
import { block, firstRows, formatted } from './page.ts';
import { orphans, templateFiles, templatesPage, templateTexts } from './templates.ts';
import { families, familyPage, typesPage } from './types.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
/** Size limit of a chart. */
const MAX_CHARACTERS = 15_000;

describe('the reference matches the declarations and the rows they generate (`npx vitest run reference -u` updates it)', () => {
  test('docs/types.md', async () => {
    await expect(await formatted(typesPage())).toMatchFileSnapshot(`${DOCS}types.md`);
  });

  test.each([...families])('docs/types/%s.md', async (family, types) => {
    await expect(await formatted(await familyPage(family, types))).toMatchFileSnapshot(
      `${DOCS}types/${family}.md`,
    );
  });

  test('docs/api.md', async () => {
    await expect(await formatted(apiPage())).toMatchFileSnapshot(`${DOCS}api.md`);
  });

  test('docs/templates.md', async () => {
    await expect(await formatted(templatesPage())).toMatchFileSnapshot(`${DOCS}templates.md`);
  });

  test.each(templates.map((template) => [template.name, template] as const))(
    'docs/templates: page and charts of %s',
    async (_, template) => {
      const texts = await templateTexts(template);
      for (const [i, file] of templateFiles(template).entries())
        await expect(texts[i]).toMatchFileSnapshot(`${DOCS}templates/${file}`);
      for (const svg of texts.slice(1)) {
        expect(unpaired(svg)).toEqual([]);
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        expect(svg.length).toBeLessThan(MAX_CHARACTERS);
      }
    },
  );
});

test.each([
  ['types', [...families.keys()].map((family) => `${family}.md`)],
  ['templates', templates.flatMap(templateFiles)],
])('docs/%s has no leftover files', async (folder, files) => {
  // Missing files fail above. Here they may still be on their way: -u writes files after the last test.
  expect((await readdir(`${DOCS}${folder}`)).filter((file) => !files.includes(file))).toEqual([]);
});

test('every public name of the library has a doc comment, and is public once', () => {
  const declarations = apiEntries().flatMap((entry) => entry.declarations);
  expect(declarations.filter(({ comment = '' }) => !/^\S[^]*[.:]/.test(comment))).toEqual([]);
  const names = declarations.map(({ name }) => name.toLowerCase());
  expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
});

test('a template without a story has a page of its fields and rows', async () => {
  const schema = { id: { type: 'catbird.sequence' } };
  const template = { name: 'No Story', summary: 'A number.', schema, text: JSON.stringify(schema) };
  const [page = '', ...charts] = await templateTexts(template);
  expect(charts).toEqual([]);
  expect(page).toMatch(/\| `id` +\| `catbird.sequence` \|/);
});

test('every story belongs to a template', () => {
  expect(orphans()).toEqual([]);
});

const guide = readFileSync(`${DOCS}schema.md`, 'utf8');
/** Schemas followed by their rows. */
const EXAMPLE = /```json\n(\{\n[^`]*?\n\}|\{ [^`\n]*\})\n```\n\n```json\n([^`]*?)\n```/g;
const shown = [...guide.matchAll(EXAMPLE)];

test('docs/schema.md has an example in every section', () => {
  expect(shown.length).toBeGreaterThanOrEqual([...guide.matchAll(/^## /gm)].length - 1);
  expect([...guide.matchAll(/```json/g)]).toHaveLength(shown.length * 2);
});

test('docs/schema.md shows the rows its schemas generate (`npx vitest run reference -u` updates them)', async () => {
  let made = guide;
  for (const [example, schema = '', rows = ''] of shown) {
    const first = await firstRows(schema, rows.split('\n').length);
    made = made.replace(example, () => example.replace(block('json', [rows]), () => block('json', first)));
  }
  await expect(made).toMatchFileSnapshot(`${DOCS}schema.md`);
});
