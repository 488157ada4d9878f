import {
  LETTER,
  number,
  path,
  picture,
  px,
  text,
  TOP,
  WIDTH,
  type Chart,
  type Tone,
  type Words,
} from './picture.ts';

/** Margins for ticks: left, below, and half of the last tick at the right. */
const LEFT = 46;
const BELOW = 44;
const RIGHT = 28;
/** Space above a panel with a name, and above one without. */
const NAME_HEIGHT = 26;
const NO_NAME_HEIGHT = 14;
const LINE_HEIGHT = 16;

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
export interface Line {
  readonly points: readonly (readonly [x: number, y: number | null])[];
  readonly tone: Tone;
  /** Label at its end. */
  readonly name?: string;
}

/** One of several plots, stacked, on the same axes. */
export interface Panel {
  readonly name?: string;
  readonly columns?: readonly Column[];
  readonly lines?: readonly Line[];
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

const linePath = (points: Line['points'], x: Scale, y: Scale): string =>
  points
    .map(([at, value], i) => {
      if (value === null) return '';
      const isStart = (points[i - 1]?.[1] ?? null) === null;
      return `${isStart ? 'M' : 'L'}${px(x(at))} ${px(y(value))}`;
    })
    .join('');

/** Names of lines at the right edge, moved down where they would overlap. */
function lineNames(lines: readonly Line[], y: Scale): readonly string[] {
  let free = -Infinity;
  return lines
    .map(({ name = '', tone, points }) => ({
      name,
      tone,
      end: y(points.findLast(([, value]) => value !== null)?.[1] ?? 0),
    }))
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => a.end - b.end)
    .map(({ name, tone, end }) => {
      const place = Math.max(end, free);
      free = place + LINE_HEIGHT;
      return text(WIDTH, place + 4, name, tone, 'end');
    });
}

function panelParts({ columns = [], lines = [], notes = [] }: Panel, x: Scale, y: Scale): readonly string[] {
  return [
    ...(columns.length === 0 ? [] : [path(columnPath(columns, x, y), 'area egg')]),
    ...lines.map((line) => path(linePath(line.points, x, y), `stroke ${line.tone}`)),
    ...lineNames(lines, y),
    ...notes.map((note) => text(x(note.x), y(note.y), note.text, 'ink')),
  ];
}

/** More panels, less height each. */
const heightOf = (panels: number): number => (panels === 1 ? 190 : panels <= 3 ? 72 : 48);

const isEmpty = ({ columns = [], lines = [] }: Panel): boolean =>
  columns.length + lines.length > 0 &&
  columns.every(({ value }) => !(value > 0)) &&
  lines.every(({ points }) => points.every(([, value]) => value === null));

/**
 * Draws columns and lines in panels that share their axes.
 *
 * @throws Error if a panel has columns or lines but nothing to draw
 */
export function plot({ x, y, panels, ...words }: Plot): Chart {
  const empty = panels.find(isEmpty);
  if (empty !== undefined)
    throw new Error(`${words.title}: nothing to draw for ${empty.name ?? 'this panel'}`);
  const height = heightOf(panels.length);
  const above = panels.some(({ name }) => name !== undefined) ? NAME_HEIGHT : NO_NAME_HEIGHT;
  const names = panels.flatMap(({ lines = [] }) => lines.map(({ name = '' }) => name.length));
  const right = WIDTH - Math.max(RIGHT, Math.max(0, ...names) * LETTER + 10);
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
