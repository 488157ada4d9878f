/**
 * A weighted alternative: a text of one uniform element from each list, concatenated. Elements are plain text. To write it, pass all
 * alternatives to `encodeWordings`, and that to `phrase`: they escape it for JSON and add the quotes.
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
