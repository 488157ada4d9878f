/** A token of SQL. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'symbol';
  /** Without quotes. */
  readonly text: string;
}

type Found = Token['kind'] | 'nothing';

/** Tokens whose form is the same everywhere, in the order in which they are tried. Comments and blanks are dropped. */
const TOKENS: readonly (readonly [Found, RegExp])[] = [
  ['nothing', /\s+|--[^\n]*|\/\*M?!\d*|\*\//y],
  ['text', /\$([A-Za-z_]\w*|)\$[\s\S]*?(?:\$\1\$|$)/y],
  ['name', /"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[A-Za-z_][^\]\n]*\]/y],
  ['number', /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+/y],
  ['word', /[\p{L}_@][\p{L}\p{N}_$@]*/uy],
  ['symbol', /::|<=|>=|<>|!=|[\s\S]/y],
];

const TEXT = /(?:[nNbBxXrRuU]&?|_\w+\s*)?'(?:[^']|'')*(?:'|$)/y;
const ESCAPED_TEXT = /[eEnNbBrR]?'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/y;
const POSTGRES_ESCAPED_TEXT = /[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/y;
const HASH_COMMENT = /#[^\n]*/y;
/** In other dialects, a line that begins with it is a comment all the same. */
const HASH_LINE = /(?<=(?:^|\n)[ \t]*)#[ !][^\n]*/y;
const COMMENT = /\/\*(?!M?!)[\s\S]*?(?:\*\/|$)/y;

/** A token as it is found: `end` is the index after it. */
export interface FoundToken {
  readonly kind: Found;
  readonly text: string;
  readonly end: number;
}

/** The token or comment at an index. */
export function tokenAt(sql: string, at: number, dialect: Dialect): FoundToken {
  const given = [
    ['nothing', dialect.hasHashComments ? HASH_COMMENT : HASH_LINE],
    ...(dialect.hasNestedComments ? [] : ([['nothing', COMMENT]] as const)),
    ...(dialect.hasBackslashes
      ? ([['text', ESCAPED_TEXT]] as const)
      : ([
          ['text', POSTGRES_ESCAPED_TEXT],
          ['text', TEXT],
        ] as const)),
    ...TOKENS,
  ] as const;
  if (dialect.hasNestedComments && sql.startsWith('/*', at) && !/^\/\*M?!/.test(sql.slice(at, at + 4)))
    return { kind: 'nothing', text: '', end: afterComment(sql, at) };
  for (const [kind, test] of given) {
    test.lastIndex = at;
    const found = test.exec(sql)?.[0];
    if (found === undefined || found === '') continue;
    return { kind, text: unquoted(kind, found, dialect), end: at + found.length };
  }
  return { kind: 'nothing', text: '', end: at + 1 };
}

/** All tokens of a text. */
export function tokensOf(sql: string, dialect: Dialect): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length;) {
    const { kind, text, end } = tokenAt(sql, at, dialect);
    if (kind !== 'nothing') tokens.push({ kind, text });
    at = Math.max(at + 1, end);
  }
  return tokens;
}

/** The index after a comment, which may contain others. */
function afterComment(sql: string, start: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = start + 2;
  let depth = 1;
  for (let found = mark.exec(sql); found !== null; found = mark.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  // One that is not closed ends like those of other dialects.
  const end = sql.indexOf('*/', start + 2);
  return end < 0 ? sql.length : end + 2;
}

function unquoted(kind: Found, text: string, dialect: Dialect): string {
  if (kind === 'name') {
    const quote = text[0] ?? '"';
    return quote === '[' ? text.slice(1, -1) : text.slice(1, -1).replaceAll(quote + quote, quote);
  }
  if (kind !== 'text' || text.startsWith('$')) return text;
  const start = text.indexOf("'") + 1;
  const end = text.endsWith("'") && text.length > start ? text.length - 1 : text.length;
  const plain = text.slice(start, end).replaceAll("''", "'");
  return dialect.hasBackslashes || /^e/i.test(text) ? plain.replaceAll(/\\([\s\S])/g, '$1') : plain;
}

/** The word of a token in capitals; empty if it is quoted or no word. */
export const keyword = (token: Token | undefined): string =>
  token?.kind === 'word' ? token.text.toUpperCase() : '';

/** Whether words follow one another at an index. */
export const areWords = (tokens: readonly Token[], at: number, ...words: readonly string[]): boolean =>
  words.every((word, i) => keyword(tokens[at + i]) === word);

/** Whether a token is this symbol. */
export const isSymbol = (token: Token | undefined, symbol: string): boolean =>
  token?.kind === 'symbol' && token.text === symbol;

const OPENING = new Set(['(', '[', '<']);
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '>': '<' };

