import type { Column } from './columns.ts';
import type { Data, Table } from './data.ts';
import { rowsAround } from './write.ts';

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
