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

/** A stream under way in this worker. */
export interface Session {
  run(): Promise<void>;
  /** Ends generating; gives up what is in flight when called again, or while the service fails. */
  stop(): void;
}

interface Opened {
  readonly destination: Destination;
  readonly config: unknown;
}

/** Makes a session of what the page asked for. It posts progress, then its summary, and logs to the console, never a secret. */
export function newSession(
  { text, seed, first, eps, limit, delivery, faults, logs }: StreamRequest,
  { destination, config }: Opened,
  env: DestinationEnv,
  post: (message: FromWorker) => void,
): Session {
  const stop = new AbortController();
  const abort = new AbortController();
  const secrets = secretsOf(destination, config);
  const startMs = systemClock.now();
  let marks: RequestMark[] = [];
  let lastError: ErrorReport | undefined;

  let faulty: FaultyRows | undefined;
  let faultLines: string[] = [];
  let isRetrying = false;

  const reportOf = (progress: Progress): RunReport => {
    const report = { ...progress, lastError, marks, faults: faulty && { ...faulty.counts } };
    marks = [];
    isRetrying = progress.retrying !== undefined;
    if (faultLines.length > 0) post({ kind: 'faults', lines: `${faultLines.join('\n')}\n` });
    faultLines = [];
    return report;
  };
  const onError = (error: DeliveryError, retried: boolean): void => {
    lastError = errorReport(error, systemClock.now() - startMs, retried);
    logError(redact(`ERR > ${wordsOf(error)}${retried ? ' (trying again)' : ''}`, secrets));
  };
  const onAnswer = (answer: string): void => {
    if (logs || destination.logsAnswers === true) logLine(redact(answer, secrets));
  };
  return {
    async run() {
      const parsed = parseSchema(text.content, { lenient: text.lenient });
      if (!parsed.ok) throw new Error('The schema was changed after it had been checked');
      const plain = compile(parsed.schema, { seed });
      const onFault = (fault: Fault): void => void faultLines.push(JSON.stringify(fault));
      faulty = faults && withFaults(plain, faults, { seed, onFault });
      const summary = await run({
        rows: faulty ?? plain,
        pace: steady(eps),
        connection: await destination.open(config, env),
        limits: destination.limits(config),
        limit,
        first,
        ...runOptionsOf(delivery),
        stop: stop.signal,
        abort: abort.signal,
        onProgress: (progress) => post({ kind: 'progress', progress: reportOf(progress) }),
        onError,
        onAnswer,
        onRequest: (mark) => marks.push(mark),
        clock: systemClock,
        random: env.random,
      });
      post({ kind: 'ended', summary: { ...reportOf(summary), ...ended(summary) } });
    },
    stop() {
      // A service that fails is not waited for.
      if (stop.signal.aborted || isRetrying) abort.abort();
      stop.abort();
    },
  };
}

const ended = ({
  reason,
  error,
  elapsedMs,
}: Summary): { reason: Summary['reason']; error: ErrorReport | undefined } => ({
  reason,
  error: error && errorReport(error, elapsedMs, false),
});

const wordsOf = ({ message, detail, hint }: DeliveryError): string =>
  [message, detail, hint].filter((words) => words !== undefined && words !== '').join(' · ');

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
