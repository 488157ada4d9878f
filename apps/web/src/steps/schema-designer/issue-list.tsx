import type { SchemaIssue } from '@catbird/engine';
import { Suspense } from 'react';
import { Tick } from '../../ui/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Repair = lazyPart(async () => (await import('./repair.tsx')).Repair);

/** The list shows this many issues; the editor marks all. */
const SHOWN = 8;

const TONES = { error: 'failed', warning: 'retried', note: 'muted' } as const;

/** Errors, warnings and notes on the schema, each with its place. */
export function IssueList({
  issues,
  error,
  content,
  locked,
  onGoTo,
  onFix,
}: {
  readonly issues: readonly SchemaIssue[];
  readonly error: string | undefined;
  readonly content: string;
  readonly locked: boolean;
  readonly onGoTo: (issue: SchemaIssue) => void;
  /** Called with the repaired text. */
  readonly onFix: (content: string) => void;
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
                <Suspense>{!locked && <Repair issue={issue} content={content} onFix={onFix} />}</Suspense>
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
