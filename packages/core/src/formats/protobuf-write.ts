import { leastRange, type Kind, type Member } from '../model/kind.ts';
import { outgrown, putLong, startOf, type Write } from './avro-bytes.ts';
import type { ProtoField, ProtoMessage, ProtoType } from './protobuf-message.ts';
import { type Cursor, put } from './cursor.ts';
import { takeBoolean, takeNumber } from './json-number.ts';
import { copyText, takeText } from './json-text.ts';
import { takeInstant } from './json-time.ts';
import {
  endsList,
  enter,
  enterList,
  enterMap,
  keyOf,
  leave,
  peek,
  takeKey,
  takeNull,
  type Key,
} from './scanner.ts';

/** Where rows meet a message. */
interface Meeting {
  readonly path: readonly string[];
  readonly problems: string[];
}

/** What writes rows as a message. What does not fit is noted as a problem. */
export function messageWriter(members: readonly Member[], message: ProtoMessage, problems: string[]): Write {
  return writerOf(members, message, { path: [], problems });
}

const never: Write = () => false;

function wrong({ path, problems }: Meeting, why: string): Write {
  problems.push(`${path.join('.')}: ${why}`);
  return never;
}

interface Field {
  readonly key: Key;
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** One byte before the value; 0: `write` writes what is needed. */
  readonly tag: number;
  readonly write: Write;
}

function writerOf(members: readonly Member[], message: ProtoMessage, meeting: Meeting): Write {
  const fields = members.map((member): Field => {
    const inside = { ...meeting, path: [...meeting.path, member.name] };
    const { is, nullable } = member.kind;
    const isNullable = nullable === true || is === 'null';
    const isOptional = member.optional === true;
    return {
      key: keyOf(member.name, isOptional),
      isOptional,
      isNullable,
      ...memberWriter(member, message, inside),
    };
  });
  for (const field of message.fields.filter(({ isRequired }) => isRequired))
    if (
      !members.some(
        (member) => isFor(field, member.name) && member.optional !== true && member.kind.nullable !== true,
      )
    )
      wrong(
        { ...meeting, path: [...meeting.path, field.name] },
        `${message.name} requires it, and rows can lack it`,
      );
  return (cursor) => {
    let isFirst = true;
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i];
      if (field === undefined) break;
      if (!enter(cursor, field.key, isFirst)) {
        if (!field.isOptional) return false;
        continue;
      }
      isFirst = false;
      // Null is the same as missing.
      if (field.isNullable && takeNull(cursor)) continue;
      if (field.tag !== 0) cursor.out[cursor.to++] = field.tag;
      if (!field.write(cursor)) return false;
    }
    return leave(cursor, isFirst);
  };
}

const isFor = ({ name, otherName }: ProtoField, member: string): boolean =>
  name === member || otherName === member;

type Tagged = Pick<Field, 'tag' | 'write'>;

function memberWriter({ name, kind }: Member, message: ProtoMessage, meeting: Meeting): Tagged {
  const choices = message.oneofs[name];
  if (kind.is === 'union' && choices !== undefined) {
    const branches = kind.of.map((part, i) => {
      const field = choices[i];
      return {
        isIt: startOf(part),
        write: field === undefined ? never : whole(fieldWriter(part, field, meeting)),
      };
    });
    const write: Write = (cursor) => {
      const byte = peek(cursor);
      return branches.find(({ isIt }) => isIt(byte))?.write(cursor) ?? false;
    };
    return { tag: 0, write };
  }
  if (kind.is === 'null') return { tag: 0, write: never };
  const field = message.fields.find((each) => isFor(each, name));
  if (field !== undefined) return fieldWriter(kind, field, meeting);
  wrong(meeting, `${message.name} has no such field. Hide the field, or add it to the message`);
  return { tag: 0, write: never };
}

const VARINT = 0;
const FIXED_64 = 1;
const SIZED = 2;
const FIXED_32 = 5;

/** How a type stands in a message (https://protobuf.dev/programming-guides/encoding/). */
function wireOf({ is }: ProtoType): number {
  if (is === 'double' || is === 'fixed64' || is === 'sfixed64') return FIXED_64;
  if (is === 'float' || is === 'fixed32' || is === 'sfixed32') return FIXED_32;
  if (is === 'string' || is === 'bytes' || is === 'message' || is === 'timestamp' || is === 'map')
    return SIZED;
  return VARINT;
}

const tagOf = (number: number, wire: number): Uint8Array => {
  const bytes: number[] = [];
  for (let rest = number * 8 + wire; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) | 128);
  }
};

