/** Characters that no encoding changes. */
const PLAIN = /[A-Za-z0-9]/;

/** Names that HTML has for ASCII characters. https://html.spec.whatwg.org/multipage/named-characters.html */
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

/** Letters that JSON and JavaScript put after a backslash for a character. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\v': 'v',
  '\0': '0',
};

/** Fewest characters of base64 that are looked for within other base64: 36 bits are no coincidence. */
const LEAST_BASE64 = 6;

const encoder = new TextEncoder();

/** Base64 of the UTF-8 bytes of a text. */
export const base64 = (text: string): string => base64Of(encoder.encode(text));

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));

/** Matches a text in every form that `redact` promises. Each character may have a form of its own: encoders differ in what they change. */
export function anyForm(text: string): RegExp {
  const alone = [...new Set([text, text.toWellFormed()])].map(inOrder);
  return new RegExp([...alone, ...inBase64(text)].join('|'), 'g');
}

/** The characters one after another, each in any form. */
const inOrder = (text: string): string =>
  (text.match(/\\+|[^\\]/gu) ?? [])
    .map((part) => (part.startsWith('\\') ? backslashes(part.length) : formsOf(part)))
    .join('');

/** As many backslashes, or twice as many: were each of them either, a long row would match in too many ways. */
const backslashes = (count: number): string =>
  `(?:${[
    `\\\\{${count}}(?:\\\\{${count}})?`,
    ...otherForms('\\').map((form) => `(?:${form}){${count}}`),
  ].join('|')})`;

/** The forms of one character as an expression. */
const formsOf = (char: string): string =>
  PLAIN.test(char) ? char : `(?:${[`\\\\?${literal(char)}`, ...otherForms(char)].join('|')})`;

/** The forms of one character besides itself. */
function otherForms(char: string): string[] {
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

/** A character as an expression. */
const literal = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);

/** A number in hexadecimal digits of either case, as an expression. */
const hex = (number: number, digits: number): string =>
  number
    .toString(16)
    .padStart(digits, '0')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/**
 * The text in base64, alone and wherever in a longer text it stands. Three bytes become four characters, so that there are three
 * ways; characters at both ends also hold bits of the neighbours, and are hidden with the others.
 */
function inBase64(text: string): string[] {
  const bytes = encoder.encode(text);
  const alone = base64Of(bytes).replace(/=+$/, '');
  const within = [0, 1, 2].flatMap((before) => {
    const shifted = new Uint8Array(before + bytes.length);
    shifted.set(bytes, before);
    const own = base64Of(shifted).slice(Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6));
    if (own.length < LEAST_BASE64) return [];
    const first = before === 0 ? '' : `${ANY_BASE64}?`;
    const last = (shifted.length * 8) % 6 === 0 ? '' : `${ANY_BASE64}?`;
    return [`${first}${base64Forms(own)}${last}`];
  });
  return [...within, base64Forms(alone)].map((form) => `${form}${PADDING}`);
}

const ANY_BASE64 = `(?:[A-Za-z0-9_-]|${['+', '/'].map(formsOf).join('|')})`;
const PADDING = `(?:${formsOf('=')}){0,2}`;

/** Characters of base64, each in any form, also those of base64 for URLs. */
const base64Forms = (text: string): string =>
  Array.from(text, (char) => {
    if (char === '+') return `(?:${formsOf('+')}|-)`;
    return char === '/' ? `(?:${formsOf('/')}|_)` : char;
  }).join('');
