import { createMarkdownRenderer } from 'vitepress';
import { expect, test } from 'vitest';
import { catbirdMarkdown } from './markdown.ts';

test('double braces are text, which Vue does not evaluate', async () => {
  const md = await createMarkdownRenderer('.', { attrs: { disable: true } });
  catbirdMarkdown(md, { isPage: () => true, repository: '' });
  const env = { realPath: '/docs/schema.md' };
  expect(md.render('Write `{{name}}` or {{a.b}}.', env)).toBe(
    '<p>Write <code v-pre="">{{name}}</code> or &#123;&#123;a.b}}.</p>\n',
  );
});
