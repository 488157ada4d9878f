import { DeliveryError, type Connection } from '@catbird/send';
import { startInOrder } from '@catbird/stream';
import type { ExitCode } from '../exit-codes.ts';
import { whenAborted, type Interrupt } from '../interrupt.ts';
import type { EndReason } from '../report/report.ts';
import { deliver } from './deliver.ts';
import { endUnstarted } from './not-started.ts';
import type { Ready } from './open.ts';
import type { Surroundings } from './observers.ts';

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
  const fail = (): void => {
    if (common.onStreamFailure === 'stop') oneFailed.abort();
  };
  const abort = AbortSignal.any([common.interrupt.abort, bug.signal]);
  const sender: Sender = { ...common, othersFailed: oneFailed.signal, abort, fail };
  if (opened.some(({ error }) => error !== undefined)) fail();
  for (const { spec, stream, connection } of opened)
    if (connection !== undefined && spec.startAfter !== undefined && spec.startAfter.length > 0)
      stream.report.note(`Waiting for ${spec.startAfter.join(' and ')}`);
  const sending = startInOrder(
    opened,
    ({ spec }) => spec,
    (each, incomplete) => send(each, incomplete, sender),
  );
  for (const each of sending) each.catch(() => bug.abort());
  // Even after a bug in one, no stream is left running.
  await Promise.allSettled(sending);
  return (await Promise.all(sending)).map(({ exitCode }) => exitCode);
}

/** What the streams of a process are sent with. */
interface Sender extends Pick<Common, 'interrupt' | 'onMetrics'>, Omit<Surroundings, 'onMetrics'> {
  /** Called when a stream has failed. */
  readonly fail: () => void;
}

/** How a stream ended. */
interface Sent {
  readonly exitCode: ExitCode;
  /** Whether it sent all its rows. */
  readonly isComplete: boolean;
}

const COMPLETE: ReadonlySet<EndReason> = new Set(['limit', 'duration', 'end']);

/**
 * Sends the rows of a stream until it ends.
 *
 * @param incomplete the streams that should have sent all their rows before, and did not
 */
async function send(
  { stream, connection, error }: Opened,
  incomplete: readonly string[],
  { interrupt, othersFailed, abort, fail, onMetrics }: Sender,
): Promise<Sent> {
  const { isFinished } = stream.prepared;
  if (connection === undefined) {
    const exitCode = endUnstarted(stream, error ?? (isFinished ? 'limit' : 'interrupted'));
    return { exitCode, isComplete: isFinished };
  }
  if (incomplete.length > 0 || othersFailed.aborted) {
    await connection.close();
    if (incomplete.length > 0)
      stream.report.note(`Not started: ${incomplete.join(' and ')} did not complete`);
    return {
      exitCode: endUnstarted(stream, interrupt.stop.aborted ? 'interrupted' : 'stopped'),
      isComplete: false,
    };
  }
  stream.report.start(stream.facts);
  stream.steering?.begin();
  const surroundings = { interrupt, othersFailed, abort, onMetrics: onMetrics(stream.spec.name) };
  const end = await (stream.deliver?.(surroundings) ?? deliver(connection, stream, surroundings));
  if (end.reason === 'failed') fail();
  return { exitCode: end.exitCode, isComplete: COMPLETE.has(end.reason) };
}

/** A stream with its connection. Without one, there was an error, a signal, or nothing left to send. */
interface Opened {
  readonly spec: Ready['spec'];
  readonly stream: Ready;
  readonly connection?: Connection;
  readonly error?: DeliveryError;
}

async function openOne(stream: Ready, stop: AbortSignal): Promise<Opened> {
  const { spec } = stream;
  if (stop.aborted || stream.prepared.isFinished) return { spec, stream };
  try {
    const connection = await unlessInterrupted(stream.open(), stop);
    return connection === undefined ? { spec, stream } : { spec, stream, connection };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    stream.report.error(error, false);
    return { spec, stream, error };
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
