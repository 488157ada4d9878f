import { textOf } from './search.ts';

/** What search engines show of a description. */
const MAX_CHARACTERS = 160;
/** Shorter paragraphs introduce something, or only hold links. */
const MIN_CHARACTERS = 40;

/** Whole sentences if the first one fits, else words. */
function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const cut = text.slice(0, MAX_CHARACTERS);
  const sentences = /^.*[.!?](?=\s)/s.exec(cut)?.[0];
  return sentences ?? `${cut.slice(0, cut.lastIndexOf(' ')).replace(/[\s,;:]+$/, '')}…`;
}

/**
 * The description of a rendered page for search engines: the start of its first paragraph, at most 160 characters.
 *
 * @throws Error when the page has no paragraph of text
 */
export function descriptionOf(html: string, path: string): string {
  const [, article = ''] = /<article[^>]*>(.*?)<\/article>/s.exec(html) ?? [];
  const paragraphs = [...article.matchAll(/<p>(.*?)<\/p>/gs)].map(([, paragraph = '']) => textOf(paragraph));
  const first = paragraphs.find((paragraph) => paragraph.length >= MIN_CHARACTERS);
  if (first === undefined) throw new Error(`${path} needs a paragraph that describes it.`);
  return shortened(first.replace(/:$/, '.'));
}
