import { shownFields, type FieldStatistics, type Statistics } from '@catbird/verify';
import type { RowsShown } from '../../../worker/schema-protocol.ts';
import { informationOf } from './information.ts';
import { captionOf } from './words.ts';

/** A column of the explorer: a field of the rows, an inner one of an object, or one of the objects in a list. */
export interface Column {
  readonly field: FieldStatistics;
  /** What leads to its values in a row: names of members, or null for all elements of a list. */
  readonly steps: readonly (string | null)[];
  /** Names of members alone. */
  readonly names: readonly string[];
  readonly kind: Kind;
}

/** What the values of a column are. */
export type Kind = 'text' | 'number' | 'time' | 'boolean' | 'list' | 'object' | 'null' | 'mixed';

/** The order of columns: those that tell most about the rows first, or as rows have them. */
export type ColumnOrder = 'telling' | 'rows';

/** A cell. */
export interface Cell {
  readonly text: string;
  /** `number` stands to the right; `none`: null, or the row lacks the field. */
  readonly kind: 'text' | 'number' | 'none';
}

/** Characters shown of a cell. */
const MAX_CHARACTERS = 80;

/** The columns of some rows, one for each field that can have a value. */
const columnsOf = ({ fields }: Statistics): readonly Column[] =>
  shownFields(fields).map((field) => {
    const steps = stepsOf(field.path);
    return { field, steps, names: steps.filter((step) => step !== null), kind: kindOf(field) };
  });

/** A column with its cells. */
type Filled = Pick<Placed, 'column' | 'cells'>;

/** Those that tell most come first. What follows from a column before it tells nothing new, and comes after all that do. */
function tellingFirst(columns: readonly Filled[]): readonly Filled[] {
  const bits = new Map(columns.map((each) => [each, bitsOf(each.column)]));
  const ranked = columns.toSorted((a, b) => (bits.get(b) ?? 0) - (bits.get(a) ?? 0));
  const telling: Filled[] = [];
  const following: Filled[] = [];
  for (const each of ranked) {
    const tells = (bits.get(each) ?? 0) > 0 && !telling.some((before) => determines(before, each));
    (tells ? telling : following).push(each);
  }
  return [...telling, ...following];
}

/** Several values in a cell are hard to read: a column of elements counts for less. */
const ELEMENTS = 0.25;

const bitsOf = ({ field, steps }: Column): number =>
  informationOf(field) * (steps.includes(null) ? ELEMENTS : 1);

/** Rows that show whether one column follows from another, and how many there must be of each of its values on average. */
const EVIDENCE = { rows: 20, perValue: 4 };

/** Whether equal cells of one column always come with equal cells of another. Only columns of few values say so. */
function determines({ cells }: Filled, other: Filled): boolean {
  const found = new Map<string, string | undefined>();
  for (const [row, { text }] of cells.entries()) {
    const now = other.cells[row]?.text;
    if (found.has(text) && found.get(text) !== now) return false;
    found.set(text, now);
  }
  return cells.length >= EVIDENCE.rows && cells.length >= EVIDENCE.perValue * found.size;
}

const STEP = /\[\]|\[("(?:[^"\\]|\\.)*")\]|[^.[]+/g;

/** The steps of a path: `cart[].price` is cart, all elements, price. */
export const stepsOf = (path: string): readonly (string | null)[] =>
  Array.from(path.matchAll(STEP), ([step, quoted]) =>
    step === '[]' ? null : quoted === undefined ? step : String(JSON.parse(quoted)),
  );

function kindOf({ types, times }: FieldStatistics): Kind {
  const kinds = (
    [
      ['text', types.texts],
      ['number', types.numbers],
      ['boolean', types.booleans],
      ['list', types.lists],
      ['object', types.objects],
    ] as const
  ).flatMap(([kind, count]) => (count > 0 ? [kind] : []));
  const [kind = 'null'] = kinds;
  if (kinds.length > 1) return 'mixed';
  return kind === 'text' && times !== undefined ? 'time' : kind;
}

/** The cell of a column in a row. Values of a list’s elements stand side by side. */
export function cellOf(row: unknown, { steps }: Pick<Column, 'steps'>): Cell {
  const values = valuesAt(row, steps);
  const [value] = values;
  if (values.length > 0 && steps.includes(null))
    return { text: clipped(values.map(textOf).join(', ')), kind: 'text' };
  if (value === undefined) return { text: '', kind: 'none' };
  if (value === null) return { text: 'null', kind: 'none' };
  return { text: clipped(textOf(value)), kind: typeof value === 'number' ? 'number' : 'text' };
}

function valuesAt(value: unknown, [step, ...rest]: Column['steps']): readonly unknown[] {
  if (step === undefined) return [value];
  if (step === null) return Array.isArray(value) ? value.flatMap((each) => valuesAt(each, rest)) : [];
  if (typeof value !== 'object' || value === null) return [];
  const own: unknown = Object.getOwnPropertyDescriptor(value, step)?.value;
  return own === undefined ? [] : valuesAt(own, rest);
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null))
    return value.length === 1 ? '1 item' : `${value.length} items`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const clipped = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`;

/** Widths of columns, of characters in cells and in the head, and of what is around them, in pixels. */
const WIDTH = { least: 112, most: 192, cell: 7.25, head: 6.5, edges: 24, gap: 8 };

/** How wide a column is, by its name and its cells. */
function widthOf({ field, kind }: Column, cells: readonly Cell[]): number {
  const caption = captionOf(field).map(({ text, strong = '' }) => text + strong);
  const widest = Math.max(
    field.path.length * WIDTH.cell + kind.length * WIDTH.head + WIDTH.gap,
    caption.join('').length * WIDTH.head + WIDTH.gap,
    ...cells.map(({ text }) => text.length * WIDTH.cell),
  );
  return Math.round(Math.min(WIDTH.most, Math.max(WIDTH.least, widest + WIDTH.edges)));
}

/** A column with its cells and its place. */
export interface Placed {
  readonly column: Column;
  readonly cells: readonly Cell[];
  readonly width: number;
  readonly left: number;
}

/** The columns of some rows with their cells, side by side. */
export function placedOf(
  statistics: Statistics,
  { lines }: RowsShown,
  order: ColumnOrder,
): readonly Placed[] {
  const rows = lines.map((line): unknown => JSON.parse(line));
  const columns = columnsOf(statistics).map((column) => ({
    column,
    cells: rows.map((row) => cellOf(row, column)),
  }));
  let left = 0;
  return (order === 'rows' ? columns : tellingFirst(columns)).map(({ column, cells }) => {
    const placed = { column, cells, width: widthOf(column, cells), left };
    left += placed.width;
    return placed;
  });
}

/** Whether a field of the schema makes a column, or a part of it: `cart` does all of `cart[].price`. */
export const isOfField = ({ names }: Column, field: readonly string[]): boolean =>
  field.every((name, i) => i >= names.length || name === names[i]) && field.length <= names.length;

/** The keys of a field in a schema, as in issues: between the names of an object and of its field stands `fields`. */
export const pathOf = ({ names }: Column): readonly string[] =>
  names.flatMap((name, i) => (i === 0 ? [name] : ['fields', name]));

/** The names in the keys of a field. */
export const namesIn = (path: readonly string[]): readonly string[] => path.filter((_, i) => i % 2 === 0);
