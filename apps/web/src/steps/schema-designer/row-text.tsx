import { Fragment, memo, useEffect, useMemo, useRef } from 'react';
import { cut } from './cut.ts';
import { highlighted } from './highlight.ts';
import { markedLines } from './marked-lines.ts';

/** Highlighted JSON. Drawn again only if it shows something else: typing redraws the rest of the step. */
export const RowText = memo(function RowText({
  text,
  active,
}: {
  readonly text: string;
  /** Keys of the field being edited, as in issues: its lines are marked and scrolled into view. */
  readonly active?: readonly string[] | undefined;
}) {
  const { shown, rest } = cut(text);
  const marked = useMemo(() => markedLines(text, active), [text, active]);
  const code = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const line = code.current?.querySelector<HTMLElement>('.marked');
    const scroller = line?.closest('.scroller');
    if (line === null || line === undefined || scroller === null || scroller === undefined) return;
    // Only the preview scrolls, not the page around it.
    const [view, { top, bottom }] = [scroller.getBoundingClientRect(), line.getBoundingClientRect()];
    scroller.scrollTop += Math.min(0, top - view.top) + Math.max(0, bottom - view.bottom);
  }, [marked]);
  return (
    <pre className="sample code" ref={code}>
      {highlighted(shown).map((line, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
        <span key={i} className={marked.has(i) ? 'marked' : undefined}>
          {line.map((token, j) =>
            // oxlint-disable-next-line react/no-array-index-key -- tokens have no other identity
            token.className === undefined ? (
              <Fragment key={j}>{token.text}</Fragment>
            ) : (
              <span key={j} className={token.className}>
                {token.text}
              </span>
            ),
          )}
        </span>
      ))}
      {rest !== '' && <span className="rest">{rest}</span>}
    </pre>
  );
});
