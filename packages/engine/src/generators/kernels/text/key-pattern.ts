import { mix } from '../../../numeric/random.ts';

/** A pattern as its positions: the character codes that each may have. All texts of a pattern have one length. */
export type Positions = readonly (readonly number[])[];

const PART = /(\[(?:[^\]\\]+)\]|[^[\]{}()\\|*+?.^$])(?:\{(\d{1,3})\})?/y;

/** Positions of a pattern, at most. */
const MOST = 200;

/** Reads a pattern of characters and classes such as `[0-9a-f]`, each with a number of repetitions or not. Undefined if it is another one. */
export function readKeyPattern(pattern: string): Positions | undefined {
  const positions: (readonly number[])[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < pattern.length) {
    const [, part, times = '1'] = PART.exec(pattern) ?? [];
    if (part === undefined || positions.length + Number(times) > MOST) return undefined;
    const codes = part.length === 1 ? [part.charCodeAt(0)] : codesOf(part.slice(1, -1));
    if (codes.length === 0 || codes.some((code) => code < 0x20 || code > 0x7e)) return undefined;
    for (let n = 0; n < Number(times); n++) positions.push(codes);
  }
  return positions.length === 0 ? undefined : positions;
}

/** The characters of a class: `a-f0-9`. */
function codesOf(inner: string): number[] {
  const codes = new Set<number>();
  for (let i = 0; i < inner.length; i++) {
    const from = inner.charCodeAt(i);
    const isRange = inner[i + 1] === '-' && i + 2 < inner.length;
    const to = isRange ? inner.charCodeAt(i + 2) : from;
    for (let code = from; code <= to; code++) codes.add(code);
    if (isRange) i += 2;
  }
  return [...codes];
}

/** Texts that positions have, at most 2^53. */
export const roomOf = (positions: Positions): number =>
  positions.reduce((room, { length }) => Math.min(2 ** 53, room * length), 1);

/**
 * Writes the characters of number n: different numbers below the room of the positions have different texts. From the last position on,
 * each digit of the number is moved by what came before it, so that texts of consecutive numbers look unlike each other.
 *
 * @param key what sets the texts of one pool apart from those of another one
 */
export function putKeyCharacters(
  positions: Positions,
  key: number,
  n: number,
  put: (at: number, code: number) => void,
): void {
  let rest = n;
  let moved = key;
  for (let at = positions.length - 1; at >= 0; at--) {
    const codes = positions[at] ?? [];
    const digit = rest % codes.length;
    rest = Math.floor(rest / codes.length);
    const index = (digit + ((moved >>> 0) % codes.length)) % codes.length;
    put(at, codes[index] ?? 0);
    if (codes.length > 1) moved = mix(moved + digit + 1);
  }
}
