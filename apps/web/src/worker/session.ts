import {
  compile,
  loadData,
  newRunControl,
  parseSchema,
  rowsIn,
  run,
  systemClock,
  withFaults,
  type FaultyRows,
  type Progress,
  type Summary,
} from '@catbird/core';
import { redact, secretsOf, type DeliveryError } from '@catbird/core/destinations';
import { logError, logLine } from './console.ts';
import { runOptionsOf } from '../state/delivery.ts';
import type { ErrorReport, FromWorker, RunReport, StreamRequest, ToWorker } from './protocol.ts';
import { newRunLog } from './run-log.ts';
import { streamTimes, type StreamTimes } from './stream-times.ts';
import { newBrowser, parseTarget } from './target.ts';

/** A change of a stream while it runs. */
export type Change = Extract<ToWorker, { readonly kind: 'control' | 'pause' | 'resume' }>;

/** A stream in this worker. */
export interface Session {
  run(): Promise<void>;
  change(change: Change): void;
  /** Stops generating. Called again, or while the service fails, it also gives up on requests in flight. */
  stop(): void;
}

/** Creates the session of a request. It posts progress, then a summary, and logs to the console without secrets. */
export function newSession(request: StreamRequest, post: (message: FromWorker) => void): Session {
  const { destination, config } = parseTarget(request.target);
  const { text, seed, first, limit, delivery, faults, logs } = request;
  const stop = new AbortController();
  const abort = new AbortController();
  const secrets = secretsOf(destination, config);
  const log = newRunLog(() => systemClock.now());
  const control = newRunControl({ onChange: (change) => log.change(change) });
  let faulty: FaultyRows | undefined;
  let isRetrying = false;

  const reportOf = (progress: Progress, times: StreamTimes): RunReport => {
    isRetrying = progress.retrying !== undefined;
    const lines = log.faultLines();
    if (lines !== undefined) post({ kind: 'faults', lines });
    return log.report(progress, {
      wallMs: systemClock.date(),
      faults: faulty && { ...faulty.counts },
      backfill: times.backfill(progress),
    });
  };
  const onError = (error: DeliveryError, retried: boolean): void => {
    log.error(errorReport(error, log.elapsedMs(), retried));
    logError(redact(`ERR > ${textOf(error)}${retried ? ' (retrying)' : ''}`, secrets));
  };
  const onAnswer = (answer: string): void => {
    if (logs || destination.logsAnswers === true) logLine(redact(answer, secrets));
  };
  return {
    async run() {
      const parsed = parseSchema(text.content, { lenient: text.lenient });
      if (!parsed.ok) throw new Error('The schema changed after it was checked');
      await loadData(parsed.schema);
      const plain = compile(parsed.schema, { seed });
      faulty = faults && withFaults(plain, faults, { seed, onFault: (fault) => log.fault(fault) });
      const positions = faulty?.dueBefore ?? ((rows: number) => rows);
      const times = streamTimes(request, parsed.schema, systemClock, positions);
      if (times.timing !== undefined) post({ kind: 'timed', timing: times.timing });
      // A stream that was stopped while paused would still be paused.
      if (request.timing !== undefined) control.resume();
      const browser = newBrowser();
      const connection = await destination.open(config, browser);
      log.start(times.pace.backlog);
      const summary = await run({
        rows: faulty ?? plain,
        pace: times.pace,
        ...(times.times !== undefined && { times: times.times }),
        control,
        connection,
        limits: destination.limits(config),
        limit: lastOf(limit, positions(rowsIn(parsed.schema)) - first),
        first,
        ...runOptionsOf(delivery),
        stop: stop.signal,
        abort: abort.signal,
        onProgress: (progress) => post({ kind: 'progress', progress: reportOf(progress, times) }),
        onError,
        onAnswer,
        onBatch: (_, { accepted }) => log.accepted(accepted),
        onRequest: (mark) => log.request(mark),
        clock: systemClock,
        random: browser.random,
      });
      post({ kind: 'ended', summary: { ...reportOf(summary, times), ...endOf(summary) } });
    },
    change(change) {
      if (change.kind === 'control') control.setRate(change.to);
      else if (change.kind === 'pause') control.pause();
      else control.resume();
    },
    stop() {
      // A failing service is not waited for.
      if (stop.signal.aborted || isRetrying) abort.abort();
      stop.abort();
    },
  };
}

/** A limit (−1: none), but at most this many rows. */
const lastOf = (limit: number, most: number): number =>
  limit >= 0 && limit <= most ? limit : Number.isFinite(most) ? Math.max(0, most) : limit;

const endOf = ({
  reason,
  error,
  elapsedMs,
}: Summary): { reason: Summary['reason']; error: ErrorReport | undefined } => ({
  reason,
  error: error && errorReport(error, elapsedMs, false),
});

const textOf = ({ message, detail, hint }: DeliveryError): string =>
  [message, detail, hint].filter((part) => part !== undefined && part !== '').join(' · ');

const errorReport = (error: DeliveryError, atMs: number, retried: boolean): ErrorReport => ({
  kind: error.kind,
  message: error.message,
  status: error.status,
  code: error.code,
  detail: error.detail,
  hint: error.hint,
  atMs,
  retried,
});
