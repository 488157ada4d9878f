import { type Write, outgrown, putLong, putWide } from './avro-bytes.ts';
import { wrong, type Meeting as AvroMeeting } from './avro-meeting.ts';
import { put, type Cursor } from './cursor.ts';
import type { ProtoType } from './protobuf-message.ts';
import { leastRange, type Kind } from '@catbird/engine';
import { takeBoolean, takeNumber, takeWhole, takeInstant } from './json-number.ts';
import { copyText, takeText } from './json-text.ts';

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

/** Where rows meet a message. */
export type Meeting = Pick<AvroMeeting, 'path' | 'problems'>;

/** Notes that a kind does not fit in a type. */
export function misfit(kind: Kind, type: ProtoType, meeting: Meeting): Write {
  return wrong(
    meeting,
    `rows have ${kind.is} here, which does not fit in ${type.is}. Change the field or the message`,
  );
}

/** What writes a value of a type that has no others in it. */
export function singleWriter(kind: Kind, type: ProtoType, meeting: Meeting): Write {
  const plain = PLAIN[type.is];
  if (plain !== undefined) return plain.takes(kind) ? plain.write : misfit(kind, type, meeting);
  if (type.is === 'enum' && kind.is === 'text') return enumWriter(kind.values, type, meeting);
  if (kind.is !== 'integer' || type.is === 'enum' || type.is === 'message' || type.is === 'map')
    return misfit(kind, type, meeting);
  return kind.beyond === undefined
    ? wholeWriter(kind, type.is, meeting)
    : beyondWriter(kind.beyond, type.is, meeting);
}

const isText = (kind: Kind): boolean =>
  kind.is === 'text' ||
  kind.is === 'uuid' ||
  kind.is === 'instant' ||
  kind.is === 'date' ||
  (kind.is === 'integer' && kind.beyond === 'long');

function writeBool(cursor: Cursor): boolean {
  const value = takeBoolean(cursor);
  cursor.out[cursor.to++] = value;
  return value >= 0;
}

/** Bytes after their number, which is written in zigzag for Avro. */
function writeString(cursor: Cursor): boolean {
  const start = cursor.to;
  const { at } = cursor;
  const end = copyText(cursor, start + 1);
  const size = end - start - 1;
  if (end >= 0 && size < 128) {
    cursor.out[start] = size;
    cursor.to = end;
    return true;
  }
  cursor.at = at;
  const text = takeText(cursor) ?? takeDigits(cursor);
  if (text === undefined) return false;
  putVarint(cursor, text.length);
  put(cursor, text);
  return true;
}

/** The digits of a whole number. */
function takeDigits(cursor: Cursor): Uint8Array | undefined {
  const { at } = cursor;
  return takeWhole(cursor) === undefined ? undefined : cursor.src.subarray(at, cursor.at);
}

const writeReal =
  (bytes: 4 | 8): Write =>
  (cursor) => {
    const n = takeNumber(cursor);
    if (Number.isNaN(n)) return false;
    if (bytes === 8) cursor.view.setFloat64(cursor.to, n, true);
    else cursor.view.setFloat32(cursor.to, n, true);
    cursor.to += bytes;
    return true;
  };

function writeTimestamp(cursor: Cursor): boolean {
  const ms = takeInstant(cursor);
  if (!Number.isFinite(ms)) return false;
  const seconds = Math.floor(ms / 1000);
  cursor.out[cursor.to++] = 0x08;
  putVarint(cursor, seconds);
  cursor.out[cursor.to++] = 0x10;
  putVarint(cursor, (ms - seconds * 1000) * 1_000_000);
  return true;
}

const isNumber = (kind: Kind): boolean =>
  kind.is === 'number' || (kind.is === 'integer' && kind.beyond === undefined);

/** Types that have all values of a kind, or none. */
const PLAIN: Partial<
  Readonly<Record<ProtoType['is'], { readonly takes: (kind: Kind) => boolean; readonly write: Write }>>
> = {
  bool: { takes: ({ is }) => is === 'boolean', write: writeBool },
  string: { takes: isText, write: writeString },
  bytes: { takes: isText, write: writeString },
  double: { takes: isNumber, write: writeReal(8) },
  float: { takes: isNumber, write: writeReal(4) },
  timestamp: { takes: ({ is }) => is === 'instant', write: sized(writeTimestamp) },
};

const decoder = new TextDecoder();

function enumWriter(
  values: readonly string[] | undefined,
  type: ProtoType & { readonly is: 'enum' },
  meeting: Meeting,
): Write {
  const others = values?.filter((value) => !Object.hasOwn(type.values, value));
  if (others === undefined)
    return wrong(
      meeting,
      `rows can have any text here, and the message the enum ${type.name}. Use a type with given values, such as helpers.arrayElement`,
    );
  if (others.length > 0)
    return wrong(
      meeting,
      `the enum ${type.name} has no ${others.slice(0, 5).join(', ')}. Its values are ${Object.keys(type.values).join(', ')}`,
    );
  return (cursor) => {
    const text = takeText(cursor);
    const value = text && type.values[decoder.decode(text)];
    if (value === undefined) return false;
    putVarint(cursor, value);
    return true;
  };
}

/** Writes a whole number of 64 bits, all of whose digits count. */
const wideWriter = (is: string): Write => {
  const isSigned = !is.startsWith('u') && !is.startsWith('f');
  return (cursor) => {
    const n = takeWhole(cursor);
    if (n === undefined || (isSigned ? BigInt.asIntN(64, n) : BigInt.asUintN(64, n)) !== n) return false;
    if (is.includes('fixed')) {
      cursor.view.setBigUint64(cursor.to, BigInt.asUintN(64, n), true);
      cursor.to += 8;
    } else putWide(cursor, BigInt.asUintN(64, is === 'sint64' ? (n << 1n) ^ (n >> 63n) : n));
    return true;
  };
};

/** Writes whole numbers beyond those of a double. */
const beyondWriter = (beyond: 'double' | 'long', is: string, meeting: Meeting): Write =>
  beyond === 'double' && is.endsWith('64')
    ? wideWriter(is)
    : wrong(
        meeting,
        `rows have whole numbers beyond ${beyond === 'long' ? 'those of 64 bits' : '2^53'}, which do not fit in ${is}. Change the type`,
      );

/** Writes a whole number. False: it does not fit. */
function wholeWriter(kind: Kind & { readonly is: 'integer' }, is: string, meeting: Meeting): Write {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = leastRange(kind);
  const isSigned = !is.startsWith('u') && !is.startsWith('f');
  const bits = is.endsWith('32') ? 32 : 64;
  const [least, most] = isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  if (min < least || max > most)
    return wrong(
      meeting,
      `rows can have whole numbers from ${min} to ${max}, which do not fit in ${is}. Change the type, or the range`,
    );
  const append = appending(is);
  const tooLarge = kind.grows && outgrown(meeting.path, is);
  return (cursor) => {
    const n = takeNumber(cursor);
    if (n > most && tooLarge !== undefined) throw new RangeError(tooLarge);
    if (!Number.isInteger(n) || n < least || n > most) return false;
    append(cursor, n);
    return true;
  };
}

function appending(is: string): (cursor: Cursor, n: number) => void {
  if (is.startsWith('sint')) return putLong;
  if (!is.includes('fixed')) return putVarint;
  return (cursor, n) => {
    cursor.view.setInt32(cursor.to, n | 0, true);
    cursor.to += 4;
    if (is.endsWith('32')) return;
    cursor.view.setInt32(cursor.to, Math.floor(n / 2 ** 32), true);
    cursor.to += 4;
  };
}
