import type { ColumnRules, Difference } from './columns.ts';
import type { Reading } from './same.ts';

/** How a table is judged. */
export interface JudgeOptions extends Reading, ColumnRules {
  /** The columns that tell whose row it is. Default: found in the rows. */
  readonly identity?: readonly string[];
  /** `raw`: all that was sent must be there, with its copies; `deduped`: each row once. Default: with its copies or without. */
  readonly stage?: 'raw' | 'deduped';
  /** How many examples of each kind the report has. Default 5. */
  readonly examples?: number;
  /** The column at the place that holds the time at which a row arrived. It is not compared. Default: none. */
  readonly arrival?: string;
  /** How long a row may take from its acknowledgement, in milliseconds. Younger ones are pending, and those that took longer are late. Default: any time, and none is waited for. */
  readonly withinMs?: number;
  /** What may be wrong for the verdict to be right, as shares of the expected rows. Default 0 each, and any order. */
  readonly allow?: Allowed;
  /** Called for every changed row, but for those whose identity has changed: see `leftOver`. */
  readonly onChanged?: (row: number, differences: readonly Difference[]) => void;
}

/** Shares of the expected rows, from 0 to 1, and times. */
export interface Allowed {
  readonly changed?: number | undefined;
  readonly missing?: number | undefined;
  readonly doubled?: number | undefined;
  readonly extra?: number | undefined;
  /** Of what is gone, copies; and of copies, those that are gone. Default: copies that are left count as doubled. */
  readonly dedup?:
    { readonly precision?: number | undefined; readonly recall?: number | undefined } | undefined;
  /** Rows that took longer than `withinMs`. Default 0. */
  readonly late?: number | undefined;
  /** Longest lags, in milliseconds. Default: they are not judged. */
  readonly lag?:
    | {
        readonly p50?: number | undefined;
        readonly p99?: number | undefined;
        readonly max?: number | undefined;
      }
    | undefined;
  /** Rows that come after a later one. Default: their order is not judged. */
  readonly order?: number | undefined;
}
