import type { Issue, Entity, SchemaIssue, JourneyPlan, Timing } from '@catbird/engine';
import type { StreamKeys } from '@catbird/stream';

/** What the schema of a stream follows from. */
export interface ConfigSchema {
  /** A text, or an entity whose table the stream is. */
  readonly source: { readonly text: string } | { readonly entity: string };
  /** The entities that the config's schemas share, as JSON; undefined: none. */
  readonly entities: string | undefined;
  /** The texts of files that schemas name, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Unknown params and keys are warnings: see `SchemaText`. Default false. */
  readonly lenient?: boolean;
}

/** What the rows of a stream follow from, with keys as in a config. The page's own stream is one of a config without other streams. */
export interface ConfigRows {
  readonly schema: ConfigSchema;
  readonly seed: string;
  readonly options: StreamKeys;
  /** The options' names in the config, for problems: `streams.orders.eps`. A key without one has its own. */
  readonly optionNames: Readonly<Record<string, string>>;
  /** What relative times count from: the same for all streams of a run. */
  readonly nowMs: number;
}

/** A stream of a config to be checked, and how many of its first rows to show. */
export interface ExamineRequest extends ConfigRows {
  readonly rows: number;
}

/** What a stream of a config is, or why it cannot run. */
export type Examined =
  ({ readonly kind: 'stream' } & ExaminedStream) | ({ readonly kind: 'invalid' } & StreamIssues);

/** A stream that can run. */
export interface ExaminedStream {
  /** The first rows, as sent. */
  readonly lines: readonly string[];
  /** Names of the fields that are sent. */
  readonly fields: readonly string[];
  /** Of the rows, whatever their times and faults: see `configDigest`. */
  readonly digest: string;
  /** Rows to send; −1: no end. */
  readonly plannedRows: number;
  readonly entities: readonly Entity[];
  /** Names of those that rows draw themselves, not through others. */
  readonly draws: readonly string[];
  /** Those of them that the schema draws and that grow. */
  readonly growing: readonly Entity[];
  readonly journey: JourneyPlan | undefined;
  /** Undefined if rows have the clock's time. */
  readonly timing: Timing | undefined;
  /** Why its rate cannot change while it runs, in a sentence; undefined: it can. */
  readonly fixedRate: string | undefined;
  readonly notes: readonly string[];
}

/** What is wrong with a stream. */
export interface StreamIssues {
  /** Issues of the schema, or of the entities, at their places in its text. */
  readonly issues: readonly SchemaIssue[];
  readonly of: 'schema' | 'entities';
  /** Issues with options, which name them. */
  readonly ofOptions: readonly Issue[];
  /** Files that are named and were not given. */
  readonly missing: readonly string[];
}
