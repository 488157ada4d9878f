import type { Subject } from '../../../numeric/random.ts';
import { constant } from '../choice/choice.ts';
import { type Cell, type Chunk, CHUNK_ROWS, type Place, type Texts } from '../engine/cell.ts';
import type { Column } from '../engine/column.ts';
import { asciiText, type Value, valueAt } from '../engine/scan.ts';
import { newSubset, type Subset } from '../engine/subset.ts';

/** Maximum number of cached cells. */
const MAX_CELLS = 4096;

/** A cell, and the reason if it writes null because there is none. */
interface Made {
  readonly cell: Cell;
  readonly why?: string;
}

interface Rejecting {
  readonly usesTime: boolean;
  /** Called for rows without a cell. */
  readonly onRejected: (why: string, rows: number) => void;
}

/** The rows of a chunk that share a cell. */
interface Share extends Made {
  readonly rows: number[];
}

/**
 * Writes each row with a cell for the values of other fields in this row: rows with equal values share one. A cell is a function of
 * these values, so it can be made anew at any time.
 *
 * @param read the columns of the values
 * @param make the cell for values, one per column; a text is the reason why there is none, and the value null
 */
export function byArguments(
  read: readonly Column[],
  make: (values: readonly Value[]) => Cell | string,
  { lead }: Place,
  { usesTime, onRejected }: Rejecting,
): Cell {
  const nothing = constant(null, lead);
  const cells = new Map<string, Made>();
  const columns = read.map((column) => column.texts());
  const subsets: Subset[] = [];
  const picked = new Int32Array(CHUNK_ROWS);
  let shares: readonly Share[] = [];
  const cellFor = (key: string, chunk: Chunk, r: number): Made => {
    const known = cells.get(key);
    if (known !== undefined) return known;
    const given = make(columns.map((column) => valueAt(column, chunk, r)));
    const made = typeof given === 'string' ? { cell: nothing, why: given } : { cell: given };
    cells.set(key, made);
    return made;
  };
  const sharesOf = (chunk: Chunk): readonly Share[] => {
    const found = new Map<string, Share>();
    for (let r = 0; r < chunk.rows; r++) {
      const key = keyOf(columns, chunk, r);
      const share = found.get(key);
      if (share === undefined) found.set(key, { ...cellFor(key, chunk, r), rows: [r] });
      else share.rows.push(r);
    }
    return [...found.values()];
  };
  const measured = ({ cell, rows }: Share, i: number, chunk: Chunk, subject: Subject): number => {
    rows.forEach((r, n) => (picked[n] = r));
    const subset = (subsets[i] ??= newSubset(CHUNK_ROWS, { usesTime, usesIndex: true }));
    subset.select(chunk, subject, picked, 0, rows.length);
    return cell.maxBytes + subset.measure(cell);
  };
  return {
    maxBytes: nothing.maxBytes,
    usesIndex: true,
    usesTime,
    measure(chunk, subject) {
      if (cells.size > MAX_CELLS) cells.clear();
      shares = sharesOf(chunk);
      for (const { why, rows } of shares) if (why !== undefined) onRejected(why, rows.length);
      return shares.reduce((most, share, i) => Math.max(most, measured(share, i, chunk, subject)), 0);
    },
    column(chunk) {
      shares.forEach(({ cell }, i) => subsets[i].column(chunk, cell));
    },
  };
}

/** The JSON of the values in a row. UTF-8 bytes count as characters: the text is only compared. */
function keyOf(columns: readonly Texts[], chunk: Chunk, r: number): string {
  let key = '';
  for (const column of columns)
    key += `${asciiText(column.bytes, column.start(chunk, r), column.end(chunk, r))}\n`;
  return key;
}
