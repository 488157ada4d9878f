import { cellsOf, parseLine, type Row } from './parse.ts';
import { instantOf } from './same.ts';
import type { Truth } from './truth.ts';

/** Whether a row must be at a place, may be there, or must not be there. */
export type Wanted = 'must' | 'may' | 'not';

const CODES: Readonly<Record<Wanted, number>> = { must: 3, may: 2, not: 1 };

/**
 * The truth of some of the rows.
 *
 * @param wanted of each sent row, in the order in which they were sent. Of a row that was sent more than once, the first counts
 */
function selected(truth: Truth, wanted: (row: Row, number: number) => Wanted): Truth {
  const codes = new Uint8Array(truth.rows);
  truth.eachSent((line, number) => {
    const row = parseLine(line);
    if (row === undefined) return;
    const code = CODES[wanted(row, number)];
    if (codes[number] === 0) codes[number] = code;
  });
  return {
    ...truth,
    least: (row) => (codes[row] === CODES.must ? truth.least(row) : 0),
    most: (row) => ((codes[row] ?? 0) >= CODES.may ? truth.most(row) : 0),
  };
}

/** Rows in which a column is true. */
export const whereTrue = (truth: Truth, column: string): Truth =>
  selected(truth, (row) => (row[column] === true ? 'must' : 'not'));

/** When rows count as late. */
export interface Lateness {
  /** The column with the event time. */
  readonly on: string;
  /** A row is late if a row was sent before it whose event time is later by more than this, in milliseconds. */
  readonly afterMs: number;
  /** So much more, in milliseconds, until it is certain that a pipeline finds it late, too. Undefined: it never is. */
  readonly slackMs: number | undefined;
}

/** Rows that are on time, or those that are late. Whether rows that are a little late are found to be, nobody can know. */
export function byLateness(
  truth: Truth,
  { on, afterMs, slackMs }: Lateness,
  kept: 'on time' | 'late',
): Truth {
  let greatest = -Infinity;
  return selected(truth, (row) => {
    const ms = instantOf(cellsOf(row).get(on));
    if (Number.isNaN(ms)) return kept === 'on time' ? 'must' : 'not';
    const lateMs = greatest - ms;
    greatest = Math.max(greatest, ms);
    if (lateMs <= afterMs) return kept === 'on time' ? 'must' : 'not';
    if (slackMs === undefined || lateMs <= afterMs + slackMs) return 'may';
    return kept === 'late' ? 'must' : 'not';
  });
}
