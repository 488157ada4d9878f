import { lastUpTo } from '../numeric/search.ts';
import type { SchemaIssue, IssuePlace } from './issue.ts';
import type { Range } from './json.ts';

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
