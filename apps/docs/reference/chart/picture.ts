/** Width in pixels. */
export const WIDTH = 680;
/** Space for the title and label, in pixels. */
export const TOP = 60;
/** Approximate width of a letter in pixels; the exact width depends on the reader's fonts. */
export const LETTER = 7.8;

/** The page's colours on light and dark backgrounds. */
const COLOURS = {
  ink: ['#13191f', '#f1f4f6'],
  muted: ['#5a626b', '#989fa7'],
  line: ['#dde0e3', '#2b323a'],
  egg: ['#137371', '#75ccc7'],
  dusk: ['#5d57a4', '#aaa8ee'],
} as const;

/** Egg is the default, dusk is what it is compared with. */
export type Tone = 'egg' | 'dusk';

const colours = (side: 0 | 1): string =>
  Object.entries(COLOURS)
    .map(([name, pair]) => `.${name}{color:${pair[side]}}`)
    .join('');

const STYLE = [
  'text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:currentColor}',
  '.title{font-size:15px;font-weight:600}',
  '.area{fill:currentColor}',
  '.stroke{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}',
  '.thin{stroke:currentColor}',
  colours(0),
  `@media(prefers-color-scheme:dark){${colours(1)}}`,
].join('');

/** The text of a chart, also for screen readers. */
export interface Words {
  readonly title: string;
  /** What the chart shows, in a sentence or two. */
  readonly description: string;
}

/** A chart as the text of an SVG file, legible on light and dark backgrounds. */
export interface Chart extends Words {
  readonly svg: string;
}

/** A length in pixels with one decimal. */
export const px = (length: number): string => String(Number(length.toFixed(1)));

/** A number with thousands separators. */
export const number = (value: number): string => value.toLocaleString('en');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text element; the class sets its colour. */
export const text = (
  x: number,
  y: number,
  words: string,
  name: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string =>
  `<text x="${px(x)}" y="${px(y)}" class="${name}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}>${escaped(words)}</text>`;

/** A path element; the classes set its style and colour. */
export const path = (d: string, name: string): string => `<path d="${d}" class="${name}"/>`;

/**
 * The complete SVG file.
 *
 * @param label what the chart measures, with its unit
 */
export const picture = (
  { title, description }: Words,
  label: string,
  height: number,
  parts: readonly string[],
): Chart => ({
  title,
  description,
  svg: [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${px(height)}" viewBox="0 0 ${WIDTH} ${px(height)}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="desc">${escaped(description)}</desc>`,
    `<style>${STYLE}</style>`,
    text(0, 16, title, 'title ink'),
    text(0, 38, label, 'muted'),
    ...parts,
    '</svg>\n',
  ].join('\n'),
});
