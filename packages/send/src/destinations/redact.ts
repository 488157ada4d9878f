import { settingsOf } from './parse-config.ts';
import type { Destination } from './destination.ts';

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

/** Base64 for addresses and tokens, without padding. https://www.rfc-editor.org/rfc/rfc4648#section-5 */
export const base64Url = (bytes: Uint8Array): string =>
  base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));

/** Matches a text in every encoding that `redact` promises. Each character may be encoded or not, as encoders differ in what they change. */
function anyEncoding(text: string): RegExp {
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

/** Replaces a secret. */
const HIDDEN = '[hidden]';

/** The values of a config's secret settings, the parts of each after its colons, and credentials in its addresses. Must never be shown. */
export function secretsOf<Config>(
  destination: Pick<Destination<Config>, 'config'>,
  config: Config,
): readonly string[] {
  const values = new Map<string, unknown>(Object.entries(config ?? {}));
  return settingsOf(destination)
    .flatMap(({ name, secret }) => {
      const value = values.get(name);
      if (typeof value !== 'string') return [];
      return secret ? [value, ...value.split(':').slice(1)] : credentialsIn(value);
    })
    .filter((value) => value !== '');
}

/** Names of query parameters that hold a credential. */
const CREDENTIAL = /pass|pwd|secret|token|key|signature|^sig$|auth|credential/i;

/** The password of an address, and the values of parameters that are named like credentials, such as `?password=`. */
export function credentialsIn(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  const values = [...searchParams].filter(([name]) => CREDENTIAL.test(name)).map(([, value]) => value);
  return [decodedPart(password), ...values].filter((value) => value !== '');
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone % stands for itself.
    return part;
  }
}

/** Maximum secrets whose expressions are cached, as every response is searched for them. */
const MAX_CACHED = 100;

function cached(make: (secret: string) => RegExp): (secret: string) => RegExp {
  const known = new Map<string, RegExp>();
  return (secret) => {
    const pattern = known.get(secret) ?? make(secret);
    if (known.size >= MAX_CACHED) known.clear();
    known.set(secret, pattern);
    return pattern;
  };
}

/** Shorter secrets are hidden only as whole words: one letter would be hidden in every word. */
const SHORT = 4;
const WORD = String.raw`[0-9A-Za-z\u00aa-\u1fff\u2c00-\ud7ff]`;

const patternOf = cached((secret) => {
  const anywhere = anyEncoding(secret);
  if (secret.length >= SHORT) return anywhere;
  return new RegExp(`(?<!${WORD})(?:${anywhere.source})(?!${WORD})`, 'g');
});

/**
 * Replaces secrets in a text, in every encoding in which services echo them: plain, URL-encoded, escaped for JSON by any language, for
 * HTML or XML, and base64, also as a part of a longer encoded text such as a whole header.
 */
export function redact(text: string, secrets: readonly string[]): string {
  // Longest first, so that a secret that contains another is replaced as a whole.
  return [...new Set(secrets)]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((redacted, secret) => redacted.replaceAll(patternOf(secret), HIDDEN), text);
}
