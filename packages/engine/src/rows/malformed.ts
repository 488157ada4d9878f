import type { MalformedKind } from './fault-settings.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACE_CLOSE = 0x7d;
const NEVER_IN_UTF8 = 0xff;
/** How each bracket changes the depth. */
const NESTING: ReadonlyMap<number, number> = new Map([
  [0x7b, 1],
  [0x5b, 1],
  [BRACE_CLOSE, -1],
  [0x5d, -1],
]);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Corrupts a row.
 *
 * @param row an object as JSON, without its newline
 * @param at selects one of the possible places, 0 ≤ at < 1
 */
export const corrupt = (row: Uint8Array, kind: MalformedKind, at: number): Uint8Array =>
  CORRUPTORS[kind](row, at);

const CORRUPTORS: Readonly<Record<MalformedKind, (row: Uint8Array, at: number) => Uint8Array>> = {
  truncated(row, at) {
    let end = 1 + Math.floor(at * (row.length - 1));
    // Not inside a character: that is a different fault.
    while (end > 1 && isContinued(row[end])) end--;
    return row.slice(0, end);
  },
  quote(row, at) {
    const mark = one(quotesOf(row), at);
    return mark === undefined ? CORRUPTORS.truncated(row, at) : splice(row, mark, 1, []);
  },
  comma: (row) => splice(row, row.length - 1, 0, [COMMA]),
  type(row, at) {
    const value = one(valuesOf(row), at);
    if (value === undefined) return encoder.encode('[]');
    const text = decoder.decode(row.subarray(value.start, value.end));
    return splice(row, value.start, value.end - value.start, encoder.encode(otherType(text)));
  },
  utf8(row, at) {
    const openings = quotesOf(row).filter((_, i) => i % 2 === 0);
    return splice(row, (one(openings, at) ?? 0) + 1, 0, [NEVER_IN_UTF8]);
  },
};

const isContinued = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const one = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[Math.floor(at * items.length)];

function splice(row: Uint8Array, from: number, removed: number, added: ArrayLike<number>): Uint8Array {
  const spliced = new Uint8Array(row.length - removed + added.length);
  spliced.set(row.subarray(0, from));
  spliced.set(added, from);
  spliced.set(row.subarray(from + removed), from + added.length);
  return spliced;
}

/** A string becomes a number; a number, true, false or null becomes a string; an object or list becomes "[object Object]". */
function otherType(text: string): string {
  if (text.startsWith('"')) return String(text.length - 2);
  return text.startsWith('{') || text.startsWith('[') ? '"[object Object]"' : `"${text}"`;
}

/** Positions of the quotation marks that open and close strings, alternating. */
function quotesOf(row: Uint8Array): readonly number[] {
  const quotes: number[] = [];
  for (let i = 0; i < row.length; i++) {
    if (row[i] === BACKSLASH) i++;
    else if (row[i] === QUOTE) quotes.push(i);
  }
  return quotes;
}

/** Ranges of the values of the row's top-level members. */
function valuesOf(row: Uint8Array): readonly { readonly start: number; readonly end: number }[] {
  const values: { start: number; end: number }[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < row.length; i++) {
    const byte = row[i] ?? 0;
    if (byte === QUOTE) {
      i = endOfText(row, i);
      continue;
    }
    if (depth === 1 && byte === COLON) start = i + 1;
    if (depth === 1 && start > 0 && (byte === COMMA || byte === BRACE_CLOSE)) {
      values.push({ start, end: i });
      start = 0;
    }
    depth += NESTING.get(byte) ?? 0;
  }
  return values;
}

/** The position of a string's closing quote. */
function endOfText(row: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < row.length && row[i] !== QUOTE) i += row[i] === BACKSLASH ? 2 : 1;
  return i;
}
