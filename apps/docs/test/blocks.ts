import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { destinationPage } from '../site/destinations.ts';
import { entries, placeOf, ROOT } from '../site/structure.ts';

/** A block of code of a page. */
export interface Block {
  readonly language: string;
  /** The name in brackets: a file to save it as, or what it is for. */
  readonly name: string;
  readonly code: string;
}

const FENCE = /^```(\w*)(?: \[([^\]]+)\])?\n([\s\S]*?)^```$/gm;

/** The blocks of code of a Markdown text. */
export const blocksOf = (markdown: string): readonly Block[] =>
  [...markdown.matchAll(FENCE)].map(([, language = '', name = '', code = '']) => ({ language, name, code }));

const fileOf = (page: string): string =>
  ['SECURITY.md'].find((file) => placeOf(file) === `${page}.md`) ?? `docs/${page}.md`;

/** The Markdown of a page of the site. */
export const markdownOf = (page: string): string =>
  page.startsWith('destinations/')
    ? destinationPage(page.replace('destinations/', ''))
    : readFileSync(join(ROOT, fileOf(page)), 'utf8');

/** Every page of the site. */
export const pages: readonly string[] = entries.map(({ page }) => page);

/** The guides, by their paths on the site. */
export const guides: readonly string[] = readdirSync(join(ROOT, 'docs/guides')).map(
  (file) => `guides/${file.replace(/\.md$/, '')}`,
);
