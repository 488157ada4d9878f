import { DeliveryError, type Progress, type Summary } from '@catbird/send';
import type { RecordedPart } from '@catbird/stream';
import { EXIT } from '../exit-codes.ts';
import { messageOf } from '../files/error-code.ts';
import type { WorkerEnd } from '../report/report.ts';
import { plainSchema } from '../types/plain.ts';
import { NOTHING } from '../stream/not-started.ts';
import type { RecordPlace } from '../record/keep.ts';
import type { Ready } from '../stream/open.ts';
import type { State } from '../stream/state.ts';
import { newOutcome } from './thread-slot.ts';
import { type WorkerPart, shardOf } from './shards.ts';
import { errorOf, progressOf, summaryOf, type Event, type Order, type SendTask } from './protocol.ts';
import { threads } from './thread.ts';

/** A thread that sends a part of a stream, as the main thread sees it. */
export interface Sender {
  /** Resolves once its connection is open. @throws DeliveryError if it cannot be opened; anything else is a bug */
  readonly opened: Promise<void>;
  /** Resolves once it has ended, in whatever way. */
  readonly ended: Promise<WorkerEnd>;
  /** Its last report. Undefined: none yet. */
  readonly progress: Progress | undefined;
  tell(order: Order): void;
  close(): Promise<void>;
}

/** What the main thread does for a thread. */
interface Main {
  /** What an earlier process saved of its rows. Undefined: nothing. */
  readonly state: State | undefined;
  readonly save: (state: State) => void;
  /** Takes lines of the fault log. */
  readonly log: (lines: string) => void;
  /** Takes dead letters. */
  readonly onLetters: (lines: string) => void;
  /** Where its record is kept. Undefined: there is none. */
  readonly record: RecordPlace | undefined;
  readonly onError: (error: DeliveryError, retried: boolean) => void;
}

/** Starts a thread. It opens its connection and waits for orders. */
export function startSender(
  stream: Ready,
  place: Pick<WorkerPart, 'index' | 'count'>,
  { state, save, log, onLetters, record, onError }: Main,
): Sender {
  const thread = threads.start(taskOf(stream, place, state, record?.before), []);
  const { report } = stream;
  let [isOpen, isOver] = [false, false];
  let progress: Progress | undefined;
  const opened = newOutcome<void>();
  const ended = newOutcome<WorkerEnd>();

  const end = (last: WorkerEnd): void => {
    isOver = true;
    progress = last.summary;
    ended.resolve(last);
  };
  const die = (cause: unknown): void => {
    if (isOver) return;
    const error = diedOf(place, cause);
    if (isOpen) onError(error, false);
    opened.reject(error);
    const summary = lostIn(progress, error);
    end({ reason: 'failed', faults: undefined, exitCode: EXIT.failed, summary });
  };
  const receivers: Receivers = {
    opened() {
      isOpen = true;
      opened.resolve();
    },
    'not-opened': ({ error }) => opened.reject(errorOf(error)),
    note: ({ text }) => report.note(text),
    answer: ({ text }) => report.answer(text),
    error: ({ error, retried }) => onError(errorOf(error), retried),
    progress: (event) => void (progress = progressOf(event.progress)),
    faults: ({ lines }) => log(lines),
    letters: ({ lines }) => onLetters(lines),
    state: (event) => save(event.state),
    record: ({ part }) => record?.save(part),
    end: ({ end: last }) => end({ ...last, summary: summaryOf(last.summary) }),
  };
  thread.on('message', (event: Event) => receive(event, receivers));
  let bug: unknown;
  thread.on('error', (error) => (bug = error));
  thread.on('exit', () => die(bug));
  return {
    opened: opened.promise,
    ended: ended.promise,
    get progress() {
      return progress;
    },
    tell(order) {
      if (order.kind === 'leave') isOver = true;
      thread.postMessage(order);
    },
    async close() {
      isOver = true;
      await thread.terminate();
    },
  };
}

/** What to do with each kind of event. */
type Receivers = {
  readonly [Kind in Event['kind']]: (event: Extract<Event, { readonly kind: Kind }>) => void;
};

function receive<Kind extends Event['kind']>(
  event: Extract<Event, { readonly kind: Kind }>,
  receivers: { readonly [Each in Kind]: (event: Extract<Event, { readonly kind: Each }>) => void },
): void {
  receivers[event.kind](event);
}

function taskOf(
  { spec, prepared }: Ready,
  place: Pick<WorkerPart, 'index' | 'count'>,
  state: State | undefined,
  recorded: RecordedPart | undefined,
): SendTask {
  const { seed, shard, schema, schemaName, format } = prepared;
  // The thresholds are those of the whole stream.
  const { workers: _workers, maxFailureRate: _failures, minRate: _rate, ...options } = spec.options;
  return {
    kind: 'send',
    recorded,
    worker: {
      ...place,
      schema: { ...plainSchema(schema, spec.types), name: schemaName },
      registered: format?.registered,
    },
    slot: spec.slot && { name: spec.slot.name, state },
    destination: spec.destination.command,
    // A thread renews its keys of AWS itself.
    settings: prepared.awsKeys === undefined ? prepared.settings : spec.settings,
    options: { ...options, seed, shard: shardOf(shard, place) },
    name: spec.name,
    nowMs: spec.nowMs,
    hidden: spec.hidden ?? [],
  };
}

const diedOf = (
  { index, count }: { readonly index: number; readonly count: number },
  cause: unknown,
): DeliveryError =>
  new DeliveryError('unavailable', `Worker ${index + 1} of ${count} ended unexpectedly`, {
    detail: cause === undefined ? undefined : messageOf(cause),
    hint: 'Its events in flight may have been stored. What it did after its last report, up to 0.1 s before, is unknown.',
    cause,
  });

/** The summary of a thread that died: what was in flight failed, and may have been stored. */
function lostIn(progress: Progress | undefined, error: DeliveryError): Summary {
  const last = progress ?? { ...NOTHING, asked: 0, lastError: undefined };
  const { failed, uncertain, inFlight } = last;
  return {
    ...last,
    failed: failed + inFlight,
    uncertain: uncertain + inFlight,
    inFlight: 0,
    // Unknown: a thread reports them when it ends.
    latencyBins: [],
    lastError: error,
    reason: 'failed',
    error,
  };
}
