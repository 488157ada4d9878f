import type { Kind } from '@catbird/engine';
import { putLong, type Write } from './avro-bytes.ts';
import { wrong, type Meeting } from './avro-meeting.ts';
import type { Declared } from './avro-names.ts';
import { put, type Cursor } from './cursor.ts';
import { takeNumber } from './json-number.ts';
import { takeText } from './json-text.ts';
import { endOfValue } from './scanner.ts';

const decoder = new TextDecoder();

/** Whether a type has decimals as bytes (https://avro.apache.org/docs/1.12.0/specification/#decimal). */
export const isDecimal = ({ type, logicalType }: Declared): boolean =>
  logicalType === 'decimal' ? type === 'bytes' || type === 'fixed' : isBig({ type, logicalType });

const isBig = ({ type, logicalType }: Declared): boolean => logicalType === 'big-decimal' && type === 'bytes';

/** What writes a decimal, or a value of as many bytes as its type has; undefined: it does not fit. */
export function fitFixed(kind: Kind, definition: Declared, meeting: Meeting): Write | undefined {
  const { type, logicalType } = definition;
  const size = type === 'fixed' ? numberIn(definition, 'size') : undefined;
  makeRoom(meeting, size ?? numberIn(definition, 'precision', 0) + 8);
  if (isDecimal(definition))
    return NUMBERS.has(kind.is) ? writeDecimal(definition, size, meeting) : undefined;
  if (logicalType === 'duration' && size === 12) return fitDuration(kind, meeting);
  if (logicalType === 'uuid' && size === 16) return kind.is === 'uuid' ? writeUuid : undefined;
  return TEXTS.has(kind.is) ? writeFixed(size ?? 0, meeting) : undefined;
}

const NUMBERS: ReadonlySet<Kind['is']> = new Set(['number', 'integer']);
const TEXTS: ReadonlySet<Kind['is']> = new Set(['text', 'uuid', 'instant', 'date']);

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
