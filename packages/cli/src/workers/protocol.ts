import type { Timing } from '@catbird/engine';
import type { TextSizes } from '@catbird/formats';
import { DeliveryError, type Progress, type Summary } from '@catbird/send';
import type { RecordedPart } from '@catbird/stream';
import type { MessagePort } from 'node:worker_threads';
import type { End, WorkerEnd } from '../report/report.ts';
import type { StreamOptions } from '../stream/spec.ts';
import type { State } from '../stream/state.ts';
import type { Finished, Taking } from './turns.ts';
import type { PlainSchema } from '../types/plain.ts';
import type { WorkerPart } from './shards.ts';

/** Sends a part of a stream. */
export interface SendTask {
  readonly kind: 'send';
  readonly worker: WorkerPart;
  /** The destination's command: `http`. */
  readonly destination: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Those of the stream, with the shard and the seed of this thread. */
  readonly options: StreamOptions;
  /** The stream's name, if there are several. */
  readonly name: string | undefined;
  /** What relative times count from, in milliseconds since 1970. */
  readonly nowMs: number | undefined;
  /** The place of its state. Undefined: it saves none. */
  readonly slot: { readonly name: string; readonly state: State | undefined } | undefined;
  /** Texts that are never shown, besides the secrets of its settings. */
  readonly hidden: readonly string[];
  /** What earlier processes have recorded of its rows. Undefined: it keeps no record. */
  readonly recorded: RecordedPart | undefined;
}

/** Generates blocks of rows. */
export interface GenerateTask {
  readonly kind: 'generate';
  readonly schema: PlainSchema;
  readonly seed: string;
  /** How event times are computed. Undefined: rows have the time at which their block is made. */
  readonly timing: Timing | undefined;
  /** The blocks: see `blocks.ts`. */
  readonly plan: BlockPlan;
  /** How threads take blocks. */
  readonly taking: Taking;
  /** Which blocks are taken and used: see `turns.ts`. */
  readonly turns: Int32Array;
  /** The blocks that it has finished. */
  readonly finished: Finished;
  /** Takes the memories of blocks: `BlockMemory`. */
  readonly port: MessagePort;
}

/** Computes columns of tables, as they are asked for: see `lake/compute.ts`. */
export interface LakeTask {
  readonly kind: 'lake';
  readonly tables: readonly LakeTable[];
}

/** A table, for a thread. */
export interface LakeTable {
  readonly schema: PlainSchema;
  readonly seed: string;
  /** Undefined: rows have no times. */
  readonly timing: Timing | undefined;
  readonly sizes: readonly TextSizes[];
  readonly groupRows: number;
}

export type Task = SendTask | GenerateTask | LakeTask;

/** Which rows the blocks hold: row r of block b is row `first + (b · rows + r) · step` of the stream. */
export interface BlockPlan {
  readonly first: number;
  readonly step: number;
  /** Rows of a block. */
  readonly rows: number;
  /** Rows of all blocks; `Infinity` without an end. The last block may have fewer. */
  readonly count: number;
  /** How many consecutive blocks one thread generates. */
  readonly run: number;
}

/** What the main thread tells a thread that sends. */
export type Order =
  /** All threads are open: send. */
  | { readonly kind: 'go' }
  /** A signal, or the failure of another thread or stream: finish. */
  | { readonly kind: 'stop'; readonly because: 'interrupted' | 'failed' }
  /** Give up requests in flight. */
  | { readonly kind: 'abort' }
  /** Close without sending. */
  | { readonly kind: 'leave' }
  /** A state that the thread posted is saved. */
  | { readonly kind: 'saved' }
  /** States can no longer be saved. `isTaken`: because another process has taken over. */
  | { readonly kind: 'state-lost'; readonly message: string; readonly isTaken: boolean };

/** What a thread that sends tells the main thread. */
export type Event =
  | { readonly kind: 'opened' }
  | { readonly kind: 'not-opened'; readonly error: PlainError }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'error'; readonly error: PlainError; readonly retried: boolean }
  | { readonly kind: 'progress'; readonly progress: PlainProgress }
  /** Lines of the fault log. With a state, they are those up to the state that follows. */
  | { readonly kind: 'faults'; readonly lines: string }
  /** Dead letters, before their rows count. */
  | { readonly kind: 'letters'; readonly lines: string }
  | { readonly kind: 'state'; readonly state: State }
  /** What is known of its rows. */
  | { readonly kind: 'record'; readonly part: RecordedPart }
  | { readonly kind: 'end'; readonly end: PlainEnd };

/** A `DeliveryError` as data, which cannot be sent as it is. */
export type PlainError = Pick<
  DeliveryError,
  'kind' | 'message' | 'status' | 'code' | 'detail' | 'retryAfterMs' | 'hint' | 'uncertain'
>;

export type PlainProgress = Omit<Progress, 'lastError'> & { readonly lastError: PlainError | undefined };

/** How the part of a thread ended. */
export interface PlainEnd extends Pick<WorkerEnd, 'reason' | 'faults' | 'exitCode' | 'owed' | 'digest'> {
  readonly summary: PlainProgress &
    Pick<Summary, 'reason' | 'latencyBins'> & { readonly error: PlainError | undefined };
}

/** An error as data. */
export const plainError = ({
  kind,
  message,
  status,
  code,
  detail,
  retryAfterMs,
  hint,
  uncertain,
}: DeliveryError): PlainError => ({ kind, message, status, code, detail, retryAfterMs, hint, uncertain });

/** An error from data. */
export const errorOf = ({ kind, message, ...details }: PlainError): DeliveryError =>
  new DeliveryError(kind, message, details);

const orPlain = (error: DeliveryError | undefined): PlainError | undefined =>
  error === undefined ? undefined : plainError(error);

/** Progress as data. */
export const plainProgress = (progress: Progress): PlainProgress => ({
  ...progress,
  lastError: orPlain(progress.lastError),
});

/** Progress from data. */
export const progressOf = (progress: PlainProgress): Progress => ({
  ...progress,
  lastError: progress.lastError === undefined ? undefined : errorOf(progress.lastError),
});

/** An end as data. */
export const plainEnd = ({ summary, reason, faults, exitCode, part }: End): PlainEnd => ({
  reason,
  exitCode,
  faults,
  owed: part.owed,
  digest: part.digest,
  summary: {
    ...plainProgress(summary),
    reason: summary.reason,
    latencyBins: summary.latencyBins,
    error: orPlain(summary.error),
  },
});

/** A summary from data. */
export const summaryOf = ({ error, latencyBins, ...summary }: PlainEnd['summary']): Summary => ({
  ...progressOf(summary),
  latencyBins,
  reason: summary.reason,
  error: error === undefined ? undefined : errorOf(error),
});
