/** Places that a note names; more are counted. */
const MOST_PLACES = 3;

/** Sentences that a definition gets; more are counted. */
const MOST_SENTENCES = 60;

/** What of a definition is not followed. All readers write to it, so that equal sentences appear once. */
export interface Notes {
  /** Adds a sentence. @param place `line 12` or a JSON pointer. Default: the whole definition */
  readonly add: (sentence: string, place?: string) => void;
  /** The sentences in the order in which they came, each with its first places. */
  readonly sentences: () => string[];
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
      const all = [...places].map(([sentence, at]) => sentence + placesText([...at]));
      if (all.length <= MOST_SENTENCES) return all;
      return [...all.slice(0, MOST_SENTENCES), `… and ${all.length - MOST_SENTENCES} more notes`];
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
