import type { Range } from './json.ts';
import { placesOf } from './place.ts';
import type { Issue, IssuePlace } from './issue.ts';

/** A problem or note at a place in a schema text. */
export interface Finding extends Pick<Issue, 'code' | 'message'> {
  /** Default `error`. */
  readonly severity?: Issue['severity'];
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
  all(): readonly Issue[];
}

export function newFindings(text: string): Findings {
  const placeOf = placesOf(text);
  const issues: Issue[] = [];
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
