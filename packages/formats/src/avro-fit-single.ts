import { type Kind, leastRange } from '@catbird/engine';
import {
  putLong,
  type Write,
  isInt,
  outgrown,
  putWideLong,
  writeBoolean,
  writeDate,
  writeDigits,
  writeDouble,
  writeInstant,
  writeText,
  writeWhole,
  writeWide,
} from './avro-bytes.ts';
import { wrong, type Meeting, type Declared } from './avro-meeting.ts';
import { put, type Cursor } from './cursor.ts';
import { takeNumber, takeInstant } from './json-number.ts';
import { takeText } from './json-text.ts';
import { endOfValue, takeNull } from './scanner.ts';

const decoder = new TextDecoder();

/** Whether a type has decimals as bytes (https://avro.apache.org/docs/1.12.0/specification/#decimal). */
const isDecimal = ({ type, logicalType }: Declared): boolean =>
  logicalType === 'decimal' ? type === 'bytes' || type === 'fixed' : isBig({ type, logicalType });

const isBig = ({ type, logicalType }: Declared): boolean => logicalType === 'big-decimal' && type === 'bytes';

/** What writes a decimal, or a value of as many bytes as its type has; undefined: it does not fit. */
function fitFixed(kind: Kind, definition: Declared, meeting: Meeting): Write | undefined {
  const { type, logicalType } = definition;
  const size = type === 'fixed' ? numberIn(definition, 'size') : undefined;
  makeRoom(meeting, size ?? numberIn(definition, 'precision', 0) + 8);
  if (isDecimal(definition))
    return NUMBERS.has(kind.is) ? writeDecimal(definition, size, meeting) : undefined;
  if (logicalType === 'duration' && size === 12) return fitDuration(kind, meeting);
  if (logicalType === 'uuid' && size === 16) return kind.is === 'uuid' ? writeUuid : undefined;
  return TEXTS.includes(kind.is) ? writeFixed(size ?? 0, meeting) : undefined;
}

const NUMBERS: ReadonlySet<Kind['is']> = new Set(['number', 'integer']);

function numberIn(definition: Declared, name: string, usual = 0): number {
  const value = definition[name];
  return typeof value === 'number' ? value : usual;
}

/** A value may be longer than its JSON. */
function makeRoom({ defaults, isElement }: Meeting, bytes: number): void {
  defaults[isElement ? 'element' : 'row'] += bytes;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The digits of the number that stands here, without their point, and how many of them are behind it. Moves behind it. */
function takeDigits(cursor: Cursor): { readonly units: bigint; readonly scale: number } | undefined {
  const end = endOfValue(cursor.src, cursor.at);
  const found = NUMBER.exec(end < 0 ? '' : decoder.decode(cursor.src.subarray(cursor.at, end)));
  if (found === null) return undefined;
  cursor.at = end;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found;
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length - Number(exponent) };
}

/** A number in units of ten to the power of minus `scale`, rounded. */
function inUnits({ units, scale }: NonNullable<ReturnType<typeof takeDigits>>, wanted: number): bigint {
  if (scale <= wanted) return units * 10n ** BigInt(wanted - scale);
  const divisor = 10n ** BigInt(scale - wanted);
  const half = units < 0n ? -divisor / 2n : divisor / 2n;
  return (units + half) / divisor;
}

function writeDecimal(definition: Declared, size: number | undefined, { path }: Meeting): Write {
  const [scale, precision] = [numberIn(definition, 'scale'), numberIn(definition, 'precision', Infinity)];
  const most = Number.isFinite(precision) ? 10n ** BigInt(precision) : undefined;
  return (cursor) => {
    const digits = takeDigits(cursor);
    if (digits === undefined) return false;
    if (isBig(definition)) {
      putBig(cursor, digits);
      return true;
    }
    const n = inUnits(digits, scale);
    const bytes = size ?? bytesFor(n);
    if ((most !== undefined && (n >= most || n <= -most)) || BigInt.asIntN(8 * bytes, n) !== n)
      throw new RangeError(
        `${path.join('.')} has a number that is too large for a decimal of ${precision} digits, ${scale} of them behind the point. Use smaller numbers, or a larger precision`,
      );
    if (size === undefined) putLong(cursor, bytes);
    putSigned(cursor, n, bytes);
    return true;
  };
}

