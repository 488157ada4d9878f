import { setMaxListeners } from 'node:events';
import {
  DeliveryError,
  redact,
  run,
  secretsOf,
  systemClock,
  type Connection,
  type DestinationEnv,
  type Summary,
} from '@catbird/core';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { listenToInterrupts, type Interrupt } from '../interrupt.ts';
import type { EndReason, Report } from '../report/report.ts';
import { reportFor } from '../report/choose.ts';
import type { Terminal } from '../terminal.ts';
import { newTransport } from '../transport/http.ts';
import { prepare, type Asked, type Prepared, type StreamOptions } from './prepare.ts';
import { rowNumber } from './shard.ts';
import { streamId } from './state.ts';
import { exitCodeOf, missedThresholds } from './thresholds.ts';
import { startWatchers } from './watchers.ts';

/** Streams what was asked for, tells how it goes on standard error, and says how it went. */
export async function stream(asked: Asked, terminal: Terminal): Promise<ExitCode> {
  const result = await prepare(asked, terminal);
  if (!result.ok) {
    terminal.err.write(`${result.lines.join('\n')}\n`);
    return EXIT.usage;
  }
  const { prepared } = result;
  const { destination, options } = asked;
  // Each request under way listens for the end of the stream: there are as many listeners as requests, and Node would warn of a leak.
  setMaxListeners(0);
  const secrets = secretsOf(destination, prepared.config);
  let hasRows = false;
  const report = reportFor(options, terminal, secrets, () => hasRows);
  const transport = newTransport();
  const interrupt = listenToInterrupts(() =>
    report.note('Stopping: waiting for the answers that are due. Once more to give them up'),
  );
  try {
    prepared.notes.forEach((note) => report.note(redact(note, secrets)));
    const env: DestinationEnv = {
      http: transport.http,
      now: Date.now,
      random: Math.random,
      write(lines) {
        hasRows = true;
        return terminal.out.write(lines);
      },
      stream: {
        id: streamId(prepared.fingerprint, prepared.seed),
        rowNumber: (index) => rowNumber(index, prepared.shard),
      },
    };
    const connection = await destination.open(prepared.config, env);
    report.start({
      schema: prepared.schemaName,
      to: destination.host(prepared.config) ?? destination.title,
      perSecond: prepared.pace.perSecond,
      limit: prepared.limit,
      durationMs: options.duration,
      seed: prepared.seed,
    });
    return await deliver(connection, prepared, { options, report, interrupt });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    report.error(error, false);
    return EXIT.failed;
  } finally {
    interrupt.release();
    await transport.close();
  }
}

async function deliver(
  connection: Connection,
  prepared: Prepared,
  { options, report, interrupt }: { options: StreamOptions; report: Report; interrupt: Interrupt },
): Promise<ExitCode> {
  const { duration, logs, grace } = options;
  const over = new AbortController();
  const timeUp = new AbortController();
  if (duration !== undefined) void systemClock.sleep(duration, over.signal).then(() => timeUp.abort());
  const watchers = await startWatchers(prepared, options, report);
  try {
    const summary = await run({
      rows: prepared.rows,
      pace: prepared.pace,
      connection: watchers.watch(connection),
      limits: prepared.limits,
      limit: prepared.limit,
      first: prepared.first,
      stop: AbortSignal.any([interrupt.stop, timeUp.signal]),
      abort: interrupt.abort,
      ...(grace === undefined ? {} : { graceMs: grace }),
      retry: retryOf(options),
      onFailure: options.onFailure ?? 'stop',
      whenBehind: options.whenBehind ?? 'delay',
      onProgress: watchers.progress,
      reportMs: watchers.everyMs,
      onError: (error, retried) => report.error(error, retried),
      ...(logs === true ? { onAnswer: (answer: string) => report.answer(answer) } : {}),
      clock: systemClock,
      random: Math.random,
    });
    await watchers.end();
    const reason = reasonOf(summary, prepared, interrupt);
    const missed = missedThresholds(summary, options);
    const exitCode = exitCodeOf(summary, reason, missed, options);
    report.end({ summary, reason, exitCode, missed, seed: prepared.seed });
    return exitCode;
  } finally {
    over.abort();
    await watchers.close();
  }
}

const retryOf = ({ attempts, retryFor, timeout }: StreamOptions): Record<string, number> => ({
  ...(attempts === undefined ? {} : { attempts }),
  ...(retryFor === undefined ? {} : { batchMs: retryFor }),
  ...(timeout === undefined ? {} : { requestMs: timeout }),
});

function reasonOf({ reason }: Summary, { limitedByDuration }: Prepared, { stop }: Interrupt): EndReason {
  if (reason === 'stopped') return stop.aborted ? 'interrupted' : 'duration';
  return reason === 'limit' && limitedByDuration ? 'duration' : reason;
}
