/** Places that a note names; more are counted. */
const MOST_PLACES = 3;

/** Sentences that are shown at once; more are counted. */
const MOST_SENTENCES = 60;

/** What of a definition is not followed. All readers write to it, so that equal sentences appear once. */
export interface Notes {
  /** Adds a sentence. @param place `line 12` or a JSON pointer. Default: the whole definition */
  readonly add: (sentence: string, place?: string) => void;
  /** The sentences, those of most harm first, each with its first places. */
  readonly sentences: () => string[];
}

/** Sentences by the harm that they tell of: rows that a database may refuse come first, what says nothing about rows last. */
const HARMS: readonly RegExp[] = [
  /^Followed in part: CHECK|^Not followed: (rows may repeat|CREATE UNIQUE INDEX|CHECK|FOREIGN KEY|EXCLUDE|tables refer|ALTER TABLE [^ ]+ ADD)|refused|cannot be null|fields of .* that are not/,
  /^(Followed in part|Skipped|Not followed: (the (type|logical|format|pattern|keyword|bounds)|[\w.]+ \())/,
  /^(?!Not followed|Left out)/,
  /^(Not followed|Left out)/,
];

const harmOf = (sentence: string): number => HARMS.findIndex((test) => test.test(sentence));

/** Sentences in the order of the harm that they tell of, each once. */
export const byHarm = (sentences: readonly string[]): readonly string[] =>
  [...new Set(sentences)].toSorted((a, b) => harmOf(a) - harmOf(b));

/** The first sentences, those of most harm, and how many more there are. @param more how to see the others */
export function firstNotes(sentences: readonly string[], more: string): readonly string[] {
  const all = byHarm(sentences);
  if (all.length <= MOST_SENTENCES) return all;
  return [...all.slice(0, MOST_SENTENCES), `… and ${all.length - MOST_SENTENCES} more notes${more}`];
}

/** Notes without a sentence. */
export function newNotes(): Notes {
  const places = new Map<string, Set<string>>();
  return {
    add(sentence, place) {
      const found = places.get(sentence) ?? new Set();
      places.set(sentence, place === undefined ? found : found.add(place));
    },
    sentences() {
      return [...places]
        .toSorted(([a], [b]) => harmOf(a) - harmOf(b))
        .map(([sentence, at]) => sentence + placesText([...at]));
    },
  };
}

function placesText(places: readonly string[]): string {
  if (places.length === 0) return '';
  const more = places.length - MOST_PLACES;
  const isInColumns = places.some((place) => place.includes(','));
  const shown = places.slice(0, MOST_PLACES).join(isInColumns ? '; ' : ', ');
  return ` (${shown}${more > 0 ? ` and ${more} more` : ''})`;
}
