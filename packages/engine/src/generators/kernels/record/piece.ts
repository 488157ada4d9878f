import type { Cell, Chunk } from '../engine/cell.ts';
import { jsonInner, jsonText } from '../engine/json-text.ts';
import { type Packed, packTexts, SAFE_BYTES } from '../engine/pool.ts';
import { PADDED, putDecimal, putInteger } from '../number/digits.ts';
import { fraction, type Pick } from './pick.ts';

const DAY_MS = 86_400_000;
const DASH = 0x2d;

/** A date without a time. @param days since 1970, of which the year is from 0 to 9999 */
export const dateOf = (days: Pick): Piece => ({
  maxBytes: 16,
  put({ bytes, view }, at, a, b) {
    const date = new Date(days(a, b) * DAY_MS);
    const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
    view.setInt32(at, PADDED[date.getUTCFullYear()], true);
    bytes[at + 4] = DASH;
    putTwo(bytes, at + 5, month);
    bytes[at + 7] = DASH;
    putTwo(bytes, at + 8, day);
    return at + 10;
  },
});

function putTwo(bytes: Uint8Array, at: number, number: number): void {
  bytes[at] = 0x30 + ((number / 10) | 0);
  bytes[at + 1] = 0x30 + (number % 10);
}

/** Writes a part of a row's value. Parts follow each other without a buffer between them. */
export interface Piece {
  /** Maximum bytes that `put` may write, overshoot included. */
  readonly maxBytes: number;
  readonly usesIndex?: boolean;
  /** Writes at an offset of the chunk's bytes and returns the end. `a` and `b` are the subject of row r. */
  put(chunk: Chunk, at: number, a: number, b: number, r: number): number;
}

/** Encodes a list of parts of texts once, since many fields share it. */
const encoded = ((): ((texts: readonly string[]) => Packed) => {
  const known = new WeakMap<readonly string[], Packed>();
  return (texts) => {
    const packed = known.get(texts) ?? packTexts(texts.map(jsonInner));
    known.set(texts, packed);
    return packed;
  };
})();

const longestOf = ({ lengths }: Packed): number =>
  lengths.reduce((most, length) => Math.max(most, length), 0) + SAFE_BYTES;

/** Writes entry n of packed texts and returns the end. */
function putEntry(view: DataView, at: number, { words, starts, lengths }: Packed, n: number): number {
  const length = lengths[n];
  const from = starts[n];
  // Nearly all texts fit 16 bytes, and two unconditional stores beat a loop.
  view.setFloat64(at, words[from], true);
  view.setFloat64(at + 8, words[from + 1], true);
  for (let done = 16; done < length; done += 8) view.setFloat64(at + done, words[from + (done >> 3)], true);
  return at + length;
}

/** JSON text, as it is. */
export function literal(json: string): Piece {
  const packed = packTexts([json]);
  return { maxBytes: longestOf(packed), put: ({ view }, at) => putEntry(view, at, packed, 0) };
}

/** One of the values, by its index. @param lead JSON text before it */
export function oneOf(values: readonly unknown[], index: Pick, lead: string): Piece {
  const packed = packTexts(values.map((value) => lead + jsonText(value)));
  return {
    maxBytes: longestOf(packed),
    put: ({ view }, at, a, b) => putEntry(view, at, packed, index(a, b)),
  };
}

/** A part of a text: an entry of one of several lists. @param lists plain texts @param index within the list */
export function partOf(lists: readonly (readonly string[])[], list: Pick, index: Pick): Piece {
  const packed = lists.map(encoded);
  return {
    maxBytes: packed.reduce((most, each) => Math.max(most, longestOf(each)), 0),
    put: ({ view }, at, a, b) => putEntry(view, at, packed[list(a, b)], index(a, b)),
  };
}

/** Parts one after the other. */
export function sequence(pieces: readonly Piece[]): Piece {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  return {
    maxBytes: pieces.reduce((sum, { maxBytes }) => sum + maxBytes, 0),
    usesIndex: pieces.some(({ usesIndex }) => usesIndex === true),
    put(chunk, at, a, b, r) {
      let end = at;
      for (const piece of pieces) end = piece.put(chunk, end, a, b, r);
      return end;
    },
  };
}

const QUOTE = 0x22;

