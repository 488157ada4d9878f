import type { Fault, FaultChange, FaultCounts, RateChange } from '@catbird/engine';
import type { Progress, RequestMark } from '@catbird/send';
import type { BackfillProgress } from '@catbird/stream';
import type { FiguresReport } from './figures/figures-protocol.ts';
import type {
  ActiveIncident,
  ErrorReport,
  LatestReport,
  LoggedChange,
  LoggedFaults,
  LoggedRequest,
  RunReport,
  WentLive,
  SecondReport,
} from './report-protocol.ts';
import type { RunningTrial } from './run-protocol.ts';

/** How often a run reports, in milliseconds: people read no faster, and each report redraws the overview. */
export const REPORT_MS = 250;

/** Collects what happens in a run between two reports. */
export interface RunLog {
  /** Starts the run's clock, at 0. @param rows of the past, which are sent first */
  start(rows?: number): void;
  /** Milliseconds since the start. */
  elapsedMs(): number;
  request(mark: RequestMark): void;
  accepted(rows: number): void;
  change(change: RateChange): void;
  /** @param name of what is injected besides the settings' faults */
  faultsChange(change: FaultChange, name: string | undefined): void;
  wentLive(skipped: number): void;
  fault(fault: Fault): void;
  error(error: ErrorReport): void;
  /** The report on the time since the last one. */
  report(progress: Progress, more: ReportParts): RunReport;
  /** Faults since the last call, as JSON lines; undefined if there were none. */
  faultLines(): string | undefined;
}

/** What a report has besides progress and log. */
export interface ReportParts {
  readonly wallMs: number;
  readonly faults: FaultCounts | undefined;
  readonly backfill: BackfillProgress | undefined;
  readonly nextRow: number | undefined;
  readonly notKept: string | undefined;
  readonly trial?: RunningTrial | undefined;
  readonly incidents?: readonly ActiveIncident[] | undefined;
  readonly latest?: LatestReport | undefined;
  readonly figures?: FiguresReport | undefined;
}

/** Requests of a report: more are closer together than the pixels of a chart. */
const MOST_REQUESTS = 2;

/** Of many requests, those that were retried or failed, then the slowest. */
function telling(requests: readonly LoggedRequest[]): readonly LoggedRequest[] {
  if (requests.length <= MOST_REQUESTS) return requests;
  const weightOf = ({ ms, outcome }: LoggedRequest): number => ms + (outcome === 'accepted' ? 0 : 1e9);
  const heaviest = requests.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, MOST_REQUESTS);
  return requests.filter((request) => heaviest.includes(request));
}

/** @param now monotonic milliseconds */
export function newRunLog(now: () => number): RunLog {
  const seconds = newSeconds();
  let startMs = now();
  let marks: LoggedRequest[] = [];
  let changes: LoggedChange[] = [];
  let faults: string[] = [];
  let faultChanges: LoggedFaults[] = [];
  let wentLive: WentLive | undefined;
  let lastError: ErrorReport | undefined;
  let pastRows = 0;
  const elapsedMs = (): number => now() - startMs;
  return {
    start(rows = 0) {
      startMs = now();
      pastRows = rows;
    },
    elapsedMs,
    request: (mark) => void marks.push({ ...mark, second: elapsedMs() / 1000 }),
    accepted: (rows) => seconds.accepted(rows, elapsedMs()),
    change: (change) => void changes.push({ second: elapsedMs() / 1000, change }),
    faultsChange: (change, name) => void faultChanges.push({ second: elapsedMs() / 1000, change, name }),
    wentLive: (skipped) => void (wentLive = { second: elapsedMs() / 1000, skipped }),
    fault: (fault) => void faults.push(JSON.stringify(fault)),
    error(error) {
      lastError = error;
    },
    report(progress, parts) {
      const { time, behind, elapsedMs: atMs } = progress;
      if (time?.isLive === false) pastRows = progress.generated;
      // Rows of the past have no plan: they go as fast as the destination takes them, and may be in flight a while longer.
      const isCompared =
        time?.isLive === true &&
        Number.isFinite(time.plannedPerSecond) &&
        progress.generated - progress.inFlight >= pastRows;
      seconds.planned(isCompared ? time.plannedPerSecond : undefined, behind.rows, atMs);
      const since = {
        marks: telling(marks),
        changes,
        faultChanges,
        seconds: seconds.finished(atMs),
        ...(wentLive !== undefined && { wentLive }),
      };
      marks = [];
      changes = [];
      faultChanges = [];
      wentLive = undefined;
      return { ...progress, ...parts, ...since, lastError };
    },
    faultLines() {
      if (faults.length === 0) return undefined;
      const lines = `${faults.join('\n')}\n`;
      faults = [];
      return lines;
    },
  };
}

/** Counts a run second by second. All times are milliseconds since its start and never decrease. */
export interface Seconds {
  /** Rows were accepted. */
  accepted(rows: number, elapsedMs: number): void;
  /** Notes the planned rate, undefined while there is nothing to compare with, as history is sent; and rows that are due but not generated. */
  planned(perSecond: number | undefined, behindRows: number, elapsedMs: number): void;
  /** The seconds that have passed since the last call. */
  finished(elapsedMs: number): readonly SecondReport[];
}

interface Second {
  accepted: number;
  /** Sum and number of the rates noted. */
  planned: number;
  notes: number;
  isCompared: boolean;
  isBehind: boolean;
}

/** After a stall, at most this many seconds are reported at once: more than a chart shows. */
const MAX_SECONDS = 3600;

/** Seconds that start at zero. */
export function newSeconds(): Seconds {
  let next = 0;
  let last: Pick<SecondReport, 'planned' | 'isBehind'> = { planned: undefined, isBehind: false };
  const open = new Map<number, Second>();
  const at = (elapsedMs: number): Second => {
    const second = Math.floor(elapsedMs / 1000);
    const known = open.get(second);
    if (known !== undefined) return known;
    const fresh = { accepted: 0, planned: 0, notes: 0, isCompared: true, isBehind: false };
    open.set(second, fresh);
    return fresh;
  };
  const take = (second: number): SecondReport => {
    const noted = open.get(second);
    open.delete(second);
    const accepted = noted?.accepted ?? 0;
    if (noted === undefined || noted.notes === 0) return { second, accepted, ...last };
    const planned = noted.isCompared ? noted.planned / noted.notes : undefined;
    return { second, accepted, planned, isBehind: noted.isBehind };
  };
  return {
    accepted(rows, elapsedMs) {
      at(elapsedMs).accepted += rows;
    },
    planned(perSecond, behindRows, elapsedMs) {
      const second = at(elapsedMs);
      second.notes++;
      second.planned += perSecond ?? 0;
      second.isCompared &&= perSecond !== undefined;
      second.isBehind = behindRows > 0;
      last = { planned: perSecond, isBehind: second.isBehind };
    },
    finished(elapsedMs) {
      const end = Math.floor(elapsedMs / 1000);
      next = Math.max(next, end - MAX_SECONDS);
      const reports: SecondReport[] = [];
      for (; next < end; next++) reports.push(take(next));
      for (const second of open.keys()) if (second < next) open.delete(second);
      return reports;
    },
  };
}
