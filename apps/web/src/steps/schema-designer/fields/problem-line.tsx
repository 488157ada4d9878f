import type { SchemaIssue } from '@catbird/engine';
import { useEffect, useState, type RefObject } from 'react';
import type { FieldNode } from '../../../schema-text/fields.ts';
import { fieldOfIssue, sentenceOf } from './rows.ts';

/** The first error at the foot of the table, unless its row can be seen. */
export function ProblemLine({
  issues,
  visible,
  scroller,
  isDrawn,
  onShow,
  onJson,
}: {
  readonly issues: readonly SchemaIssue[];
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

/** Whether the row of a field is within what its table shows. True without a field. @param isDrawn the table has drawn the row */
function useIsSeen(
  scroller: RefObject<HTMLElement | null>,
  id: string | undefined,
  isDrawn: boolean,
): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const row = id === undefined ? null : scroller.current?.querySelector(`[data-id="${id}"]`);
    if (!isDrawn || row === null || row === undefined) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: scroller.current },
    );
    observer.observe(row);
    return () => observer.disconnect();
  }, [scroller, id, isDrawn]);
  return id === undefined || (isDrawn && isSeen);
}
