import type { FaultChange, StopReason } from '@catbird/core';
import { countBelow, type Range } from '@catbird/core/resume';
import type { Timing } from '@catbird/core/time';

/** What identifies a run and says what it sends. Written once, when the run starts. */
export interface KeptStream {
  readonly id: string;
  /** The query that restores its settings, schema and seed, without credentials. */
  readonly link: string;
  /** Rows accepted by the earlier sessions of the same run. */
  readonly sentBefore: number;
  /** Of its rows: see `rowsDigest`. Absent until the session has compiled the schema. */
  readonly digest?: string;
}

/** How far a run has come: what the command line keeps in a state file. Written while it runs. */
export interface KeptProgress {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly savedMs: number;
  /** See `Ordered`. Set by the database. */
  readonly order?: number;
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
  /** Rows accepted in the session. */
  readonly accepted: number;
  /** Why the session ended; undefined if it was interrupted. */
  readonly reason: StopReason | undefined;
  /** Rows that are done in all its sessions. Kept for streams of a config only. */
  readonly counts?: DoneCounts;
  /** How long all its sessions ran, in milliseconds. Kept for streams of a config only. */
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
export interface KeptRun extends KeptStream, KeptProgress {}

/** The index of the row that a run continues with. */
export const nextRowOf = ({ remaining }: Pick<KeptProgress, 'remaining'>): number => remaining[0]?.[0] ?? 0;

/** Rows that a session lacks to its limit; `Infinity` without one. If 0, the next session sends later rows. */
export const owedRows = ({ remaining, end }: Pick<KeptProgress, 'remaining' | 'end'>): number =>
  countBelow(end, remaining);
