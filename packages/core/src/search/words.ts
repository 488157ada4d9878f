/** The words of a name or a text, in lower case: `httpStatusCode` has three. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d#$]+/u)
    .filter((word) => word !== '');

/** A plural without its s. */
const stemOf = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

/** Whether consecutive words are those of a phrase; the last one may go on. */
export function startsAt(words: readonly string[], start: number, phrase: readonly string[]): boolean {
  return phrase.every((wanted, i) => {
    const word = words[start + i] ?? '';
    if (i < phrase.length - 1) return stemOf(word) === stemOf(wanted);
    return word.startsWith(wanted) || (word !== '' && word === stemOf(wanted));
  });
}

/** Where a phrase starts among words, or -1. */
export const indexOfPhrase = (words: readonly string[], phrase: readonly string[]): number =>
  words.findIndex((_, i) => startsAt(words, i, phrase));
