import type { FaultChange, RateChange, Timing } from '@catbird/engine';
import { NOTHING_DONE, nextRowOf, type DoneCounts, type KeptProgress } from '../kept/kept-run.ts';
import type { FiguresReport } from '../worker/figures/figures-protocol.ts';
import type { LatestReport, RunReport, RunSummary } from '../worker/report-protocol.ts';
import type { Config } from './config.ts';
import { addReport, noHistory, type History } from './history.ts';
import { addMarks, marksFrom, plannedName, type Marks } from './marks.ts';
import { addEvents, noEvents, type RunEvents } from './run-events.ts';

/** A run, as its reports tell it. */
export interface Run {
  /** `waiting`: for other streams. `not started`: it never will. */
  readonly phase: 'waiting' | 'starting' | 'running' | 'stopping' | 'over' | 'not started';
  readonly config: Pick<Config, 'eps' | 'limit'>;
  readonly progress: RunReport | undefined;
  /** Set once it has ended. */
  readonly summary: RunSummary | undefined;
  /** A bug in the page or its worker ended the run. */
  readonly broken: string | undefined;
  readonly history: History;
  readonly marks: Marks;
  readonly events: RunEvents;
  readonly latest: LatestReport | undefined;
  /** What its rows are like; undefined until the first are counted. */
  readonly figures: FiguresReport | undefined;
  /** Rows that earlier sessions of the run have done. */
  readonly before: DoneCounts;
  /** Index of the first row of the next session. */
  readonly nextRow: number;
  /** The time of the rows, if not the clock's: what the first session resolved, and the changes of the rate since. */
  readonly timing: Timing | undefined;
  /** Changes of the faults while the stream ran, which its later rows depend on. */
  readonly faultChanges: readonly FaultChange[];
  /** The rate before other settings took its place. Absent: they did not. */
  readonly replaced?: RateChange['to'];
  /** Of several streams: the second of the run of all in which it started. Absent before its first report. */
  readonly from?: number | undefined;
}

/** Whether a run has ended, or will not start. */
export const isOver = ({ phase }: Run): boolean => phase === 'over' || phase === 'not started';

/** What earlier sessions made of a run. */
export type Earlier = Pick<Run, 'before' | 'nextRow' | 'timing' | 'faultChanges' | 'replaced'> & {
  /** The rate set by hand that the next session begins with. Default: that of the timing. */
  readonly rate?: RateChange['to'];
};

/** Before the first session. */
const NOTHING: Earlier = { before: NOTHING_DONE, nextRow: 0, timing: undefined, faultChanges: [] };

/** What is kept of earlier sessions. */
export const earlierOf = (kept: KeptProgress): Earlier => ({
  before: kept.counts,
  nextRow: nextRowOf(kept),
  timing: kept.timing,
  faultChanges: kept.faultChanges,
});

/** A run that starts. */
export const startedRun = <Settings extends Run['config']>(
  config: Settings,
  { rate, ...earlier }: Partial<Earlier> = {},
): Run & { readonly config: Settings } => ({
  phase: 'starting',
  config,
  progress: undefined,
  summary: undefined,
  broken: undefined,
  history: noHistory,
  marks: marksFrom(rate ?? rateOf(earlier.timing)),
  events: noEvents,
  latest: undefined,
  figures: undefined,
  ...NOTHING,
  ...earlier,
});

/** The rate that the last session ended with, or was paused from. */
const rateOf = (timing: Timing | undefined): RateChange['to'] =>
  timing?.changes.findLast(({ to }) => to !== 0)?.to ?? 'planned';

/** What happens to a stream. */
export type StreamEvent =
  | { readonly type: 'started' }
  | { readonly type: 'timed'; readonly timing: Timing }
  /** What rows will be like, of which none is sent. */
  | { readonly type: 'learned'; readonly figures: FiguresReport }
  | { readonly type: 'progressed'; readonly report: RunReport }
  | { readonly type: 'stopping' }
  | { readonly type: 'not started' }
  | { readonly type: 'ended'; readonly summary: RunSummary }
  | { readonly type: 'broke'; readonly message: string };

/** A run after an event. Pure. */
export function afterEvent<Each extends Run>(run: Each, event: StreamEvent): Each {
  switch (event.type) {
    case 'started':
      return { ...run, phase: 'starting' };
    case 'timed':
      return { ...run, timing: event.timing };
    case 'learned':
      return run.phase === 'starting' ? { ...run, figures: event.figures } : run;
    case 'progressed':
      return afterReport(run, event.report);
    case 'stopping':
      return run.phase === 'starting' || run.phase === 'running' ? { ...run, phase: 'stopping' } : run;
    case 'not started':
      return { ...run, phase: 'not started' };
    case 'ended':
      return { ...afterReport(run, event.summary), phase: 'over', summary: event.summary };
    default:
      return { ...run, phase: 'over', broken: event.message };
  }
}

function afterReport<Each extends Run>(run: Each, report: RunReport): Each {
  const marks = addMarks(run.marks, report, plannedName(run.config));
  const newMarks = marks.list.filter((mark) => !run.marks.list.includes(mark));
  return {
    ...run,
    phase: run.phase === 'starting' ? 'running' : run.phase,
    progress: report,
    history: addReport(run.history, report),
    marks,
    events: addEvents(run.events, report, newMarks),
    latest: report.latest ?? run.latest,
    figures: report.figures ?? run.figures,
    nextRow: report.nextRow ?? run.nextRow + report.generated - (run.progress?.generated ?? 0),
    timing: withChanges(run.timing, report),
    faultChanges: withFaultChanges(run.faultChanges, report),
  };
}

const withChanges = (timing: Timing | undefined, { changes }: RunReport): Timing | undefined =>
  timing === undefined || changes.length === 0
    ? timing
    : { ...timing, changes: [...timing.changes, ...changes.map(({ change }) => change)] };

const withFaultChanges = (
  before: readonly FaultChange[],
  { faultChanges = [] }: RunReport,
): readonly FaultChange[] =>
  faultChanges.length === 0 ? before : [...before, ...faultChanges.map(({ change }) => change)];
