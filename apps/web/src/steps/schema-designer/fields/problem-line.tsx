import type { Issue } from '@catbird/core';
import type { RefObject } from 'react';
import type { FieldNode } from '../../../schema-text/fields.ts';
import { fieldOfIssue, sentenceOf } from './rows.ts';
import { useIsSeen } from './use-seen.ts';

/** The first error at the foot of the table, unless its row can be seen. */
export function ProblemLine({
  issues,
  visible,
  scroller,
  isDrawn,
  onShow,
  onJson,
}: {
  readonly issues: readonly Issue[];
  readonly visible: readonly FieldNode[];
  readonly scroller: RefObject<HTMLElement | null>;
  /** Whether the table has drawn the row of a field. */
  readonly isDrawn: (id: string) => boolean;
  readonly onShow: (id: string) => void;
  readonly onJson: (offset: number, length: number) => void;
}) {
  const issue = issues.find(({ severity }) => severity === 'error');
  const field = issue && fieldOfIssue(visible, issue);
  const isSeen = useIsSeen(scroller, field?.id, field !== undefined && isDrawn(field.id));
  if (issue === undefined || (field !== undefined && isSeen)) return null;
  const show = (): void => (field === undefined ? onJson(issue.offset, issue.length) : onShow(field.id));
  return (
    <p className="fields-note problem" role="status">
      <span>
        {field !== undefined && <b>{field.name}</b>}
        {field !== undefined && ': '}
        {sentenceOf(issue)}
      </span>
      <button type="button" className="link" onClick={show}>
        {field === undefined ? 'Show in JSON' : 'Show'}
      </button>
    </p>
  );
}
