import type { Member } from '@catbird/engine';
import { keyOf, type Key } from './scanner.ts';

/** A column, or the columns of an object. */
export interface Column {
  readonly name: string;
  readonly key: Key;
  readonly isOptional: boolean;
  /** Those of an object; undefined: a single cell. */
  readonly columns: readonly Column[] | undefined;
  /** How many cells it has. */
  readonly width: number;
}

/** The columns of rows: objects become `a.b`, everything else is one column. */
export const columnsOf = (members: readonly Member[]): readonly Column[] =>
  members.map(({ name, kind, optional }) => {
    const columns = kind.is === 'object' && kind.members.length > 0 ? columnsOf(kind.members) : undefined;
    return {
      name,
      key: keyOf(name, optional === true),
      isOptional: optional === true,
      columns,
      width: columns === undefined ? 1 : widthOf(columns),
    };
  });

export const namesOf = (columns: readonly Column[], before = ''): readonly string[] =>
  columns.flatMap(({ name, columns: inner }) =>
    inner === undefined ? [before + name] : namesOf(inner, `${before}${name}.`),
  );

/** Names of the columns of rows with these fields: objects become `a.b`. */
export const columnNames = (members: readonly Member[]): readonly string[] => namesOf(columnsOf(members));

/** What is wrong with the columns of a table: two of them have the same name. */
export function columnProblems(columns: readonly Column[]): readonly string[] {
  const names = namesOf(columns);
  if (new Set(names).size === names.length) return [];
  const twice = names.filter((name, i) => names.indexOf(name) !== i);
  return [...new Set(twice)].map(
    (name) => `${name}: a field and the member of an object have the same column. Rename one of them`,
  );
}

/** How many cells columns have together. */
export const widthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0);
