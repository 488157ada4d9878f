import { owedRows, type DoneCounts, type KeptProgress } from './kept-run.ts';

/** What identifies a run of a config. Its credentials are not kept. */
export interface KeptConfig {
  readonly id: string;
  /** Digest of the config's text: a config that was edited is another one. */
  readonly key: string;
  /** Used by streams without a seed of their own. */
  readonly seed: string;
  /** What relative times count from, in milliseconds since 1970: the first start. */
  readonly nowMs: number;
  /** When the latest session started, in milliseconds since 1970. */
  readonly savedMs: number;
  /** See `Ordered`. Set by the database. */
  readonly order?: number;
  /** Of the rows of each stream that runs, by name: see `configDigest`. */
  readonly digests: Readonly<Record<string, string>>;
  /** A stream of it could not be saved. It cannot be continued, and no stream of it is kept. */
  readonly isLost?: true;
}

/** A run of a config that can be continued. */
export interface KeptConfigRun extends KeptConfig {
  /** By name. A stream that has not started is missing. */
  readonly streams: ReadonlyMap<string, KeptProgress>;
}

/** Identifies the progress of a stream of a run. */
export const progressId = (run: string, stream: string): string => `${run}/${stream}`;

/** The progress of a stream that has not been kept before. */
export const NOTHING_DONE: DoneCounts = { accepted: 0, quarantined: 0, rejected: 0, dropped: 0, bytes: 0 };

/** Whether a stream has sent all that it should. */
const isFinished = (progress: KeptProgress | undefined): boolean =>
  progress?.reason === 'limit' &&
  (progress.end === Infinity ? progress.remaining.length === 1 : owedRows(progress) === 0);

/** How a run of a config ended. */
export function endOfConfig({
  digests,
  streams,
}: KeptConfigRun): 'interrupted' | 'stopped' | 'failed' | 'finished' {
  const all = [...streams.values()];
  if (Object.keys(digests).every((name) => isFinished(streams.get(name)))) return 'finished';
  if (all.some(({ reason }) => reason === undefined)) return 'interrupted';
  return all.some(({ reason }) => reason === 'failed') ? 'failed' : 'stopped';
}

/** Rows that all streams of a run sent. */
export const sentOf = ({ streams }: KeptConfigRun): number =>
  [...streams.values()].reduce((sum, { counts }) => sum + (counts?.accepted ?? 0), 0);

/** When a run was last saved, in milliseconds since 1970. */
export const lastSavedMs = ({ savedMs, streams }: KeptConfigRun): number =>
  Math.max(savedMs, ...[...streams.values()].map((each) => each.savedMs));
