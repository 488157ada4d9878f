import { mix } from '../../numeric/random.ts';
import type { Share } from '../generator.ts';

/** The shares of values that are equally likely. */
export const equalShares = (values: readonly unknown[]): readonly Share[] =>
  values.map((value) => ({ value, share: 1 / values.length }));

/** The shares of values that are chosen by weight. @param items a weight defaults to 1 */
export function weightedShares(
  items: readonly { readonly weight?: number | undefined; readonly value?: unknown }[],
): readonly Share[] {
  const total = items.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return items.map(({ weight = 1, value }) => ({ value, share: weight / total }));
}

/** All values that a generator can make, in an order. */
export interface ValueSpace {
  /** How many there are, 1 to 2^53 − 1; of more, so many are used. */
  readonly size: number;
  /** The n-th value, from 0. Different numbers give different values. */
  value(n: number): unknown;
  /** Fewer of the values, about as frequent as a generator makes them, but as many as are needed. Default: all. */
  readonly atLeast?: (count: number) => ValueSpace;
}

/** The distinct values of a list. */
export function listSpace(values: readonly unknown[]): ValueSpace | undefined {
  const byText = new Map(values.map((value) => [JSON.stringify(value) ?? 'null', value]));
  const distinct = [...byText.values()];
  return distinct.length === 0 ? undefined : { size: distinct.length, value: (n) => distinct[n] };
}

/** Texts with one character from each alphabet, in their order. */
export function textSpace(alphabets: readonly (readonly string[])[]): ValueSpace | undefined {
  const distinct = alphabets.map((alphabet) => [...new Set(alphabet)]);
  if (distinct.some(({ length }) => length === 0)) return undefined;
  // Of long texts, as many of the last characters as numbers can tell apart. Those before them follow from the number.
  let size = 1;
  let from = distinct.length;
  while (from > 0 && size * (distinct[from - 1] ?? []).length <= Number.MAX_SAFE_INTEGER)
    size *= (distinct[--from] ?? []).length;
  return {
    size,
    value(n) {
      let rest = n;
      let text = '';
      let hash = mix(n ^ Math.floor(n / 2 ** 32));
      for (let i = distinct.length - 1; i >= 0; i--) {
        const alphabet = distinct[i] ?? [];
        if (i < from) hash = mix(hash + i + 1);
        const place = i < from ? (hash >>> 0) % alphabet.length : rest % alphabet.length;
        rest = Math.floor(rest / alphabet.length);
        text = `${alphabet[place] ?? ''}${text}`;
      }
      return text;
    },
  };
}

/** Whole numbers from `min` on, in steps. */
export const numberSpace = (min: number, size: number, step: number): ValueSpace | undefined =>
  size >= 1 && Number.isSafeInteger(size) ? { size, value: (n) => (min + n) * step } : undefined;

/** A character, or a class of them, and how often it is repeated. */
const PIECE = /\[((?:[^\][\\^-]|\w-\w)+)\](?:\{(\d{1,3})\})?|([\w /:_-])(?:\{(\d{1,3})\})?(?![?*+{])/gy;

/** Texts that match a regular expression of characters and classes, each once or a fixed number of times; undefined for others. */
export function patternSpace(pattern: string): ValueSpace | undefined {
  const alphabets: (readonly string[])[] = [];
  let end = 0;
  for (const { 0: found, 1: inner, 2: times = '1', 3: character = '', 4: repeats = '1' } of pattern.matchAll(
    PIECE,
  )) {
    end += found.length;
    const isClass = inner !== undefined;
    const alphabet = isClass ? charactersIn(inner) : [character];
    for (let i = 0; i < Number(isClass ? times : repeats); i++) alphabets.push(alphabet);
  }
  const isWhole = end === pattern.length && !/[[\]][?*+]/.test(pattern);
  return isWhole && alphabets.length > 0 ? textSpace(alphabets) : undefined;
}

/** The characters of a class: `a-z0-9_`. */
function charactersIn(inner: string): readonly string[] {
  const characters: string[] = [];
  for (const [part, from, to] of inner.matchAll(/(\w)-(\w)|[^-]/g)) {
    if (from === undefined || to === undefined) characters.push(part);
    else
      for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++)
        characters.push(String.fromCharCode(code));
  }
  return characters;
}
