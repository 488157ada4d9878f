import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Selected } from '../../editor/view.ts';

/** Works in place of the editor until that has loaded. */
export function PlainEditor({
  selected,
  content,
  locked,
  onEdit,
}: {
  /** Gets what is selected when the editor takes its place, if it has the focus then. */
  readonly selected: RefObject<Selected | undefined>;
  readonly content: string;
  readonly locked: boolean;
  readonly onEdit: (content: string) => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = area;
    return () => {
      if (current === null || document.activeElement !== current) return;
      selected.current = { anchor: current.selectionStart, head: current.selectionEnd };
    };
  }, [selected]);
  return (
    <textarea
      className="ed code plain"
      ref={area}
      aria-label="Schema, JSON editor"
      value={content}
      readOnly={locked}
      spellCheck={false}
      onChange={(event) => onEdit(event.currentTarget.value)}
    />
  );
}
