import { sequence, type Piece } from '../record/piece.ts';
import { ALPHABETS } from '../text/alphabets.ts';
import { english } from '../text/definitions.ts';
import { among, characters, digits, piece, withCheck } from './pieces.ts';
import type { Draws } from './draws.ts';

const ZERO = 0x30;
const SPACE = 0x20;
const UPPER = ALPHABETS.UPPER.join('');
const UPPER_OR_DIGIT = ALPHABETS.DIGITS.join('') + UPPER;

/**
 * Countries with the parts of their account numbers: how many digits (n), letters (a) or both (c), from the IBAN registry of SWIFT
 * (ISO 13616), in faker's order.
 */
const IBANS =
  'AL8n16c AD8n12c AT5n11n AZ4a20n BH4a14c BE3n9n BA6n10n BR13n10n1a1c BG4a6n8c CR1n3n14n HR7n10n CY8n16c CZ10n10n DK4n10n DO4a20n TL3n16n EE4n12n FO4n10n FI6n8n FR10n11c2n GE2a16n DE8n10n GI4a15c GR7n16c GL4n10n GT4c4c16c HU8n16n IS6n16n IE4a6n8n IL6n13n IR22n IT1a10n12c JO4a4n18n KZ3n13c XK4n12n KW4a22c LV4a13c LB4n20c LI5n12c LT5n11n LU3n13c MK3n10c2n MT4a5n18c MR10n13n MU4a4n15n3a MC10n11c2n MD2c18c ME3n15n NL4a10n NO4n7n PK4a16n PS4a9n12n PL8n16n PT8n13n QA4a21c RO4a16c SM1a10n12c SA2n18c RS3n15n SK10n10n SI5n10n ES10n10n SE3n17n CH5n12c TN5n15n TR5n1n16n AE3n16n GB4a6n8n VG4a16n'.split(
    ' ',
  );
const MAX_IBAN = 34;

const [DIGIT, LETTER, EITHER] = [0, 1, 2];
const KINDS = 'nac';

/** The characters of an account number. */
interface Format {
  readonly country: string;
  readonly kinds: Uint8Array;
  /** Of each character: where its part ends. */
  readonly stops: Uint8Array;
}

function formatOf(text: string): Format {
  const parts = Array.from(text.matchAll(/(\d+)([a-z])/g), ([, count, kind = '']) => ({
    count: Number(count),
    kind: KINDS.indexOf(kind),
  }));
  let stop = 0;
  const stops = parts.flatMap(({ count }) => {
    stop += count;
    return Array.from({ length: count }, () => stop);
  });
  const kinds = parts.flatMap(({ count, kind }) => Array.from({ length: count }, () => kind));
  return { country: text.slice(0, 2), kinds: Uint8Array.from(kinds), stops: Uint8Array.from(stops) };
}

/** An IBAN, of any country or of one. @param formatted in groups of four. Undefined for an unknown country */
export function iban(draws: Draws, country: string | undefined, formatted: boolean): Piece | undefined {
  const formats = IBANS.filter((text) => country === undefined || text.slice(0, 2) === country).map(formatOf);
  if (formats.length === 0) return undefined;
  const longest = MAX_IBAN + (formatted ? MAX_IBAN >> 2 : 0);
  return piece(longest, ({ bytes }, at) => {
    const format = formats[draws.below(formats.length)];
    const end = putAccount(draws, bytes, at + 4, format);
    putCheck(bytes, at, end, format.country);
    return formatted ? spaced(bytes, at, end) : end;
  });
}

/** Digits have some runs of zeros before another digit, as faker likes them. */
function putAccount(draws: Draws, bytes: Uint8Array, at: number, { kinds, stops }: Format): number {
  const size = kinds.length;
  let i = 0;
  while (i < size) {
    const kind = kinds[i];
    if (kind === LETTER || (kind === EITHER && !draws.chance(0.8))) bytes[at + i++] = 0x41 + draws.below(26);
    else if (kind === DIGIT && stops[i] - i >= 3 && draws.chance(0.3)) {
      if (draws.chance(0.5)) bytes[at + i++] = ZERO;
      bytes[at + i++] = ZERO;
      bytes[at + i++] = ZERO + 1 + draws.below(9);
    } else bytes[at + i++] = ZERO + draws.below(10);
  }
  return at + size;
}

/** The country and two check digits, so that the number of the letters and digits, moved, is 1 modulo 97 (ISO 7064). */
function putCheck(bytes: Uint8Array, at: number, end: number, country: string): void {
  bytes[at] = country.charCodeAt(0);
  bytes[at + 1] = country.charCodeAt(1);
  let rest = 0;
  for (let i = at + 4; i < end; i++) rest = added(rest, bytes[i]);
  const check = 98 - ((added(added(rest, bytes[at]), bytes[at + 1]) * 100) % 97);
  bytes[at + 2] = ZERO + ((check / 10) | 0);
  bytes[at + 3] = ZERO + (check % 10);
}

/** A letter is two digits: A is 10. The rest stays below 2^31 if it is reduced when it has six digits. */
function added(rest: number, code: number): number {
  const sum = code > 0x40 ? rest * 100 + code - 55 : rest * 10 + code - ZERO;
  return sum < 1_000_000 ? sum : sum % 97;
}

/** Groups of four. */
function spaced(bytes: Uint8Array, at: number, end: number): number {
  const length = end - at;
  for (let i = length - 1; i >= 4; i--) {
    bytes[at + i + (i >> 2)] = bytes[at + i];
    if (i % 4 === 0) bytes[at + i + (i >> 2) - 1] = SPACE;
  }
  return end + ((length - 1) >> 2);
}

/** Countries of bank codes: those of ISO 3166, and Kosovo. */
const countries = (): readonly string[] =>
  [...english.definitions().location.country_code.map(({ alpha2 }) => alpha2), 'XK'].toSorted();

/** A bank code (BIC). @param hasBranch at random if undefined */
export function bic(draws: Draws, hasBranch: boolean | undefined): Piece {
  const bank = sequence([
    characters(draws, UPPER, 4),
    among(draws, countries()),
    characters(draws, UPPER_OR_DIGIT, 2),
  ]);
  const own = characters(draws, UPPER_OR_DIGIT, 3);
  return piece(bank.maxBytes + 3, (chunk, at, a, b, r) => {
    const isBranch = hasBranch ?? draws.chance(0.5);
    const end = bank.put(chunk, at, a, b, r);
    if (!isBranch) return end;
    if (draws.chance(0.5)) return own.put(chunk, end, a, b, r);
    chunk.bytes.fill(0x58, end, end + 3);
    return end + 3;
  });
}

const ROUTING = [3, 7, 1];

/** A routing number of the American Bankers Association: the weighted sum of its digits is a multiple of 10. */
export function routingNumber(draws: Draws): Piece {
  const symbols = english.definitions().finance.federal_reserve_routing_symbol;
  const number = sequence([among(draws, symbols), digits(draws, 4)]);
  return withCheck(number, (bytes, at, end) => {
    let sum = 0;
    for (let i = at; i < end; i++) sum += (bytes[i] - ZERO) * ROUTING[(i - at) % 3];
    return ZERO + ((10 - (sum % 10)) % 10);
  });
}
