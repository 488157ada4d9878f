import type { FaultChange, StartedIncident, Timing } from '@catbird/engine';
import { type StopReason, countBelow, type Range } from '@catbird/send';

/** What identifies a run, and what it sends. Its credentials are not kept. */
export interface KeptStart {
  readonly id: string;
  /** Digest of the config's text: a config that was edited is another one. Empty for the stream of the page's own steps. */
  readonly key: string;
  /** The query that restores the settings, schema and seed of the page's own stream. */
  readonly link?: string;
  /** Used by streams without a seed of their own. */
  readonly seed: string;
  /** What relative times count from, in milliseconds since 1970: the first start. */
  readonly nowMs: number;
  /** When the latest session started, in milliseconds since 1970. */
  readonly savedMs: number;
  /** See `placeOf`. Set by the database. */
  readonly order?: number;
  /** Of the rows of each stream that runs, by name: see `rowsDigest` and `configDigest`. */
  readonly digests: Readonly<Record<string, string>>;
  /** A stream of the session could not be saved. The run cannot be continued, and no stream of it is kept. */
  readonly isLost?: true;
}

/** The database of the kept runs. Named after the runs of configs, which it held first. */
export const KEPT = 'catbird-configs';

/** The `key` of the page's own stream, and its name in the run: that of the only stream of a config. */
export const OWN = '';

/** How far a stream of a run has come: what the command line keeps in a state file. Written while it runs. */
export interface KeptProgress {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly savedMs: number;
  /** The rows that are not done, in order and disjoint. The run continues with the first of them. The last range is endless. */
  readonly remaining: readonly Range[];
  /** The times of remaining rows that may have been sent. */
  readonly spans: readonly KeptSpan[];
  /** The row after the session's last one; `Infinity` without a limit, and once the rate of a duration has changed. */
  readonly end: number;
  /** The times of the rows, if not the clock's. */
  readonly timing: Timing | undefined;
  /** Changes of the faults while it ran. */
  readonly faultChanges: readonly FaultChange[];
  /** Incidents that were started by hand. Absent: none, or an earlier version of the page kept it. */
  readonly started?: readonly StartedIncident[];
  /** Why the session ended; undefined if it was interrupted. */
  readonly reason: StopReason | undefined;
  /** Rows that are done in all its sessions. */
  readonly counts: DoneCounts;
  /** How long all its sessions ran, in milliseconds. Absent: none, or an earlier version of the page kept it. */
  readonly elapsedMs?: number;
}

/** Rows that are done: the next session does not send them. */
export interface DoneCounts {
  readonly accepted: number;
  readonly quarantined: number;
  readonly rejected: number;
  readonly dropped: number;
  /** Of request bodies that were acknowledged. */
  readonly bytes: number;
}

/** The first row that no earlier session can have sent, as far as it kept what it made. */
export const firstUnsent = ({ remaining, spans }: Pick<KeptProgress, 'remaining' | 'spans'>): number =>
  Math.max(remaining.at(-1)?.[0] ?? 0, ...spans.map(({ end }) => end));

/** Rows with the same time. */
export interface KeptSpan {
  /** The first row, and the row after the last. */
  readonly first: number;
  readonly end: number;
  /** Milliseconds since 1970. */
  readonly ms: number;
}

/** An identifier for a run, unique in this browser. Pages over plain http have no `crypto.randomUUID`. */
export const newRunId = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;

/** A run that can be continued. */
export interface KeptRun extends KeptStart {
  /** By name. A stream that has not started is missing. */
  readonly streams: ReadonlyMap<string, KeptProgress>;
}

/** Identifies the progress of a stream of a run. */
export const progressId = (run: string, stream: string): string => `${run}/${stream}`;

/** The progress of a stream that has not been kept before. */
export const NOTHING_DONE: DoneCounts = { accepted: 0, quarantined: 0, rejected: 0, dropped: 0, bytes: 0 };

/** The index of the row that a stream continues with. */
export const nextRowOf = ({ remaining }: Pick<KeptProgress, 'remaining'>): number => remaining[0]?.[0] ?? 0;

/** Rows that a session lacks to its limit; `Infinity` without one. If 0, the next session sends later rows. */
export const owedRows = ({ remaining, end }: Pick<KeptProgress, 'remaining' | 'end'>): number =>
  countBelow(end, remaining);

/** Whether a stream has sent all that it should. */
const isFinished = (progress: KeptProgress | undefined): boolean =>
  progress?.reason === 'limit' &&
  (progress.end === Infinity ? progress.remaining.length === 1 : owedRows(progress) === 0);

/** How a run ended. */
export function endOfRun({ digests, streams }: KeptRun): 'interrupted' | 'stopped' | 'failed' | 'finished' {
  const all = [...streams.values()];
  if (Object.keys(digests).every((name) => isFinished(streams.get(name)))) return 'finished';
  if (all.some(({ reason }) => reason === undefined)) return 'interrupted';
  return all.some(({ reason }) => reason === 'failed') ? 'failed' : 'stopped';
}

/** Rows that all streams of a run sent. */
export const sentOf = ({ streams }: KeptRun): number =>
  [...streams.values()].reduce((sum, { counts }) => sum + counts.accepted, 0);

/** When a run was last saved, in milliseconds since 1970. */
export const lastSavedMs = ({ savedMs, streams }: Pick<KeptRun, 'savedMs' | 'streams'>): number =>
  Math.max(savedMs, ...[...streams.values()].map((each) => each.savedMs));
