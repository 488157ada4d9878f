import type { Member } from '../../model/kind.ts';

/** What is known of the rows of a stream before the first one. */
export interface Table {
  /** `orders` */
  readonly name: string;
  readonly members: readonly Member[];
  /** The field that differs in all rows. Absent: there is none. */
  readonly key?: string;
  /** Fields whose values are keys of other tables. */
  readonly references: readonly Reference[];
}

/** A field whose values are keys of another table. */
export interface Reference {
  readonly field: string;
  readonly table: string;
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
