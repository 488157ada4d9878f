import { DeliveryError, type Connection } from '@catbird/core';
import type { ExitCode } from '../exit-codes.ts';
import { whenAborted, type Interrupt } from '../interrupt.ts';
import { deliver, type Surroundings } from './deliver.ts';
import { endUnstarted } from './not-started.ts';
import type { Ready } from './open.ts';

/** What all streams of a process share. */
interface Common {
  readonly interrupt: Interrupt;
  /** Whether a failed stream ends the others. */
  readonly onStreamFailure: 'stop' | 'continue';
  /** The metrics of a stream. */
  readonly onMetrics: (name: string | undefined) => Surroundings['onMetrics'];
}

/** Opens all destinations, then sends until every stream has ended. Returns the exit code of each. */
export async function sendAll(streams: readonly Ready[], common: Common): Promise<readonly ExitCode[]> {
  const { stop } = common.interrupt;
  const opened = await Promise.all(streams.map((each) => openOne(each, stop)));
  const oneFailed = new AbortController();
  const bug = new AbortController();
  const surroundings = {
    interrupt: common.interrupt,
    othersFailed: oneFailed.signal,
    abort: AbortSignal.any([common.interrupt.abort, bug.signal]),
  };
  const fail = (): void => {
    if (common.onStreamFailure === 'stop') oneFailed.abort();
  };
  if (opened.some(({ error }) => error !== undefined)) fail();
  const sending = opened.map(async ({ stream, connection, error }) => {
    if (connection === undefined)
      return endUnstarted(stream, error ?? (stream.prepared.isFinished ? 'limit' : 'interrupted'));
    if (oneFailed.signal.aborted) {
      await connection.close();
      return endUnstarted(stream, 'stopped');
    }
    stream.report.start(stream.facts);
    const onMetrics = common.onMetrics(stream.spec.name);
    const end = await deliver(connection, stream, { ...surroundings, onMetrics });
    if (end.reason === 'failed') fail();
    return end.exitCode;
  });
  for (const each of sending) each.catch(() => bug.abort());
  // Even after a bug in one, no stream is left running.
  await Promise.allSettled(sending);
  return Promise.all(sending);
}

/** A stream with its connection. Without one, there was an error, a signal, or nothing left to send. */
interface Opened {
  readonly stream: Ready;
  readonly connection?: Connection;
  readonly error?: DeliveryError;
}

async function openOne(stream: Ready, stop: AbortSignal): Promise<Opened> {
  if (stop.aborted || stream.prepared.isFinished) return { stream };
  try {
    const connection = await unlessInterrupted(stream.open(), stop);
    return connection === undefined ? { stream } : { stream, connection };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    stream.report.error(error, false);
    return { stream, error };
  }
}

/** The connection; undefined if a signal comes first. A connection that opens later is closed. */
async function unlessInterrupted(
  opening: Promise<Connection>,
  stop: AbortSignal,
): Promise<Connection | undefined> {
  const first = await Promise.race([opening, whenAborted(stop)]);
  // A late failure no longer matters.
  if (first === undefined) void opening.then((late) => late.close()).catch(() => undefined);
  return first;
}
