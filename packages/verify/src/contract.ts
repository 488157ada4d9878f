import type { ArrivalTimes } from './lag.ts';
import type { RowObject } from './parse-row.ts';
import type { Counts, Example, LagReport, TableReport } from './report.ts';
import type { Reading } from './same.ts';
import type { Truth } from './truth.ts';
import type { ColumnRules, Difference } from './comparer.ts';

/** What was read at a place: a line of JSON without its newline, or a row. */
export type Arrived = Uint8Array | RowObject;

/** Takes what has arrived, and judges it. */
export interface Judge {
  readonly take: (arrived: readonly Arrived[], times?: ArrivalTimes) => void;
  /** Goes on with a truth of the same stream of which more is known. @param isOther whether rows that were not sent yet have other values now */
  readonly renew: (truth: Truth, isOther?: boolean) => void;
  /** Counts what was taken so far, without looking for causes. @param asOfMs as for `report` */
  readonly look: (asOfMs?: number) => Look;
  /** Whether a row has arrived so far. */
  readonly isThere: (row: number) => boolean;
  /** Whether a row has arrived with other values, as far as `report` has judged. */
  readonly isChanged: (row: number) => boolean;
  /**
   * Judges what was taken so far. More may be taken afterwards.
   *
   * @param asOfMs all rows that had arrived then were taken, in milliseconds since 1970: later ones may be pending. Default: none are
   */
  readonly report: (asOfMs?: number) => TableReport;
  /** The rows that are missing, and those that nobody sent, of what was taken so far. */
  readonly leftOver: () => LeftOver;
  /** Judges another reading of the same place, from its first row on. When rows came first stays known. */
  readonly again: (reading?: Reading) => Judge;
}

/** What is known while rows still arrive. */
export interface Look {
  readonly counts: Counts;
  readonly lag: LagReport | undefined;
  /** When the first row was acknowledged that is still pending, in milliseconds since 1970. Infinity: none is. */
  readonly pendingMs: number;
}

/** Rows that are only on one side. */
export interface LeftOver {
  /** The first million of them. */
  readonly missing: Iterable<Example>;
  /** At most 100,000 of them. */
  readonly extra: Iterable<Example>;
  /** Rows that nobody seemed to have sent, but that are missing ones with another identity: its columns. */
  readonly changed: Iterable<Example>;
}

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

/** Rows that were read together. */
export interface Arrivals {
  readonly rows: readonly Arrived[];
  /** When each of them arrived, in milliseconds since 1970, if the place knows it. */
  readonly atMs?: ArrayLike<number> | undefined;
}
