/** What is wrong with a pattern. @param at where, in UTF-16 units from its start */
export const fault = (reason: string, at: number): Error => new Error(`${reason}, at character ${at + 1}`);

/** An escape sequence. */
export interface Escape {
  readonly end: number;
  /** The code point; undefined if it is a class, a position or a quotation. */
  readonly code: number | undefined;
  /** Parts that it stands for, one after the other. */
  readonly length: number;
}

/** Classes and positions. Only the former work in brackets. */
const CLASSES = 'dDsSwW';
const POSITIONS = 'AbBz';

const CONTROLS: Readonly<Record<string, number>> = { a: 7, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** `\012`, `\x7F` and `\x{1F426}`. */
const NUMBERED = /\\(?:(0[0-7]{0,2}|[1-7][0-7]{1,2})|x([\da-fA-F]{2})|x\{([\da-fA-F]+)\})/y;

/** What to write instead of escapes of other engines. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/^[1-9kg]/, 'back references are not possible'],
  [/^Z/, 'the end of a text is \\z or $, not \\Z'],
  [/^h/, 'white space in a line is [ \\t], not \\h'],
  [/^R/, 'the end of a line is \\r?\\n, not \\R'],
  [/^u/, 'a code point is \\x{20AC}, not \\u20AC'],
];

/** The escape sequence at a backslash. @throws Error if RE2 does not support it */
export function escapeAt(text: string, at: number): Escape {
  const letter = text.charAt(at + 1);
  if (letter === '') throw fault('nothing follows the last \\', at);
  if (letter === 'Q') return quoteAt(text, at);
  if (letter === 'p' || letter === 'P') return { end: unicodeEnd(text, at), code: undefined, length: 1 };
  if (CLASSES.includes(letter) || POSITIONS.includes(letter))
    return { end: at + 2, code: undefined, length: 1 };
  return characterAt(text, at);
}

/** An escape sequence in brackets. @throws Error if RE2 does not support it */
export function escapeInClass(text: string, at: number): Escape {
  const letter = text.charAt(at + 1);
  if (letter === 'Q' || (letter !== '' && POSITIONS.includes(letter)))
    throw fault(`\\${letter} does not work in [ ]`, at);
  return escapeAt(text, at);
}

function characterAt(text: string, at: number): Escape {
  const letter = text.charAt(at + 1);
  const control = Object.hasOwn(CONTROLS, letter) ? CONTROLS[letter] : undefined;
  if (control !== undefined) return { end: at + 2, code: control, length: 1 };
  NUMBERED.lastIndex = at;
  const [found, octal, pair, hex = pair] = NUMBERED.exec(text) ?? [];
  if (found !== undefined) {
    const code = octal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(octal, 8);
    if (code > 0x10ffff) throw fault(`${found} is no character of Unicode`, at);
    return { end: at + found.length, code, length: 1 };
  }
  if (/[^\w\u0080-\uFFFF]|_/.test(letter)) return { end: at + 2, code: letter.charCodeAt(0), length: 1 };
  const [, known] = UNSUPPORTED.find(([start]) => start.test(letter)) ?? [];
  throw fault(`${known ?? 'unknown escape'}: ${text.slice(at, at + 2)}`, at);
}

/** `\Q…\E`, whose text means itself. */
function quoteAt(text: string, at: number): Escape {
  const end = text.indexOf('\\E', at + 2);
  const quoted = end < 0 ? text.slice(at + 2) : text.slice(at + 2, end);
  return { end: end < 0 ? text.length : end + 2, code: undefined, length: Array.from(quoted).length };
}

/** `\pL`, `\p{Greek}` or `\p{^Greek}`. */
const UNICODE = /\\[pP](?:\{\^?([^}]*)\}|([^{]))/uy;

function unicodeEnd(text: string, at: number): number {
  UNICODE.lastIndex = at;
  const [found, name, letter = name] = UNICODE.exec(text) ?? [];
  if (found === undefined || letter === undefined)
    throw fault('a class of Unicode is \\pL or \\p{Greek}. Incomplete', at);
  if (!isUnicodeClass(letter)) throw fault(`unknown class of Unicode: ${found}`, at);
  return at + found.length;
}

const NAMED = new Set(['Any', 'Ascii', 'Assigned', 'Lc']);

/** Whether there is a category or script of this name. */
function isUnicodeClass(name: string): boolean {
  if (NAMED.has(name)) return true;
  return /^\w+$/.test(name) && ['gc', 'sc'].some((property) => isProperty(`\\p{${property}=${name}}`));
}

function isProperty(text: string): boolean {
  try {
    return new RegExp(text, 'u').unicode;
  } catch {
    // JavaScript knows the same names, and throws for any other.
    return false;
  }
}
