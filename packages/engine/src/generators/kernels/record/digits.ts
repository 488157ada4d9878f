import { exp, log } from '../../../numeric/deterministic-math.ts';
import type { Piece } from './piece.ts';
import type { Pick } from './pick.ts';

const ZERO = 0x30;
const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9;

/** Digits followed by the check digit of ISO/IEC 7812 (Luhn). */
export const withLuhn = (digits: Piece): Piece => ({
  maxBytes: digits.maxBytes + 1,
  put(chunk, at, a, b, r) {
    const end = digits.put(chunk, at, a, b, r);
    let [sum, doubles] = [0, true];
    for (let i = end - 1; i >= at; i--) {
      if (!isDigit(chunk.bytes[i])) continue;
      const digit = (chunk.bytes[i] - ZERO) * (doubles ? 2 : 1);
      sum += digit > 9 ? digit - 9 : digit;
      doubles = !doubles;
    }
    chunk.bytes[end] = ZERO + ((10 - (sum % 10)) % 10);
    return end + 1;
  },
});

/** The last bytes of a piece. */
export const endOf = (piece: Piece, length: number): Piece => ({
  maxBytes: piece.maxBytes,
  put(chunk, at, a, b, r) {
    const end = piece.put(chunk, at, a, b, r);
    chunk.bytes.copyWithin(at, end - length, end);
    return at + length;
  },
});

/** Weights of the 17 characters of a vehicle identification number, and the values of its letters (49 CFR 565.15). */
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/** In the order of the letters without I, O and Q. */
const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const VIN_DIGITS = '12345678123457923456789';
const VIN_VALUES: ReadonlyMap<number, number> = new Map(
  Array.from(VIN_LETTERS, (letter, i) => [letter.charCodeAt(0), Number(VIN_DIGITS[i])]),
);
const CHECK = 8;

/** A vehicle identification number whose ninth character is its check digit. @param characters 17 of them */
export const withVinCheck = (characters: Piece): Piece => ({
  maxBytes: characters.maxBytes,
  put(chunk, at, a, b, r) {
    const end = characters.put(chunk, at, a, b, r);
    let sum = 0;
    for (let i = 0; i < VIN_WEIGHTS.length; i++) {
      const byte = chunk.bytes[at + i];
      sum += VIN_WEIGHTS[i] * (isDigit(byte) ? byte - ZERO : (VIN_VALUES.get(byte) ?? 0));
    }
    const check = sum % 11;
    chunk.bytes[at + CHECK] = check === 10 ? 0x58 : ZERO + check;
    return end;
  },
});

/** A number between two bounds, more often small than large: its logarithm is uniform. @param at from 0 to 1 */
const between = (low: number, high: number, at: number): number => low * exp(at * log(high / low));

/** A number between the bounds of an entry. */
export const spread =
  (lows: Float64Array, highs: Float64Array, entry: Pick, at: Pick): Pick =>
  (a, b) => {
    const n = entry(a, b);
    return between(lows[n], highs[n], at(a, b));
  };
