import type { RunReport } from '../worker/report-protocol.ts';
import type { History } from './history.ts';
import type { Mark } from './marks.ts';
import type { FaultSpan } from './run-events.ts';
import { achievedOf, askedOf, refusedRows } from './run-rate.ts';
import type { Run } from './run.ts';

/** The rates of one or more runs over time, as the chart shows them. */
export interface RateView {
  /** Events per second asked for now; undefined if nothing is planned. */
  readonly asked: number | undefined;
  /** Events per second; undefined while that says nothing about the plan. */
  readonly achieved: number | undefined;
  /** Once it is over: whether its mean rate can be compared with the asked one. */
  readonly isComparable: boolean;
  /** History is sent. */
  readonly isHistory: boolean;
  /** Rows that are due and not generated yet. */
  readonly behind: number;
  /** Rows that were rejected, quarantined or failed. */
  readonly refused: number;
  /** Rows are made, so the end of the chart is now. */
  readonly isLive: boolean;
  readonly elapsedMs: number;
  readonly history: History;
  readonly marks: readonly Mark[];
  readonly faults: readonly FaultSpan[];
}

const NOTHING = { isHistory: false, behind: 0, refused: 0, elapsedMs: 0 };

const countsOf = (report: RunReport): typeof NOTHING => ({
  isHistory: report.backfill !== undefined,
  behind: report.behind.rows,
  refused: refusedRows(report),
  elapsedMs: report.elapsedMs,
});

/** What a run asks for now; undefined without a rate. */
export function plannedOf(run: Run): number | undefined {
  const asked = askedOf(run);
  return asked === Infinity ? undefined : asked;
}

/** The rates of a run. */
export function rateViewOf(run: Run): RateView {
  const { phase, progress, config, history, marks, events } = run;
  return {
    asked: plannedOf(run),
    // Without a plan, there is nothing to compare.
    achieved: Number.isFinite(config.eps) ? achievedOf(run) : (progress?.achieved ?? 0),
    // A run on time never achieves more than its target, so a higher average is of history or of another rate.
    isComparable: progress === undefined || progress.average <= config.eps * 1.01,
    ...(progress === undefined ? NOTHING : countsOf(progress)),
    // A run that stops makes no more rows: its last second is over.
    isLive: phase === 'starting' || phase === 'running',
    history,
    marks: marks.list,
    faults: events.faults,
  };
}
