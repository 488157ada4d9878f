import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { createMarkdownRenderer } from 'vitepress';
import { beforeAll, expect, test } from 'vitest';
import { indexOf, type SearchIndex } from '../client/search-index.ts';
import { anchorOf, escaped } from '../site/html.ts';
import { catbirdMarkdown } from '../site/markdown.ts';
import { sectionsOf } from '../site/search.ts';
import { ROOT } from '../site/structure.ts';
import { markdownOf, pages } from './blocks.ts';

/** What newcomers ask, and the pages that answer it. */
const QUESTIONS: readonly (readonly [question: string, answers: RegExp])[] = [
  ['send to kafka', /^guides\/kafka$|^destinations\/kafka$/],
  ['late events', /^guides\/late-and-duplicate-data$|^faults$/],
  ['same data every time', /^guides\/same-data$/],
  ['csv', /^guides\/files$/],
  ['how fast', /^how-it-works$/],
  ['foreign keys', /^guides\/related-tables$/],
  ['docker', /^deploy$/],
  ['resume', /^guides\/services$|^cli/],
  ['dashboard', /^guides\/dashboard$/],
  ['aws credentials', /^destinations\/aws-|^destinations$/],
  ['postgres', /^destinations\/postgres$|^guides\/related-tables$/],
  ['schema from sample', /^guides\/start-from-a-sample$/],
  ['avro', /^guides\/kafka$|^guides\/files$/],
  ['rate limit', /^guides\/load-test$|^destinations/],
  ['duplicates', /^guides\/late-and-duplicate-data$/],
  ['test my pipeline', /^prove-your-pipeline$/],
  ['python', /^guides\/test-fixtures$/],
  ['webhook', /^guides\/http-services$/],
  ['event time backfill', /^guides\/time-and-rate$/],
  ['nested json', /^schema$/],
];

const MOST_RESULTS = 3;
const MOST_CLICKS = 2;

let index: SearchIndex;
beforeAll(async () => {
  const md = await createMarkdownRenderer(ROOT, {
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    highlight: (code) => `<pre><code>${escaped(code)}</code></pre>`,
  });
  catbirdMarkdown(md, { isPage: (page) => pages.includes(page.replace(/\.md$/, '')), repository: '' });
  index = indexOf(
    pages.flatMap((page) => {
      const file = page === 'security' ? 'SECURITY.md' : `docs/${page}.md`;
      // The renderer completes it.
      const html = md.render(readFileSync(ROOT + file, 'utf8'), { realPath: ROOT + file });
      return sectionsOf(`<article>${html}</article>`, page);
    }),
  );
});

test.each(QUESTIONS)('a search for "%s" finds its answer among the first results', (question, answers) => {
  const found = index.find(question, MOST_RESULTS).map(({ href }) => href);
  expect(
    found.filter((href) => answers.test(href.replace(/#.*/, ''))).length,
    found.join(', '),
  ).toBeGreaterThan(0);
});

const LINK = /\]\(([^)\s#]+)\.md(?:#[^)]*)?\)/g;

/** The pages that the text of a page links to. */
const linksOn = (page: string): readonly string[] =>
  Array.from(markdownOf(page).matchAll(LINK), ([, path = '']) =>
    posix.join(posix.dirname(page), path),
  ).filter((path) => pages.includes(path));

test.each(QUESTIONS)('from the start, the answer to "%s" is two clicks away', (_, answers) => {
  let reached = new Set(['index']);
  for (let click = 0; click < MOST_CLICKS; click++)
    reached = new Set([...reached, ...[...reached].flatMap(linksOn)]);
  expect([...reached].filter((page) => answers.test(page))).not.toEqual([]);
});
