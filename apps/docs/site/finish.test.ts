import { expect, test } from 'vitest';
import { descriptionOf, forAnyDepth } from './finish.ts';

const SENTENCE = 'Catbird streams realistic mock events to real services.';
const describe = (body: string): string =>
  descriptionOf(
    `<p>Menu of the site, which is no part of the page</p><article class="text">${body}</article>`,
    'a.html',
  );

test('a description is the first paragraph of the article, as plain text', () => {
  expect(
    describe(
      `<h1>Start</h1><p>Catbird <a href="b">streams</a> <code>realistic</code> mock events &amp; more.</p>`,
    ),
  ).toBe('Catbird streams realistic mock events & more.');
});

test('a short paragraph such as a line of links is skipped', () => {
  expect(describe(`<p><a href="b">All types</a></p><p>${SENTENCE}</p>`)).toBe(SENTENCE);
});

test('a long paragraph ends after a sentence', () => {
  expect(describe(`<p>${SENTENCE} ${SENTENCE} ${SENTENCE}</p>`)).toBe(`${SENTENCE} ${SENTENCE}`);
});

test('a long sentence ends after a word', () => {
  const text = describe(`<p>${'many words, '.repeat(30)}</p>`);
  expect(text).toMatch(/ many words…$/);
  expect(text.length).toBeLessThanOrEqual(160);
});

test('a page without text fails the build', () => {
  expect(() => describe('<h1>Start</h1>')).toThrow('a.html needs a paragraph that describes it.');
});

test('styles and scripts are requested from the root of every depth', () => {
  const page = forAnyDepth(
    '<head>\n  <link rel="stylesheet" href="assets/a.css">\n  <script src="theme.js"></script>\n</head>',
  );
  const hrefs = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, href]) => href);
  expect(hrefs).toEqual(
    ['assets/a.css', 'theme.js'].flatMap((file) => ['', '../', '../../', '../../../'].map((up) => up + file)),
  );
});

test('links of the page stay as they are', () => {
  const link = '<body><a href="docs/index.html">Documentation</a></body>';
  expect(forAnyDepth(link)).toBe(link);
});
