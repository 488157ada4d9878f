import { type Faults, type RateChange, type Timing, payload, type Batch } from '@catbird/engine';
import {
  run,
  systemClock,
  type Progress,
  type RunControl,
  type RunOptions,
  type Summary,
  type Connection,
  redact,
  secretsOf,
  type DeliveryError,
  withRoutes,
  type RowsOutcome,
} from '@catbird/send';
import type { StartRequest } from '@catbird/stream';
import { logError, logLine } from './console.ts';
import { newLatestEvents, type LatestEvents } from './latest-events.ts';
import type { RunReport, RunSummary, ErrorReport, UnsentReport } from './report-protocol.ts';
import { newRunLog, REPORT_MS, type ReportParts, type RunLog } from './run-log.ts';
import type { FaultTrial, SentRows, Target } from './run-protocol.ts';
import { newBrowser, parseTarget } from './target.ts';

/** A change of a stream while it runs. */
export type Change =
  /** Another rate from now on: see `RunControl.setRate`. */
  | { readonly kind: 'control'; readonly to: RateChange['to'] }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  /** Skips the history that is left: see `RunControl.goLive`. */
  | { readonly kind: 'live' }
  /** Injects faults for a while; undefined: no more. */
  | { readonly kind: 'trial'; readonly trial: FaultTrial | undefined }
  /** Starts an incident from the next row on. A stream in which it does nothing stays as it is. */
  | { readonly kind: 'incident'; readonly start: StartRequest };

/** What happens to a stream before its end. */
export type StreamNote =
  /** The time of the rows, with its relative instants resolved. Not told if it is the clock's. */
  | { readonly type: 'timed'; readonly timing: Timing }
  | { readonly type: 'progressed'; readonly report: RunReport }
  /** Faults since the last such note, as JSON lines. */
  | { readonly type: 'faults'; readonly lines: string };

/** A stream in this worker. */
export interface Session {
  run(): Promise<RunSummary>;
  change(change: Change): void;
  /** Stops generating. Called again, or while the service fails, it also gives up on requests in flight. */
  stop(): void;
}

/** What all sessions do alike: they report a run, keep its latest events and its unsent rows, and log without secrets. */
interface SessionRun {
  readonly log: RunLog;
  readonly latest: LatestEvents;
  /** Runs the rows of a stream, and tells its progress. */
  run(stream: RunnableStream): Promise<RunSummary>;
  stop(): void;
}

/** A stream that is ready to be sent. */
export interface RunnableStream {
  /** Its rows, and when and how they are delivered. */
  readonly options: Pick<
    RunOptions,
    | 'rows'
    | 'pace'
    | 'times'
    | 'control'
    | 'limit'
    | 'first'
    | 'retry'
    | 'onFailure'
    | 'whenBehind'
    | 'optionNames'
    | 'onMade'
  >;
  /** Lowers the limits of the destination. */
  readonly limitsOf: (limits: RunOptions['limits']) => RunOptions['limits'];
  /** What a clock of its time zone shows at an instant, as if it showed UTC. Undefined: UTC. */
  readonly toLocal: ((ms: number) => number) | undefined;
  /** After so many milliseconds, the stream is complete; undefined: never. */
  readonly stopAfterMs: number | undefined;
  /** What its reports have besides counts and latest events. */
  readonly parts: (progress: Progress, nowMs: number) => Omit<ReportParts, 'wallMs' | 'latest'>;
  /** Wraps the connection, before the run begins. */
  readonly watch: (connection: Connection) => Connection;
  /** What was sent, once all is. */
  readonly sent: () => SentRows;
  /** Called when the last row is done, before the summary is posted. */
  readonly onEnd: (summary: Summary) => Promise<void>;
}

/** How a session logs. */
interface LogOptions {
  /** Logs all responses, even those that the destination does not log by default. */
  readonly logs?: boolean;
  /** Log prints no events to the console. */
  readonly isSilent?: boolean | undefined;
}

