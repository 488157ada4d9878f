import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { decimal, literal, partOf, quoted, sequence, variant, type Piece } from '../record/piece.ts';
import type { Extent } from '../text/prose.ts';
import { newDraws, type Draws } from './draws.ts';

/** Writes the values of a method of faker. @param make the value as JSON, without its lead */
export function methodCell(place: Place, make: (draws: Draws) => Piece, usesTime = false): Cell {
  const draws = newDraws(place.path);
  return drawnCell(draws, sequence([literal(place.lead), make(draws)]), usesTime);
}

/** Writes the texts of a method of faker. Undefined if they cannot be written. @param make the text, as the inside of a JSON string */
export function textCell(
  place: Place,
  make: (draws: Draws) => Piece | undefined,
  usesTime = false,
): Cell | undefined {
  const draws = newDraws(place.path);
  const text = make(draws);
  return text && drawnCell(draws, quoted(place.lead, text), usesTime);
}

const drawnCell = (draws: Draws, value: Piece, usesTime: boolean): Cell => ({
  maxBytes: value.maxBytes,
  usesTime,
  column(chunk, { a, b }) {
    const { at, rows } = chunk;
    for (let r = 0; r < rows; r++) {
      draws.begin(a[r], b[r], NO_KEY);
      at[r] = value.put(chunk, at[r], a[r], b[r], r);
    }
  },
});

/** The draws know the keys of their field. */
const NO_KEY = { key: 0, odd: 0 };

/** A piece from a function that writes at an offset and returns the end. */
export const piece = (
  maxBytes: number,
  put: (chunk: Chunk, at: number, a: number, b: number, r: number) => number,
): Piece => ({ maxBytes, put });

/** Independent characters of an ASCII alphabet, as `string.fromCharacters`. */
export function characters(draws: Draws, alphabet: string, count: number | Extent): Piece {
  const codes = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
  const { min, max } = typeof count === 'number' ? { min: count, max: count } : count;
  return piece(max, ({ bytes }, at) => {
    const end = at + draws.int(min, max);
    draws.putCodes(bytes, at, end, codes);
    return end;
  });
}

/** Digits, as `string.numeric`. */
export const digits = (draws: Draws, count: number): Piece => characters(draws, '0123456789', count);

/** A whole number, as `number.int`. */
export const whole = (draws: Draws, min: number, max: number): Piece => decimal(() => draws.int(min, max), 0);

/** The most bytes that one of several pieces writes. */
export const longestOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((most, { maxBytes }) => Math.max(most, maxBytes), 0);

/** One of several texts, as `helpers.arrayElement`. */
export const among = (draws: Draws, texts: readonly string[]): Piece =>
  partOf(
    [texts],
    () => 0,
    () => draws.below(texts.length),
  );

/** One of several pieces, as `helpers.arrayElement`. */
export const either = (draws: Draws, pieces: readonly Piece[]): Piece =>
  variant(pieces, () => draws.below(pieces.length));

/** The piece, or nothing, as `helpers.maybe`. */
export const maybe = (draws: Draws, of: Piece): Piece =>
  piece(of.maxBytes, (chunk, at, a, b, r) => (draws.chance(0.5) ? of.put(chunk, at, a, b, r) : at));

/** A piece followed by a character that is computed from it. */
export const withCheck = (
  of: Piece,
  checkOf: (bytes: Uint8Array, at: number, end: number) => number,
): Piece =>
  piece(of.maxBytes + 1, (chunk, at, a, b, r) => {
    const end = of.put(chunk, at, a, b, r);
    chunk.bytes[end] = checkOf(chunk.bytes, at, end);
    return end + 1;
  });
