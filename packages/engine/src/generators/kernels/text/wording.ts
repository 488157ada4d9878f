import { UNIT32 } from '../../../numeric/random.ts';
import { jsonInner } from '../engine/json-text.ts';
import { packTexts } from '../engine/pool.ts';

/** Size of the lookup table for weights, which are exact to 1/16384. */
const TABLE = 16384;
export const TABLE_SHIFT = 32 - 14;

/**
 * The encoded lists of all wordings, with tables to find them. Independent of any field, so all fields of a type share them:
 * with a copy each, 1,000 fields took 1.7 s to compile and exceeded every cache.
 */
export interface EncodedWordings {
  /** The texts as JSON, without the opening quote. Text i begins at word `places[2 * i]` and has `places[2 * i + 1]` bytes: side by side, because both are read at random. */
  readonly words: Float64Array;
  readonly places: Int32Array;
  /** Wordings by weight. */
  readonly table: Uint16Array;
  /** Number of parts per wording. */
  readonly counts: Int32Array;
  /** For part n of wording i, `[i * longest + n]` holds its list's first entry, its size × 2^-32, and 1 if another part follows. */
  readonly bases: Int32Array;
  readonly scales: Float64Array;
  readonly more: Uint8Array;
  readonly longest: number;
  /** Maximum length of a phrase in bytes. */
  readonly maxBytes: number;
}

/** Encodes all lists of the wordings as the inside of JSON strings. The last part of each wording ends with the closing quote. */
export function encodeWordings(wordings: Wordings): EncodedWordings {
  // Lists are compared by identity, so wordings share the memory of common lists.
  const placed = { open: new Map<readonly string[], number>(), closed: new Map<readonly string[], number>() };
  const texts: string[] = [];
  const place = (list: readonly string[], last: boolean): number => {
    const known = last ? placed.closed : placed.open;
    const base = known.get(list) ?? texts.length;
    if (!known.has(list)) for (const text of list) texts.push(jsonInner(text) + (last ? '"' : ''));
    known.set(list, base);
    return base;
  };
  const counts = Int32Array.from(wordings, (w) => w.parts.length);
  const longest = Math.max(...counts);
  const bases = new Int32Array(wordings.length * longest);
  const scales = new Float64Array(wordings.length * longest);
  const more = new Uint8Array(wordings.length * longest);
  wordings.forEach(({ parts }, i) =>
    parts.forEach((list, n) => {
      bases[i * longest + n] = place(list, n === parts.length - 1);
      scales[i * longest + n] = list.length * UNIT32;
      more[i * longest + n] = n === parts.length - 1 ? 0 : 1;
    }),
  );
  const packed = packTexts(texts);
  const longestOf = new Map<readonly string[], number>();
  const widest = (list: readonly string[], base: number): number => {
    const known = longestOf.get(list) ?? Math.max(...packed.lengths.subarray(base, base + list.length));
    longestOf.set(list, known);
    return known + 1;
  };
  const sizes = wordings.map(({ parts }, i) =>
    parts.reduce((sum, list, n) => sum + widest(list, bases[i * longest + n]), 0),
  );
  return {
    words: packed.words,
    places: Int32Array.from(
      { length: 2 * texts.length },
      (_, i) => (i & 1 ? packed.lengths : packed.starts)[i >> 1],
    ),
    table: weightTable(wordings.map((w) => w.weight)),
    counts,
    bases,
    scales,
    more,
    longest,
    maxBytes: Math.max(...sizes),
  };
}

function weightTable(weights: readonly number[]): Uint16Array {
  const total = weights.reduce((x, y) => x + y, 0);
  const table = new Uint16Array(TABLE);
  let sum = 0;
  let from = 0;
  weights.forEach((weight, i) => {
    sum += weight;
    const to = Math.round((sum / total) * TABLE);
    table.fill(i, from, to);
    from = to;
  });
  return table;
}

/**
 * A weighted alternative: a text of one uniform element from each list, concatenated. Elements are plain text. To write it, pass all
 * alternatives to `encodeWordings`, which escapes them for JSON; `from-definitions.ts` adds the quotes.
 */
export interface Wording {
  readonly weight: number;
  readonly parts: readonly (readonly string[])[];
}

/**
 * All alternatives of a text, with weights that sum to 1. Patterns such as "{{first}} {{last}}" are expanded until only lists
 * remain, so that a text takes one draw for the alternative and one per part.
 */
export type Wordings = readonly Wording[];

/** A uniform element of the list. */
export const list = (texts: readonly string[]): Wordings => {
  if (texts.length === 0) throw new Error('Cannot choose from an empty list');
  return [{ weight: 1, parts: [texts] }];
};

