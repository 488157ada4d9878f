import {
  compile,
  newRunControl,
  parseSchema,
  run,
  steady,
  systemClock,
  withFaults,
  type Fault,
  type FaultyRows,
  type Progress,
  type RequestMark,
  type Summary,
} from '@catbird/core';
import {
  redact,
  secretsOf,
  type DeliveryError,
  type Destination,
  type DestinationEnv,
} from '@catbird/core/destinations';
import { logError, logLine } from './console.ts';
import { runOptionsOf } from '../state/delivery.ts';
import type {
  ErrorReport,
  FromWorker,
  LoggedChange,
  RunReport,
  StreamRequest,
  ToWorker,
} from './protocol.ts';
import { newSeconds } from './seconds.ts';

/** A change of a stream while it runs. */
export type Change = Extract<ToWorker, { readonly kind: 'control' | 'pause' | 'resume' }>;

/** A stream in this worker. */
export interface Session {
  run(): Promise<void>;
  change(change: Change): void;
  /** Stops generating. Called again, or while the service fails, it also gives up on requests in flight. */
  stop(): void;
}

interface Opened {
  readonly destination: Destination;
  readonly config: unknown;
}

/** Creates the session of a request. It posts progress, then a summary, and logs to the console without secrets. */
export function newSession(
  { text, seed, first, eps, limit, delivery, faults, logs }: StreamRequest,
  { destination, config }: Opened,
  env: DestinationEnv,
  post: (message: FromWorker) => void,
): Session {
  const stop = new AbortController();
  const abort = new AbortController();
  const secrets = secretsOf(destination, config);
  const seconds = newSeconds();
  let startMs = systemClock.now();
  let marks: RequestMark[] = [];
  let changes: LoggedChange[] = [];
  let lastError: ErrorReport | undefined;
  const elapsedS = (): number => (systemClock.now() - startMs) / 1000;
  const control = newRunControl({
    onChange: (change) => changes.push({ second: elapsedS(), change }),
  });

  let faulty: FaultyRows | undefined;
  let faultLines: string[] = [];
  let isRetrying = false;

  const reportOf = (progress: Progress): RunReport => {
    const { elapsedMs, time } = progress;
    // Rows of the past have no plan: they go as fast as the destination takes them.
    seconds.planned(time?.isLive === false ? undefined : time?.plannedPerSecond, elapsedMs);
    const report = {
      ...progress,
      lastError,
      marks,
      seconds: seconds.finished(elapsedMs),
      changes,
      wallMs: systemClock.date(),
      faults: faulty && { ...faulty.counts },
    };
    marks = [];
    changes = [];
    isRetrying = progress.retrying !== undefined;
    if (faultLines.length > 0) post({ kind: 'faults', lines: `${faultLines.join('\n')}\n` });
    faultLines = [];
    return report;
  };
  const onError = (error: DeliveryError, retried: boolean): void => {
    lastError = errorReport(error, systemClock.now() - startMs, retried);
    logError(redact(`ERR > ${textOf(error)}${retried ? ' (retrying)' : ''}`, secrets));
  };
  const onAnswer = (answer: string): void => {
    if (logs || destination.logsAnswers === true) logLine(redact(answer, secrets));
  };
  return {
    async run() {
      const parsed = parseSchema(text.content, { lenient: text.lenient });
      if (!parsed.ok) throw new Error('The schema changed after it was checked');
      const plain = compile(parsed.schema, { seed });
      const onFault = (fault: Fault): void => void faultLines.push(JSON.stringify(fault));
      faulty = faults && withFaults(plain, faults, { seed, onFault });
      const connection = await destination.open(config, env);
      startMs = systemClock.now();
      const summary = await run({
        rows: faulty ?? plain,
        pace: steady(eps),
        control,
        connection,
        limits: destination.limits(config),
        limit,
        first,
        ...runOptionsOf(delivery),
        stop: stop.signal,
        abort: abort.signal,
        onProgress: (progress) => post({ kind: 'progress', progress: reportOf(progress) }),
        onError,
        onAnswer,
        onBatch: (_, { accepted }) => seconds.accepted(accepted, systemClock.now() - startMs),
        onRequest: (mark) => marks.push(mark),
        clock: systemClock,
        random: env.random,
      });
      post({ kind: 'ended', summary: { ...reportOf(summary), ...endOf(summary) } });
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
