/** A token of a JSON line, and the class of its colour. */
export interface Token {
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
