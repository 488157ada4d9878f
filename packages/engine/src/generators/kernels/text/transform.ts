/** A transform of a text's letters. */
export interface Transform {
  readonly text: (text: string) => string;
  /**
   * Transforms the inside of a JSON string in bytes, if it is plain ASCII without escapes.
   *
   * @returns the end of the result; −1 if the string is not plain and needs `text`
   */
  readonly plain: (from: Uint8Array, start: number, end: number, to: Uint8Array, at: number) => number;
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const DASH = 0x2d;
const CASE = 0x20;

/** ASCII, and neither an escape sequence nor a quote within an object or list. */
const isPlain = (byte: number): boolean => byte < 0x80 && byte !== BACKSLASH && byte !== QUOTE;
const isUpper = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;
const isLower = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

const eachByte =
  (transform: (byte: number) => number): Transform['plain'] =>
  (from, start, end, to, at) => {
    let next = at;
    for (let i = start; i < end; i++) {
      const byte = from[i];
      if (!isPlain(byte)) return -1;
      to[next++] = transform(byte);
    }
    return next;
  };

function slugged(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  let next = at;
  let isGap = false;
  for (let i = start; i < end; i++) {
    const byte = from[i];
    if (!isPlain(byte)) return -1;
    const lower = isUpper(byte) ? byte + CASE : byte;
    if (isLower(lower) || isDigit(lower)) {
      if (isGap && next > at) to[next++] = DASH;
      to[next++] = lower;
      isGap = false;
    } else {
      isGap = true;
    }
  }
  return next;
}

/** A text as part of a URL: `Zoë O'Neil` is `zoe-o-neil`. */
export const slugText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** The transforms of a template's placeholder, by name. */
export const transforms: ReadonlyMap<string, Transform> = new Map<string, Transform>([
  [
    'lower',
    {
      text: (text) => text.toLowerCase(),
      plain: eachByte((byte) => (isUpper(byte) ? byte + CASE : byte)),
    },
  ],
  [
    'upper',
    {
      text: (text) => text.toUpperCase(),
      plain: eachByte((byte) => (isLower(byte) ? byte - CASE : byte)),
    },
  ],
  [
    'slug',
    {
      text: slugText,
      plain: slugged,
    },
  ],
]);
