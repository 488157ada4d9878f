import { invalid, type Result, type Schema } from '@catbird/engine';
import { isOrdered } from '../stream/inputs.ts';
import type { StreamSpec } from '../stream/spec.ts';
import { startOver } from '../stream/state.ts';
import { coresOf } from './count.ts';

/**
 * What the threads of a stream do: nothing, as the main thread does all; `send` a part of the rows each, over connections of their
 * own; or `generate` rows that the main thread sends in order, over one connection.
 */
export type WorkerMode = 'none' | 'send' | 'generate';

/** The threads of a stream. */
export interface Workers {
  readonly mode: WorkerMode;
  /** 1 if there are none. */
  readonly count: number;
  /** Why there are none although they were asked for. */
  readonly notes: readonly string[];
}

const ALONE: Workers = { mode: 'none', count: 1, notes: [] };

/** What threads could do for a stream. Changes of a table are sent in order, unless each
 * thread sends all changes of its rows. @param time computed event times */
export function workerMode(
  { destination, options: { workers = 1, state, splitBy, shard }, worker }: StreamSpec,
  schema: Pick<Schema, 'fields' | 'recording'>,
  time: object | undefined,
): WorkerMode {
  if (workers === 1 || worker !== undefined) return 'none';
  const keepsOrder = isOrdered(schema) && splitBy === undefined;
  if (destination.keepsOrder !== true && !keepsOrder) return 'send';
  // Recorded rows are read, not made.
  if (schema.recording !== undefined) return 'none';
  // A block is of consecutive rows, or of every n-th one.
  if (splitBy !== undefined && shard !== undefined) return 'none';
  // The times of the clock are saved before rows with them are generated, so nothing can be generated ahead.
  return state !== undefined && time === undefined ? 'none' : 'generate';
}

/** What decides how many threads are of use. */
interface Work {
  readonly mode: WorkerMode;
  /** Rows to send; −1: no limit. */
  readonly rows: number;
  /** Rows per second; `Infinity` for full speed. */
  readonly perSecond: number;
  /** Requests per second that the destination accepts. Undefined: any number. */
  readonly requestsPerSecond: number | undefined;
  /** Each thread has one request in flight, because its rows are sent in order. Default: the requests in flight are dealt out. */
  readonly isOrdered?: boolean;
  /** Threads of the earlier process whose state is resumed; 1 if it had none. Undefined: there is no state. */
  readonly earlier: number | undefined;
}

/** The threads of a stream. */
export function workersOf(spec: StreamSpec, work: Work): Result<Workers> {
  const { state = '' } = spec.options;
  const { mode, earlier } = work;
  const count = countOf(spec, work);
  if (mode !== 'send') {
    // Rows that are sent in order have one state, whoever generates them.
    if (earlier !== undefined && earlier > 1) return invalid(otherCount(state, earlier));
    if (mode === 'none')
      return {
        ok: true,
        ...ALONE,
        notes: spec.options.workers === count && count > 1 ? [whyAlone(spec)] : [],
      };
  } else {
    if (earlier !== undefined && earlier !== count) return invalid(otherCount(state, earlier));
    const problem = tooMany(spec, count, work);
    if (problem !== undefined) return invalid(problem);
  }
  return { ok: true, ...(count === 1 ? ALONE : { mode, count, notes: [] }) };
}

const countOf = (spec: StreamSpec, work: Work): number => {
  const { workers = 1 } = spec.options;
  return workers === 'auto' ? automatic(spec, work) : workers;
};

const whyAlone = ({ source, options: { splitBy, shard } }: StreamSpec): string => {
  if ('replay' in source) return RECORDED;
  return splitBy !== undefined && shard !== undefined ? BY_KEY : IN_TURN;
};

const RECORDED =
  '--workers has no effect: one thread reads a recording for a destination that takes rows in order';

const BY_KEY =
  '--workers has no effect: with --split-by and --shard, one thread generates rows that are sent in order';

const IN_TURN =
  '--workers has no effect: with --state, the current time is saved before rows with it are generated. Use --from: with event times, threads can generate ahead';

/** Why there cannot be so many threads that send. */
function tooMany(
  { destination, options: { inFlight = Infinity }, optionOf }: StreamSpec,
  count: number,
  { requestsPerSecond = Infinity, isOrdered: isInTurn = false }: Work,
): string | undefined {
  if (!isInTurn && inFlight < count)
    return `--workers ${count} needs ${optionOf('inFlight')} ${count} or more: each worker has at least one request in flight`;
  if (requestsPerSecond < count)
    return `--workers ${count} is more than ${destination.title} accepts requests per second. Use --workers ${requestsPerSecond} or fewer`;
  return undefined;
}

const otherCount = (state: string, kept: number): string =>
  `--state ${state} is of a stream with ${kept === 1 ? 'one worker' : `${kept} workers`}, each with its own rows. Use --workers ${kept}. ${startOver(state)}`;

/** Rows per second that one thread surely generates and sends: a fraction of what it does with the simple templates. */
const ROWS_PER_SECOND = 50_000;
/** Rows per second of a thread at its best. */
const MOST_PER_SECOND = 500_000;
/** Shorter runs end before threads are of use: one takes half a second of CPU time to start. */
const LEAST_SECONDS = 3;

/** One thread per core, but no more than the rate can keep busy; 1 for a short run. */
function automatic({ options: { inFlight, duration }, cores = coresOf() }: StreamSpec, work: Work): number {
  const { mode, rows, perSecond, requestsPerSecond = Infinity, earlier, isOrdered: isInTurn } = work;
  if (mode === 'send' && earlier !== undefined) return earlier;
  const byRows = rows < 0 ? Infinity : rows / Math.min(perSecond, MOST_PER_SECOND);
  if (Math.min(byRows, (duration ?? Infinity) / 1000) < LEAST_SECONDS) return 1;
  const useful = Math.max(1, Math.ceil(perSecond / ROWS_PER_SECOND));
  return Math.min(
    cores,
    useful,
    ...(mode === 'send' ? [isInTurn === true ? Infinity : (inFlight ?? Infinity), requestsPerSecond] : []),
  );
}

/** Whether a run of so many rows at full speed is long enough for threads. */
export const isLong = (rows: number): boolean => rows / MOST_PER_SECOND >= LEAST_SECONDS;

/** Deals the cores out to streams that choose their workers themselves. */
export const withCores = (streams: readonly StreamSpec[]): readonly StreamSpec[] =>
  streams.length < 2
    ? streams
    : streams.map((spec) => ({ ...spec, cores: Math.max(1, Math.floor(coresOf() / streams.length)) }));
