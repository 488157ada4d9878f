import { characters, piece } from './pieces.ts';
import { literal, type Piece } from '../record/piece.ts';
import { jsonInner } from '../engine/json.ts';
import type { Draws } from './draws.ts';

/** A class of ASCII letters and digits, a letter or digit, or other text, with an optional count. */
const TOKEN =
  /\[(-?)((?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[A-Za-z0-9])+)\](?:\{(\d+)(?:,(\d+))?\})?|([A-Za-z0-9])(?:\{(\d+)(?:,(\d+))?\}|(\?))|([A-Za-z0-9 _:@#=;%~'"/-])(?![?*+{])/y;

const MAX_COUNT = 1000;

/** Part of a pattern: a class or a character, and how often it comes. */
interface Token {
  readonly alphabet: string;
  readonly isClass: boolean;
  readonly min: number;
  readonly max: number;
  /** It comes or not. */
  readonly isOptional: boolean;
}

function tokensOf(pattern: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < pattern.length) {
    const [found, dash, members, least, most, repeated, low, high, mark, other] = TOKEN.exec(pattern) ?? [];
    if (found === undefined || /^[?*+]/.test(pattern.slice(TOKEN.lastIndex))) return undefined;
    const alphabet = members === undefined ? (repeated ?? other ?? '') : `${dash}${expanded(members)}`;
    const min = Number(least ?? low ?? 1);
    const max = Number(most ?? high ?? min);
    if (alphabet === '' || max > MAX_COUNT || max < min) return undefined;
    tokens.push({ alphabet, isClass: members !== undefined, min, max, isOptional: mark !== undefined });
  }
  return tokens;
}

/** The characters of a class, in the order in which faker lists them; empty if a range is in the wrong order. */
function expanded(members: string): string {
  let text = '';
  for (const [range] of members.matchAll(/.-.|./g)) {
    const [low, high] = [range.charCodeAt(0), range.charCodeAt(range.length - 1)];
    if (high < low) return '';
    for (let code = low; code <= high; code++) text += String.fromCharCode(code);
  }
  return text;
}

/** A text that matches a regular expression of classes and counts. Undefined for others, which faker makes. */
export function fromPattern(draws: Draws, pattern: string): Piece | undefined {
  const tokens = tokensOf(pattern);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const counts = new Int32Array(tokens.length);
  const single = tokens.map(({ alphabet }) => literal(jsonInner(alphabet.slice(0, 1))));
  const each = tokens.map(({ alphabet }) => characters(draws, alphabet, 1));
  const longest = tokens.reduce((sum, { max }) => sum + max * 2, 24);
  return piece(longest, (chunk, at, a, b, r) => {
    // Faker repeats characters before it fills classes.
    for (let i = 0; i < tokens.length; i++) if (!tokens[i].isClass) counts[i] = countOf(draws, tokens[i]);
    let end = at;
    for (let i = 0; i < tokens.length; i++) {
      const { isClass } = tokens[i];
      const count = isClass ? countOf(draws, tokens[i]) : counts[i];
      const { put } = isClass ? each[i] : single[i];
      for (let n = 0; n < count; n++) end = put(chunk, end, a, b, r);
    }
    return end;
  });
}

const countOf = (draws: Draws, { isOptional, min, max }: Token): number =>
  isOptional ? (draws.chance(0.5) ? 0 : 1) : draws.int(min, max);
