/** Width in pixels. */
const WIDTH = 680;
/** Space for the title and label, in pixels. */
const TOP = 60;

/** The page's colours on light and dark backgrounds. */
const COLOURS = {
  ink: ['#13191f', '#f1f4f6'],
  muted: ['#5a626b', '#989fa7'],
  line: ['#dde0e3', '#2b323a'],
  egg: ['#137371', '#75ccc7'],
} as const;

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
interface Words {
  readonly title: string;
  /** What the chart shows, in a sentence or two. */
  readonly description: string;
}

/** A chart as the text of an SVG file, legible on light and dark backgrounds. */
export interface Chart extends Words {
  readonly svg: string;
}

/** A length in pixels with one decimal. */
const px = (length: number): string => String(Number(length.toFixed(1)));

/** A number with thousands separators. */
const number = (value: number): string => value.toLocaleString('en');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text element; the class sets its colour. */
const text = (
  x: number,
  y: number,
  words: string,
  name: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string =>
  `<text x="${px(x)}" y="${px(y)}" class="${name}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}>${escaped(words)}</text>`;

/** A path element; the classes set its style and colour. */
const path = (d: string, name: string): string => `<path d="${d}" class="${name}"/>`;

/**
 * The complete SVG file.
 *
 * @param label what the chart measures, with its unit
 */
const picture = (
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

/** Margins for ticks: left, below, and half of the last tick at the right. */
const LEFT = 46;
const BELOW = 44;
const RIGHT = 28;
/** Space above a panel with a name, and above one without. */
const NAME_HEIGHT = 26;
const NO_NAME_HEIGHT = 14;

/** An axis, from its first tick to its last. */
export interface Axis {
  /** What the axis measures, with its unit. */
  readonly label: string;
  readonly ticks: readonly number[];
  /** Label of a tick. Default: the number. */
  readonly text?: (tick: number) => string;
}

/** A column of a histogram. */
export interface Column {
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** A line, broken where y is null. */
export type Line = readonly (readonly [x: number, y: number | null])[];

/** One of several plots, stacked, on the same axes. */
export interface Panel {
  readonly name?: string;
  readonly columns?: readonly Column[];
  readonly line?: Line;
  /** Text that starts at a point. */
  readonly notes?: readonly { readonly x: number; readonly y: number; readonly text: string }[];
}

/** Stacked panels. */
export interface Plot extends Words {
  readonly x: Axis;
  readonly y: Axis;
  readonly panels: readonly Panel[];
}

/** Value to pixels. */
type Scale = (value: number) => number;

function scaleOf({ ticks }: Axis, start: number, end: number): Scale {
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  return (value) => start + ((value - low) / (high - low)) * (end - start);
}

const columnPath = (columns: readonly Column[], x: Scale, y: Scale): string =>
  columns
    .filter(({ value }) => value > 0)
    .map(({ from, to, value }) => `M${px(x(from))} ${px(y(0))}V${px(y(value))}H${px(x(to) - 1)}V${px(y(0))}z`)
    .join('');

const linePath = (points: Line, x: Scale, y: Scale): string =>
  points
    .map(([at, value], i) => {
      if (value === null) return '';
      const isStart = (points[i - 1]?.[1] ?? null) === null;
      return `${isStart ? 'M' : 'L'}${px(x(at))} ${px(y(value))}`;
    })
    .join('');

function panelParts({ columns = [], line = [], notes = [] }: Panel, x: Scale, y: Scale): readonly string[] {
  return [
    ...(columns.length === 0 ? [] : [path(columnPath(columns, x, y), 'area egg')]),
    ...(line.length === 0 ? [] : [path(linePath(line, x, y), 'stroke egg')]),
    ...notes.map((note) => text(x(note.x), y(note.y), note.text, 'ink')),
  ];
}

/** More panels, less height each. */
const heightOf = (panels: number): number => (panels === 1 ? 190 : panels <= 3 ? 72 : 48);

const isEmpty = ({ columns = [], line = [] }: Panel): boolean =>
  columns.length + line.length > 0 &&
  columns.every(({ value }) => !(value > 0)) &&
  line.every(([, value]) => value === null);

/**
 * Draws columns and lines in panels that share their axes.
 *
 * @throws Error if a panel has columns or a line but nothing to draw
 */
export function plot({ x, y, panels, ...words }: Plot): Chart {
  const empty = panels.find(isEmpty);
  if (empty !== undefined)
    throw new Error(`${words.title}: nothing to draw for ${empty.name ?? 'this panel'}`);
  const height = heightOf(panels.length);
  const above = panels.some(({ name }) => name !== undefined) ? NAME_HEIGHT : NO_NAME_HEIGHT;
  const right = WIDTH - RIGHT;
  const toX = scaleOf(x, LEFT, right);
  const bottom = TOP - 10 + panels.length * (height + above);
  const tickOf = ({ text = number }: Axis, tick: number): string => text(tick);
  const parts = panels.flatMap((panel, i) => {
    const base = bottom - (panels.length - 1 - i) * (height + above);
    const toY = scaleOf(y, base, base - height);
    return [
      ...(panel.name === undefined ? [] : [text(LEFT, base - height - 6, panel.name, 'ink')]),
      ...y.ticks.flatMap((tick) => [
        path(`M${LEFT} ${px(toY(tick))}H${px(right)}`, 'thin line'),
        text(LEFT - 8, toY(tick) + 4, tickOf(y, tick), 'muted', 'end'),
      ]),
      ...panelParts(panel, toX, toY),
    ];
  });
  const ticks = x.ticks
    .map((tick) => [tick, tickOf(x, tick)] as const)
    .filter(([, words]) => words !== '')
    .map(([tick, words]) => text(toX(tick), bottom + 18, words, 'muted', 'middle'));
  return picture(words, y.label, bottom + BELOW, [
    ...parts,
    ...ticks,
    text(right, bottom + 38, x.label, 'muted', 'end'),
  ]);
}
