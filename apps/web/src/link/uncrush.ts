/** The reverse of JSONCrush's swaps of characters, in its order. https://github.com/KilledByAPixel/JSONCrush */
const SWAPS = [
  ['{', '('],
  ['}', ')'],
  [",'", '~'],
  ["':", '!'],
  ['"', "'"],
] as const;

/** Between the text and the characters that stand for its repetitions. */
const DELIMITER = '\u0001';

/**
 * Opens what JSONCrush has made, as older links carry it.
 *
 * @returns undefined where the text would become longer than `most` UTF-16 units: a few characters can stand for gigabytes
 */
export function uncrush(crushed: string, most: number): string | undefined {
  const [body = '', marks = ''] = crushed.slice(0, -1).split(DELIMITER);
  let text = body;
  for (const mark of marks) {
    const parts = text.split(mark);
    const repeated = parts.pop() ?? '';
    const length = parts.reduce((sum, part) => sum + part.length, 0) + repeated.length * (parts.length - 1);
    if (length > most) return undefined;
    text = parts.join(repeated);
  }
  for (const [outer, inner] of SWAPS) text = swap(text, outer, inner);
  return text.length > most ? undefined : text;
}

const swap = (text: string, outer: string, inner: string): string =>
  text
    .split(outer)
    .map((part) => part.split(inner).join(outer))
    .join(inner);
