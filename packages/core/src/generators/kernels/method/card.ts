import { withLuhn } from '../record/digits.ts';
import { piece, either } from './pieces.ts';
import type { Piece } from '../record/piece.ts';
import type { Draws } from './draws.ts';

const ZERO = 0x30;

/** Part of a pattern: a range of numbers, a digit from `least` to 9, or itself. */
type Token =
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'digit'; readonly least: number }
  | { readonly kind: 'literal'; readonly code: number };

/** A range, a digit, a digit from 2, or what it can contain beside them and keep the check digit: digits, spaces and dashes. */
const TOKEN = /\[(\d+)-(\d+)\]|(#)|(!)|([\d \-])/y;

function tokensOf(pattern: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < pattern.length) {
    const [found, from, to, hash, mark] = TOKEN.exec(pattern) ?? [];
    if (found === undefined) return undefined;
    if (from !== undefined && to !== undefined) {
      const [min, max] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
      if (!Number.isSafeInteger(max)) return undefined;
      tokens.push({ kind: 'range', min, max });
    } else if (hash !== undefined) tokens.push({ kind: 'digit', least: 0 });
    else if (mark !== undefined) tokens.push({ kind: 'digit', least: 2 });
    else tokens.push({ kind: 'literal', code: found.charCodeAt(0) });
  }
  return tokens;
}

/** A number after a pattern such as `3[4-7]#-####L`: L, at its end, is the Luhn check digit. Undefined for other patterns. */
export function cardNumber(draws: Draws, pattern: string): Piece | undefined {
  const hasCheck = pattern.endsWith('L');
  const tokens = tokensOf(hasCheck ? pattern.slice(0, -1) : pattern);
  if (tokens === undefined) return undefined;
  const number = digitsOf(draws, tokens);
  return hasCheck ? withLuhn(number) : number;
}

/** Ranges are drawn before digits. */
function digitsOf(draws: Draws, tokens: readonly Token[]): Piece {
  const ranges = tokens.filter((token) => token.kind === 'range');
  const drawn = new Float64Array(ranges.length);
  const longest = tokens.length + ranges.reduce((sum, { max }) => sum + String(max).length, 0);
  return piece(longest, ({ bytes }, at) => {
    for (let i = 0; i < ranges.length; i++) drawn[i] = draws.int(ranges[i].min, ranges[i].max);
    let [end, n] = [at, 0];
    for (const token of tokens) {
      if (token.kind === 'literal') bytes[end++] = token.code;
      else if (token.kind === 'digit') bytes[end++] = ZERO + draws.int(token.least, 9);
      else end = putPlain(bytes, end, drawn[n++]);
    }
    return end;
  });
}

/** Writes a small whole number. */
function putPlain(bytes: Uint8Array, at: number, number: number): number {
  let size = 1;
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) size++;
  for (let [i, rest] = [size - 1, number]; i >= 0; i--) {
    const next = Math.floor(rest / 10);
    bytes[at + i] = ZERO + rest - next * 10;
    rest = next;
  }
  return at + size;
}

/** A number of one of several issuers: one of the issuer's patterns, which may contain slashes. Undefined for other patterns. */
export function cardOf(draws: Draws, issuers: readonly (readonly string[])[]): Piece | undefined {
  const numbers = issuers.map((patterns) =>
    patterns.map((pattern) => cardNumber(draws, pattern.replaceAll('/', ''))),
  );
  const known = numbers.map((each) => each.filter((number) => number !== undefined));
  if (known.some((each, i) => each.length < numbers[i].length)) return undefined;
  return either(
    draws,
    known.map((each) => either(draws, each)),
  );
}
