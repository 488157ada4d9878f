import type { Cause } from './causes/cause.ts';
import type { Pattern } from './patterns.ts';
import type { StripCell } from './totals.ts';

/** What became of the rows of a table. `expected = right + changed + missing + pending`. */
export interface Counts {
  /** Rows that must be there. */
  readonly expected: number;
  /** Rows that were read at the place. */
  readonly arrived: number;
  readonly right: number;
  /** There, with other values. */
  readonly changed: number;
  readonly missing: number;
  /** Not there, though they may still come: less time has passed since their acknowledgement than they may take. */
  readonly pending: number;
  /** Rows that arrived, but took longer than they may. */
  readonly late: number;
  /** How many times too often rows are there. */
  readonly doubled: number;
  /** Copies that were sent of the rows that arrived: of them, how many arrived, too. */
  readonly copies: { readonly sent: number; readonly there: number };
  /** Rows that nobody sent. */
  readonly extra: number;
  /** Rows that arrived, though the destination had rejected them or they were never sent. */
  readonly unsent: number;
  /** What is no row: no JSON, or no object, and was not sent as such. */
  readonly unreadable: number;
  /** Corrupted lines that were sent as such: of them, how many arrived. */
  readonly malformed: { readonly sent: number; readonly there: number };
  /** Rows that may be there, as an attempt to send them had no clear end: of them, how many are there. */
  readonly uncertain: { readonly rows: number; readonly there: number };
  /** Rows that were sent again after an attempt without a clear end: of them, how many are there more often than they had to be. */
  readonly repeated: { readonly rows: number; readonly there: number };
}

/** How many rows of a run the destination did not accept. */
export interface Unaccepted {
  /** Rows that the destination rejected or quarantined. */
  readonly rejected: number;
  /** Rows that failed or were left out, and cannot have arrived. */
  readonly failed: number;
  /** Rows that failed, though they may have arrived. */
  readonly uncertain: number;
}

/** A column with changed values. */
export interface ChangedColumn {
  readonly column: string;
  /** Rows whose value differs. */
  readonly rows: number;
  /** Why, the best first. Empty: no cause is known. */
  readonly causes: readonly Cause[];
  /** Which rows it concerns, if a rule tells. */
  readonly patterns: readonly Pattern[];
  readonly examples: readonly Example[];
}

/** A row that is not as it should be. */
export interface Example {
  /** Its number in the stream. Undefined: it is nobody's. */
  readonly row?: number;
  readonly column?: string;
  readonly expected?: unknown;
  readonly arrived?: unknown;
}

/** Rows of one kind, and which they are. */
export interface Group {
  readonly rows: number;
  /** The first of their ranges, `[first, end]`. */
  readonly ranges: readonly (readonly [number, number])[];
  /** How many ranges they form. */
  readonly rangeCount: number;
  readonly patterns: readonly Pattern[];
  readonly examples: readonly Example[];
}

/** Rows out of order. */
export interface OrderReport {
  /** Rows that came after a later row. */
  readonly rows: number;
  /** The greatest number of rows by which one came too late. */
  readonly most: number;
}

/** How long rows took to arrive. */
export interface LagReport {
  /** Rows for which it is known. */
  readonly rows: number;
  /** Milliseconds, to 1 %. */
  readonly p50: number;
  /** Milliseconds, to 1 %. */
  readonly p99: number;
  /** The longest, in milliseconds. */
  readonly max: number;
  /** What it is measured from. */
  readonly from: 'acknowledgement' | 'event time';
  /** Until when: `reading` is when rows were read, because the place knows no times. */
  readonly to: 'arrival' | 'reading';
}

/** Whether rows of a kind are within what is allowed. */
export interface Check {
  /** `missing` includes missing copies where the stage is `raw`; `extra` includes rows that were not acknowledged, and lines that are no rows; `dedup` counts copies that are left, `late` and `lag` rows that took too long, if they are judged. */
  readonly name: 'missing' | 'changed' | 'doubled' | 'extra' | 'order' | 'dedup' | 'late' | 'lag';
  /** How many there are. */
  readonly rows: number;
  /** How many there may be, as a share of the expected rows. Undefined: the check is not judged. */
  readonly allowed: number | undefined;
  readonly verdict: 'right' | 'wrong' | 'not judged';
}

/** How rows were compared by sums of blocks. */
export interface DigestReport {
  /** The column that tells the block of a row. */
  readonly by: string;
  readonly blocks: number;
  /** Blocks whose sums differ, or whose rows may be there or not. */
  readonly differing: number;
  /** Blocks that were read row by row. */
  readonly read: number;
}

/** What a sample of the rows tells of all. */
export interface SampleReport {
  /** How many rows it was drawn from. */
  readonly of: number;
  /** Rows of the sample that are missing or changed. */
  readonly wrong: number;
  /** The greatest share of all rows, from 0 to 1, that may be missing or changed, with a confidence of 95 %. */
  readonly atMost: number;
}

/** What was found at a place. */
export interface TableReport {
  /** `right`: as expected; `wrong`: not. */
  readonly verdict: 'right' | 'wrong';
  /** What the verdict follows from: all checks are right, or not judged. */
  readonly checks: readonly Check[];
  /** The columns that tell whose row it is. Empty: all together. */
  readonly identity: readonly string[];
  readonly counts: Counts;
  readonly changed: readonly ChangedColumn[];
  readonly missing: Group;
  readonly doubled: Group;
  readonly extra: readonly Example[];
  /** Undefined: the rows were sent out of order on purpose. */
  readonly order: OrderReport | undefined;
  /** Undefined: no times of arrival are known, or not when rows were sent. */
  readonly lag: LagReport | undefined;
  /** What became of the rows along the stream, in at most 200 cells. */
  readonly strip: readonly StripCell[];
  /** What follows for all rows, if only some were judged, drawn by chance. Absent: all were. */
  readonly sample?: SampleReport;
  /** How blocks of rows were compared by their sums. Absent: all rows were read. */
  readonly digest?: DigestReport;
  /** Rows of the run that the destination did not accept. Absent: no record tells. */
  readonly unaccepted?: Unaccepted | undefined;
  /** Sentences on what was not compared, and why. */
  readonly notes: readonly string[];
}
