/** A change of a text's letters. */
export interface Transform {
  readonly text: (text: string) => string;
  /**
   * The same for the inside of a JSON text of plain letters, in bytes: from one place to another.
   *
   * @returns where the result ends; −1 when there are other than plain letters, and `text` has to do it
   */
  readonly plain: (from: Uint8Array, start: number, end: number, to: Uint8Array, at: number) => number;
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const DASH = 0x2d;
const CASE = 0x20;

/** No escape sequence, nothing beyond ASCII, and no text inside an object or list. */
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

/** What a template may do to a value. */
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
      text: (text) =>
        text
          .normalize('NFD')
          .replaceAll(/\p{M}/gu, '')
          .toLowerCase()
          .replaceAll(/[^a-z0-9]+/g, '-')
          .replaceAll(/^-|-$/g, ''),
      plain: slugged,
    },
  ],
]);