/** Types that have others in angle brackets. Elsewhere, < and > compare. */
const ANGLED = new Set(['ARRAY', 'STRUCT', 'MAP', 'RANGE', 'UNIONTYPE']);

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

/** Splits tokens at a symbol, or a word, that stands in no brackets. */
export function splitAt(tokens: readonly Token[], symbol: string): Token[][] {
  const parts: Token[][] = [[]];
  const count = bracketCounter();
  tokens.forEach((token, i) => {
    const isEnd = isSymbol(token, symbol) || keyword(token) === symbol;
    if (count(token, tokens[i - 1]) === 0 && isEnd) parts.push([]);
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

/** How texts and comments of SQL are written. */
export interface Dialect {
  /** A backslash escapes a character in a text: MySQL, BigQuery, ClickHouse. */
  readonly hasBackslashes: boolean;
  /** `#` begins a comment. */
  readonly hasHashComments: boolean;
  /** A comment may contain others: Postgres, SQL Server. */
  readonly hasNestedComments: boolean;
  /** Columns with IDENTITY take no values: SQL Server. */
  readonly isSqlServer: boolean;
  /** Types have the names of Postgres. */
  readonly isPostgres: boolean;
  /** Blocks end with a line of their own: a slash of Oracle, GO of SQL Server. */
  readonly hasEndLines: boolean;
}

/** Signs of MySQL, MariaDB, BigQuery, ClickHouse and Snowflake. */
const BACKSLASHES =
  /`|\/\*M?!|\b(engine\s*=|auto_increment|lowcardinality|nullable\s*\(|uint8\b|u?int(16|32|64|128|256)\b|struct\s*<|array\s*<|timestamp_ntz|variant\b)|^-- (MySQL|MariaDB) dump/im;

/** In capitals and small letters: `int8` of Postgres has eight bytes. */
const CLICKHOUSE = /\bInt8\b/;

const SQL_SERVER =
  /^\s*GO\s*$|\bIDENTITY\s*\(\s*\d|\[dbo\]|\b(?:nvarchar)\s*\(max\)|\b(datetime2|uniqueidentifier)\b/im;

/** Signs of Postgres and SQLite, which win: a backtick in a text says nothing. */
const PLAIN = /PostgreSQL database dump|^\\(un)?restrict |PRAGMA foreign_keys|set_config\('search_path'/im;

const POSTGRES =
  /PostgreSQL database dump|^\\(un)?restrict |set_config\('search_path'|\b(character varying|bigserial|smallserial|jsonb|bytea|timestamptz|with(out)? time zone|gen_random_uuid|uuid_generate_v\d|nextval|plpgsql)\b|\b(int4|int8|num|ts|tstz|date)(multi)?range\b|::\s*\w|\bALTER TABLE ONLY\b/im;

/** Tells the dialect from a whole text. */
export function dialectOf(sql: string): Dialect {
  const isPlain = PLAIN.test(sql);
  const hasBackslashes = (BACKSLASHES.test(sql) || CLICKHOUSE.test(sql)) && !isPlain;
  return {
    hasBackslashes,
    hasHashComments: hasBackslashes,
    hasNestedComments: !hasBackslashes,
    isPostgres: POSTGRES.test(sql) && !hasBackslashes,
    isSqlServer: !hasBackslashes && !isPlain && SQL_SERVER.test(sql),
    hasEndLines: !isPlain && /^[ \t]*(\/|GO)[ \t]*\r?$/im.test(sql),
  };
}
