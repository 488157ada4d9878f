/** Where a format reads a JSON line, and where it writes. Bytes and `view` are the same memory. */
export interface Cursor {
  /** Lines of JSON. `words` is the same memory. */
  src: Uint8Array;
  words: DataView;
  /** Offset of the next byte to read. */
  at: number;
  out: Uint8Array;
  view: DataView;
  /** Offset of the next byte to write. */
  to: number;
  /** A text whose escapes have been replaced. */
  text: Uint8Array;
  /** The date that was read last, as three words, and its days since 1970. Rows next to each other mostly have the same. */
  year: number;
  month: number;
  day: number;
  days: number;
}

const encoder = new TextEncoder();

/** The bytes of a text, in UTF-8. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** A new cursor, which `reserve` gives memory. */
export const newCursor = (): Cursor => {
  const out = new Uint8Array(0);
  const view = new DataView(out.buffer);
  return { src: out, words: view, at: 0, out, view, to: 0, text: out, year: 0, month: 0, day: 0, days: NaN };
};

/** Lets a cursor write to the beginning of this memory. */
export function writeTo(cursor: Cursor, out: Uint8Array): void {
  cursor.out = out;
  cursor.view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  cursor.to = 0;
}

/** Lets a cursor read these lines from the beginning. */
export function readFrom(cursor: Cursor, src: Uint8Array): void {
  cursor.src = src;
  cursor.words = new DataView(src.buffer, src.byteOffset, src.byteLength);
  cursor.at = 0;
}

/** Makes room for so many bytes at `to`. Keeps what is written. */
export function reserve(cursor: Cursor, bytes: number): void {
  const { out, to } = cursor;
  if (out.byteLength - to >= bytes) return;
  const larger = new Uint8Array(Math.max(2 * out.byteLength, to + bytes, 4096));
  larger.set(out.subarray(0, to));
  cursor.out = larger;
  cursor.view = new DataView(larger.buffer);
}

/** Appends the bytes that stand from one place to another. Four bytes at a time, so up to three behind them are written, too. */
export function copy(cursor: Cursor, from: number, end: number): void {
  const { src, out, words, view } = cursor;
  let to = cursor.to;
  let at = from;
  const safe = Math.min(end, src.length - 3);
  for (; at < safe; at += 4, to += 4) view.setInt32(to, words.getInt32(at, true), true);
  if (at > end) to -= at - end;
  for (; at < end; at++) out[to++] = src[at] ?? 0;
  cursor.to = to;
}

/** Appends bytes. */
export function put(cursor: Cursor, bytes: Uint8Array): void {
  const { out } = cursor;
  let to = cursor.to;
  if (bytes.length > 48) {
    out.set(bytes, to);
    to += bytes.length;
  } else for (let i = 0; i < bytes.length; i++) out[to++] = bytes[i] ?? 0;
  cursor.to = to;
}
