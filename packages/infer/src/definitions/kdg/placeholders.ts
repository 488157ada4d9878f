/** A placeholder of a template: `{{random.number({"max": 50})}}`. */
export interface Placeholder {
  /** As it is written, with its braces. */
  readonly written: string;
  /** `random.number`. */
  readonly method: string;
  /** Its arguments, of which the Data Generator passes at most one. */
  readonly given: readonly unknown[];
  /** `line 3, column 12`. */
  readonly place: string;
}

/** Literal text, or a placeholder. */
export type Piece = string | Placeholder;

/** Splits a template. Line breaks of its text are removed, as the Data Generator does. `open` is the place of braces without an end. */
export function piecesOf(text: string): {
  readonly pieces: readonly Piece[];
  readonly open: string | undefined;
} {
  const pieces: Piece[] = [];
  const placeOf = newPlaces(text);
  const literal = (from: number, to?: number): void => {
    const plain = text.slice(from, to).replaceAll(/\r?\n/g, '');
    if (plain !== '') pieces.push(plain);
  };
  let at = 0;
  for (;;) {
    const start = text.indexOf('{{', at);
    const end = start < 0 ? -1 : endOf(text, start + 2);
    if (end < 0) {
      literal(at);
      return { pieces, open: start < 0 ? undefined : placeOf(start) };
    }
    literal(at, start);
    pieces.push(placeholderOf(text.slice(start + 2, end), placeOf(start)));
    at = end + 2;
  }
}

/** Where the braces of a placeholder close: those of objects and quotes within its arguments do not. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (const { 0: token, index } of text
    .slice(start)
    .matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{[(]|\}\}|[}\])]/g)) {
    if (depth === 0 && token === '}}') return start + index;
    if ('{[('.includes(token)) depth++;
    else if (token === '}}') depth -= 2;
    else if (token.length === 1) depth--;
    if (depth < 0) break;
  }
  return text.indexOf('}}', start);
}

function placeholderOf(inner: string, place: string): Placeholder {
  const [, method = '', args = ''] = /^\s*([\w.]*)\s*(?:\(([\s\S]*)\))?\s*$/.exec(inner) ?? [
    '',
    inner.trim(),
  ];
  return { written: `{{${inner}}}`, method, given: givenIn(args.trim()), place };
}

/** Arguments as JSON, else as one text, as the Data Generator reads them. */
function givenIn(args: string): readonly unknown[] {
  if (args === '') return [];
  try {
    const given: unknown = JSON.parse(`[${args}]`);
    return Array.isArray(given) ? given : [];
  } catch {
    return [args.replace(/^'([\s\S]*)'$/, '$1')];
  }
}

/** Lines and columns of places. They must not decrease, so that a long text is read once. */
function newPlaces(text: string): (index: number) => string {
  let [line, begin] = [1, 0];
  return (index) => {
    for (let end = text.indexOf('\n', begin); end >= 0 && end < index; end = text.indexOf('\n', begin))
      [line, begin] = [line + 1, end + 1];
    return `line ${line}, column ${index - begin + 1}`;
  };
}