/** A text with its quotes. @param lead JSON text before it @param text writes the inside of a JSON string */
export function quoted(lead: string, text: Piece): Piece {
  const before = literal(`${lead}"`);
  return {
    maxBytes: before.maxBytes + text.maxBytes + 1,
    usesIndex: text.usesIndex === true,
    put(chunk, at, a, b, r) {
      const end = text.put(chunk, before.put(chunk, at, a, b, r), a, b, r);
      chunk.bytes[end] = QUOTE;
      return end + 1;
    },
  };
}

/** One of several pieces, by its index. */
export function variant(pieces: readonly Piece[], index: Pick): Piece {
  return {
    maxBytes: pieces.reduce((most, { maxBytes }) => Math.max(most, maxBytes), 0),
    usesIndex: pieces.some(({ usesIndex }) => usesIndex === true),
    put: (chunk, at, a, b, r) => pieces[index(a, b)].put(chunk, at, a, b, r),
  };
}

/** A number in units of 10^-decimals, without trailing zeros. */
export const decimal = (units: Pick, decimals: number): Piece => ({
  maxBytes: 28,
  put: ({ bytes, view }, at, a, b) =>
    decimals === 0 ? putInteger(view, at, units(a, b)) : putDecimal(bytes, view, at, units(a, b), decimals),
});

/** A whole number that differs between rows. @param number from the index of a row */
export const distinctNumber = (number: (index: number, seed: Chunk['seed']) => number): Piece => ({
  maxBytes: 20,
  usesIndex: true,
  put: ({ view, index, seed }, at, _, __, r) => putInteger(view, at, number(index[r], seed)),
});

const CLASSES: Readonly<Record<string, string>> = {
  '#': '0123456789',
  '!': '123456789',
  '?': 'ABDEFGHJLNPQRSTUWXYZ',
  '@': 'ABCEGHJKLMNPRSTVWXYZ',
};
const SYMBOL = /\[([^\]]+)\]|[#!?@]/g;

/** A text after a pattern of ASCII characters, in which `#` is a digit, `!` one from 1 to 9, `?` and `@` capital letters, and `[1-4]` or `[13]` one of those in brackets. */
export function pattern(mask: string, path: string): Piece {
  const bytes: number[] = [];
  const alphabets: number[][] = [];
  let end = 0;
  const put = (literals: string): void => {
    for (const code of codesOf(literals)) alphabets.push([code]);
  };
  for (const { 0: found, 1: inner, index } of mask.matchAll(SYMBOL)) {
    put(mask.slice(end, index));
    alphabets.push(codesOf(inner === undefined ? (CLASSES[found] ?? '') : ranges(inner)));
    end = index + found.length;
  }
  put(mask.slice(end));
  const starts = Int32Array.from(alphabets, (alphabet) => bytes.push(...alphabet) - alphabet.length);
  const sizes = Int32Array.from(alphabets, ({ length }) => length);
  const [all, length] = [Uint8Array.from(bytes), alphabets.length];
  const [first, second] = [fraction(path), fraction(`${path}\n2`)];
  return {
    maxBytes: length,
    put(chunk, at, a, b) {
      // A draw has 32 bits: enough for eight digits.
      let [rest, left] = [first(a, b), 8];
      for (let i = 0; i < length; i++) {
        const size = sizes[i];
        let n = 0;
        if (size > 1) {
          if (left-- === 0) rest = second(a, b);
          rest *= size;
          n = rest | 0;
          rest -= n;
        }
        chunk.bytes[at + i] = all[starts[i] + n];
      }
      return at + length;
    },
  };
}

const codesOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));

/** The characters of a class such as `1-4` or `13`. */
const ranges = (inner: string): string =>
  inner.replaceAll(/(.)-(.)/g, (_, from: string, to: string) => {
    const [low, high] = [from.charCodeAt(0), to.charCodeAt(0)];
    return String.fromCharCode(...Array.from({ length: high - low + 1 }, (__, i) => low + i));
  });

/** Writes a piece as the value of a field. @param piece with the field's lead */
export const pieceCell = (piece: Piece): Cell => ({
  maxBytes: piece.maxBytes,
  usesIndex: piece.usesIndex === true,
  column(chunk, { a, b }) {
    const { at, rows } = chunk;
    for (let r = 0; r < rows; r++) at[r] = piece.put(chunk, at[r], a[r], b[r], r);
  },
});
