import { shownFields, viewOf, type FieldStatistics, type Statistics } from '@catbird/verify';

/** The statistics of a field of the rows: an inner one of an object, or one of the objects in a list. */
export interface Column {
  readonly field: FieldStatistics;
  /** What leads to its values in a row: names of members, or null for all elements of a list. */
  readonly steps: readonly (string | null)[];
}

/** The columns of some rows, one for each field that can have a value. */
export const columnsOf = ({ fields }: Statistics): readonly Column[] =>
  shownFields(fields).map((field) => ({ field, steps: stepsOf(field.path) }));

const STEP = /\[\]|\[("(?:[^"\\]|\\.)*")\]|[^.[]+/g;

/** The steps of a path: `cart[].price` is cart, all elements, price. */
export const stepsOf = (path: string): readonly (string | null)[] =>
  Array.from(path.matchAll(STEP), ([step, quoted]) =>
    step === '[]' ? null : quoted === undefined ? step : String(JSON.parse(quoted)),
  );

/** Finds the column of a field of the schema, by the names that lead to it: of an object, that of its most telling member. */
export function columnFinder(columns: readonly Column[]): (names: readonly string[]) => Column | undefined {
  const own = new Map<string, Column>();
  const inside = new Map<string, Column>();
  for (const column of columns) {
    const names = column.steps.filter((step) => step !== null);
    const key = JSON.stringify(names);
    if (!own.has(key)) own.set(key, column);
    for (let length = 1; length < names.length; length++) {
      const outer = JSON.stringify(names.slice(0, length));
      const before = inside.get(outer);
      if (before === undefined || (viewOf(before.field) !== 'top' && viewOf(column.field) === 'top'))
        inside.set(outer, column);
    }
  }
  return (names) => own.get(JSON.stringify(names)) ?? inside.get(JSON.stringify(names));
}

/** A value in a row. */
export interface Cell {
  readonly text: string;
  /** `none`: null, or the row lacks the field. */
  readonly isNone: boolean;
}

/** Characters of a cell; a browser takes long to lay out thousands. */
const MAX_CHARACTERS = 200;

/** The cell of a column in a row. Values of a list’s elements stand side by side. */
export function cellOf(row: unknown, { steps, field }: Column): Cell {
  const values = valuesAt(row, steps);
  const [value] = values;
  if (values.length > 0 && steps.includes(null))
    return { text: clipped(values.map(textOf).join(', ')), isNone: false };
  if (value === undefined) return { text: '', isNone: true };
  if (value === null) return { text: 'null', isNone: true };
  const text = textOf(value);
  return { text: clipped(isWithinADay(field) ? text.slice(TIME.start, TIME.end) : text), isNone: false };
}

/** Where a time of day stands in a timestamp. */
const TIME = { start: 11, end: 19 };
const DAY_MS = 86_400_000;

/** All values have the same date, or nearly. */
const isWithinADay = ({ times }: FieldStatistics): boolean =>
  times !== undefined && times.spanMs < DAY_MS && times.from.length > TIME.end;

function valuesAt(value: unknown, [step, ...rest]: Column['steps']): readonly unknown[] {
  if (step === undefined) return [value];
  if (step === null) return Array.isArray(value) ? value.flatMap((each) => valuesAt(each, rest)) : [];
  if (typeof value !== 'object' || value === null) return [];
  const own: unknown = Object.getOwnPropertyDescriptor(value, step)?.value;
  return own === undefined ? [] : valuesAt(own, rest);
}

function textOf(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 || value.some((each) => typeof each === 'object' && each !== null)
      ? counted(value.length, 'item')
      : value.join(', ');
  if (typeof value === 'object' && value !== null) return counted(Object.keys(value).length, 'field');
  return String(value);
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const clipped = (text: string): string =>
  text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`;

/** The names in the keys of a field: between those of an object and of its field stands `fields`. */
export const namesIn = (path: readonly string[]): readonly string[] => path.filter((_, i) => i % 2 === 0);
