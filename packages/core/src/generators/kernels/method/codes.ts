import { withVinCheck } from '../record/digits.ts';
import { literal, sequence, type Piece } from '../record/piece.ts';
import { jsonInner } from '../engine/json.ts';
import { characters, digits, piece, withCheck } from './pieces.ts';
import type { Draws } from './draws.ts';

const ZERO = 0x30;
const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const DIGITS = '0123456789';

/** A vehicle identification number with a valid check digit. */
export const vin = (draws: Draws): Piece =>
  withVinCheck(
    sequence([
      characters(draws, DIGITS + LETTERS, 10),
      characters(draws, LETTERS, 1),
      characters(draws, DIGITS + LETTERS, 1),
      digits(draws, 5),
    ]),
  );

/** Whether a product code can start with this text. */
export const isUpcPrefix = (prefix: string): boolean => /^\d{0,11}$/.test(prefix);

/** A Universal Product Code with its check digit. @param prefix its first digits */
export const upc = (draws: Draws, prefix: string): Piece =>
  withCheck(
    sequence([...(prefix === '' ? [] : [literal(prefix)]), digits(draws, 11 - prefix.length)]),
    (bytes, at, end) => {
      let sum = 0;
      for (let i = at; i < end; i++) sum += (bytes[i] - ZERO) * ((i - at) % 2 === 0 ? 3 : 1);
      return ZERO + ((10 - (sum % 10)) % 10);
    },
  );

/**
 * Lengths of the registrant's number by the seven digits that follow the group, for books in English: the last number of each range
 * and its length (International ISBN Agency, range message).
 */
const REGISTRANTS = [
  '1999999:2 2279999:3 2289999:4 3689999:3 3699999:4 6389999:3 6397999:4 6399999:7 6449999:3 6459999:7 6479999:3 6489999:7 6549999:3 6559999:4 6999999:3 8499999:4 8999999:5 9499999:6 9999999:7',
  '99999:3 299999:2 349999:3 399999:4 499999:3 699999:2 999999:4 3979999:3 5499999:4 6499999:5 6799999:4 6859999:5 7139999:4 7169999:3 7319999:4 7399999:7 7749999:5 7753999:7 7763999:5 7764999:7 7769999:5 7782999:7 7899999:5 7999999:4 8004999:5 8049999:5 8379999:5 8384999:7 8671999:5 8675999:4 8697999:5 9159999:6 9165059:7 9168699:6 9169079:7 9195999:6 9196549:7 9729999:6 9877999:4 9911499:6 9911999:7 9989899:6 9999999:7',
].map((text) =>
  text.split(' ').map((range) => range.split(':').map(Number) as [most: number, length: number]),
);

/** A book number with its check digit. @param separator between its parts */
export function isbn(draws: Draws, variant: 10 | 13, separator: string): Piece {
  const gap = jsonInner(separator);
  const lead = variant === 13 ? ['978', gap] : [];
  const before = literal(lead.join(''));
  const between = literal(gap);
  const eight = digits(draws, 8);
  const number = new Uint8Array(12);
  return piece(before.maxBytes + 3 * between.maxBytes + 16, (chunk, at, a, b, r) => {
    const { bytes } = chunk;
    const group = draws.below(REGISTRANTS.length);
    let end = lead.length === 0 ? at : before.put(chunk, at, a, b, r);
    bytes[end++] = ZERO + group;
    end = between.put(chunk, end, a, b, r);
    const start = end;
    end = eight.put(chunk, start, a, b, r);
    for (let i = 0; i < 8; i++) number[i] = bytes[start + i];
    const split = start + registrantLength(REGISTRANTS[group], number);
    end = between.put(chunk, split, a, b, r);
    for (let i = split - start; i < 8; i++) bytes[end++] = number[i];
    end = between.put(chunk, end, a, b, r);
    bytes[end] = checkOf(group, number, variant);
    return end + 1;
  });
}

