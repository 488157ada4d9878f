/** A token of SQL. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'symbol';
  /** Without quotes. */
  readonly text: string;
}

/** In the order in which they are tried. The texts of comments and blanks are dropped. */
const TOKENS: readonly { readonly kind: Token['kind'] | 'nothing'; readonly test: RegExp }[] = [
  { kind: 'nothing', test: /\s+|--[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y },
  { kind: 'text', test: /[eEnNbBrR]?'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/y },
  { kind: 'text', test: /\$(\w*)\$[\s\S]*?(?:\$\1\$|$)/y },
  { kind: 'name', test: /"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[A-Za-z_][^\]\n]*\]/y },
  { kind: 'number', test: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y },
  { kind: 'word', test: /[\p{L}_@][\p{L}\p{N}_$@]*/uy },
  { kind: 'symbol', test: /::|<=|>=|<>|!=|[\s\S]/y },
];

/** The tokens of any SQL, whatever its dialect. Text that is no SQL gives tokens as well. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length;) {
    const found = tokenAt(sql, at);
    if (found.kind !== 'nothing') tokens.push({ kind: found.kind, text: unquoted(found.kind, found.text) });
    at += Math.max(1, found.text.length);
  }
  return tokens;
}

function tokenAt(
  sql: string,
  at: number,
): { readonly kind: Token['kind'] | 'nothing'; readonly text: string } {
  for (const { kind, test } of TOKENS) {
    test.lastIndex = at;
    const match = test.exec(sql);
    if (match !== null) return { kind, text: match[0] };
  }
  return { kind: 'nothing', text: '' };
}

function unquoted(kind: Token['kind'], text: string): string {
  if (kind === 'name') {
    const quote = text[0] ?? '"';
    return quote === '[' ? text.slice(1, -1) : text.slice(1, -1).replaceAll(quote + quote, quote);
  }
  if (kind !== 'text' || text.startsWith('$')) return text;
  const start = text.indexOf("'") + 1;
  const end = text.endsWith("'") && text.length > start ? text.length - 1 : text.length;
  return text
    .slice(start, end)
    .replaceAll("''", "'")
    .replaceAll(/\\([\s\S])/g, '$1');
}

/** The word of a token in capitals; empty if it is quoted or no word. */
export const keyword = (token: Token | undefined): string =>
  token?.kind === 'word' ? token.text.toUpperCase() : '';

/** Whether a token is this symbol. */
export const isSymbol = (token: Token | undefined, symbol: string): boolean =>
  token?.kind === 'symbol' && token.text === symbol;

const OPENING = new Set(['(', '[', '<']);
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '>': '<' };

/** Types that have others in angle brackets. Elsewhere, < and > compare. */
const ANGLED = new Set(['ARRAY', 'STRUCT', 'MAP', 'RANGE']);

/** Follows brackets. The function gets token after token and returns how many brackets are open after each. */
function bracketCounter(): (token: Token, before: Token | undefined) => number {
  const open: string[] = [];
  return (token, before) => {
    if (token.kind !== 'symbol') return open.length;
    const { text } = token;
    if (OPENING.has(text) && (text !== '<' || ANGLED.has(keyword(before)))) open.push(text);
    else if (PAIRS[text] !== undefined && open.at(-1) === PAIRS[text]) open.pop();
    return open.length;
  };
}

/** Splits tokens at a symbol that stands in no brackets. */
export function splitAt(tokens: readonly Token[], symbol: string): Token[][] {
  const parts: Token[][] = [[]];
  const count = bracketCounter();
  tokens.forEach((token, i) => {
    if (count(token, tokens[i - 1]) === 0 && isSymbol(token, symbol)) parts.push([]);
    else parts.at(-1)?.push(token);
  });
  return parts.filter((part) => part.length > 0);
}

/** The tokens in the brackets that open at an index, and the index after them. */
export function inBrackets(
  tokens: readonly Token[],
  at: number,
): { readonly inner: readonly Token[]; readonly end: number } {
  const count = bracketCounter();
  for (let i = at; i < tokens.length; i++) {
    const token = tokens[i];
    if (token !== undefined && count(token, tokens[i - 1]) === 0)
      return { inner: tokens.slice(at + 1, i), end: i + 1 };
  }
  return { inner: tokens.slice(at + 1), end: tokens.length };
}
