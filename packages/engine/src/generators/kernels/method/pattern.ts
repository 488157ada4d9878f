import { literal, type Piece } from '../record/piece.ts';
import { jsonInner } from '../engine/json.ts';
import type { Draws } from './draws.ts';

/** A class of ASCII letters and digits, a letter or digit with a count, or other text. */
const TOKEN =
  /(?:\[(?<dash>-?)(?<members>(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[A-Za-z0-9])+)\]|(?<repeated>[A-Za-z0-9])(?=[{?])|(?<other>[A-Za-z0-9 _:@#=;%~'"/-])(?![?{]))(?:\{(?<least>\d+)(?:,(?<most>\d+))?\}|(?<mark>\?))?(?![?*+{])/y;

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
    const token = tokenOf(TOKEN.exec(pattern)?.groups ?? {});
    if (token.alphabet === '' || token.max > MAX_COUNT || token.max < token.min) return undefined;
    tokens.push(token);
  }
  return tokens;
}

/** The token of a match; without an alphabet if there is none. */
function tokenOf(groups: Readonly<Partial<Record<string, string>>>): Token {
  const { dash = '', members, repeated, other = '', least = '1', most = least, mark } = groups;
  return {
    alphabet: members === undefined ? (repeated ?? other) : dash + expanded(members),
    isClass: members !== undefined,
    min: Number(least),
    max: Number(most),
    isOptional: mark !== undefined,
  };
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
  const classes = tokens.map(({ alphabet }) => Uint8Array.from(alphabet, (each) => each.charCodeAt(0)));
  const longest = tokens.reduce((sum, { max }) => sum + max * 2, 24);
  return {
    maxBytes: longest,
    put(chunk, at, a, b, r) {
      // Faker repeats characters before it fills classes.
      for (let i = 0; i < tokens.length; i++) if (!tokens[i].isClass) counts[i] = countOf(draws, tokens[i]);
      let end = at;
      for (let i = 0; i < tokens.length; i++) {
        const { isClass } = tokens[i];
        const count = isClass ? countOf(draws, tokens[i]) : counts[i];
        for (let n = 0; n < count; n++)
          if (isClass) chunk.bytes[end++] = draws.code(classes[i]);
          else end = single[i].put(chunk, end, a, b, r);
      }
      return end;
    },
  };
}

const countOf = (draws: Draws, { isOptional, min, max }: Token): number =>
  isOptional ? (draws.chance(0.5) ? 0 : 1) : draws.int(min, max);
