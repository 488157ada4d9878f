import type { Faker } from '@faker-js/faker';
import { newFaker } from './faker.ts';

/** The lists and patterns that faker's methods draw from. */
export type Definitions = Faker['definitions'];

/** What texts of a locale are made of. */
export interface Lexicon {
  /** The definitions, created on first use. */
  readonly definitions: () => Definitions;
}

/** What a cell of texts is made of. */
export interface Worded {
  /** Absent: English. */
  readonly lexicon?: Lexicon | undefined;
}

/** The lexicon of a faker, which is created on first use. */
export function newLexicon(make: () => Faker): Lexicon {
  let known: Definitions | undefined;
  return { definitions: () => (known ??= make().definitions) };
}

/** English, completed by the base locale. */
export const english: Lexicon = newLexicon(newFaker);

/** Remembers what was made of a lexicon under a name, for as long as the lexicon is in use. */
export function remembering<Made>(): (lexicon: Lexicon, name: string, make: () => Made) => Made {
  const made = new WeakMap<Lexicon, Map<string, { readonly value: Made }>>();
  return (lexicon, name, make) => {
    const ofLexicon = made.get(lexicon) ?? new Map<string, { readonly value: Made }>();
    made.set(lexicon, ofLexicon);
    const known = ofLexicon.get(name) ?? { value: make() };
    ofLexicon.set(name, known);
    return known.value;
  };
}
