/** A column of the tail: a field of the events. */
export interface Column {
  readonly name: string;
  /** In pixels. The last column takes the rest. */
  readonly width: number;
  /** All values but null are numbers: they are aligned to the right. */
  readonly isNumber: boolean;
}

/** The fields of an event by name, in order; undefined if its line is not a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Widths of a character and of the space between two columns, in pixels, and of a value, in characters. */
export const CHARACTER = 7.3;
const GAP = 14;
const [LEAST, MOST] = [4, 18];

/** The fields of an event's line. */
export function fieldsOf(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    // A malformed or a cut line is shown as it is.
    return undefined;
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const INSTANT = /^\d{4}-\d\d-\d\d[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:\d\d)?$/;

/** A value in a cell: texts without quotation marks, of an instant the time of day, all others as JSON. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return INSTANT.exec(value)?.[1] ?? value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** Names of the fields that some events have: in the given order, then in that in which they appear. */
export function namesOf(
  events: readonly (Fields | undefined)[],
  order: readonly string[] = [],
): readonly string[] {
  const names = new Set(events.flatMap((fields) => Object.keys(fields ?? {})));
  return [...new Set([...order.filter((name) => names.has(name)), ...names])];
}

/** The first fields of some events that fit a width in pixels, but at least one. Wider ones are left out. @param order of their names */
export function columnsOf(
  events: readonly (Fields | undefined)[],
  room: number,
  order?: readonly string[],
): readonly Column[] {
  const known = events.filter((fields) => fields !== undefined);
  const columns: Column[] = [];
  let left = room;
  for (const name of namesOf(known, order)) {
    const column = columnOf(name, known);
    if (columns.length > 0 && column.width > left) continue;
    columns.push(column);
    left -= column.width;
  }
  return columns;
}

/** A column for a field of some events, whether they have it or not. */
export function columnOf(name: string, events: readonly (Fields | undefined)[]): Column {
  const values = events.map((fields) => fields?.[name]).filter((value) => value !== undefined);
  const present = values.filter((value) => value !== null);
  const longest = Math.max(name.length, ...values.map((value) => cellText(value).length));
  return {
    name,
    width: Math.ceil(Math.min(MOST, Math.max(LEAST, longest)) * CHARACTER + GAP),
    isNumber: present.length > 0 && present.every((value) => typeof value === 'number'),
  };
}

/** Whether columns still show what events have: they change only with the schema, so that nothing jumps. */
export function isCurrent(columns: readonly Column[], events: readonly (Fields | undefined)[]): boolean {
  const known = events.filter((fields) => fields !== undefined);
  if (known.length === 0) return true;
  return columns.length > 0 && columns.every(({ name }) => known.some((fields) => name in fields));
}
