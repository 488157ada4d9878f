import type { Column, Described } from './described.ts';
import { isList, type Field, type List, type Table, type Data } from './data.ts';

/** How the parts of a rule are written in the schema. */
export interface Writer {
  /** A field or list, as the field that the rule is about reads it. */
  readonly ref: (to: Field | List) => string;
  /** A value of a column, by the name that stands for it. */
  readonly value: (of: Column, value: unknown) => string;
  /** Text of the sample, or text of the same form. */
  readonly text: (text: string) => string;
  /** What is drawn for the rule: a hidden field. */
  readonly drawn: string;
}

/** Writes an expression. */
export type Write = (writer: Writer) => string;

/** Where something stands: the path from the row, with `[]` after lists. */
export const pathOf = (of: Field | List): string =>
  isField(of)
    ? of.path === ''
      ? of.table.path.slice(0, -1)
      : `${of.table.path}${of.path}`
    : of.path.slice(0, -3);

const isField = (of: Field | List): of is Field => 'table' in of;

/** The path by which one field reads another: a name of the same object, or of one around it. */
export function newReferences(tables: readonly Described[]): (from: string, to: Field | List) => string {
  const names = new Set(
    tables.flatMap(({ columns, lists, objects }) => [...columns, ...lists, ...objects].map(pathOf)),
  );
  return (from, to) => {
    const inside = from.split('.').slice(0, -1);
    const path = pathOf(to).split('.');
    let common = 0;
    while (common < inside.length && common < path.length - 1 && inside[common] === path[common]) common++;
    const relative = path.slice(common);
    const isShadowed = inside.some(
      (_, i) => i >= common && names.has([...inside.slice(0, i + 1), relative[0]].join('.')),
    );
    return `${'^'.repeat(isShadowed ? inside.length - common : 0)}${relative.join('.')}`;
  };
}

const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'this']);

/** A path as an expression reads it. */
export function expressionName(path: string): string {
  const isPlain = /^\^*[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(path) && !WORDS.has(path);
  return isPlain ? path : `field(${JSON.stringify(path)})`;
}

/** The tables around a table, the nearest first. */
export function tablesAround(table: Table): readonly Table[] {
  return table.parent === undefined ? [] : [table.parent, ...tablesAround(table.parent)];
}

/** For each row of a table, the row of a table around it. */
export function rowsAround(
  table: Table,
  outer: Table,
  around: (list: List) => Int32Array,
  size: number,
): Int32Array {
  let rows = Int32Array.from({ length: size }, (_, i) => i);
  for (let at: Table = table; at !== outer && isList(at); at = at.parent) {
    const up = around(at);
    rows = rows.map((row) => up[row]);
  }
  return rows;
}

/** A column that the rows of a table can read: one of its own, or of a table around it. */
export interface Source {
  readonly column: Column;
  /** Its value in a row of the table. */
  readonly reader: (data: Data) => (row: number) => unknown;
  /** The same, of the rows of the search. */
  readonly of: (row: number) => unknown;
}

/** The sources of a table. */
export function sourceOf(column: Column, table: Table, data: Data): Source {
  const reader = (from: Data): ((row: number) => unknown) => {
    const values = from.values(column);
    if (column.table === table) return (row) => values[row];
    const rows = rowsAround(table, column.table, from.around, from.size(table));
    return (row) => values[rows[row]];
  };
  return { column, reader, of: reader(data) };
}
