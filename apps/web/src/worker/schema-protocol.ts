import type { SchemaIssue, Spread, TimeSettings } from '@catbird/engine';
import type { Statistics } from '@catbird/verify';

/** A schema text, and how strictly to read it. */
export interface SchemaText {
  readonly content: string;
  /** Unknown params and keys are warnings, so that old links still open. */
  readonly lenient: boolean;
}

/** What the times of a stream's rows follow from. */
export interface TimeRequest {
  /** Undefined: the clock's times, as rows are made. */
  readonly settings: TimeSettings | undefined;
  readonly eps: number;
}

/** A stream's schema and times. */
export interface SourceRequest {
  readonly text: SchemaText;
  readonly seed: string;
  readonly time: TimeRequest;
}

/** A field to rename, wherever it is read. */
export interface RenameRequest {
  /** The schema text. */
  readonly content: string;
  /** Of the field, as in issues. */
  readonly path: readonly string[];
  readonly name: string;
}

/** Rows to generate, to be compared with others. */
export interface RowsRequest {
  readonly text: SchemaText;
  readonly seed: string;
  readonly spread: Spread;
}

/** The ending of a file of rows, which tells its format. */
export type FileFormat = 'ndjson' | 'csv' | 'avro' | 'parquet' | 'arrow';

/** The first rows of a stream, as a file. */
export interface FileRequest extends SourceRequest {
  /** How many, if the stream has as many. */
  readonly rows: number;
  readonly format: FileFormat;
}

/** A piece of a file, or its end. */
export type FileAnswer =
  /** The rows are those so far. */
  | { readonly kind: 'piece'; readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }
  | { readonly kind: 'complete'; readonly rows: number }
  | { readonly kind: 'failed'; readonly message: string };

/** A stream whose events are to be added up. */
export interface PlanRequest {
  readonly text: SchemaText;
  readonly seed: string;
  readonly time: TimeRequest;
  readonly limit: number;
}

/** What a stream will send, exactly by its rate. */
export interface StreamPlan {
  /** When this was computed. */
  readonly nowMs: number;
  readonly fromMs: number;
  /** End, exclusive; null: none. */
  readonly toMs: number | null;
  /** Events whose time is before now, as far as the limit allows. */
  readonly dueRows: number;
  /** All events; null: no end. */
  readonly totalRows: number | null;
  /** The rate now, or at the beginning if that is still to come. */
  readonly perSecond: number;
  /** Journeys that start per second, if the rows are the steps of journeys in time. */
  readonly journeysPerSecond?: number;
  /** The rate from now on never exceeds this. */
  readonly mostPerSecond: number;
  /** What the settings lead to and nobody asked for, in sentences. */
  readonly notes: readonly string[];
  /** Undefined for an invalid schema. */
  readonly rows:
    | {
        /** Mean size, in bytes. */
        readonly bytes: number;
        /** Whether rows hold the time of their event. */
        readonly areTimed: boolean;
      }
    | undefined;
}

/** A preview: a row, none in time, issues, or a generator's error. */
export type Preview =
  | { readonly kind: 'row'; readonly line: string; readonly notes: readonly SchemaIssue[] }
  | { readonly kind: 'slow'; readonly issue: SchemaIssue }
  | { readonly kind: 'issues'; readonly issues: readonly SchemaIssue[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Rows as NDJSON, or why there are none: a sentence, or what is wrong with the schema. */
export type GeneratedRows =
  | { readonly kind: 'rows'; readonly lines: Blob }
  | { readonly kind: 'issues'; readonly issues: readonly SchemaIssue[] }
  | { readonly kind: 'failed'; readonly message: string };

/** A row of a stream, as sent. */
export interface NumberedRow {
  /** From 1. */
  readonly number: number;
  readonly line: string;
}

/** Rows of a schema and statistics on its fields, which grow until all planned rows are counted. */
export interface DataProfile {
  /** The first row, and one from the middle of the stretch that the statistics cover. Empty for an invalid schema, or a stream without rows. */
  readonly rows: readonly NumberedRow[];
  /** Undefined without rows. */
  readonly statistics: Statistics | undefined;
  /** Rows that are to be counted. */
  readonly planned: number;
}
