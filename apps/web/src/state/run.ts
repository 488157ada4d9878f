import type { RateChange } from '@catbird/core/time';
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
}

/**
 * A run that starts.
 *
 * @param rate that it starts with. Default: as planned
 */
export const startedRun = <Settings extends Run['config']>(
  config: Settings,
  rate: RateChange['to'] = 'planned',
): Run & { readonly config: Settings } => ({
  phase: 'starting',
  config,
  progress: undefined,
  summary: undefined,
  broken: undefined,
  history: noHistory,
  marks: marksFrom(rate),
  events: noEvents,
  latest: undefined,
});

/** A run after a report. */
export function afterReport<Each extends Run>(run: Each, report: RunReport): Each {
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
  };
}
