import { compile, newBatch, onlyFields, type Batch, type Extent, type Schema } from '@catbird/engine';

/** What the rows of a table follow from. */
export interface TableRows {
  readonly schema: Schema;
  readonly seed: string;
  /** The times of rows. */
  readonly time: Extent['time'];
}

/** Makes rows with one field of a table. The batch is the same each time. */
export type ColumnRows = (first: number, count: number) => Batch;

/** Makes rows of each column: of that field and what it reads, and no other. They are compiled when they are first asked for. */
export function newColumns({ schema, seed, time }: TableRows): (column: number) => ColumnRows {
  const fields = schema.fields.filter(({ hidden }) => hidden !== true);
  const known = new Map<number, ColumnRows>();
  const batch = newBatch();
  return (column) => {
    const found = known.get(column);
    if (found !== undefined) return found;
    const field = fields[column];
    if (field === undefined) throw new RangeError(`The table has no column ${column}`);
    const writer = compile(onlyFields(schema, [[field]]), { seed });
    const rows: ColumnRows = (first, count) => writer.fill(batch, { first, count, time });
    known.set(column, rows);
    return rows;
  };
}

/** The time of rows without times: none of their fields reads it. */
export const UNTIMED = { startMs: 0, stepMs: 0 };
