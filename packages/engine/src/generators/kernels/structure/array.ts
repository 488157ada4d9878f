import { draw, drawKey, elementsAsSubjects, newSubject, type Subject } from '../../../numeric/random.ts';
import { literal } from '../choice/choice.ts';
import { type Cell, CHUNK_ROWS, needsOf, type Place } from '../engine/cell.ts';
import { newSubset, type Subset } from '../engine/subset.ts';

/**
 * An array of `count` values. A cell of bounded size is created once and runs `count` times with different subjects, so a large
 * count takes no memory. A cell that measures buffers its texts, so each element has its own.
 */
export function repeat(count: number, lead: string, make: (lead: string) => Cell): readonly Cell[] {
  const subject = newSubject(CHUNK_ROWS);
  const first = make(`${lead}[`);
  const next = count > 1 && first.measure === undefined ? make(',') : undefined;
  const elements = Array.from({ length: count }, (_, n) =>
    asElement(n === 0 ? first : (next ?? make(',')), n, subject),
  );
  return [...elements, literal(']')];
}

/** The cell with the subjects of the n-th element. `subject` is scratch, shared by all elements. */
function asElement(cell: Cell, n: number, subject: Subject): Cell {
  const subjects = (row: Subject, rows: number): Subject => {
    elementsAsSubjects(subject, row, rows, n);
    return subject;
  };
  const { measure } = cell;
  return {
    maxBytes: cell.maxBytes,
    ...needsOf(cell),
    ...(measure && { measure: (chunk, row) => measure(chunk, subjects(row, chunk.rows)) }),
    column: (chunk, row) => cell.column(chunk, subjects(row, chunk.rows)),
  };
}

/** Keeps the rows with more than `length` elements, and returns their number. */
function keepLonger(
  picked: Int32Array,
  rows: number,
  counts: Int32Array,
  selection: Int32Array,
  length: number,
): number {
  let longer = 0;
  for (let i = 0; i < rows; i++) {
    const r = picked[i];
    // Written in any case: there is no branch to mispredict.
    picked[longer] = r;
    longer += (length - counts[selection[r]]) >>> 31;
  }
  return longer;
}

/** The length of an array, uniform from min to max, both included. */
export interface Between {
  readonly min: number;
  readonly max: number;
}

/** An array whose length is drawn for each row. An element's cell runs only for rows that are long enough. */
export function repeatBetween(
  { min, max }: Between,
  { path, lead }: Place,
  make: (lead: string) => Cell,
): Cell {
  const { key, odd } = drawKey(`${path}\ncount`, 0);
  const spread = (max - min + 1) * 2 ** -32;
  const open = literal(`${lead}[`);
  const close = literal(']');
  const first = make('');
  const bounded = first.measure === undefined ? make(',') : undefined;
  const cells: Cell[] = [first];
  const subsets: Subset[] = [];
  // Indexed by `selection`, for fields that read the elements.
  const counts = new Int32Array(CHUNK_ROWS);
  const picked = new Int32Array(CHUNK_ROWS);
  let longest = 0;
  // A cell that measures buffers its texts until they are written, so each element has its own. Other elements share one.
  const cellOf = (e: number): Cell => (e === 0 ? first : (bounded ?? (cells[e] ??= make(','))));
  const subsetOf = (e: number): Subset => (subsets[e] ??= newSubset(CHUNK_ROWS, first));
  return {
    maxBytes: open.maxBytes + close.maxBytes,
    ...needsOf(first),
    elements(member) {
      const values = bounded === undefined ? first.member?.(member) : undefined;
      return (
        values && { ...values, counts, numbers: (e) => cellOf(e).member?.(member)?.numbers ?? values.numbers }
      );
    },
    measure(chunk, subject) {
      const { selection } = chunk;
      for (let r = 0; r < chunk.rows; r++) {
        picked[r] = r;
        counts[selection[r]] = min + Math.floor((draw(subject.a[r], subject.b[r], key, odd) >>> 0) * spread);
      }
      let bytes = 0;
      let rows = chunk.rows;
      for (longest = 0; longest < max; longest++) {
        const e = longest;
        rows = e < min ? rows : keepLonger(picked, rows, counts, selection, e);
        if (rows === 0) break;
        const [subset, cell] = [subsetOf(e), cellOf(e)];
        subset.selectElements(chunk, subject, picked, rows, e);
        bytes += cell.maxBytes + subset.measure(cell);
      }
      return bytes;
    },
    column(chunk, subject) {
      open.column(chunk, subject);
      for (let e = 0; e < longest; e++) subsetOf(e).column(chunk, cellOf(e));
      close.column(chunk, subject);
    },
  };
}
