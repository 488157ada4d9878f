import type { Cell } from './cell.ts';
import type { Column } from './column.ts';
import { constant } from './choice.ts';
import { pool } from './pool.ts';
import { RUN_ROWS } from './run-rows.ts';
import { series } from './series.ts';

const OPEN_BRACE = 0x7b; // {

/** Cells after the columns that they read. */
export function afterColumns(columns: readonly Column[], cells: readonly Cell[]): Cell {
  const all = series(cells);
  return {
    maxBytes: all.maxBytes,
    usesTime: all.usesTime === true || columns.some(({ usesTime }) => usesTime),
    usesIndex: all.usesIndex === true || columns.some(({ usesIndex }) => usesIndex),
    measure(run, who) {
      for (const column of columns) column.fill(run, who);
      return all.measure?.(run, who) ?? 0;
    },
    column: (run, who) => all.column(run, who),
  };
}

/**
 * Members of which some may be missing, the first ones too: each begins with a comma, and the first comma of a row becomes the
 * opening brace.
 */
export function looseMembers(lead: string, members: Cell): Cell {
  const before = constant(pool([lead]));
  const starts = new Int32Array(RUN_ROWS);
  return {
    maxBytes: before.maxBytes + members.maxBytes + 8,
    usesTime: members.usesTime === true,
    usesIndex: members.usesIndex === true,
    ...(members.measure && { measure: (run, who) => members.measure?.(run, who) ?? 0 }),
    column(run, who) {
      if (lead !== '') before.column(run, who);
      const { at, rows } = run;
      for (let r = 0; r < rows; r++) starts[r] = at[r];
      members.column(run, who);
      for (let r = 0; r < rows; r++) {
        run.bytes[starts[r]] = OPEN_BRACE;
        if (at[r] === starts[r]) at[r]++;
      }
    },
  };
}
