import type { Entity, Schema } from '../model/schema.ts';

/** A place in a schema text. */
export interface IssuePlace {
  /** Keys from the root of the schema: `['browser', 'params', '0']`. Empty for the whole text. */
  readonly path: readonly string[];
  /** The first line is 1. */
  readonly line: number;
  /** The first column is 1, counted in UTF-16 units as editors do. */
  readonly column: number;
  /** Range in the text, in UTF-16 units: from `offset`, `length` units. */
  readonly offset: number;
  readonly length: number;
}

/** A problem with a schema text, or a note about it. Plain data. */
export interface Issue extends IssuePlace {
  /** Stable, for programs: `json`, `not-an-object`, `empty`, `unknown-type`, `params`, `count`, `unknown-key`, `too-large`, `alias`, `slow`, … */
  readonly code: string;
  /**
   * `error`: the schema cannot be used. `warning`: part of it has no effect. `note`: good to know, such as an old type name that
   * was recognised.
   */
  readonly severity: 'error' | 'warning' | 'note';
  /** What is wrong, in one sentence. Starts with the type where the specification requires it: "number.int: Count must be greater than 0". */
  readonly message: string;
  /** How to fix it: "Did you mean person.fullName?". */
  readonly hint?: string;
}

/** The result of `parseSchema`: a schema with notes and warnings, or all issues at once. */
export type SchemaResult =
  | { readonly ok: true; readonly schema: Schema; readonly notes: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The result of `parseEntities`: the entities with notes and warnings, or all issues at once. */
export type EntitiesResult =
  | { readonly ok: true; readonly entities: readonly Entity[]; readonly notes: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };
