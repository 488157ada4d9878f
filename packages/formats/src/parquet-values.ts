import type { Cursor } from './cursor.ts';
import { takeBoolean, takeDate, takeInstant, takeNumber } from './json-number.ts';
import { takeText } from './json-text.ts';
import { compareBytes, type Leaf, type LeafSink } from './parquet-leaves.ts';
import { newWords } from './parquet-words.ts';
import { takeJson } from './scanner.ts';

/** The data page of a leaf, without its header: definition levels, then values. */
export interface Values extends LeafSink {
  /** Takes a text that has been read. */
  readonly text: (bytes: Uint8Array) => void;
  /** Takes a word by its number. */
  readonly word: (n: number) => void;
  /** The page. Of a given memory, only as far as it is filled. */
  readonly page: () => Uint8Array;
  readonly nulls: () => number;
  /** Least and greatest value: numbers, or the bytes of texts, which are valid until the next value. Undefined: none, or not ordered. */
  readonly bounds: () => readonly [least: number | Uint8Array, greatest: number | Uint8Array] | undefined;
  /** Bytes of the longest text, and of all of them. */
  readonly texts: () => { readonly longest: number; readonly bytes: number };
}

/** Bits of a number of a dictionary or a level, of which there are so many. */
const bitsOf = (count: number): number => Math.max(1, 32 - Math.clz32(count - 1));

/** Groups of eight, in which numbers are packed as bits. */
const groupsOf = (rows: number): number => Math.ceil(rows / 8);

/** The header of a run of packed numbers (https://parquet.apache.org/docs/file-format/data-pages/encodings/#RLE). */
const runHeader = (rows: number): number => groupsOf(rows) * 2 + 1;

const varintBytes = (n: number): number => (n < 128 ? 1 : 1 + varintBytes(Math.floor(n / 128)));

/** Bytes of a run of packed numbers with its header. */
const runBytes = (rows: number, bits: number): number => varintBytes(runHeader(rows)) + groupsOf(rows) * bits;

/** Bytes of the levels of so many rows. */
export const levelBytes = ({ level }: Leaf, rows: number): number =>
  level === 0 ? 0 : 4 + runBytes(rows, bitsOf(level + 1));

const FIXED: Partial<Readonly<Record<Leaf['encoding'], number>>> = {
  int: 4,
  date: 4,
  long: 8,
  double: 8,
  instant: 8,
};

/** Bytes of the values of so many rows without nulls; undefined if they depend on texts. */
export function valueBytes({ encoding, words, textBytes }: Leaf, rows: number): number | undefined {
  if (encoding === 'words') return 1 + runBytes(rows, bitsOf(words.length));
  if (encoding === 'boolean') return groupsOf(rows);
  if (textBytes !== undefined) return rows * (4 + textBytes);
  const width = FIXED[encoding];
  return width === undefined ? undefined : rows * width;
}

/** Memory for a text, at the beginning. */
const TEXT_BYTES = 16;

/**
 * A data page that takes the rows one after the other.
 *
 * @param rows of the page, at most
 * @param given its memory, filled with zeros, which must suffice. Default: it grows
 * @throws RangeError (`value`) if a text does not fit the given memory
 */
export function newValues(leaf: Leaf, rows: number, given?: Uint8Array): Values {
  const { encoding, level: most, words } = leaf;
  const start = levelBytes(leaf, rows);
  let out = given ?? new Uint8Array(start + (valueBytes(leaf, rows) ?? rows * TEXT_BYTES));
  let view = viewOf(out);
  let at = start;
  let row = 0;
  let count = 0;
  let longest = 0;
  let texts = 0;
  let least = Infinity;
  let greatest = -Infinity;
  let first: Uint8Array | undefined;
  let last: Uint8Array | undefined;
  const levelBits = bitsOf(most + 1);
  const wordBits = bitsOf(words.length);
  const numberOf = encoding === 'words' ? finder(words) : undefined;
  let levelsAt = 0;
  if (most > 0) {
    view.setUint32(0, runBytes(rows, levelBits), true);
    levelsAt = putVarint(out, 4, runHeader(rows));
  }
  if (encoding === 'words') {
    out[at] = wordBits;
    at = putVarint(out, at + 1, runHeader(rows));
  }
  const valuesAt = at;
  // What is packed as bits has its place from the beginning.
  if (encoding === 'words') at += groupsOf(rows) * wordBits;
  if (encoding === 'boolean') at += groupsOf(rows);

  const noteLevel = (level: number): void => {
    if (most > 0) putBits(out, levelsAt, row * levelBits, level);
    row++;
  };
  const noteNumber = (n: number): void => {
    if (n < least) least = n;
    if (n > greatest) greatest = n;
    count++;
    noteLevel(most);
  };
  const grow = (bytes: number): void => {
    if (given !== undefined) throw new RangeError('The texts are longer than their place');
    const larger = new Uint8Array(2 * bytes);
    larger.set(out.subarray(0, at));
    out = larger;
    view = viewOf(out);
  };
  const noteText = (text: Uint8Array): void => {
    if (first === undefined || compareBytes(text, first) < 0) first = text;
    if (last === undefined || compareBytes(text, last) > 0) last = text;
  };
  const putText = (text: Uint8Array): void => {
    const { length } = text;
    if (at + 4 + length > out.length) grow(at + 4 + length);
    view.setUint32(at, length, true);
    at += 4;
    if (length > 48) out.set(text, at);
    else for (let i = 0; i < length; i++) out[at + i] = text[i] ?? 0;
    at += length;
    texts += length;
    if (length > longest) longest = length;
    if (given === undefined && encoding === 'text') noteText(out.subarray(at - length, at));
    count++;
    noteLevel(most);
  };
  const takers: Readonly<Record<Leaf['encoding'], (cursor: Cursor) => boolean>> = {
    double(cursor) {
      const n = takeNumber(cursor);
      if (Number.isNaN(n)) return false;
      view.setFloat64(at, n, true);
      at += 8;
      noteNumber(n);
      return true;
    },
    int: (cursor) => putInt(takeNumber(cursor)),
    date: (cursor) => putInt(takeDate(cursor)),
    long: (cursor) => putLong(takeNumber(cursor)),
    instant: (cursor) => putLong(takeInstant(cursor)),
    boolean(cursor) {
      const truth = takeBoolean(cursor);
      if (truth < 0) return false;
      putBits(out, valuesAt, count, truth);
      noteNumber(truth);
      return true;
    },
    words(cursor) {
      const text = takeText(cursor);
      if (text === undefined) return false;
      const n = numberOf?.(text) ?? -1;
      if (n < 0) throw new Error(`A text is none of the known ones of ${leaf.path.join('.')}`);
      putWord(n);
      return true;
    },
    text: (cursor) => putIfText(takeText(cursor)),
    json: (cursor) => putIfText(takeJson(cursor)),
  };
  function putWord(n: number): void {
    putBits(out, valuesAt, count * wordBits, n);
    noteNumber(n);
  }
  function putInt(n: number): boolean {
    if ((n | 0) !== n) return false;
    view.setInt32(at, n, true);
    at += 4;
    noteNumber(n);
    return true;
  }
  function putLong(n: number): boolean {
    if (!Number.isSafeInteger(n)) return false;
    view.setInt32(at, n, true);
    view.setInt32(at + 4, Math.floor(n / 4_294_967_296), true);
    at += 8;
    noteNumber(n);
    return true;
  }
  function putIfText(text: Uint8Array | undefined): boolean {
    if (text === undefined) return false;
    putText(text);
    return true;
  }
  const { [encoding]: value } = takers;
  return {
    value,
    none: noteLevel,
    text: putText,
    word: putWord,
    page: () => out.subarray(0, at),
    nulls: () => row - count,
    bounds() {
      if (encoding === 'words') first = words[least];
      if (encoding === 'words') last = words[greatest];
      if (first !== undefined && last !== undefined) return [first, last];
      return least <= greatest && encoding !== 'words' ? [least, greatest] : undefined;
    },
    texts: () => ({ longest, bytes: texts }),
  };
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns the place behind it. */
function putVarint(out: Uint8Array, place: number, value: number): number {
  let at = place;
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) out[at++] = (rest % 128) | 128;
  out[at++] = rest;
  return at;
}

/** Sets bits, the lowest first, in memory that is zero. @param bit place of the first bit behind `from` */
function putBits(out: Uint8Array, from: number, bit: number, value: number): void {
  let at = from + Math.floor(bit / 8);
  let rest = value << (bit % 8);
  for (; rest !== 0; rest >>>= 8, at++) out[at] = (out[at] ?? 0) | (rest & 0xff);
}

/** Finds the number of a word; −1 if it is none. */
function finder(words: readonly Uint8Array[]): (text: Uint8Array) => number {
  const known = newWords(2 * words.length);
  words.forEach(known.add);
  return known.find;
}