/** Prepares a run to a target. */
export function newSessionRun(
  target: Target,
  { logs = false, isSilent = false }: LogOptions,
  tell: (note: StreamNote) => void,
): SessionRun {
  const { destination, config } = parseTarget(target);
  const [stop, abort, timeUp] = [new AbortController(), new AbortController(), new AbortController()];
  const secrets = [...secretsOf(destination, config), ...(target.hidden ?? [])];
  const log = newRunLog(() => systemClock.now());
  const latest = newLatestEvents(() => systemClock.date());
  const unsent = newUnsentRows();
  let isRetrying = false;

  const reportOf = (progress: Progress, { parts }: RunnableStream, nowMs: number): RunReport => {
    isRetrying = progress.retrying !== undefined;
    const lines = log.faultLines();
    if (lines !== undefined) tell({ type: 'faults', lines });
    return log.report(progress, {
      ...parts(progress, nowMs),
      wallMs: systemClock.date(),
      latest: latest.take(nowMs),
    });
  };
  const onError = (error: DeliveryError, retried: boolean): void => {
    log.error(errorReport(error, log.elapsedMs(), retried, secrets));
    logError(redact(`ERR > ${errorLine(error)}${retried ? ' (retrying)' : ''}`, secrets));
  };
  /** A stream whose time is up has sent all that it should. */
  const withReason = (summary: Summary): Summary =>
    summary.reason === 'stopped' && !stop.signal.aborted ? { ...summary, reason: 'limit' } : summary;
  return {
    log,
    latest,
    async run(stream) {
      const { options, stopAfterMs, toLocal } = stream;
      const browser = newBrowser(destination, { isSilent });
      const connection = withRoutes(await destination.open(config, { ...browser, toLocal }));
      log.start(options.pace.backlog);
      if (stopAfterMs !== undefined)
        void systemClock.sleep(stopAfterMs, abort.signal).then(() => timeUp.abort());
      const ended = await run({
        ...options,
        connection: stream.watch(connection),
        limits: stream.limitsOf(destination.limits(config)),
        stop: AbortSignal.any([stop.signal, timeUp.signal]),
        abort: abort.signal,
        reportMs: REPORT_MS,
        onProgress: (progress) =>
          tell({ type: 'progressed', report: reportOf(progress, stream, systemClock.now()) }),
        onError,
        onAnswer(answer) {
          if (logs || destination.logsAnswers === true) logLine(redact(answer, secrets));
        },
        onMade(batch) {
          options.onMade?.(batch);
          latest.made(batch);
        },
        onBatch: (_, { accepted }) => log.accepted(accepted),
        onOutcome(batch, outcome) {
          latest.outcome(batch, outcome);
          unsent.outcome(batch, outcome);
        },
        onRequest: (mark) => log.request(mark),
        clock: systemClock,
        random: browser.random,
      });
      const summary = withReason(ended);
      await stream.onEnd(summary);
      const report = reportOf(summary, stream, Infinity);
      return { ...report, ...endOf(summary, secrets), unsent: unsent.report(), sent: stream.sent() };
    },
    stop() {
      // A failing service is not waited for.
      if (stop.signal.aborted || isRetrying) abort.abort();
      stop.abort();
    },
  };
}

/** Applies a change, unless it is about faults. */
export function applyChange(
  change: Exclude<Change, { readonly kind: 'trial' | 'incident' }>,
  control: RunControl<Faults>,
): void {
  switch (change.kind) {
    case 'control':
      return control.setRate(change.to);
    case 'pause':
      return control.pause();
    case 'resume':
      return control.resume();
    default:
      // The stream may have caught up since the button was pressed.
      if (control.whyNotLive() === undefined) control.goLive();
  }
}

/** An error as plain data, without secrets. */
export const errorReport = (
  error: DeliveryError,
  atMs: number,
  retried: boolean,
  secrets: readonly string[],
): ErrorReport => ({
  kind: error.kind,
  message: redact(error.message, secrets),
  status: error.status,
  code: error.code,
  detail: error.detail && redact(error.detail, secrets),
  hint: error.hint,
  atMs,
  retried,
});

/** An error as one line of a log. Most messages quote the service's words already. */
const errorLine = ({ message, detail = '', hint = '' }: DeliveryError): string =>
  [message, message.includes(detail) ? '' : detail, hint].filter((part) => part !== '').join(' · ');

/** Why a run ended, without secrets. */
const endOf = (
  { reason, error, elapsedMs }: Summary,
  secrets: readonly string[],
): { readonly reason: Summary['reason']; readonly error: ErrorReport | undefined } => ({
  reason,
  error: error && errorReport(error, elapsedMs, false, secrets),
});

/** Keeps rows that were not sent, so that people can download them. */
interface UnsentRows {
  /** Keeps rows whose final outcome is that they failed or were rejected. */
  outcome(batch: Batch, outcome: RowsOutcome): void;
  /** Undefined if all rows were sent. */
  report(): UnsentReport | undefined;
}

/** The most that is kept. */
export const UNSENT_ROWS = 10_000;
const UNSENT_BYTES = 8 * 2 ** 20;

/** Keeps rows as they were sent, to the byte, up to `UNSENT_ROWS` rows and 8 MiB. */
export function newUnsentRows(): UnsentRows {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [rows, bytes, others, isFull] = [0, 0, 0, false];
  return {
    outcome(batch, outcome) {
      if (outcome !== 'failed' && outcome !== 'rejected') return;
      const lines = payload(batch);
      isFull ||= rows + batch.count > UNSENT_ROWS || bytes + lines.length > UNSENT_BYTES;
      if (isFull) {
        others += batch.count;
        return;
      }
      parts.push(lines.slice());
      rows += batch.count;
      bytes += lines.length;
    },
    report: () => (rows + others === 0 ? undefined : { lines: new Blob(parts), rows, others }),
  };
}
