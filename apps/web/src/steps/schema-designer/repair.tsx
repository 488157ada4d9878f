import type { SchemaIssue } from '@catbird/engine';
import { useMemo } from 'react';
import { fixOf } from '../../schema-text/fixes.ts';

/** The repair of an issue by one click, if there is one. */
export function Repair({
  issue,
  content,
  onFix,
}: {
  readonly issue: SchemaIssue;
  readonly content: string;
  readonly onFix: (content: string) => void;
}) {
  const fix = useMemo(() => fixOf(content, issue), [content, issue]);
  return (
    fix !== undefined && (
      <>
        {' '}
        <button type="button" className="fix" onClick={() => onFix(fix.text)}>
          {fix.label}
        </button>
      </>
    )
  );
}
