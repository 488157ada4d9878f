import { messagesOf } from '@catbird/engine';
import { DeliveryError, type Connection } from '@catbird/send';
import type { RecordedPart } from '@catbird/stream';
import { setMaxListeners } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { destinations } from '../destinations/list.ts';
import type { Report } from '../report/report.ts';
import { deliver } from '../stream/deliver.ts';
import { ready, type Ready } from '../stream/open.ts';
import { prepare } from '../stream/prepare.ts';
import type { StreamSpec } from '../stream/spec.ts';
import type { Surroundings } from '../stream/observers.ts';
import type { Terminal } from '../terminal.ts';
import { plainEnd, plainError, plainProgress, type Event, type Order, type SendTask } from './protocol.ts';
import { newThreadSlot, type ThreadSlot } from './thread-slot.ts';

/** Sends a part of a stream, in a thread, as the main thread orders. */
export async function sendPart(task: SendTask, main: MessagePort): Promise<void> {
  setMaxListeners(0);
  const post = (event: Event): void => main.postMessage(event);
  const slot = task.slot && newThreadSlot(task.slot, post);
  const orders = ordersFrom(main, slot);
  const stream = await streamOf({ ...specOf(task), ...(slot && { slot }) }, post, orders, task.recorded);
  try {
    const connection = await opened(stream, post);
    if (connection === undefined) return;
    if (await orders.mayGo) await deliver(connection, stream, { ...orders, onMetrics: undefined });
    else await connection.close();
  } finally {
    await stream.close();
    main.close();
  }
}

/** @throws Error if the main thread, which checked the stream before, reads it differently */
async function streamOf(
  spec: StreamSpec,
  post: (event: Event) => void,
  { interrupt }: Orders,
  recorded: RecordedPart | undefined,
): Promise<Ready> {
  const terminal: Terminal = { ...UNUSED, env: process.env, interrupt };
  const result = await prepare(spec, terminal);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('\n'));
  const reports = { of: () => reportTo(post), note: () => undefined, end: () => undefined };
  const prepared = { ...result.prepared, notes: [] };
  if (spec.options.faultsLog !== undefined) prepared.faultLog?.to((lines) => post({ kind: 'faults', lines }));
  const record = recorded && {
    before: recorded,
    save: (part: RecordedPart) => post({ kind: 'record', part }),
  };
  return ready(spec, prepared, {
    terminal,
    reports,
    onRows: () => undefined,
    record,
    onLetters: (lines) => post({ kind: 'letters', lines }),
  });
}

function specOf({
  worker,
  destination: command,
  settings,
  options,
  name,
  nowMs,
  hidden,
}: SendTask): StreamSpec {
  const destination = destinations.find((each) => each.command === command);
  if (destination === undefined) throw new Error(`Unknown destination ${command}`);
  return {
    ...(name === undefined ? {} : { name }),
    ...(nowMs === undefined ? {} : { nowMs }),
    destination,
    settings,
    // The main thread read the schema.
    source: { text: '', name: worker.schema.name, folder: '.' },
    options,
    nameOf: String,
    optionOf: String,
    worker,
    hidden,
  };
}

async function opened(stream: Ready, post: (event: Event) => void): Promise<Connection | undefined> {
  try {
    const connection = await stream.open();
    post({ kind: 'opened' });
    return connection;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    post({ kind: 'not-opened', error: plainError(error) });
    return undefined;
  }
}

/** The orders of the main thread. */
interface Orders extends Pick<Surroundings, 'interrupt' | 'othersFailed' | 'abort'> {
  /** Whether to send, once the main thread knows. */
  readonly mayGo: Promise<boolean>;
}

function ordersFrom(main: MessagePort, slot: ThreadSlot | undefined): Orders {
  const [stop, othersFailed, abort] = [new AbortController(), new AbortController(), new AbortController()];
  const mayGo = new Promise<boolean>((resolve) => {
    main.on('message', (order: Order) => {
      if (order.kind === 'go' || order.kind === 'leave') resolve(order.kind === 'go');
      else if (order.kind === 'saved' || order.kind === 'state-lost') slot?.receive(order);
      else if (order.kind === 'abort') abort.abort();
      else if (order.because === 'interrupted') stop.abort();
      else othersFailed.abort();
    });
  });
  return {
    interrupt: {
      stop: stop.signal,
      abort: abort.signal,
      takeSecond: () => undefined,
      release: () => undefined,
    },
    othersFailed: othersFailed.signal,
    abort: abort.signal,
    mayGo,
  };
}

/** Reports to the main thread. */
const reportTo = (post: (event: Event) => void): Report => ({
  everyMs: 100,
  start: () => undefined,
  note: (text) => post({ kind: 'note', text }),
  progress: (progress) => post({ kind: 'progress', progress: plainProgress(progress) }),
  error: (error, retried) => post({ kind: 'error', error: plainError(error), retried }),
  answer: (text) => post({ kind: 'answer', text }),
  end: (end) => post({ kind: 'end', end: plainEnd(end) }),
});

const noInput = (): never => {
  throw new Error('A thread has no input');
};

/** What of a terminal a thread does not use. */
const UNUSED: Omit<Terminal, 'env' | 'interrupt'> = {
  out: { isTerminal: false, write: noInput },
  err: { isTerminal: false, columns: 80, rows: 24, colour: false, write: () => undefined },
  readInput: noInput,
  inputBytes: noInput,
};
