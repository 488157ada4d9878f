import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../site/structure.ts';
import { markdownOf, pages } from './blocks.ts';

const MOST_WORDS = 30;
/** All that a reader could read, but for pages and tables that are generated. */
const MOST_ON_SITE = 45_000;

/** Markdown that is not prose: metadata, code, comments, tags, headings, tables and pictures. */
const NO_PROSE = /^---\n[\s\S]*?\n---\n|^```[\s\S]*?^```$|<!--[\s\S]*?-->|<[^>]+>|^#.*$|^\|.*$|^!\[.*$/gm;

/** Without emphasis and addresses. A piece of code is one word. */
const plain = (paragraph: string): string =>
  paragraph
    .replaceAll(/`[^`]+`/g, 'code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^- |[*_]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The sentences of a Markdown text. An item of a list begins a new one. */
const sentencesOf = (markdown: string): readonly string[] =>
  markdown
    .replaceAll(NO_PROSE, '\n')
    .split(/\n\s*\n|\n\s*(?:-|\d+\.) /)
    .flatMap((paragraph) => plain(paragraph).split(/(?<=[.!?]["”)]?) (?=\S)/))
    .filter((sentence) => sentence !== '');

const wordsIn = (sentence: string): number =>
  sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const long = (markdown: string): readonly string[] =>
  sentencesOf(markdown).filter((sentence) => wordsIn(sentence) > MOST_WORDS);

test('a long sentence is found in a paragraph and in a list, but not in code', () => {
  const sentence = `It ${'goes on '.repeat(20)}.`;
  expect(long(`# Title\n\nShort. ${sentence}\n\n- One\n- ${sentence}\n`)).toHaveLength(2);
  expect(long(`\`\`\`sh\n${sentence}\n\`\`\`\n\n| ${sentence} |\n\nA \`${sentence}\`.`)).toEqual([]);
});

/** Lists of options, types and settings, which are read by the line. */
const REFERENCE = /^(?:api|cli|destinations|templates|types)(?:$|\/)/;
const written = ['README', ...pages.filter((page) => !REFERENCE.test(page))];

test.each(written)(`no sentence of %s has more than ${MOST_WORDS} words`, (page) => {
  expect(long(markdownOf(page))).toEqual([]);
});

test(`the pages have at most ${MOST_ON_SITE} words, with those of their examples`, () => {
  const own = pages.filter((page) => !/^(?:api|gallery|templates|types)(?:$|\/)/.test(page));
  const files = own.map((page) => (page === 'security' ? 'SECURITY.md' : `docs/${page}.md`));
  const words = files.map((file) => wordsIn(readFileSync(join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ')));
  expect(words.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(MOST_ON_SITE);
});
