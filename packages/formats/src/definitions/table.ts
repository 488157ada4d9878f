import type { Member } from '@catbird/engine';

/** What is known of the rows of a stream before the first one. */
export interface Table {
  /** `orders` */
  readonly name: string;
  /** The schema or database that it is in. Absent: the one that is used by default. */
  readonly within?: string;
  readonly members: readonly Member[];
  /** The field that differs in all rows. Absent: there is none. */
  readonly key?: string;
  /** Columns whose values tell the versions of a row, for databases that keep the last one: its number, and 1 if it is deleted. Absent: each row is one. */
  readonly versions?: readonly [number: string, isDeleted: string];
  /** Fields whose values are keys of other tables. */
  readonly references: readonly Reference[];
}

/** A field whose values are keys of another table. */
export interface Reference {
  readonly field: string;
  readonly table: string;
  /** The schema or database that the other table is in. Absent: the one that is used by default. */
  readonly within?: string;
  readonly key: string;
}

/** The tables, those that others refer to first. References to tables that do not come before are left out. */
export function inOrder(tables: readonly Table[]): readonly Table[] {
  const done: Table[] = [];
  const visit = (table: Table, around: readonly Table[]): void => {
    if (done.includes(table) || around.includes(table)) return;
    for (const { table: other } of table.references) {
      const found = tables.find(({ name }) => name === other);
      if (found !== undefined) visit(found, [...around, table]);
    }
    done.push(table);
  };
  for (const table of tables) visit(table, []);
  return done.map((table, i) => ({
    ...table,
    references: table.references.filter((each) => done.slice(0, i).some(({ name }) => name === each.table)),
  }));
}
