import { blame, give, match, type Reading } from './reading.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const KEYWORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** Keywords of other languages, and their values in JSON. */
const FOREIGN: ReadonlyMap<string, boolean | null> = new Map([
  ['True', true],
  ['False', false],
  ['None', null],
  ['undefined', null],
  ['NaN', null],
]);
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses a string in quotes; undefined if there is none at this place. */
export function readText(reading: Reading): { readonly value: string } | undefined {
  const { text, at: start } = reading;
  const close = CLOSING.get(text[start] ?? '');
  if (close === undefined) return undefined;
  reading.at++;
  let value = '';
  for (;;) {
    // oxlint-disable-next-line no-control-regex -- JSON forbids exactly these characters in a string
    value += match(reading, /[^"'”\\\u0000-\u001f]*/y);
    const { at } = reading;
    const char = text[at];
    if (char === close) {
      reading.at++;
      if (close !== '"')
        blame(reading, 'Strings need straight double quotes', 'Write "…"', start, reading.at - start);
      return { value };
    }
    if (char === undefined || char === '\n') {
      give(reading, 'Unclosed string', 'Add " where it ends', start, at - start);
    } else if (char === '\\') value += readEscape(reading);
    else {
      if (char < ' ')
        blame(reading, 'Control character in a string', `Write ${controlEscape(char)} instead`, at);
      value += char;
      reading.at++;
    }
  }
}

const controlEscape = (char: string): string => JSON.stringify(char).slice(1, -1);

function readEscape(reading: Reading): string {
  const { at } = reading;
  const hex = match(reading, /\\u[\da-fA-F]{4}/y);
  if (hex !== '') return String.fromCharCode(parseInt(hex.slice(2), 16));
  const letter = reading.text[at + 1] ?? '';
  const char = ESCAPES.get(letter);
  if (char === undefined) {
    const hint =
      letter === 'u' ? 'Write four hexadecimal digits after \\u' : 'Write \\\\ for a backslash itself';
    blame(reading, `Invalid escape \\${letter}`, hint, at, 2);
    reading.at++;
    return '\\';
  }
  reading.at += 2;
  return char;
}

/** Parses a number or an unquoted word; undefined if there is none at this place. */
export function readWord(reading: Reading): { readonly value: string | number | boolean | null } | undefined {
  const { at } = reading;
  const word = match(reading, /[\w$.+-]+/y);
  if (word === '') return undefined;
  const keyword = KEYWORDS.get(word);
  if (keyword !== undefined) return { value: keyword };
  if (NUMBER.test(word)) return { value: Number(word) };
  const foreign = FOREIGN.get(word);
  if (foreign !== undefined) {
    blame(reading, `${word} is not valid in JSON`, `Write ${String(foreign)}`, at, word.length);
    return { value: foreign };
  }
  if (/^[+-]?\.?\d/.test(word)) {
    const number = Number(word);
    const hint = Number.isFinite(number) ? `Write ${number}` : 'Use digits, with a point before the decimals';
    blame(reading, `${word} is not a valid JSON number`, hint, at, word.length);
    return { value: Number.isFinite(number) ? number : 0 };
  }
  blame(reading, `Missing double quotes around ${word}`, `Write "${word}"`, at, word.length);
  return { value: word };
}
