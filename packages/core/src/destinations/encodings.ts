/** Characters that no encoding changes. */
const PLAIN = /[A-Za-z0-9]/;

/** HTML entity names of ASCII characters. https://html.spec.whatwg.org/multipage/named-characters.html */
const ENTITIES: Readonly<Record<string, string>> = {
  '\t': 'Tab',
  '\n': 'NewLine',
  '!': 'excl',
  '"': 'quot|QUOT',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp|AMP',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast|midast',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt|LT',
  '=': 'equals',
  '>': 'gt|GT',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb|lbrack',
  '\\': 'bsol',
  ']': 'rsqb|rbrack',
  '^': 'Hat',
  _: 'lowbar|UnderBar',
  '`': 'grave|DiacriticalGrave',
  '{': 'lcub|lbrace',
  '|': 'verbar|vert|VerticalLine',
  '}': 'rcub|rbrace',
  '\u00A0': 'nbsp|NonBreakingSpace',
};

/** Escape letters of JSON and JavaScript. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
  '\0': '0',
};

/** Minimum characters of base64 to search for within other base64. 36 bits are no coincidence. */
const MIN_BASE64 = 6;

const encoder = new TextEncoder();

/** Base64 of the UTF-8 bytes of a text. */
export const base64 = (text: string): string => base64Of(encoder.encode(text));

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));

/** Matches a text in every encoding that `redact` promises. Each character may be encoded or not, as encoders differ in what they change. */
export function anyEncoding(text: string): RegExp {
  const alone = [...new Set([text, text.toWellFormed()])].map(inOrder);
  return new RegExp([...alone, ...inBase64(text)].join('|'), 'g');
}

/** The characters in order, each in any encoding. */
const inOrder = (text: string): string =>
  (text.match(/\\+|[^\\]/gu) ?? [])
    .map((part) => (part.startsWith('\\') ? backslashes(part.length) : encodingsOf(part)))
    .join('');

/** A run of backslashes, or twice as many. If each could be either, a long run would match in too many ways. */
const backslashes = (count: number): string =>
  `(?:${[
    `\\\\{${count}}(?:\\\\{${count}})?`,
    ...otherEncodings('\\').map((encoding) => `(?:${encoding}){${count}}`),
  ].join('|')})`;

/** An expression for the encodings of one character. */
const encodingsOf = (char: string): string =>
  PLAIN.test(char) ? char : `(?:${[`\\\\?${literal(char)}`, ...otherEncodings(char)].join('|')})`;

/** The encodings of one character, except itself. */
function otherEncodings(char: string): string[] {
  const code = char.codePointAt(0) ?? 0;
  const entity = ENTITIES[char];
  const letter = ESCAPES[char];
  return [
    ...(letter === undefined ? [] : [`\\\\${letter}`]),
    Array.from({ length: char.length }, (_, i) => `\\\\u${hex(char.charCodeAt(i), 4)}`).join(''),
    ...(code < 0x100 ? [`\\\\x${hex(code, 2)}`] : []),
    Array.from(encoder.encode(char), (byte) => `%${hex(byte, 2)}`).join(''),
    ...(char === ' ' ? [String.raw`\+`] : []),
    `&#0*${code};?`,
    `&#[xX]0*${hex(code, 0)};?`,
    ...(entity === undefined ? [] : [`&(?:${entity});?`]),
  ];
}

/** An expression for a literal character. */
const literal = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);

/** An expression for a number in hexadecimal digits of either case. */
const hex = (number: number, digits: number): string =>
  number
    .toString(16)
    .padStart(digits, '0')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * The text in base64, on its own and at any place in a longer text. Three bytes become four characters, so there are three
 * alignments. The characters at both ends also hold bits of their neighbours, and are hidden, too.
 */
function inBase64(text: string): string[] {
  const bytes = encoder.encode(text);
  const alone = base64Of(bytes).replace(/=+$/, '');
  const within = [0, 1, 2].flatMap((before) => {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const own = base64Of(shifted).slice(Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6));
    if (own.length < MIN_BASE64) return [];
    const first = before === 0 ? '' : `${ANY_BASE64}?`;
    const last = (shifted.length * 8) % 6 === 0 ? '' : `${ANY_BASE64}?`;
    return [`${first}${base64Encodings(own)}${last}`];
  });
  return [...within, base64Encodings(alone)].map((encoding) => `${encoding}${PADDING}`);
}

const ANY_BASE64 = `(?:[A-Za-z0-9_-]|${['+', '/'].map(encodingsOf).join('|')})`;
const PADDING = `(?:${encodingsOf('=')}){0,2}`;

/** Characters of base64 or base64url, each in any encoding. */
const base64Encodings = (text: string): string =>
  Array.from(text, (char) => {
    if (char === '+') return `(?:${encodingsOf('+')}|-)`;
    return char === '/' ? `(?:${encodingsOf('/')}|_)` : char;
  }).join('');