function registrantLength(ranges: readonly (readonly [number, number])[], digitsOf: Uint8Array): number {
  let value = 0;
  for (let i = 0; i < 7; i++) value = value * 10 + digitsOf[i] - ZERO;
  for (const [most, length] of ranges) if (value <= most) return length;
  return 7;
}

/** The check digit of ISBN-13 (modulo 10) or ISBN-10 (modulo 11, where X is 10). */
function checkOf(group: number, number: Uint8Array, variant: 10 | 13): number {
  let sum = variant === 10 ? group : 9 + 7 * 3 + 8 + group * 3;
  for (let i = 0; i < 8; i++) {
    const digit = number[i] - ZERO;
    sum += variant === 10 ? digit * (i + 2) : digit * (i % 2 === 0 ? 1 : 3);
  }
  if (variant === 13) return ZERO + ((10 - (sum % 10)) % 10);
  return sum % 11 === 10 ? 0x58 : ZERO + (sum % 11);
}

const MIXED = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const without = (excluded: string, from: string): string =>
  Array.from(from)
    .filter((character) => !excluded.includes(character))
    .join('');
const BASE58 = without('0OIl', MIXED);
const BECH32 = without('1bBiIoO', MIXED.slice(0, 36));

/** Forms of Bitcoin addresses: their prefixes in the main and the test network, alphabet, and length. */
const ADDRESSES = {
  legacy: { mainnet: '1', testnet: 'm', alphabet: BASE58, min: 26, max: 34 },
  segwit: { mainnet: '3', testnet: '2', alphabet: BASE58, min: 26, max: 34 },
  bech32: { mainnet: 'bc1', testnet: 'tb1', alphabet: BECH32, min: 42, max: 42 },
  taproot: { mainnet: 'bc1p', testnet: 'tb1p', alphabet: BECH32, min: 62, max: 62 },
} as const;

/** The form of a Bitcoin address. */
export type AddressForm = keyof typeof ADDRESSES;

/** A Bitcoin address, of any form or of one. */
export function bitcoinAddress(
  draws: Draws,
  form: AddressForm | undefined,
  network: 'mainnet' | 'testnet',
): Piece {
  const forms = form === undefined ? Object.values(ADDRESSES) : [ADDRESSES[form]];
  const pieces = forms.map(({ [network]: prefix, alphabet, min, max }) =>
    sequence([
      literal(prefix),
      characters(draws, alphabet, { min: min - prefix.length, max: max - prefix.length }),
    ]),
  );
  const longest = Math.max(...pieces.map(({ maxBytes }) => maxBytes));
  return piece(longest, (chunk, at, a, b, r) => pieces[draws.below(pieces.length)].put(chunk, at, a, b, r));
}

/** A Litecoin address: its length is drawn before its first character. */
export function litecoinAddress(draws: Draws): Piece {
  const alphabet = Uint8Array.from(BASE58, (character) => character.charCodeAt(0));
  const first = characters(draws, 'LM3', 1);
  return piece(33, (chunk, at, a, b, r) => {
    const end = at + draws.int(26, 33);
    draws.putCodes(chunk.bytes, first.put(chunk, at, a, b, r), end, alphabet);
    return end;
  });
}

const CROCKFORD = Uint8Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (c) => c.charCodeAt(0));

/** A ULID: 48 bits of time and 80 random ones, five a character. @param timeOf in milliseconds since 1970 */
export const ulid = (draws: Draws, timeOf: (ms: number) => number): Piece =>
  piece(26, ({ bytes, ms }, at, _, __, r) => {
    let rest = timeOf(ms[r]);
    for (let i = 9; i >= 0; i--) {
      const next = Math.floor(rest / 32);
      bytes[at + i] = CROCKFORD[rest - next * 32];
      rest = next;
    }
    draws.putCodes(bytes, at + 10, at + 26, CROCKFORD);
    return at + 26;
  });
