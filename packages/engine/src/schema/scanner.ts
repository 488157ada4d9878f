import type { JsonFault } from './read-json.ts';

/** The state of the parser: its position and the faults so far. */
export interface Scanner {
  readonly text: string;
  at: number;
  readonly maxDepth: number;
  readonly faults: JsonFault[];
}

/** Stops parsing; the faults say why. */
export class Unparsable extends Error {}

/** Text that is not JSON at all has a fault in every line: the first few are enough. */
const MAX_FAULTS = 50;

/** Records a fault and continues. */
export function addFault(
  scanner: Scanner,
  message: string,
  hint: string,
  offset: number = scanner.at,
  length = 1,
  code: JsonFault['code'] = 'json',
): void {
  const { text, faults } = scanner;
  const start = Math.min(offset, text.length);
  faults.push({ code, message, hint, offset: start, length: Math.min(length, text.length - start) });
  if (faults.length >= MAX_FAULTS) throw new Unparsable();
}

/** Records a fault and stops, because the rest cannot be parsed. */
export function fail(...fault: Parameters<typeof addFault>): never {
  addFault(...fault);
  throw new Unparsable();
}

/** Consumes the text that a sticky expression matches here; empty if it does not match. */
export function match(scanner: Scanner, expression: RegExp): string {
  expression.lastIndex = scanner.at;
  const [found = ''] = expression.exec(scanner.text) ?? [];
  scanner.at += found.length;
  return found;
}

/** Skips white space. Reports comments and exotic spaces. */
export function skipBlank(scanner: Scanner): void {
  for (;;) {
    match(scanner, /[ \t\n\r]*/y);
    const { at } = scanner;
    const comment = match(scanner, /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|#[^\n]*/y);
    if (comment !== '') {
      addFault(scanner, 'JSON does not allow comments', 'Remove the comment', at, comment.length);
    } else if (/\s|\ufeff/.test(scanner.text[at] ?? '')) {
      scanner.at++;
      addFault(scanner, 'Invalid space character', 'Replace it with an ordinary space', at);
    } else {
      return;
    }
  }
}

/** Letters behind a backslash, and their characters at the same places. */
// cspell:ignore bfnrt
const LETTERS = '"\\/bfnrt';
const ESCAPED = '"\\/\b\f\n\r\t';
const KEYWORDS: ReadonlyMap<string, boolean | null> = new Map(
  [true, false, null].map((value) => [String(value), value]),
);
/** Keywords of other languages, and their values in JSON. */
const FOREIGN: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['True', true],
  ['False', false],
  ...['None', 'undefined', 'NaN', 'Infinity', '-Infinity'].map((word) => [word, null] as const),
]);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses a string in quotes; undefined if there is none at this place. */
export function readText(scanner: Scanner): { readonly value: string } | undefined {
  const { text, at: start } = scanner;
  const close = CLOSING.get(text[start] ?? '');
  if (close === undefined) return undefined;
  scanner.at++;
  let value = '';
  for (;;) {
    // oxlint-disable-next-line no-control-regex -- JSON forbids exactly these characters in a string
    value += match(scanner, /[^"'”\\\u0000-\u001f]*/y);
    const { at } = scanner;
    const char = text[at];
    if (char === close) {
      scanner.at++;
      if (close !== '"')
        addFault(scanner, 'Strings need straight double quotes', 'Write "…"', start, scanner.at - start);
      return { value };
    }
    if (char === undefined || char === '\n') {
      fail(scanner, 'Unclosed string', 'Add " where it ends', start, at - start);
    } else if (char === '\\') value += readEscape(scanner);
    else {
      if (char < ' ')
        addFault(scanner, 'Control character in a string', `Write ${controlEscape(char)} instead`, at);
      value += char;
      scanner.at++;
    }
  }
}

const controlEscape = (char: string): string => JSON.stringify(char).slice(1, -1);

function readEscape(scanner: Scanner): string {
  const { at } = scanner;
  const hex = match(scanner, /\\u[\da-fA-F]{4}/y);
  if (hex !== '') return String.fromCharCode(parseInt(hex.slice(2), 16));
  const letter = scanner.text[at + 1] ?? '';
  const char = letter && ESCAPED[LETTERS.indexOf(letter)];
  if (!char) {
    const hint =
      letter === 'u' ? 'Write four hexadecimal digits after \\u' : 'Write \\\\ for a backslash itself';
    addFault(scanner, `Invalid escape \\${letter}`, hint, at, 2);
    scanner.at++;
    return '\\';
  }
  scanner.at += 2;
  return char;
}

/** Whether a number that is written like this becomes another one. */
const isLossy = (written: string, value: number): boolean =>
  !Number.isFinite(value) ||
  (/^-?\d{16,}$/.test(written) && String(value) !== written && BigInt(written) !== BigInt(value));

/** Parses a number or an unquoted word; undefined if there is none at this place. */
export function readWord(
  scanner: Scanner,
): { readonly value: string | number | boolean | null; readonly written?: string } | undefined {
  const { at } = scanner;
  const word = match(scanner, /[\w$.+-]+/y);
  if (word === '') return undefined;
  const keyword = KEYWORDS.get(word);
  if (keyword !== undefined) return { value: keyword };
  if (NUMBER.test(word)) {
    const value = Number(word);
    return { value, ...(isLossy(word, value) && { written: word }) };
  }
  const foreign = FOREIGN.get(word);
  if (foreign !== undefined) {
    addFault(scanner, `${word} is not valid in JSON`, `Write ${String(foreign)}`, at, word.length);
    return { value: foreign };
  }
  if (/^[+-]?\.?\d/.test(word)) {
    const number = Number(word);
    const hint = Number.isFinite(number) ? `Write ${number}` : 'Use digits and a point';
    addFault(scanner, `${word} is not a valid JSON number`, hint, at, word.length);
    return { value: Number.isFinite(number) ? number : 0 };
  }
  addFault(scanner, `Missing double quotes around ${word}`, `Write "${word}"`, at, word.length);
  return { value: word };
}
