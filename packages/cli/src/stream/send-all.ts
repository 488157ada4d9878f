import { DeliveryError, type Connection } from '@catbird/core';
import type { ExitCode } from '../exit-codes.ts';
import type { Interrupt } from '../interrupt.ts';
import { deliver, type Surroundings } from './deliver.ts';
import { neverBegun } from './never-begun.ts';
import type { Ready } from './open.ts';

/** What concerns all streams of a process. */
interface Common {
  readonly interrupt: Interrupt;
  /** What a stream that fails means for the others. */
  readonly onStreamFailure: 'stop' | 'continue';
  /** Who wants the figures of a stream. */
  readonly onFigures: (name: string | undefined) => Surroundings['onFigures'];
}

/** Opens all destinations, then sends until every stream has ended; the exit code of each. */
export async function sendAll(streams: readonly Ready[], common: Common): Promise<readonly ExitCode[]> {
  const opened = await Promise.all(streams.map(openOne));
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
    // It could not be had, or is not needed.
    if (connection === undefined) return neverBegun(stream, error);
    if (oneFailed.signal.aborted) {
      await connection.close();
      return neverBegun(stream, undefined);
    }
    stream.report.start(stream.facts);
    const onFigures = common.onFigures(stream.asked.name);
    const end = await deliver(connection, stream, { ...surroundings, onFigures });
    if (end.reason === 'failed') fail();
    return end.exitCode;
  });
  for (const each of sending) each.catch(() => bug.abort());
  // None goes on behind the back of the others.
  await Promise.allSettled(sending);
  return Promise.all(sending);
}

/** A stream with its connection, or with why there is none: one that is finished needs none. */
interface Opened {
  readonly stream: Ready;
  readonly connection?: Connection;
  readonly error?: DeliveryError;
}

async function openOne(stream: Ready): Promise<Opened> {
  if (stream.prepared.isFinished) return { stream };
  try {
    return { stream, connection: await stream.open() };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    stream.report.error(error, false);
    return { stream, error };
  }
}
