import { bounds, readJson, type JsonMember, type JsonNode } from '@catbird/engine';
import { Fragment, memo, useEffect, useMemo, useRef } from 'react';

/** Characters shown of a row; a browser takes seconds to lay out a million. */
const MAX_SHOWN = 20_000;

/** The beginning of a text that is too long to show. */
interface Cut {
  readonly shown: string;
  /** What is missing: `… and 1,234 more characters`; empty if nothing is. */
  readonly rest: string;
}

/** The part of a text that is shown. */
export const cut = (text: string, max = MAX_SHOWN): Cut =>
  text.length <= max
    ? { shown: text, rest: '' }
    : {
        shown: text.slice(0, max).toWellFormed(),
        rest: `… and ${(text.length - max).toLocaleString('en-US')} more characters`,
      };

/** A token of a JSON line, and the class of its colour. */
interface Token {
  readonly text: string;
  /** `k`: a name, `s`: a string, `n`: a number, boolean or null. */
  readonly className: 'k' | 's' | 'n' | undefined;
}

/** A text that was cut may end within a string, even within an escape. */
const TOKENS = /("(?:[^"\\]|\\.|\\$)*(?:"|$))(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/** The highlighted lines of a JSON text. */
export const highlighted = (json: string): readonly (readonly Token[])[] => json.split('\n').map(tokensOf);

function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: found, 1: quoted, 2: colon, index } of line.matchAll(TOKENS)) {
    const text = quoted ?? found;
    if (index > end) tokens.push({ text: line.slice(end, index), className: undefined });
    tokens.push({ text, className: quoted === undefined ? 'n' : colon === undefined ? 's' : 'k' });
    end = index + text.length;
  }
  if (end < line.length) tokens.push({ text: line.slice(end), className: undefined });
  return tokens;
}

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

/**
 * The lines of a row, laid out as JSON, that show a field; in a list of objects, those of all of them.
 *
 * @param path keys of the field in the schema, as in issues
 * @returns numbers from 0
 */
export function markedLines(text: string, path: readonly string[] | undefined): ReadonlySet<number> {
  const lines = new Set<number>();
  const { root } = path === undefined ? {} : readJson(text, bounds.depth);
  if (path === undefined || root === undefined) return lines;
  const lineAt = lineReader(text);
  // Between the names of an object and of its field stands the key `fields`.
  const names = path.filter((_, i) => i % 2 === 0);
  for (const { keyRange, value } of membersAt(root, names)) {
    const first = lineAt(keyRange.offset);
    const last = lineAt(value.offset + value.length);
    for (let line = first; line <= last; line++) lines.add(line);
  }
  return lines;
}

function membersAt(node: JsonNode, [name, ...rest]: readonly string[]): readonly JsonMember[] {
  if (node.kind === 'array') return node.items.flatMap((item) => membersAt(item, [name ?? '', ...rest]));
  const member = node.kind === 'object' ? node.members.find(({ key }) => key === name) : undefined;
  if (member === undefined) return [];
  return rest.length === 0 ? [member] : membersAt(member.value, rest);
}

/** Counts the lines before an offset. Offsets must not decrease. */
function lineReader(text: string): (offset: number) => number {
  let line = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}
