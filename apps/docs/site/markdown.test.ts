import { createMarkdownRenderer } from 'vitepress';
import { expect, test } from 'vitest';
import { decompress } from '../../web/src/link/decompress.ts';
import { readLink } from '../../web/src/link/link.ts';
import { catbirdMarkdown, isSchema, linkOnSite, schemaQuery } from './markdown.ts';

const site = {
  isPage: (page: string) => ['types/number.md', 'security.md'].includes(page),
  repository: 'https://x.y/z',
};

test.each([
  ['types/number.md#numberint', 'docs/schema.md', '/types/number.md#numberint'],
  ['../types/number.md', 'docs/types/string.md', '/types/number.md'],
  ['../SECURITY.md', 'docs/deploy.md', '/security.md'],
  ['docs/types/number.md', 'SECURITY.md', '/types/number.md'],
  ['../examples/shop.yaml', 'docs/cli.md', 'https://x.y/z/blob/main/examples/shop.yaml'],
  [
    'decisions/013-entities.md#why',
    'docs/schema.md',
    'https://x.y/z/blob/main/docs/decisions/013-entities.md#why',
  ],
  ['https://example.com', 'docs/schema.md', 'https://example.com'],
  ['#a-field', 'docs/schema.md', '#a-field'],
])('%s in %s leads to %s', (href, file, target) => {
  expect(linkOnSite(href, file, site)).toBe(target);
});

test('a link to a file that does not exist is an error that names both', () => {
  expect(() => linkOnSite('nothing.md', 'docs/schema.md', site)).toThrow(
    'docs/schema.md links to nothing.md, which does not exist.',
  );
  expect(() => linkOnSite('../../elsewhere.md', 'docs/schema.md', site)).toThrow('does not exist');
});

test('files of a repository that is not public have no link', () => {
  expect(linkOnSite('../examples/shop.yaml', 'docs/cli.md', { ...site, repository: '' })).toBeUndefined();
});

const SCHEMA =
  '{\n  "city": { "type": "location.city", "nulls": 0.1 },\n  "ü": { "type": "lorem.word" }\n}\n';

test('a block of fields is a schema, also if types stand alone, and a row is none', () => {
  expect(isSchema('{"id": "string.uuid", "n": {"type": "number.int"}}')).toBe(true);
  expect(isSchema('{"id": "8d66d3f5", "city": "Bern"}')).toBe(false);
});

test('the link holds the schema as the page reads it', async () => {
  const link = readLink(schemaQuery(SCHEMA));
  expect(link.seed).toBe('42');
  expect(await decompress(link.schema ?? '')).toBe(SCHEMA);
});

test.each([
  ['a schema', SCHEMA, true],
  ['a row', '{"id":1,"name":"Ada"}', false],
  ['several rows', '{"a":1}\n{"a":2}', false],
  ['an unknown type', '{"a": {"type": "person.fulName"}}', false],
  ['an empty object', '{}', false],
  ['a config', '{"destination": "log", "eps": 10}', false],
])('%s', (_, text, is) => {
  expect(isSchema(text)).toBe(is);
});

test('double braces are text, which Vue does not evaluate', async () => {
  const md = await createMarkdownRenderer('.', { attrs: { disable: true } });
  catbirdMarkdown(md, { isPage: () => true, repository: '' });
  const env = { realPath: '/docs/schema.md' };
  expect(md.render('Write `{{name}}` or {{a.b}}.', env)).toBe(
    '<p>Write <code v-pre="">{{name}}</code> or &#123;&#123;a.b}}.</p>\n',
  );
});
