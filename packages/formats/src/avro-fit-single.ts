import { leastRange, type Kind } from '@catbird/engine';
import {
  isInt,
  outgrown,
  putLong,
  writeBoolean,
  writeDate,
  writeDigits,
  writeDouble,
  writeInstant,
  writeText,
  writeWhole,
  writeWide,
  type Write,
} from './avro-bytes.ts';
import { wrong, type Meeting } from './avro-meeting.ts';
import type { Declared } from './avro-names.ts';
import type { Cursor } from './cursor.ts';
import { takeNumber } from './json-number.ts';
import { takeText } from './json-text.ts';
import { takeInstant } from './json-time.ts';

/** What writes a single value that is never null; undefined: it does not fit. */
export function fitSingle(kind: Kind, definition: Declared, meeting: Meeting): Write | undefined {
  const { type, logicalType } = definition;
  if (type === 'enum') return kind.is === 'text' ? fitEnum(kind, definition, meeting) : undefined;
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
  if (type === 'int' && logicalType !== 'date') return fitInt(kind, meeting);
  if (type !== 'long' || logicalType !== undefined) return undefined;
  if (kind.beyond === 'long')
    return wrong(meeting, 'rows have whole numbers beyond 64 bits, which do not fit in a long. Use string');
  return kind.beyond === undefined ? writeWhole({}) : writeWide;
}

const TEXTS: readonly Kind['is'][] = ['text', 'uuid', 'instant', 'date'];

/** Types, with their logical types, that have all values of some kinds. */
const PLAIN: Readonly<Record<string, { readonly of: readonly Kind['is'][]; readonly write: Write }>> = {
  null: { of: ['null'], write: () => true },
  boolean: { of: ['boolean'], write: writeBoolean },
  string: { of: TEXTS, write: writeText },
  'string uuid': { of: ['uuid'], write: writeText },
  bytes: { of: TEXTS, write: writeText },
  'int date': { of: ['date'], write: writeDate },
  'long timestamp-millis': { of: ['instant'], write: writeInstant },
  'long timestamp-micros': { of: ['instant'], write: writeMicros },
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

const decoder = new TextDecoder();

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
