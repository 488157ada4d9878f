import type { SchemaIssue } from '@catbird/engine';
import type { ReactNode } from 'react';
import type { StateBeforeRun } from '../../state/before-run.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { IssueList } from './issue-list.tsx';
import { SampleOffer, useIsSample } from './sample-offer.tsx';

const NONE: readonly SchemaIssue[] = [];

/** The schema with what is wrong with it below, or, in place of many issues, the offer to make a schema of a sample. */
export function Issues({
  state: { content, issues, isChecked, schemaError },
  isJson,
  locked,
  onGoTo,
  onMake,
  onFix,
  children,
}: {
  readonly state: StateBeforeRun;
  readonly isJson: boolean;
  readonly locked: boolean;
  readonly onGoTo: (offset: number, length: number) => void;
  readonly onMake: () => void;
  readonly onFix: (content: string) => void;
  /** Called with the issues to mark. */
  readonly children: (issues: readonly SchemaIssue[]) => ReactNode;
}) {
  const isSample = useIsSample(content, issues);
  // While a text waits for its check, the issues of the text before stay: typing must not move them.
  const shown = useLatest(isChecked ? issues : undefined) ?? NONE;
  return (
    <>
      {children(isSample ? NONE : shown)}
      {isSample ? (
        <SampleOffer onMake={onMake} />
      ) : (
        <IssueList
          // The table shows the others at their rows.
          issues={isJson ? shown : shown.filter(({ severity }) => severity === 'note')}
          error={schemaError}
          content={content}
          locked={locked}
          onGoTo={({ offset, length }) => onGoTo(offset, length)}
          onFix={onFix}
        />
      )}
    </>
  );
}
