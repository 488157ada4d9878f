import type { Issue, Result } from '../model/issue.ts';
import type { Entity, Schema } from '../model/schema.ts';
import { lastUpTo } from '../numeric/search.ts';
import type { Range } from './read-json.ts';

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

/** A problem or note at a place in a schema text. */
interface Finding extends Pick<SchemaIssue, 'code' | 'message'> {
  /** Default `error`. */
  readonly severity?: SchemaIssue['severity'];
  readonly hint?: string | undefined;
  readonly at: Range;
  readonly path?: readonly string[];
}

/** Collects problems and notes about a schema text. */
export interface Findings {
  add(finding: Finding): void;
  /** Converts a range to a place. */
  place(at: Range, path: readonly string[]): IssuePlace;
  /** All findings, in text order. */
  all(): readonly SchemaIssue[];
}

export function newFindings(text: string): Findings {
  const placeOf = placesOf(text);
  const issues: SchemaIssue[] = [];
  const place = ({ offset, length }: Range, path: readonly string[]): IssuePlace => ({
    path,
    ...placeOf(offset),
    offset,
    length,
  });
  return {
    place,
    add({ code, severity = 'error', message, hint, at, path = [] }) {
      issues.push({ code, severity, ...place(at, path), message, ...(hint !== undefined && { hint }) });
    },
    all: () => issues.toSorted((a, b) => a.offset - b.offset),
  };
}

/** A line and column, counted from 1 as in editors. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A function from offsets in a text to places. Lines end with \n, \r\n or \r. */
export function placesOf(text: string): (offset: number) => TextPosition {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return (offset) => {
    const line = lastUpTo(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
