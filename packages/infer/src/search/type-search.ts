import synonyms from './synonyms.json' with { type: 'json' };

/** A plural without its s. */
const stemOf = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

/** Whether consecutive words are those of a phrase; the last one may go on. */
function startsAt(words: readonly string[], start: number, phrase: readonly string[]): boolean {
  return phrase.every((wanted, i) => {
    const word = words[start + i] ?? '';
    if (i < phrase.length - 1) return stemOf(word) === stemOf(wanted);
    return word.startsWith(wanted) || (word !== '' && word === stemOf(wanted));
  });
}

/** Where a phrase starts among words, or -1. */
const indexOfPhrase = (words: readonly string[], phrase: readonly string[]): number =>
  words.findIndex((_, i) => startsAt(words, i, phrase));

/** What is searched of a generator type. */
export interface Searchable {
  readonly name: string;
  readonly summary: string;
}

/** A generator type that was found. */
export interface Found<Type extends Searchable> {
  readonly type: Type;
  /** Synonyms that matched, at most three. Empty if its name says why it was found. */
  readonly also: readonly string[];
  /** Only some of the words of the query were found. */
  readonly isClose: boolean;
}

/** Ranks of a match, the best first. A synonym that is the whole query is as good as a word of the name. */
const RANK = {
  wholeName: 0,
  nameStart: 1,
  fullNameStart: 2,
  nameWord: 3,
  synonym: 3,
  synonymStart: 4,
  summary: 5,
  synonymWord: 6,
  partOfName: 7,
  none: 99,
};

/** Shorter parts in the middle of a word are a coincidence. */
const MIN_PART = 3;

interface Entry<Type extends Searchable> {
  readonly type: Type;
  /** The words after the dot. */
  readonly own: readonly string[];
  readonly family: readonly string[];
  readonly full: string;
  readonly summary: readonly string[];
  readonly synonyms: readonly { readonly text: string; readonly words: readonly string[] }[];
}

/** Words that people search for, by the generator type that they mean. Words of its name and summary are found anyway. */
const SYNONYMS: Readonly<Record<string, string>> = synonyms;

/** The synonyms of a generator type, as people type them. Empty if it has none. */
export const synonymsOf = (name: string): readonly string[] => SYNONYMS[name]?.split(', ') ?? [];

/** Searches generator types; keep it, for it reads all of them once. An empty query finds all, in their order. */
export function newTypeSearch<Type extends Searchable>(
  types: readonly Type[],
): (query: string) => readonly Found<Type>[] {
  const entries = types.map(entryOf);
  return (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return types.map((type) => ({ type, also: [], isClose: false }));
    const ranked = entries
      .map((entry) => ({ entry, ...matchOf(entry, query, words) }))
      .filter(({ rank }) => rank < RANK.none);
    // Sorting is stable: equals keep the order of the catalogue.
    return ranked
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ entry, isClose, also }) => ({ type: entry.type, also, isClose }));
  };
}

function entryOf<Type extends Searchable>(type: Type): Entry<Type> {
  const [family = '', own = family] = type.name.split('.');
  return {
    type,
    own: wordsOf(own),
    family: wordsOf(family),
    full: type.name.toLowerCase(),
    summary: wordsOf(type.summary),
    synonyms: synonymsOf(type.name).map((text) => ({ text, words: wordsOf(text) })),
  };
}

interface Match {
  readonly rank: number;
  readonly isClose: boolean;
  readonly also: readonly string[];
}

/** Equal ranks of all words together and of each alone differ by this. */
const EACH = 0.5;
/** Below every full match. */
const CLOSE = 20;

function matchOf(entry: Entry<Searchable>, query: string, words: readonly string[]): Match {
  const whole = rankOf(entry, words, query.trim().toLowerCase());
  const phrases = words.map((word) => [word]);
  const each = words.length === 1 ? [] : phrases.map((phrase) => rankOf(entry, phrase, phrase[0] ?? ''));
  const found = each.filter((rank) => rank < RANK.partOfName);
  const all = found.length === each.length && each.length > 0 ? Math.max(...each) + EACH : RANK.none;
  const rank = Math.min(whole, all);
  const isClose = rank >= RANK.none && found.length > 0;
  const best = isClose ? CLOSE + Math.min(...found) + each.length - found.length : rank;
  return {
    rank: best - bonusOf(entry, words),
    isClose,
    also: alsoOf(entry, rank === whole ? [words] : phrases),
  };
}

