import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { block, firstRows, formatted } from './reference/page.ts';
import { templatesPage } from './reference/templates.ts';
import { families, familyPage, typesPage } from './reference/types.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

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
});

test('there is no page of a family that is gone', async () => {
  expect((await readdir(`${DOCS}types`)).toSorted()).toEqual(
    [...families.keys()].map((family) => `${family}.md`).toSorted(),
  );
});

const guide = readFileSync(`${DOCS}schema.md`, 'utf8');
/** Schemas with the rows that the guide shows for them. */
const shown = [...guide.matchAll(/```json\n(\{\n[^`]*?\n\}|\{ [^`\n]*\})\n```\n\n```json\n([^`]*?)\n```/g)];

test('docs/schema.md has an example in every chapter', () => {
  expect(shown.length).toBeGreaterThanOrEqual([...guide.matchAll(/^## /gm)].length - 1);
  expect([...guide.matchAll(/```json/g)]).toHaveLength(shown.length * 2);
});

test.each(shown.map(([, schema = '', rows = '']) => [schema.slice(0, 60), schema, rows] as const))(
  'docs/schema.md: %s … makes the rows shown',
  (_, schema, rows) => {
    const count = rows.split('\n').length;
    expect(block('json', [rows])).toBe(block('json', firstRows(schema, count)));
  },
);
