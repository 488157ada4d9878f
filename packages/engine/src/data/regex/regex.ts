/** Part of a text that a regular expression matches. Positions are in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
  /** The text of the n-th group, from 1, or of the whole match for 0; undefined if the group took no part. */
  group(n: number): string | undefined;
}

/** A compiled regular expression. */
export interface Regex {
  /** The names of its groups, from the first; empty for those without. */
  readonly groups: readonly string[];
  /** Whether any part of a text matches. */
  test(text: string): boolean;
  /** All matches, from the first to the last. They do not overlap. */
  matches(text: string): Iterable<Match>;
}

/**
 * Compiles a regular expression in the syntax of RE2.
 *
 * @throws Error with a readable reason if it is invalid
 */
export type CompileRegex = (pattern: string) => Regex;
