import type { Cell, Place } from './cell.ts';
import { draw, drawKey, elementsAsSubjects, newSubject, type Subject } from './chance.ts';
import { constant } from './choice.ts';
import { newPart, type Part } from './part.ts';
import { pool } from './pool.ts';
import { RUN_ROWS } from './run-rows.ts';

/**
 * An array of `count` values. Cells of bounded size are made once and run `count` times, each time with a subject
 * of its own, so a large count costs no memory; cells that measure keep their texts, so each element has its cell.
 */
export function repeat(count: number, lead: string, make: (lead: string) => Cell): readonly Cell[] {
  const who = newSubject(RUN_ROWS);
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
    usesIndex: cell.usesIndex === true,
    ...(measure && { measure: (run, row) => measure(run, subjects(row, run.rows)) }),
    column: (run, row) => cell.column(run, subjects(row, run.rows)),
  };
}

/** How many elements an array has, each number equally likely. */
export interface Between {
  readonly min: number;
  readonly max: number;
}

/** An array of `min` to `max` values, drawn for each row. Each element is made only for the rows that are long enough. */
export function repeatBetween(
  { min, max }: Between,
  { path, lead }: Place,
  make: (lead: string) => Cell,
): Cell {
  const { key, odd } = drawKey(`${path}\ncount`, 0);
  const spread = (max - min + 1) * 2 ** -32;
  const open = constant(pool([`${lead}[`]));
  const close = constant(pool([']']));
  const first = make('');
  const bounded = first.measure === undefined ? make(',') : undefined;
  const cells: Cell[] = [first];
  const parts: Part[] = [];
  const counts = new Int32Array(RUN_ROWS);
  const picked = new Int32Array(RUN_ROWS);
  const element = newSubject(RUN_ROWS);
  let longest = 0;
  // A cell that measures keeps its texts until they are written, so each element has its own; the others share one.
  const cellOf = (e: number): Cell => (e === 0 ? first : (bounded ?? (cells[e] ??= make(','))));
  const partOf = (e: number): Part => (parts[e] ??= newPart(RUN_ROWS));
  return {
    maxBytes: open.maxBytes + close.maxBytes,
    usesTime: first.usesTime === true,
    usesIndex: first.usesIndex === true,
    measure(run, who) {
      longest = 0;
      for (let r = 0; r < run.rows; r++) {
        counts[r] = min + Math.floor((draw(who.a[r], who.b[r], key, odd) >>> 0) * spread);
        longest = Math.max(longest, counts[r]);
      }
      let bytes = 0;
      for (let e = 0; e < longest; e++) {
        let rows = 0;
        for (let r = 0; r < run.rows; r++) if (counts[r] > e) picked[rows++] = r;
        elementsAsSubjects(element, who, run.rows, e);
        partOf(e).choose(run, element, picked, 0, rows);
        bytes += cellOf(e).maxBytes + partOf(e).measure(cellOf(e));
      }
      return bytes;
    },
    column(run, who) {
      open.column(run, who);
      for (let e = 0; e < longest; e++) partOf(e).column(run, cellOf(e));
      close.column(run, who);
    },
  };
}
