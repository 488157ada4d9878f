import type { DeliveryError, Progress } from '@catbird/send';
import type { Messages } from '../terminal.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { End, Ended, Report } from './report.ts';
import { totalOf } from './table.ts';

type Write = (type: string, more: object) => void;

const linesTo =
  (err: Pick<Messages, 'write'>, stream: string | undefined): Write =>
  (type, more) =>
    err.write(`${JSON.stringify({ type, stream, ...more })}\n`);

/** JSON lines, with the stream's name if there are several. The last line is the summary. Infinite numbers are `null`. */
export function jsonReport(err: Pick<Messages, 'write'>, stream: string | undefined): Report {
  const line = linesTo(err, stream);
  return {
    everyMs: 1000,
    start: ({ perSecond, ...facts }) => line('start', { ...facts, asked: perSecond }),
    note: (text) => line('note', { message: text }),
    progress: (progress) => line('progress', plain(progress)),
    error: (error, retried) => line('error', { ...errorObject(error), retried }),
    answer: (text) => line('answer', { message: text }),
    end: (end) => line('summary', endObject(end)),
  };
}

/** The summary of several streams: the total, and each stream by name. */
export function jsonEnd(err: Pick<Messages, 'write'>, ended: readonly Ended[], exitCode: ExitCode): void {
  const streams = Object.fromEntries(ended.map(({ stream, end }) => [stream, endObject(end)]));
  const seed = ended[0]?.end.seed;
  linesTo(err, undefined)('summary', {
    ...totalOf(ended.map(({ end }) => end.summary)),
    exitCode,
    seed,
    streams,
  });
}

/** The end of a stream, as `--json` prints it. */
export function endObject({ summary: { error, ...summary }, reason, lateMs, ...end }: End): object {
  const { exitCode, missed, seed, part, faults, changes, faultChanges, started } = end;
  const time = end.time === undefined ? summary.time : { ...summary.time, ...end.time };
  const failure = error === undefined ? undefined : errorObject(error);
  const workers = end.workers?.map(
    ({ summary: { error: _error, lastError: _last, latencyBins: _bins, ...counts }, reason }) => ({
      ...counts,
      reason,
    }),
  );
  return {
    ...plain(summary),
    reason,
    lateMs,
    error: failure,
    missed,
    exitCode,
    seed,
    part,
    time,
    changes,
    faults,
    faultChanges,
    started,
    workers,
  };
}

const plain = ({ lastError, ...progress }: Progress): object => ({
  ...progress,
  lastError: lastError === undefined ? undefined : errorObject(lastError),
});

const errorObject = ({ kind, message, status, code, detail, hint }: DeliveryError): object => ({
  kind,
  message,
  status,
  code,
  detail,
  hint,
});
