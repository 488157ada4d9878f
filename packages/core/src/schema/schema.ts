/** What one event looks like: its fields in output order. Created by `parseSchema`, never by hand. */
export interface Schema {
  readonly fields: readonly Field[];
}

/** A checked field of a schema: its type exists and its params are valid. */
export interface Field {
  /** The key in the row. Any string, `__proto__` and `constructor` included. */
  readonly name: string;
  /** Name of the generator type in the catalogue; aliases are resolved. */
  readonly type: string;
  /** Arguments of the generator: `"params": {…}` is one argument, `"params": […]` is a list of arguments. */
  readonly args: readonly unknown[];
  /** Absent: a single value. A number above 1: an array of that length. A range: an array with a random length per row, min and max inclusive. */
  readonly count?: number | { readonly min: number; readonly max: number };
  /** Fields that determine the value: whenever they repeat, the value repeats. Absent: a new value per row. */
  readonly per?: readonly string[];
  /** Share of rows in which the value is null, 0 to 1. Absent: none. */
  readonly nulls?: number;
  /** Share of rows without the field, 0 to 1. Absent: none. */
  readonly missing?: number;
  /** Generated for other fields to read, but not sent. */
  readonly hidden?: true;
  /** The fields of an object, for the type `object`. */
  readonly fields?: readonly Field[];
  /** The field specs in `args`, in the order in which the type lists them. */
  readonly specs?: readonly Field[];
}

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
