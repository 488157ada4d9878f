import { literal } from '../choice/choice.ts';
import { fused } from '../choice/chosen-text.ts';
import { type Cell, CHUNK_ROWS, needsOf } from '../engine/cell.ts';
import type { Filled } from '../engine/column.ts';

/** Combines cells into one that runs them in order. */
export function concat(parts: readonly Cell[]): Cell {
  const cells = fused(parts);
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) return only;
  const measured = cells.filter((cell) => cell.measure !== undefined);
  return {
    maxBytes: cells.reduce((sum, cell) => sum + cell.maxBytes, 0),
    ...needsOf(...cells),
    ...(measured.length > 0 && {
      measure: (chunk, subject) =>
        measured.reduce((sum, cell) => sum + (cell.measure?.(chunk, subject) ?? 0), 0),
    }),
    column(chunk, subject) {
      for (const cell of cells) cell.column(chunk, subject);
    },
  };
}

const OPEN_BRACE = 0x7b; // {

/** Fills columns, then runs the cells that read them. */
export function afterColumns(columns: readonly Filled[], cells: readonly Cell[]): Cell {
  const all = concat(cells);
  return {
    maxBytes: all.maxBytes,
    ...needsOf(all, ...columns),
    measure(chunk, subject) {
      for (const column of columns) column.fill(chunk, subject);
      return all.measure?.(chunk, subject) ?? 0;
    },
    column: (chunk, subject) => all.column(chunk, subject),
  };
}

/**
 * Members that may be missing, including the first. Each starts with a comma, and the first comma of a row is replaced by the
 * opening brace.
 */
export function looseMembers(lead: string, members: Cell): Cell {
  const before = literal(lead);
  const starts = new Int32Array(CHUNK_ROWS);
  return {
    maxBytes: before.maxBytes + members.maxBytes + 8,
    ...needsOf(members),
    ...(members.measure && { measure: (chunk, subject) => members.measure?.(chunk, subject) ?? 0 }),
    column(chunk, subject) {
      if (lead !== '') before.column(chunk, subject);
      const { at, rows } = chunk;
      for (let r = 0; r < rows; r++) starts[r] = at[r];
      members.column(chunk, subject);
      for (let r = 0; r < rows; r++) {
        chunk.bytes[starts[r]] = OPEN_BRACE;
        if (at[r] === starts[r]) at[r]++;
      }
    },
  };
}
