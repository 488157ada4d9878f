import type { Member } from '@catbird/engine';
import { put, type Cursor } from './cursor.ts';
import { enter, keyOf, leave, takeNull, type Key } from './scanner.ts';

/** A column, or the columns of an object. */
interface Column {
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

/** How the cells of a table are written. */
export interface Cells {
  /** Between them. */
  readonly delimiter: number;
  /** Stands for null and missing values. */
  readonly none: Uint8Array;
  /** Writes the single cell of the value that stands here, which may be null. False if it cannot be read. */
  readonly write: (cursor: Cursor) => boolean;
}

/** Writes the object that stands here as cells. False if it cannot be read. */
export function writeColumns(cursor: Cursor, columns: readonly Column[], cells: Cells): boolean {
  let isFirst = true;
  let needsMark = false;
  for (const column of columns) {
    if (needsMark) cursor.out[cursor.to++] = cells.delimiter;
    needsMark = true;
    if (!enter(cursor, column.key, isFirst)) {
      if (!column.isOptional) return false;
      writeNone(cursor, column.width, cells);
      continue;
    }
    isFirst = false;
    if (column.columns === undefined) {
      if (!cells.write(cursor)) return false;
    } else if (takeNull(cursor)) writeNone(cursor, column.width, cells);
    else if (!writeColumns(cursor, column.columns, cells)) return false;
  }
  return leave(cursor, isFirst);
}

function writeNone(cursor: Cursor, width: number, { delimiter, none }: Cells): void {
  for (let i = 0; i < width; i++) {
    if (i > 0) cursor.out[cursor.to++] = delimiter;
    put(cursor, none);
  }
}
