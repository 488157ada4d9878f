/** Something that a person got wrong, or should know. Plain data. */
export interface Issue {
  /** What is wrong, and what would be right if `hint` does not say it, in a sentence. */
  readonly message: string;
  /** Keys from the root to the value: `['rate', 'stages', 3]`. Absent or empty: the whole. */
  readonly path?: readonly PropertyKey[];
  /** Stable, for programs: `unknown-type`. */
  readonly code?: string;
  /** How to fix it: "Did you mean person.fullName?". */
  readonly hint?: string;
  /** `error`: what was given cannot be used. `warning`: part of it has no effect. `note`: good to know. Default: `error`. */
  readonly severity?: 'error' | 'warning' | 'note';
}

/** What a person gave cannot be used: all issues at once. */
export interface Invalid<Found extends Issue = Issue> {
  readonly ok: false;
  readonly issues: readonly Found[];
}

/** What was read or made of what a person gave, or all issues with it. */
export type Result<Valid extends object, Found extends Issue = Issue> =
  (Valid & { readonly ok: true }) | Invalid<Found>;

/** An issue for each message. */
export const issuesOf = (...messages: readonly string[]): readonly Issue[] =>
  messages.map((message) => ({ message }));

/** A result with an issue for each message. */
export const invalid = (...messages: readonly string[]): Invalid => ({
  ok: false,
  issues: issuesOf(...messages),
});

/** All issues of results; none of those that are valid. */
export const issuesIn = <Found extends Issue>(
  ...results: readonly ({ readonly ok: true } | Invalid<Found>)[]
): readonly Found[] => results.flatMap((result) => (result.ok ? [] : result.issues));

/** Issues whose messages begin with their place: `delivery.inFlight `. */
export const prefixed = (prefix: string, issues: readonly Issue[]): readonly Issue[] =>
  issues.map((issue) => ({ ...issue, message: prefix + issue.message }));

/** The messages of issues. */
export const messagesOf = (issues: readonly Issue[]): readonly string[] =>
  issues.map(({ message }) => message);

/** Issues of a value, placed in what contains it. @param path keys to the value */
export const under = (path: readonly PropertyKey[], issues: readonly Issue[]): readonly Issue[] =>
  issues.map((issue) => ({ ...issue, path: [...path, ...(issue.path ?? [])] }));

/** An issue as one text, with its path: `late.delayMs: min must be at most max`. */
export const placedText = ({ path = [], message }: Issue): string =>
  path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;

/** The messages of issues by their path: `rate.stages.3`. */
export function messagesByPath(issues: readonly Issue[]): Readonly<Record<string, readonly string[]>> {
  const messages: Record<string, string[]> = {};
  for (const { path = [], message } of issues) (messages[path.map(String).join('.')] ??= []).push(message);
  return messages;
}
