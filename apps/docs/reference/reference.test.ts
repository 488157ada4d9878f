import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatorTypes, templates } from '@catbird/engine';
import { expect, test } from 'vitest';
import { everyNth } from '../../../test/long.ts';
import { families, slugOf } from '../site/structure.ts';
import { apiEntries } from './api.ts';
import { block, firstRows } from './page.ts';
import { ABOUT } from './about.ts';
import { GALLERY } from './gallery.ts';
import { referenceTexts } from './texts.ts';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));

/** Schemas followed by their rows. */
const EXAMPLE = /```json\n(\{\n[^`]*?\n\}|\{ [^`\n]*\})\n```\n\n```json\n([^`]*?)\n```/g;

// One in twelve with each commit: the build of the site makes all.
const some = {
  families: new Map([...everyNth(12, [...families]), ...[...families].filter(([name]) => name === 'number')]),
  templates: everyNth(12, templates),
  gallery: GALLERY.slice(0, 1),
};
const texts = await referenceTexts(some);

test('the reference has a page for the API, each family of types and each template', () => {
  expect([...texts.keys()]).toEqual([
    'api.md',
    'types.md',
    'templates.md',
    'gallery.md',
    ...[...some.families.keys()].map((family) => `types/${family}.md`),
    ...some.templates.map((template) => `templates/${slugOf(template)}.md`),
  ]);
  for (const type of generatorTypes)
    expect(texts.get('types.md')).toContain(`\`${type.name.replace(/^.*\./, '')}\``);
  for (const [path, text] of texts) expect(text.length, path).toBeGreaterThan(200);
});

test('an example of a type is followed by rows that its schema generates', async () => {
  const page = texts.get('types/number.md') ?? '';
  const [, schema = '', rows = ''] = new RegExp(EXAMPLE).exec(page) ?? [];
  expect(await firstRows(schema, rows.split('\n').length)).toEqual(rows.split('\n'));
});

test('every public name of the library has a doc comment, and is public once', () => {
  const declarations = apiEntries().flatMap((entry) => entry.declarations);
  expect(declarations.filter(({ comment = '' }) => !/^\S[^]*[.:]/.test(comment))).toEqual([]);
  const names = declarations.map(({ name }) => name.toLowerCase());
  expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
});

test('every template says how its fields relate to each other', () => {
  expect(Object.keys(ABOUT)).toEqual(templates.map(({ name }) => name));
});

const guide = readFileSync(`${DOCS}schema.md`, 'utf8');
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
