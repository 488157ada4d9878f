import type { Issue, Result } from '../model/issue.ts';
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

/** A problem with a schema text, or a note about it. */
export interface SchemaIssue extends Issue, IssuePlace {
  readonly path: IssuePlace['path'];
  /** Stable, for programs: `json`, `not-an-object`, `empty`, `unknown-type`, `params`, `count`, `unknown-key`, `too-large`, `alias`, `slow`, … */
  readonly code: string;
  /**
   * `error`: the schema cannot be used. `warning`: part of it has no effect. `note`: good to know, such as an old type name that
   * was recognised.
   */
  readonly severity: 'error' | 'warning' | 'note';
  /** What is wrong, in one sentence. Starts with the type where the specification requires it: "number.int: Count must be greater than 0". */
  readonly message: string;
}

/** The result of `parseSchema`: a schema with notes and warnings, or all issues at once. */
export type SchemaResult = Result<
  { readonly schema: Schema; readonly notes: readonly SchemaIssue[] },
  SchemaIssue
>;

/** The result of `parseEntities`: the entities with notes and warnings, or all issues at once. */
export type EntitiesResult = Result<
  { readonly entities: readonly Entity[]; readonly notes: readonly SchemaIssue[] },
  SchemaIssue
>;
