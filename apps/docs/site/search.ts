/** A part of a page that a search can find. */
export interface Section {
  /** Relative to the folder of the documentation: `types/number.html#numberint`. */
  readonly href: string;
  readonly title: string;
  /** The title of its page; empty for the page itself. */
  readonly page: string;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

/**
 * The text of rendered Markdown, without the site's buttons and anchors. Types of the catalogue are found on their own pages, and
 * declarations by their names.
 */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<table class="catalogue".*?<\/table>/gs, ' ')
    .replaceAll(/<div class="[^"]*\bis-declaration".*?<\/pre>/gs, ' ')
    .replaceAll(/<(?:button|a class="code-action")[^>]*>.*?<\/(?:button|a)>/gs, ' ')
    .replaceAll(/<a class="header-anchor".*?<\/a>/gs, '')
    .replaceAll(/<\/?(?:code|span|a|strong|em)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/[\s​]+/g, ' ')
    .trim();

/** A heading, or the table row of a generator type without one. */
const START = /<(h[1-4]|tr) id="([^"]+)"[^>]*>/g;

/** The sections of a rendered page: one per heading, and one per generator type in a table. */
export function sectionsOf(html: string, path: string): readonly Section[] {
  const [, article = ''] = /<article[^>]*>(.*?)<\/article>/s.exec(html) ?? [];
  const starts = [...article.matchAll(START)];
  const pieces = starts.map(({ index }, i) => article.slice(index, starts[i + 1]?.index));
  const titles = pieces.map((piece) => textOf(/>(.*?)<\/(?:h[1-4]|td)>/s.exec(piece)?.[1] ?? ''));
  return pieces.map((piece, i) => ({
    href: i === 0 ? path : `${path}#${starts[i]?.[2] ?? ''}`,
    title: titles[i] ?? '',
    page: i === 0 ? '' : (titles[0] ?? ''),
    text: textOf(piece.replace(/.*?<\/(?:h[1-4]|td)>/s, '')),
  }));
}