/** A number with a scale of its own: its digits, then the scale, as bytes. */
function putBig(cursor: Cursor, { units, scale }: NonNullable<ReturnType<typeof takeDigits>>): void {
  const size = bytesFor(units);
  // Lengths and scales below 64 are one byte.
  putLong(cursor, lengthOf(size) + size + lengthOf(scale));
  putLong(cursor, size);
  putSigned(cursor, units, size);
  putLong(cursor, scale);
}

/** Bytes of a small number as a long. */
const lengthOf = (n: number): number => (n >= -64 && n < 64 ? 1 : 2);

/** Bytes of a number in two's complement. */
function bytesFor(n: bigint): number {
  let size = 1;
  while (BigInt.asIntN(8 * size, n) !== n) size++;
  return size;
}

function putSigned(cursor: Cursor, n: bigint, size: number): void {
  let rest = n;
  for (let i = size - 1; i >= 0; i--, rest >>= 8n) cursor.out[cursor.to + i] = Number(rest & 255n);
  cursor.to += size;
}

/** Milliseconds that fit in the last of the three numbers: months, days and milliseconds. */
const MOST_MS = 2 ** 32 - 1;

function fitDuration(kind: Kind, meeting: Meeting): Write | undefined {
  if (kind.is !== 'integer') return undefined;
  if ((kind.min ?? -1) < 0 || (kind.max ?? Infinity) > MOST_MS)
    return wrong(
      meeting,
      `a duration is a whole number of milliseconds from 0 to ${MOST_MS}. Use such a range`,
    );
  return (cursor) => {
    const ms = takeNumber(cursor);
    if (!Number.isInteger(ms) || ms < 0 || ms > MOST_MS) return false;
    cursor.out.fill(0, cursor.to, cursor.to + 8);
    cursor.view.setUint32(cursor.to + 8, ms, true);
    cursor.to += 12;
    return true;
  };
}

function writeUuid(cursor: Cursor): boolean {
  const text = takeText(cursor);
  const digits = text === undefined ? '' : decoder.decode(text).replaceAll('-', '');
  if (!/^[\da-f]{32}$/i.test(digits)) return false;
  putSigned(cursor, BigInt(`0x${digits}`), 16);
  return true;
}

function writeFixed(size: number, { path }: Meeting): Write {
  return (cursor) => {
    const text = takeText(cursor);
    if (text === undefined) return false;
    if (text.length !== size)
      throw new RangeError(
        `${path.join('.')} has a text of ${text.length} bytes, and the schema a fixed type of ${size}. Use texts of this length, such as string.hexadecimal with "length": ${size}`,
      );
    put(cursor, text);
    return true;
  };
}

/** What writes a single value that is never null; undefined: it does not fit. */
export function fitSingle(kind: Kind, definition: Declared, meeting: Meeting): Write | undefined {
  const { type, logicalType } = definition;
  if (type === 'enum') return kind.is === 'text' ? fitEnum(kind, definition, meeting) : undefined;
  if (type === 'fixed' || isDecimal(definition)) return fitFixed(kind, definition, meeting);
  if (type === 'float' || type === 'double') return fitFloat(kind, type, meeting);
  if (kind.is === 'integer') return fitWhole(kind, definition, meeting);
  const plain = PLAIN[`${type} ${String(logicalType)}`] ?? PLAIN[type];
  return plain?.of.includes(kind.is) === true ? plain.write : undefined;
}

function fitWhole(
  kind: Kind & { readonly is: 'integer' },
  { type, logicalType }: Declared,
  meeting: Meeting,
): Write | undefined {
  if (type === 'string' && kind.beyond === 'long') return writeDigits;
  // Whole numbers are times in the unit of their type.
  const most = DAY[String(logicalType)];
  if (most !== undefined && !isWithin(leastRange(kind), most))
    return wrong(
      meeting,
      `rows can have ${shownRange(kind)}, and ${String(logicalType)} is from 0 to ${most}. Use a smaller range`,
    );
  if (type === 'int') return fitInt(kind, meeting);
  if (type !== 'long') return undefined;
  if (kind.beyond === 'long')
    return wrong(meeting, 'rows have whole numbers beyond 64 bits, which do not fit in a long. Use string');
  return kind.beyond === undefined ? writeWhole({}) : writeWide;
}

