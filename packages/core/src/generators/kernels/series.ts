import type { Cell } from './cell.ts';

/** Several cells as one, in order. */
export function series(cells: readonly Cell[]): Cell {
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) return only;
  const measured = cells.filter((cell) => cell.measure !== undefined);
  return {
    maxBytes: cells.reduce((sum, cell) => sum + cell.maxBytes, 0),
    usesTime: cells.some((cell) => cell.usesTime === true),
    usesIndex: cells.some((cell) => cell.usesIndex === true),
    ...(measured.length > 0 && {
      measure: (run, who) => measured.reduce((sum, cell) => sum + (cell.measure?.(run, who) ?? 0), 0),
    }),
    column(run, who) {
      for (const cell of cells) cell.column(run, who);
    },
  };
}
