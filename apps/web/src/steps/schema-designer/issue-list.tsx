import type { Issue } from '@catbird/core';
import { Tick } from '../../ui/index.ts';

/** The list shows this many issues; the editor marks all. */
const SHOWN = 8;

const TONES = { error: 'failed', warning: 'retried', note: 'muted' } as const;

/** Errors, warnings and notes on the schema, each with its place. */
export function IssueList({
  issues,
  error,
  onGoTo,
}: {
  readonly issues: readonly Issue[];
  readonly error: string | undefined;
  readonly onGoTo: (issue: Issue) => void;
}) {
  const more = issues.length - SHOWN;
  return (
    <div role="status" aria-label="Schema issues">
      {(issues.length > 0 || error !== undefined) && (
        <ul className="issues">
          {error !== undefined && (
            <li>
              <Tick tone="failed" />
              <b>{error}</b>
            </li>
          )}
          {issues.slice(0, SHOWN).map((issue) => (
            <li key={`${issue.offset} ${issue.code} ${issue.message}`} className={issue.severity}>
              <Tick tone={TONES[issue.severity]} />
              <span>
                <b>{issue.message}.</b>{' '}
                {issue.hint !== undefined && `${issue.hint.replace(/[.?]?$/, (end) => end || '.')} `}
                <button type="button" onClick={() => onGoTo(issue)}>
                  Line {issue.line}, column {issue.column}
                </button>
              </span>
            </li>
          ))}
          {more > 0 && (
            <li>
              <Tick tone="line" />
              <span>{more} more, marked in the editor.</span>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
