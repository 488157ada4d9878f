import type { JudgeOptions, TableReport, Truth, Tolerance } from '@catbird/verify';
import type { Prepared } from '../stream/prepared.ts';

/** What should be in a table. */
export interface WantedTable {
  readonly truth: Truth;
  readonly options: JudgeOptions;
  readonly notes: readonly string[];
  /** Rows that the destination did not accept. Undefined: no record tells. */
  readonly unaccepted: TableReport['unaccepted'];
  /** The stream whose rows it has, each as it was sent. Undefined: it has others, such as groups. */
  readonly stream: Prepared | undefined;
}

/** Tolerances for columns of floating-point numbers, whose last digits depend on the order of additions. */
export const roundedBy = (columns: readonly string[]): Readonly<Record<string, Tolerance>> =>
  Object.fromEntries(columns.map((column) => [column, { relative: 1e-9 }]));
