import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownOf as pageMarkdown } from '../site/finish.ts';
import { entries, ROOT } from '../site/structure.ts';

/** A code block. */
export interface Block {
  readonly language: string;
  /** The label in brackets: the file to save it as, or where to run it. Empty if there is none. */
  readonly name: string;
  readonly code: string;
}

const FENCE = /^```(\w*)(?: \[([^\]]+)\])?\n([\s\S]*?)^```$/gm;

/** The code blocks of a Markdown text. */
export const blocksOf = (markdown: string): readonly Block[] =>
  [...markdown.matchAll(FENCE)].map(([, language = '', name = '', code = '']) => ({ language, name, code }));

/** The Markdown of a page of the site, or of a README by its path in the repository. */
export const markdownOf = (page: string): string =>
  page.endsWith('README') ? readFileSync(join(ROOT, `${page}.md`), 'utf8') : pageMarkdown(page);

/** Every page of the site. */
export const pages: readonly string[] = entries.map(({ page }) => page);

/** Paths of the guides on the site. */
export const guides: readonly string[] = readdirSync(join(ROOT, 'docs/guides')).map(
  (file) => `guides/${file.replace(/\.md$/, '')}`,
);
