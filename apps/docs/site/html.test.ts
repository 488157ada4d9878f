import { expect, test } from 'vitest';
import { relativeTo, servedPage, type Assets } from './html.ts';

const ASSETS: Assets = {
  styles: ['assets/docs-1.css'],
  script: 'assets/docs-1.js',
  search: 'assets/search-1.json',
};
const served = (body: string, path = 'docs/types/number.html'): string =>
  servedPage(
    `<html><head><meta charset="utf-8"><meta name="description" content="Catbird"></head><body>${body}</body></html>`,
    path,
    'Whole numbers "<10"',
    ASSETS,
  );

test.each([
  ['docs/index.html', '/docs/', './'],
  ['docs/index.html', '/', '../'],
  ['docs/schema.html', '/docs/types/number.html#numberint', 'types/number.html#numberint'],
  ['docs/types/number.html', '/docs/', '../'],
  ['docs/types/number.html', '/docs/types.html', '../types.html'],
  ['docs/types/number.html', '/docs/types/string.html', 'string.html'],
  [
    'docs/types/number.html',
    '/?template=Custom&amp;schema=z1.a/b',
    '../../?template=Custom&amp;schema=z1.a/b',
  ],
  ['docs/types/number.html', '/assets/docs.css', '../../assets/docs.css'],
])('in %s, %s becomes %s', (path, address, relative) => {
  expect(relativeTo(path, address)).toBe(relative);
});

test('a page has its own description', () => {
  expect(served('')).toContain('<meta name="description" content="Whole numbers &quot;&lt;10&quot;">');
});

test('a page loads script, styles and theme from the build folder', () => {
  const page = served('');
  expect(page).toContain('<link rel="stylesheet" href="../../assets/docs-1.css">');
  expect(page).toContain('<script type="module" src="../../assets/docs-1.js"></script>');
  expect(page).toContain('<script src="../../theme.js"></script>');
});

test('addresses of other hosts do not change', () => {
  expect(served('<a href="https://example.com/a">b</a>')).toContain('href="https://example.com/a"');
});

test('inline parts of VitePress are removed, and table columns keep their alignment', () => {
  const page = served('<script id="check-mac-os">1</script><td style="text-align:right">1</td><!--[-->');
  expect(page).not.toContain('check-mac-os');
  expect(page).toContain('<td class="align-right">');
  expect(page).not.toContain('<!--');
});

test.each([
  ['an inline script', '<script>1</script>'],
  ['a style element', '<style>a{}</style>'],
  ['a style attribute', '<p class="a" style="color:red">'],
  ['an event handler', '<p onclick="a()">'],
])('%s fails the build', (_, body) => {
  expect(() => served(body)).toThrow('docs/types/number.html holds');
});
