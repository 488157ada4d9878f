import type { Notes } from '../notes.ts';
import type { Reference, Shape } from '../shape.ts';
import type { ColumnType } from './types.ts';

/** A table while a script is read: later statements change it. */
export interface SqlTable {
  name: string;
  fields: readonly Shape[];
  /** Columns whose values the database makes. */
  readonly generated: Set<string>;
  /** The table whose partition it is. */
  partOf?: string;
  /** Columns that decide on the partition. */
  readonly partitionedBy: readonly string[];
  /** Keys of several columns, the primary key first. */
  keys: readonly (readonly string[])[];
  /** References of several columns. */
  references: readonly Reference[];
}

/** What a script defines so far. */
export interface Catalogue {
  readonly tables: SqlTable[];
  readonly types: Map<string, ColumnType>;
  readonly notes: Notes;
  readonly isSqlServer: boolean;
}

/** The table with a name. */
export const tableNamed = ({ tables }: Catalogue, name: string): SqlTable | undefined =>
  tables.findLast((table) => table.name.toLowerCase() === name.toLowerCase());
