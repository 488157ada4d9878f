import type { Cell } from './cell.ts';
import { elementsAsSubjects, newSubject, type Subject } from './chance.ts';
import { constant } from './choice.ts';
import { pool } from './pool.ts';

/**
 * An array of `count` values. Cells of bounded size are made once and run `count` times, each time with a subject
 * of its own, so a large count costs no memory; cells that measure keep their texts, so each element has its cell.
 */
export function repeat(
  count: number,
  lead: string,
  make: (lead: string) => Cell,
  rows: number,
): readonly Cell[] {
  const who = newSubject(rows);
  const first = make(`${lead}[`);
  const next = count > 1 && first.measure === undefined ? make(',') : undefined;
  const elements = Array.from({ length: count }, (_, n) =>
    asElement(n === 0 ? first : (next ?? make(',')), n, who),
  );
  return [...elements, constant(pool([']']))];
}

/** The cell with the subjects of the n-th element; `who` is scratch, shared by all elements. */
function asElement(cell: Cell, n: number, who: Subject): Cell {
  const subjects = (row: Subject, rows: number): Subject => {
    elementsAsSubjects(who, row, rows, n);
    return who;
  };
  const { measure } = cell;
  return {
    maxBytes: cell.maxBytes,
    usesTime: cell.usesTime === true,
    ...(measure && { measure: (run, row) => measure(run, subjects(row, run.rows)) }),
    column: (run, row) => cell.column(run, subjects(row, run.rows)),
  };
}
