/** Reverses JSONCrush's character swaps, in its order. https://github.com/KilledByAPixel/JSONCrush */
const SWAPS = [
  ['{', '('],
  ['}', ')'],
  [",'", '~'],
  ["':", '!'],
  ['"', "'"],
] as const;

/** Separates the text from the characters that replace repetitions. */
const DELIMITER = '\u0001';

/**
 * Decompresses JSONCrush, which older links use.
 *
 * @returns undefined if the text would be longer than `maxLength` UTF-16 units; a few characters can expand to gigabytes
 */
export function uncrush(crushed: string, maxLength: number): string | undefined {
  const [body = '', marks = ''] = crushed.slice(0, -1).split(DELIMITER);
  let text = body;
  for (const mark of marks) {
    const parts = text.split(mark);
    const repeated = parts.pop() ?? '';
    const length = parts.reduce((sum, part) => sum + part.length, 0) + repeated.length * (parts.length - 1);
    if (length > maxLength) return undefined;
    text = parts.join(repeated);
  }
  for (const [outer, inner] of SWAPS) text = swap(text, outer, inner);
  return text.length > maxLength ? undefined : text;
}

const swap = (text: string, outer: string, inner: string): string =>
  text
    .split(outer)
    .map((part) => part.split(inner).join(outer))
    .join(inner);
