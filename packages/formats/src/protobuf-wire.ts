import type { Write } from './avro-bytes.ts';
import { put, type Cursor } from './cursor.ts';
import type { ProtoType } from './protobuf-message.ts';

const VARINT = 0;
const FIXED_64 = 1;
/** Bytes after their number. */
export const SIZED = 2;
const FIXED_32 = 5;

/** How a type stands in a message (https://protobuf.dev/programming-guides/encoding/). */
export function wireOf({ is }: ProtoType): number {
  if (is === 'double' || is === 'fixed64' || is === 'sfixed64') return FIXED_64;
  if (is === 'float' || is === 'fixed32' || is === 'sfixed32') return FIXED_32;
  if (is === 'string' || is === 'bytes' || is === 'message' || is === 'timestamp' || is === 'map')
    return SIZED;
  return VARINT;
}

/** What comes before a value: the number of its field, and how it stands. */
export const tagOf = (number: number, wire: number): Uint8Array => {
  const bytes: number[] = [];
  for (let rest = number * 8 + wire; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
};

/** Writes a tag before each value. */
export const tagged = (tag: Uint8Array, write: Write): Write => {
  const [first = 0] = tag;
  if (tag.length > 1)
    return (cursor) => {
      put(cursor, tag);
      return write(cursor);
    };
  return (cursor) => {
    cursor.out[cursor.to++] = first;
    return write(cursor);
  };
};

/** Appends a whole number in groups of seven bits; a negative one in two's complement of 64 bits. */
export function putVarint(cursor: Cursor, n: number): void {
  const { out } = cursor;
  let to = cursor.to;
  if (n >= 0 && n < 128) {
    out[to] = n;
    cursor.to = to + 1;
    return;
  }
  let high = Math.floor(n / 2 ** 32) >>> 0;
  let low = n >>> 0;
  while (high !== 0) {
    out[to++] = (low & 127) | 128;
    low = ((low >>> 7) | (high << 25)) >>> 0;
    high >>>= 7;
  }
  while (low > 127) {
    out[to++] = (low & 127) | 128;
    low >>>= 7;
  }
  out[to++] = low;
  cursor.to = to;
}

/** Writes the number of bytes before them. */
export const sized =
  (write: Write): Write =>
  (cursor) => {
    const start = cursor.to++;
    if (!write(cursor)) return false;
    const size = cursor.to - start - 1;
    if (size < 128) {
      cursor.out[start] = size;
      return true;
    }
    const end = cursor.to;
    cursor.to = start;
    let more = 0;
    for (let rest = size; rest > 127; rest >>>= 7) more++;
    cursor.out.copyWithin(start + 1 + more, start + 1, end);
    putVarint(cursor, size);
    cursor.to = end + more;
    return true;
  };
