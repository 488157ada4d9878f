import { withLuhn } from '../record/digits.ts';
import { piece, either } from './pieces.ts';
import type { Piece } from '../record/piece.ts';
import type { Draws } from './draws.ts';

const ZERO = 0x30;

/** Part of a pattern: a range of numbers, digits, or itself. */
type Token =
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'digits'; readonly codes: Uint8Array; readonly count: number }
  | { readonly kind: 'literal'; readonly code: number };

/** A range, a digit, a digit from 2, or what it can contain beside them and keep the check digit: digits, spaces and dashes. */
const TOKEN = /\[(\d+)-(\d+)\]|(#+)|(!+)|[\d -]/y;

const codesFrom = (least: number): Uint8Array =>
  Uint8Array.from({ length: 10 - least }, (_, i) => ZERO + least + i);
const [ALL, FROM_TWO] = [codesFrom(0), codesFrom(2)];

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
    } else if (hash !== undefined || mark !== undefined)
      tokens.push({ kind: 'digits', codes: mark === undefined ? ALL : FROM_TWO, count: found.length });
    else tokens.push({ kind: 'literal', code: found.charCodeAt(0) });
  }
  return tokens;
}

/** A number after a pattern such as `3[4-7]#-####L`: L, at its end, is the Luhn check digit. Undefined for other patterns. */
export function cardNumber(draws: Draws, pattern: string): Piece | undefined {
  const hasCheck = pattern.endsWith('L');
  const tokens = tokensOf(hasCheck ? pattern.slice(0, -1) : pattern);
  if (tokens === undefined) return undefined;
  const number = digitsOf(draws, pattern, tokens);
  return hasCheck ? withLuhn(number) : number;
}

/** Ranges are drawn before digits. */
function digitsOf(draws: Draws, pattern: string, tokens: readonly Token[]): Piece {
  const ranges = tokens.filter((token) => token.kind === 'range');
  const drawn = new Float64Array(ranges.length);
  const longest = pattern.length + ranges.reduce((sum, { max }) => sum + String(max).length, 0);
  return piece(longest, ({ bytes }, at) => {
    for (let i = 0; i < ranges.length; i++) drawn[i] = draws.int(ranges[i].min, ranges[i].max);
    let [end, n] = [at, 0];
    for (const token of tokens) {
      if (token.kind === 'literal') bytes[end++] = token.code;
      else if (token.kind === 'digits') {
        draws.putCodes(bytes, end, end + token.count, token.codes);
        end += token.count;
      } else end = putPlain(bytes, end, drawn[n++]);
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