/** The last moment of a day. */
const DAY: Readonly<Record<string, number>> = { 'time-millis': 86_399_999, 'time-micros': 86_399_999_999 };

const isWithin = ({ min = -1, max = Infinity }: ReturnType<typeof leastRange>, most: number): boolean =>
  min >= 0 && max <= most;

const TEXTS: readonly Kind['is'][] = ['text', 'uuid', 'instant', 'date'];

/** Types, with their logical types, that have all values of some kinds. */
const PLAIN: Readonly<Record<string, { readonly of: readonly Kind['is'][]; readonly write: Write }>> = {
  null: { of: ['null'], write: takeNull },
  boolean: { of: ['boolean'], write: writeBoolean },
  string: { of: TEXTS, write: writeText },
  'string uuid': { of: ['uuid'], write: writeText },
  bytes: { of: TEXTS, write: writeText },
  'int date': { of: ['date'], write: writeDate },
  ...Object.fromEntries(
    ['long ', 'long local-'].flatMap((type) => [
      [`${type}timestamp-millis`, { of: ['instant'] as const, write: writeInstant }],
      [`${type}timestamp-micros`, { of: ['instant'] as const, write: writeMicros }],
      [`${type}timestamp-nanos`, { of: ['instant'] as const, write: writeNanos }],
    ]),
  ),
};

const shownRange = ({ min, max }: { readonly min?: number; readonly max?: number }): string =>
  `whole numbers from ${min ?? 'any'} to ${max ?? 'any'}`;

function fitInt(kind: Kind & { readonly is: 'integer' }, meeting: Meeting): Write {
  const range = leastRange(kind);
  return isInt(range)
    ? writeWhole(range, kind.grows && outgrown(meeting.path, 'an int'))
    : wrong(
        meeting,
        `rows can have ${shownRange(kind)}, and an int ends at ${2 ** 31 - 1}. Use long, or a smaller range`,
      );
}

function writeMicros(cursor: Cursor): boolean {
  const ms = takeInstant(cursor);
  if (!Number.isFinite(ms)) return false;
  putLong(cursor, ms * 1000);
  return true;
}

function writeNanos(cursor: Cursor): boolean {
  const ms = takeInstant(cursor);
  if (!Number.isFinite(ms)) return false;
  putWideLong(cursor, BigInt(ms) * 1_000_000n);
  return true;
}

/** Whole numbers up to here are exact. */
const EXACT = { float: 2 ** 24, double: Number.MAX_SAFE_INTEGER } as const;

function fitFloat(kind: Kind, type: 'float' | 'double', meeting: Meeting): Write | undefined {
  if (kind.is !== 'number' && kind.is !== 'integer') return undefined;
  if (kind.is === 'integer' && kind.beyond !== undefined)
    return wrong(meeting, `rows have whole numbers beyond 2^53, whose last digits a ${type} loses. Use long`);
  if (type === 'double') return writeDouble;
  if (kind.is !== 'integer') return writeFloat;
  const { min = -Infinity, max = Infinity } = kind;
  if (min < -EXACT.float || max > EXACT.float)
    return wrong(
      meeting,
      `rows can have ${shownRange(kind)}, and a float is exact up to ${EXACT.float}. Use double`,
    );
  return writeFloat;
}

function writeFloat(cursor: Cursor): boolean {
  const n = takeNumber(cursor);
  if (Number.isNaN(n)) return false;
  cursor.view.setFloat32(cursor.to, n, true);
  cursor.to += 4;
  return true;
}

function fitEnum(kind: Kind & { readonly is: 'text' }, { symbols }: Declared, meeting: Meeting): Write {
  const known = new Map((Array.isArray(symbols) ? symbols : []).map((symbol, i) => [String(symbol), i]));
  if (kind.values === undefined)
    return wrong(
      meeting,
      'rows can have any text here, and the schema an enum. Use a type with given values, such as helpers.arrayElement',
    );
  const others = kind.values.filter((value) => !known.has(value));
  if (others.length > 0)
    return wrong(
      meeting,
      `the enum has no symbol ${others.slice(0, 5).join(', ')}. Its symbols are ${[...known.keys()].join(', ')}`,
    );
  return (cursor) => {
    const text = takeText(cursor);
    const place = text && known.get(decoder.decode(text));
    if (place === undefined) return false;
    putLong(cursor, place);
    return true;
  };
}
