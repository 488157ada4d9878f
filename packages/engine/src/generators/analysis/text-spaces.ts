import { mix } from '../../numeric/random.ts';
import { english, listOf, remembering } from '../kernels/text/definitions.ts';
import type { Sex } from '../kernels/text/person-names.ts';
import { wordingsOf } from '../kernels/text/pattern-types.ts';
import type { Wording, Wordings } from '../kernels/text/wording.ts';
import { listSpace, type ValueSpace } from './value-space.ts';

const remembered = remembering<ValueSpace | undefined>();

/** The different values of a type that picks from lists or fills patterns, without arguments other than a sex; undefined for other types. */
export const spaceOf = (type: string, sex?: Sex, lexicon = english): ValueSpace | undefined =>
  remembered(lexicon, `${type} ${sex ?? ''}`, () => newSpace(type, sex, lexicon));

function newSpace(type: string, sex: Sex | undefined, lexicon = english): ValueSpace | undefined {
  const list = sex === undefined ? listOf(type, lexicon) : undefined;
  if (list !== undefined) return listSpace(list);
  const wordings = wordingsOf(type, sex, lexicon);
  return wordings && wordingSpace(wordings);
}

/** Up to this many texts, all are listed, so that none is left out. */
const LISTED = 20_000;
/** More of them would take long to sort. */
const MOST_PARTS = 100_000;
/** How many wordings are used: the most frequent ones that begin differently. */
const MOST_FORMS = 8;
/** How many times more texts than are needed are chosen from. */
const SPARE = 16;
/** Ends a text, so that no text is the beginning of another. In no text. */
const END = '\0';

/** A wording whose texts differ from each other, and from those of other wordings. */
interface Form {
  readonly weight: number;
  readonly parts: readonly (readonly string[])[];
  /** How many of its last parts follow from a number. Those before them follow from its hash. */
  readonly counted: number;
  readonly size: number;
}

/** Different texts of these wordings; undefined if there are too many parts to tell them apart. */
function wordingSpace(wordings: Wordings): ValueSpace | undefined {
  const texts = wordings.reduce((sum, { parts }) => sum + sizeOf(parts), 0);
  if (texts <= LISTED) return listSpace(wordings.flatMap(({ parts }) => textsOf(parts)));
  const lists = new Set(wordings.flatMap(({ parts }) => parts));
  if ([...lists].reduce((sum, { length }) => sum + length, 0) > MOST_PARTS) return undefined;
  const forms = formsOf(wordings);
  return { ...spaceWith(forms, Infinity), atLeast: (count) => spaceWith(forms, count) };
}

/** The texts of these forms: shares as of their weights, as far as that leaves many more than `count`. */
function spaceWith(forms: readonly Form[], count: number): ValueSpace {
  const taken = (scale: number): readonly number[] =>
    forms.map(({ size, weight }) => Math.max(1, Math.floor(Math.min(size, scale * weight))));
  const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
  const all = sum(taken(Infinity));
  let scale = count;
  while (sum(taken(scale)) < Math.min(all, count * SPARE)) scale *= 2;
  const counts = taken(scale);
  const steps = forms.map(({ size }, i) => stepFor(size, counts[i] ?? 1));
  return {
    size: sum(counts),
    value(n) {
      let rest = n;
      let i = 0;
      while (rest >= (counts[i] ?? Infinity)) rest -= counts[i++] ?? 0;
      const form = forms[i];
      if (form === undefined) throw new RangeError(`There is no text ${n}`);
      return textAt(form, (rest * (steps[i] ?? 1)) % form.size);
    },
  };
}

/** A step that leads from any of `size` places to others, and to each before it returns; so small that `count` of them are exact. */
function stepFor(size: number, count: number): number {
  if (count === size) return 1;
  let step = Math.max(1, Math.floor(Math.min(size * 0.6180339887, Number.MAX_SAFE_INTEGER / count)));
  while (commonFactor(step, size) !== 1) step--;
  return step;
}

function commonFactor(one: number, other: number): number {
  let [a, b] = [one, other];
  while (b > 0) [a, b] = [b, a % b];
  return a;
}

const sizeOf = (parts: Wording['parts']): number => parts.reduce((size, { length }) => size * length, 1);

const textsOf = (parts: Wording['parts']): readonly string[] =>
  parts.reduce<readonly string[]>(
    (texts, part) => texts.flatMap((text) => part.map((each) => text + each)),
    [''],
  );

/**
 * The wordings with texts that can be read in one way only: none of a part's texts is the beginning of another one of this part,
 * nor, for first parts, of one of another wording. Frequent wordings come first, and keep most.
 */
function formsOf(wordings: Wordings): readonly Form[] {
  const begun: string[] = [];
  const forms: Form[] = [];
  for (const { weight, parts } of beginningDifferently(wordings)) {
    const ended = parts.map((part, i) => (i === parts.length - 1 ? part.map((text) => text + END) : part));
    const [first = [], ...others] = ended.map(withoutBeginnings);
    const own = unlike(first, begun);
    begun.push(...own);
    const form = [own, ...others];
    let size = 1;
    let counted = 0;
    while (counted < form.length && size * lengthBefore(form, counted) <= Number.MAX_SAFE_INTEGER / 2)
      size *= lengthBefore(form, counted++);
    if (own.length > 0) forms.push({ weight, parts: form, counted, size });
  }
  return forms;
}

/** The most frequent wordings, without those that begin with the same list as another. */
function beginningDifferently(wordings: Wordings): Wordings {
  const byList = new Map<readonly string[] | undefined, Wording>();
  const sorted = wordings.toSorted(
    (one, other) => other.weight - one.weight || sizeOf(other.parts) - sizeOf(one.parts),
  );
  for (const wording of sorted) {
    if (byList.size === MOST_FORMS) break;
    const [first] = wording.parts;
    if (!byList.has(first)) byList.set(first, wording);
  }
  return [...byList.values()];
}

/** Number of texts of the n-th part from the end. */
const lengthBefore = (parts: Form['parts'], n: number): number => parts[parts.length - 1 - n]?.length ?? 1;

/** Different texts, without those that others begin with. */
function withoutBeginnings(texts: readonly string[]): readonly string[] {
  const sorted = [...new Set(texts)].toSorted();
  return sorted.filter((text, i) => sorted[i + 1]?.startsWith(text) !== true);
}

/** Those texts that begin none of the others, and that none of the others begin. Both are without beginnings of each other. */
function unlike(texts: readonly string[], others: readonly string[]): readonly string[] {
  const own = new Set(texts);
  const sorted = [...others, ...texts].toSorted();
  const wrong = new Set<string>();
  for (const [i, text] of sorted.entries())
    for (let next = i + 1; sorted[next]?.startsWith(text) === true; next++)
      [text, sorted[next] ?? ''].forEach((each) => wrong.add(each));
  return [...own].filter((text) => !wrong.has(text));
}

/** The n-th text of a form. */
function textAt({ parts, counted }: Form, n: number): string {
  let rest = n;
  let hash = mix(n ^ Math.floor(n / 2 ** 32));
  let text = '';
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i] ?? [];
    const isCounted = parts.length - i <= counted;
    hash = mix(hash + i + 1);
    text = `${part[isCounted ? rest % part.length : (hash >>> 0) % part.length] ?? ''}${text}`;
    if (isCounted) rest = Math.floor(rest / part.length);
  }
  return text.slice(0, -END.length);
}