/** One of the alternatives, by weight. */
export function weighted(ways: readonly (readonly [weight: number, wordings: Wordings])[]): Wordings {
  const total = ways.reduce((sum, [weight]) => sum + weight, 0);
  return ways.flatMap(([weight, wordings]) =>
    wordings.map((wording) => ({ ...wording, weight: (wording.weight * weight) / total })),
  );
}

/** One of the alternatives, all equally likely. */
export const either = (...ways: readonly Wordings[]): Wordings =>
  weighted(ways.map((wordings) => [1, wordings]));

/** Concatenates pieces, each drawn independently. A string is a literal, as plain text. */
export function join(...pieces: readonly (string | Wordings)[]): Wordings {
  let ways: Wordings = [{ weight: 1, parts: [] }];
  for (const piece of pieces) {
    if (piece === '') continue;
    const next = typeof piece === 'string' ? list([piece]) : piece;
    ways = ways.flatMap((way) =>
      next.map(({ weight, parts }) => ({ weight: way.weight * weight, parts: glue(way.parts, parts) })),
    );
  }
  return ways;
}

/** Applies a function to every text of the alternatives. Each list element is changed on its own. */
export const changed = (wordings: Wordings, change: (text: string) => string): Wordings =>
  wordings.map(({ weight, parts }) => ({ weight, parts: parts.map((part) => mapped(part, change)) }));

/** Affixing a text stores another copy of the list, so only short texts or short lists are affixed. */
const GLUED_TEXT = 8;
const GLUED_LIST = 64;

const cheap = (text: string, other: readonly string[]): boolean =>
  text.length <= GLUED_TEXT || other.length <= GLUED_LIST;

/** Concatenates parts. Joins single texts and small lists to their neighbours, which saves a draw. */
function glue(left: Wording['parts'], right: Wording['parts']): Wording['parts'] {
  const last = left.at(-1);
  const [first, ...rest] = right;
  if (last === undefined || first === undefined) return [...left, ...right];
  if (first.length === 1 && cheap(first[0], last))
    return [...left.slice(0, -1), affixed('', last, first[0]), ...rest];
  if (last.length === 1 && cheap(last[0], first))
    return [...left.slice(0, -1), affixed(last[0], first, ''), ...rest];
  if (isSmall(last, first)) return [...left.slice(0, -1), crossed(last, first), ...rest];
  return [...left, ...right];
}

/** Maximum size of the list of all pairs of two lists: saves a draw and still fits the cache. */
const CROSSED_TEXTS = 1024;
const CROSSED_BYTES = 32_768;

function isSmall(left: readonly string[], right: readonly string[]): boolean {
  const texts = left.length * right.length;
  const longest = (list: readonly string[]): number =>
    list.reduce((most, { length }) => Math.max(most, length), 0);
  return texts <= CROSSED_TEXTS && texts * (longest(left) + longest(right)) <= CROSSED_BYTES;
}

/** Memoizes per list, so that equal results are the same list and are stored once. */
function memoized<Key>(make: (texts: readonly string[], key: Key) => readonly string[]) {
  const made = new WeakMap<readonly string[], Map<Key, readonly string[]>>();
  return (texts: readonly string[], key: Key): readonly string[] => {
    const ofList = made.get(texts) ?? new Map<Key, readonly string[]>();
    made.set(texts, ofList);
    const known = ofList.get(key) ?? make(texts, key);
    ofList.set(key, known);
    return known;
  };
}

const before = memoized<string>((texts, text) => texts.map((t) => text + t));
const after = memoized<string>((texts, text) => texts.map((t) => t + text));
const mapped = memoized<(text: string) => string>((texts, change) => texts.map((t) => change(t)));
const crossed = memoized<readonly string[]>((texts, others) =>
  texts.flatMap((text) => others.map((other) => text + other)),
);
const affixed = (start: string, texts: readonly string[], end: string): readonly string[] =>
  end === '' ? before(texts, start) : after(texts, end);

/** Whole numbers from min to max as texts, padded with zeros to `width`. */
export const numbers = (min: number, max: number, width = 0): Wordings =>
  list(Array.from({ length: max - min + 1 }, (_, i) => String(min + i).padStart(width, '0')));

/** Digits per draw, as lists of at most a thousand texts. */
const DIGITS_PER_DRAW = 3;
const digitLists = [1, 2, DIGITS_PER_DRAW].map((n) => numbers(0, 10 ** n - 1, n));
const leadingLists = [1, 2, DIGITS_PER_DRAW].map((n) => numbers(10 ** (n - 1), 10 ** n - 1));

/** `count` digits. With `lead`, the first is not 0. */
export function digits(count: number, lead = false): Wordings {
  const pieces: Wordings[] = [];
  for (let left = count; left > 0; left -= DIGITS_PER_DRAW) {
    const n = Math.min(left, DIGITS_PER_DRAW);
    pieces.push((lead && left === count ? leadingLists : digitLists)[n - 1]);
  }
  return join(...pieces);
}
