/** One way to say it: its weight, and the lists from which its parts are drawn, one element of each, all equally likely. */
export interface Wording {
  readonly weight: number;
  readonly parts: readonly (readonly string[])[];
}

/**
 * Every way to say something, with weights whose sum is 1: a pattern such as "{{first}} {{last}}" multiplied out until only
 * lists remain, so that saying it takes one draw for the way and one for each part.
 */
export type Wordings = readonly Wording[];

/** One element of the list. */
export const list = (texts: readonly string[]): Wordings => {
  if (texts.length === 0) throw new Error('Cannot choose from an empty list');
  return [{ weight: 1, parts: [texts] }];
};

/** One of the ways, by weight. */
export function weighted(ways: readonly (readonly [weight: number, wordings: Wordings])[]): Wordings {
  const total = ways.reduce((sum, [weight]) => sum + weight, 0);
  return ways.flatMap(([weight, wordings]) =>
    wordings.map((wording) => ({ ...wording, weight: (wording.weight * weight) / total })),
  );
}

/** One of the ways, all equally likely. */
export const either = (...ways: readonly Wordings[]): Wordings =>
  weighted(ways.map((wordings) => [1, wordings]));

/** The pieces one after another, each drawn on its own. A string is said as it is. */
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

/** The same ways with every text changed. The function must not depend on a text's neighbours. */
export const changed = (wordings: Wordings, change: (text: string) => string): Wordings =>
  wordings.map(({ weight, parts }) => ({ weight, parts: parts.map((part) => mapped(part, change)) }));

/** A list with a text added is stored again, hence only short texts and short lists; all else becomes a part of its own. */
const GLUED_TEXT = 8;
const GLUED_LIST = 64;

const cheap = (text: string, other: readonly string[]): boolean =>
  text.length <= GLUED_TEXT || other.length <= GLUED_LIST;

/** Parts one after another, a single text joined to its neighbour: a part less to draw. */
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

/** Two lists become one of all pairs up to so many texts of so many bytes in all: a draw less, and still in the cache. */
const CROSSED_TEXTS = 1024;
const CROSSED_BYTES = 32_768;

function isSmall(left: readonly string[], right: readonly string[]): boolean {
  const texts = left.length * right.length;
  const longest = (list: readonly string[]): number =>
    list.reduce((most, { length }) => Math.max(most, length), 0);
  return texts <= CROSSED_TEXTS && texts * (longest(left) + longest(right)) <= CROSSED_BYTES;
}

/** Remembers per list what was made of it, so that equal lists are one list and are stored once. */
function remembering<Key>(make: (texts: readonly string[], key: Key) => readonly string[]) {
  const made = new WeakMap<readonly string[], Map<Key, readonly string[]>>();
  return (texts: readonly string[], key: Key): readonly string[] => {
    const ofList = made.get(texts) ?? new Map<Key, readonly string[]>();
    made.set(texts, ofList);
    const known = ofList.get(key) ?? make(texts, key);
    ofList.set(key, known);
    return known;
  };
}

const before = remembering<string>((texts, text) => texts.map((t) => text + t));
const after = remembering<string>((texts, text) => texts.map((t) => t + text));
const mapped = remembering<(text: string) => string>((texts, change) => texts.map((t) => change(t)));
const crossed = remembering<readonly string[]>((texts, others) =>
  texts.flatMap((text) => others.map((other) => text + other)),
);
const affixed = (start: string, texts: readonly string[], end: string): readonly string[] =>
  end === '' ? before(texts, start) : after(texts, end);

/** Whole numbers from min to max as texts, padded with zeros to `width`. */
export const numbers = (min: number, max: number, width = 0): Wordings =>
  list(Array.from({ length: max - min + 1 }, (_, i) => String(min + i).padStart(width, '0')));

/** Digits drawn together, as lists of at most a thousand texts. */
const TOGETHER = 3;
const digitLists = [1, 2, TOGETHER].map((n) => numbers(0, 10 ** n - 1, n));
const leadingLists = [1, 2, TOGETHER].map((n) => numbers(10 ** (n - 1), 10 ** n - 1));

/** `count` digits; with `lead`, the first of them is not 0. */
export function digits(count: number, lead = false): Wordings {
  const pieces: Wordings[] = [];
  for (let left = count; left > 0; left -= TOGETHER) {
    const n = Math.min(left, TOGETHER);
    pieces.push((lead && left === count ? leadingLists : digitLists)[n - 1]);
  }
  return join(...pieces);
}
