import { countText } from '../../run/units.ts';
import { Tick } from '../../ui/index.ts';
import type { ConfigIssue } from '../../state/streams.ts';

/** The list shows this many problems. */
const SHOWN = 20;

/** What is wrong with a config, each with its place. */
export function ProblemList({
  name,
  issues,
}: {
  /** Of the config's file. */
  readonly name: string;
  readonly issues: readonly ConfigIssue[];
}) {
  const more = issues.length - SHOWN;
  if (issues.length === 0) return null;
  return (
    <div role="alert" aria-label="Problems">
      <ul className="issues">
        {issues.slice(0, SHOWN).map(({ message, at, file }) => (
          <li key={`${message} ${at?.offset}`} className="error">
            <Tick tone="failed" />
            <span>
              <b>{message.replace(/[.?]?$/, (end) => end || '.')}</b>{' '}
              {at !== undefined && (
                <span className="where">
                  {file ?? name}, line {at.line}, column {at.column}
                </span>
              )}
            </span>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Tick tone="line" />
            <span>{countText(more)} more.</span>
          </li>
        )}
      </ul>
    </div>
  );
}
