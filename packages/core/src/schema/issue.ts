import type { Schema } from '../model/schema.ts';

/** A place in a schema text. */
export interface IssuePlace {
  /** Where in the schema, as keys from the outside in: `['browser', 'params', '0']`. Empty for the text as a whole. */
  readonly path: readonly string[];
  /** First line is 1. */
  readonly line: number;
  /** First column is 1, counted in UTF-16 units as editors do. */
  readonly column: number;
  /** Range in the text, in UTF-16 units: from `offset`, `length` units. */
  readonly offset: number;
  readonly length: number;
}

/** Something that a person should change in a schema text, or should know about it. Plain data. */
export interface Issue extends IssuePlace {
  /** Stable, for programs: `json`, `not-an-object`, `empty`, `unknown-type`, `params`, `count`, `unknown-key`, `too-large`, `alias`, `slow`, … */
  readonly code: string;
  /**
   * `error`: the schema cannot be used. `warning`: it can, but something in it has no effect. `note`: it can, and this is worth
   * knowing (an old name was understood, say).
   */
  readonly severity: 'error' | 'warning' | 'note';
  /** One sentence: what is wrong. Begins with the type where the specification asks for it: "number.int: Count must be greater than 0". */
  readonly message: string;
  /** What to do about it: "Did you mean person.fullName?". */
  readonly hint?: string;
}

/** What `parseSchema` returns: a schema with notes and warnings, or all issues at once. */
export type SchemaResult =
  | { readonly ok: true; readonly schema: Schema; readonly notes: readonly Issue[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };
