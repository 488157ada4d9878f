import type { Spread } from '@catbird/engine';
import type { Alternatives, Choices, Finding } from '@catbird/infer';

/** How the schema of a sample is to be written. */
export interface Wishes {
  /** Index of the table of a definition, or of the types of event of a sample. */
  readonly table: number;
  /** Other readings than the first one, by path. */
  readonly choices: Choices;
  /** Values that may be copied. */
  readonly copies: Copies;
}

/** Values of fields, by path. */
export type Copies = ReadonlyMap<string, ReadonlySet<unknown>>;

/** Wishes for a table that nobody has looked at: short words of categories are copied. */
export type FirstWishes = Pick<Wishes, 'table'>;

/** A sample or a definition that was read. */
export interface SampleReading {
  /** As people call it: `CSV`, `SQL`. */
  readonly format: string;
  /** Undefined for a definition, which has no values. */
  readonly rows: number | undefined;
  /** The event, if there is a single one. */
  readonly only: Readonly<Record<string, unknown>> | undefined;
  /** Names of the tables of a definition. For a sample of several types of event: all of them, and each alone. */
  readonly tables: readonly string[];
  /** A config with a stream for each of several tables. Undefined: there is one table, or it is a sample. */
  readonly config: string | undefined;
  /** What was skipped or estimated, and the pace of the events: a sentence each. */
  readonly notes: readonly string[];
}

/** A schema, and how each of its fields was found. */
export interface DraftedSchema {
  readonly text: string;
  readonly findings: readonly Finding[];
  /** Other readings, by path. */
  readonly alternatives: ReadonlyMap<string, Alternatives>;
  /** Rows to generate to compare them with the sample. Undefined for a definition, which has none. */
  readonly spread: Spread | undefined;
}
