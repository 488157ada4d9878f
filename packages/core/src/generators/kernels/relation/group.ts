import type { Cell, Chunk } from '../engine/cell.ts';
import { mix, newSubject, type Seed, type Subject } from '../../../numeric/random.ts';
import type { Column } from '../engine/column.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { needsOf } from '../engine/needs.ts';

/** Rows grouped by the values of other fields: equal values give the same subject in every row, run and schema of a seed. */
export interface Group {
  readonly subject: Subject;
  /** Computes the subjects of the chunk's rows, unless they are up to date. */
  update(chunk: Chunk): void;
}

/** Groups rows by the values of the columns, in their order. */
export function newGroup(columns: readonly Column[]): Group {
  const subject = newSubject(CHUNK_ROWS);
  const seen = columns.map(() => -1);
  let origin: Int32Array | undefined;
  let rows = 0;
  return {
    subject,
    update(chunk) {
      const isSame = chunk.origin === origin && chunk.rows === rows;
      if (isSame && columns.every((column, i) => column.version === seen[i])) return;
      ({ origin, rows } = chunk);
      columns.forEach((column, i) => (seen[i] = column.version));
      for (let r = 0; r < chunk.rows; r++) {
        let low = 0x811c9dc5;
        let high = 0x9747b28c;
        for (const column of columns) {
          const hash = hashValue(column, chunk, r);
          low = mix((low ^ hash.low) + 1);
          high = mix((high + hash.high) ^ low);
        }
        put(subject, r, low, high, chunk.seed);
      }
    },
  };
}

/** Sets a row's subject like `rowsAsSubjects`, with a hash in place of the row index. */
function put({ a, b }: Subject, r: number, low: number, high: number, { s0, s1 }: Seed): void {
  const x = mix(low ^ s0);
  a[r] = x;
  b[r] = mix((x ^ high) + s1);
}

// Reused by all calls to return two numbers without an allocation.
const hash = { low: 0, high: 0 };

/**
 * Hashes the value's bytes into two words, four bytes at a time. Each step is a bijection of the hashes for a given input word, and
 * of the input word for given hashes, so values of equal length that differ in one word never collide.
 */
function hashValue(column: Column, chunk: Chunk, r: number): typeof hash {
  const { view } = column;
  const from = column.start(chunk, r);
  const to = column.end(chunk, r);
  let low = to - from;
  let high = 0x85ebca6b;
  for (let i = from; i < to; i += 4) {
    const left = to - i;
    const word = view.getInt32(i, true) & (left >= 4 ? -1 : (1 << (left * 8)) - 1);
    low = Math.imul(low ^ word, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul((high + word) ^ low, 0x5bd1e995);
    high ^= high >>> 13;
  }
  hash.low = mix(low);
  hash.high = mix(high);
  return hash;
}

/** The cell with the group's subjects in place of the rows'. */
export const groupedBy = (group: Group, cell: Cell): Cell => ({
  maxBytes: cell.maxBytes,
  ...needsOf(cell),
  decision: cell.decision,
  measure(chunk) {
    group.update(chunk);
    return cell.measure?.(chunk, group.subject) ?? 0;
  },
  column(chunk) {
    // Other fields may have updated the group for other rows since.
    group.update(chunk);
    cell.column(chunk, group.subject);
  },
});
