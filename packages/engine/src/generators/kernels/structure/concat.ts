import { fused } from '../choice/chosen-text.ts';
import type { Cell } from '../engine/cell.ts';
import { needsOf } from '../engine/needs.ts';

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
