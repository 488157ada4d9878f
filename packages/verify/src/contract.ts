import type { ArrivalTimes } from './lag.ts';
import type { Row } from './parse.ts';
import type { Counts, Example, LagReport, TableReport } from './report.ts';
import type { Reading } from './same.ts';
import type { Truth } from './truth.ts';

/** What was read at a place: a line of JSON without its newline, or a row. */
export type Arrived = Uint8Array | Row;

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
