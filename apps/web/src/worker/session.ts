import {
  compile,
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
import type { ErrorReport, FromWorker, RunReport, StreamRequest } from './protocol.ts';
import { newSeconds } from './seconds.ts';

/** A stream in this worker. */
export interface Session {
  run(): Promise<void>;
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
  let lastError: ErrorReport | undefined;

  let faulty: FaultyRows | undefined;
  let faultLines: string[] = [];
  let isRetrying = false;

  const reportOf = (progress: Progress): RunReport => {
    const { elapsedMs, asked } = progress;
    seconds.planned(asked, elapsedMs);
    const report = {
      ...progress,
      lastError,
      marks,
      seconds: seconds.finished(elapsedMs),
      faults: faulty && { ...faulty.counts },
    };
    marks = [];
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
