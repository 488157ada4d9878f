import { Fragment, memo, useEffect, useMemo, useRef } from 'react';
import { cut } from './cut.ts';
import { highlighted, type Token } from './highlight.ts';
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
    // With the next frame, which needs the layout anyway.
    const frame = requestAnimationFrame(() => code.current && showMarked(code.current));
    return () => cancelAnimationFrame(frame);
  }, [marked]);
  const lines = useMemo(() => keyed(highlighted(shown)), [shown]);
  return (
    <pre className="sample code" ref={code}>
      {lines.map(({ key, line }, i) => (
        <span key={key} className={marked.has(i) ? 'marked' : undefined}>
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

/** Lines under their text and how often it stood before, so that a line that comes or goes leaves the others as they are. */
function keyed(lines: readonly (readonly Token[])[]) {
  const times = new Map<string, number>();
  return lines.map((line) => {
    const text = line.map((token) => token.text).join('');
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return { key: `${before} ${text}`, line };
  });
}

/** Scrolls the preview, and not the page around it, to its marked line. */
function showMarked(code: HTMLElement): void {
  const line = code.querySelector('.marked');
  const scroller = line?.closest('.scroller');
  if (line === null || scroller === null || scroller === undefined) return;
  const [view, { top, bottom }] = [scroller.getBoundingClientRect(), line.getBoundingClientRect()];
  scroller.scrollTop += Math.min(0, top - view.top) + Math.max(0, bottom - view.bottom);
}
