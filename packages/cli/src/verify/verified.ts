import type { Cause, Example, Group, Pattern, StageReport, TableReport } from '@catbird/verify';

/** A table that was verified. */
export interface Verified {
  readonly name: string;
  /** Where its rows are. */
  readonly source: string;
  readonly report: TableReport;
}

/** A table whose rows could not be read, so nothing is known of it. */
export interface Unread {
  readonly name: string;
  /** Why. */
  readonly reason: string;
}

/** What became of a table. */
export type Outcome = Verified | Unread;

export const isUnread = (outcome: Outcome): outcome is Unread => 'reason' in outcome;

/** What was found. */
export interface Reports {
  readonly outcomes: readonly Outcome[];
  /** Where rows were lost on their way through tables. Empty: no path is named. */
  readonly path: readonly StageReport[];
}

/** Reports without any value of a row. */
export const withoutValues = ({ outcomes, path }: Reports): Reports => ({
  outcomes: outcomes.map(bareOutcome),
  path: path.map((stage) => ({ ...stage, patterns: stage.patterns.map(withoutRule) })),
});

function bareOutcome(outcome: Outcome): Outcome {
  if (isUnread(outcome)) return outcome;
  const { changed, missing, doubled, ...rest } = outcome.report;
  return {
    ...outcome,
    report: {
      ...rest,
      missing: bare(missing),
      doubled: bare(doubled),
      changed: changed.map((each) => ({
        ...each,
        causes: each.causes.map(withoutValue),
        patterns: each.patterns.map(withoutRule),
        examples: each.examples.map(bareExample),
      })),
      extra: [],
    },
  };
}

const bare = (group: Group): Group => ({
  ...group,
  patterns: group.patterns.map(withoutRule),
  examples: group.examples.map(bareExample),
});

const bareExample = ({ row, column }: Example): Example => ({
  ...(row !== undefined && { row }),
  ...(column !== undefined && { column }),
});

/** Causes that are learned from the values, and name some. */
const LEARNED: Readonly<Record<string, string>> = {
  constant: 'always the same value',
  'renamed values': 'other names for values',
};

const withoutValue = (cause: Cause): Cause => ({ ...cause, text: LEARNED[cause.name] ?? cause.text });

const withoutRule = (pattern: Pattern): Pattern =>
  pattern.column === undefined ? pattern : { ...pattern, text: `certain values of ${pattern.column}` };