/** Among equal ranks, types with the query as a synonym come first, and those that name it early before others. */
function bonusOf({ synonyms }: Entry<Searchable>, words: readonly string[]): number {
  const exact = synonyms.findIndex((synonym) => synonym.words.join('') === words.join(''));
  if (exact >= 0) return EACH / 2 / (1 + exact / 4);
  const begun = synonyms.findIndex((synonym) => startsAt(synonym.words, 0, words));
  return begun < 0 ? 0 : EACH / 8 / (1 + begun / 4);
}

function rankOf(entry: Entry<Searchable>, words: readonly string[], typed: string): number {
  const { own, family, full, summary } = entry;
  const compact = words.join('');
  if (own.join('') === compact) return RANK.wholeName;
  if (own.join('').startsWith(compact)) return RANK.nameStart;
  if (full.startsWith(typed) || [...family, ...own].join('').startsWith(compact)) return RANK.fullNameStart;
  if (indexOfPhrase(own, words) >= 0) return RANK.nameWord;
  const synonym = synonymRank(entry, words);
  if (synonym <= RANK.synonymStart) return synonym;
  if (indexOfPhrase(summary, words) >= 0) return RANK.summary;
  if (synonym < RANK.none) return synonym;
  return compact.length >= MIN_PART && own.join('').includes(compact) ? RANK.partOfName : RANK.none;
}

function synonymRank({ synonyms }: Entry<Searchable>, words: readonly string[]): number {
  const compact = words.join('');
  const ranks = synonyms.map((synonym) => {
    if (synonym.words.join('') === compact) return RANK.synonym;
    if (startsAt(synonym.words, 0, words)) return RANK.synonymStart;
    return indexOfPhrase(synonym.words, words) >= 0 ? RANK.synonymWord : RANK.none;
  });
  return Math.min(RANK.none, ...ranks);
}

const MAX_ALSO = 3;

/** The synonyms that one of the phrases matches, unless name or summary say why. */
function alsoOf(
  { own, summary, synonyms }: Entry<Searchable>,
  phrases: readonly (readonly string[])[],
): readonly string[] {
  const unnamed = phrases.filter(
    (phrase) => indexOfPhrase(own, phrase) < 0 && indexOfPhrase(summary, phrase) < 0,
  );
  return synonyms
    .filter(({ words }) => unnamed.some((phrase) => indexOfPhrase(words, phrase) >= 0))
    .map(({ text }) => text)
    .slice(0, MAX_ALSO);
}

/** The words of a name or a text, in lower case: `httpStatusCode` has three. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d#$]+/u)
    .filter((word) => word !== '');

/** Words that say nothing as the last ones of another name: a store_name is no name of a person. */
const GENERIC: ReadonlySet<string> = new Set(
  'name type code number id identifier reference value text description'.split(' '),
);

/**
 * Finds the generator type that a field is named after: by its whole name or its last words, which must be those of a type's own name or
 * of one of its synonyms. Of several types, the first one.
 *
 * @param types names of those to choose from
 */
export function newNamedType(types: readonly string[]): (words: readonly string[]) => string | undefined {
  const byPhrase = new Map<string, string>();
  const phrases = types.map((type) => [
    type,
    [wordsOf(type.slice(type.indexOf('.') + 1)).join(' '), ...synonymsOf(type)],
  ]) satisfies [string, string[]][];
  for (const [type, all] of phrases)
    for (const phrase of all) if (!byPhrase.has(phrase)) byPhrase.set(phrase, type);
  return (words) => {
    for (let from = 0; from < words.length; from++) {
      const phrase = words.slice(from).join(' ');
      const found = byPhrase.get(phrase);
      if (found !== undefined && !GENERIC.has(phrase)) return found;
    }
    return undefined;
  };
}
