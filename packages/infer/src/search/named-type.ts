import { synonymsOf } from './search.ts';
import { wordsOf } from './words.ts';

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