const tagged = (tag: Uint8Array, write: Write): Write => {
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

function fieldWriter(kind: Kind, field: ProtoField, meeting: Meeting): Tagged {
  const { number, type, isRepeated } = field;
  if (isRepeated) return { tag: 0, write: listWriter(kind, field, meeting) };
  if (type.is === 'map') return { tag: 0, write: mapWriter(kind, tagOf(number, SIZED), type.of, meeting) };
  const tag = tagOf(number, wireOf(type));
  const write = valueWriter(kind, type, meeting);
  const [only = 0] = tag;
  return tag.length === 1 ? { tag: only, write } : { tag: 0, write: tagged(tag, write) };
}

/** Writes the tag, too. */
const whole = ({ tag, write }: Tagged): Write => (tag === 0 ? write : tagged(Uint8Array.of(tag), write));

function listWriter(kind: Kind, { number, type, isPacked }: ProtoField, meeting: Meeting): Write {
  if (kind.is !== 'list') return wrong(meeting, 'the message has a list here, and rows have none');
  if (kind.of.nullable === true)
    return wrong(meeting, 'a list in Protobuf has no null. Make its values never null');
  // A list without elements fits anywhere.
  const value = kind.of.is === 'null' ? never : valueWriter(kind.of, type, meeting);
  if (!isPacked) return listOf(tagged(tagOf(number, wireOf(type)), value));
  return packed(tagOf(number, SIZED), value);
}

const listOf =
  (write: Write): Write =>
  (cursor) => {
    if (!enterList(cursor)) return false;
    while (!endsList(cursor)) if (!write(cursor)) return false;
    return true;
  };

function packed(tag: Uint8Array, write: Write): Write {
  const elements = sized(listOf(write));
  return (cursor) => {
    // A list without elements is not written.
    if (cursor.src[cursor.at + 1] === 0x5d) {
      cursor.at += 2;
      return true;
    }
    put(cursor, tag);
    return elements(cursor);
  };
}

/** Writes the number of bytes before them. */
const sized =
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

function mapWriter(kind: Kind, tag: Uint8Array, of: ProtoType, meeting: Meeting): Write {
  if (kind.is !== 'map') return misfit(kind, { is: 'map', of }, meeting);
  if (kind.of.nullable === true)
    return wrong(meeting, 'a map in Protobuf has no null. Make its values never null');
  const value = tagged(tagOf(2, wireOf(of)), valueWriter(kind.of, of, meeting));
  const [keyTag = 0] = tagOf(1, SIZED);
  const entry = sized((cursor) => {
    if (!putKey(cursor, keyTag)) return false;
    return value(cursor);
  });
  return (cursor) => {
    if (!enterMap(cursor)) return false;
    for (;;) {
      if (cursor.src[cursor.at] === 0x7d) {
        cursor.at++;
        return true;
      }
      put(cursor, tag);
      if (!entry(cursor)) return false;
    }
  };
}

function putKey(cursor: Cursor, tag: number): boolean {
  const key = takeKey(cursor);
  if (key === undefined || key === null) return false;
  cursor.out[cursor.to++] = tag;
  putVarint(cursor, key.length);
  put(cursor, key);
  return true;
}

const isText = ({ is }: Kind): boolean => is === 'text' || is === 'uuid' || is === 'instant' || is === 'date';

function misfit(kind: Kind, type: ProtoType, meeting: Meeting): Write {
  return wrong(
    meeting,
    `rows have ${kind.is} here, which does not fit in ${type.is}. Change the field or the message`,
  );
}

function valueWriter(kind: Kind, type: ProtoType, meeting: Meeting): Write {
  const plain = PLAIN[type.is];
  if (plain !== undefined) return plain.takes(kind) ? plain.write : misfit(kind, type, meeting);
  if (type.is === 'enum' && kind.is === 'text') return enumWriter(kind.values, type, meeting);
  if (type.is === 'message' && kind.is === 'object')
    return sized(writerOf(kind.members, type.message, meeting));
  if (kind.is !== 'integer' || type.is === 'enum' || type.is === 'message' || type.is === 'map')
    return misfit(kind, type, meeting);
  return wholeWriter(kind, type.is, meeting);
}

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
  const text = takeText(cursor);
  if (text === undefined) return false;
  putVarint(cursor, text.length);
  put(cursor, text);
  return true;
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

const isNumber = ({ is }: Kind): boolean => is === 'number' || is === 'integer';

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
