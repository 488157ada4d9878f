import type { Kind, Member } from '../model/kind.ts';
import { put } from './columns.ts';
import type { Format, FormatPlan, FormatProblems } from './format.ts';
import {
  begins,
  copy,
  endOfValue,
  endsList,
  enter,
  enterList,
  enterMap,
  keyOf,
  leave,
  peek,
  takeBoolean,
  takeDate,
  takeInstant,
  takeKey,
  takeNull,
  takeNumber,
  takeText,
  type Cursor,
  type Key,
} from './scanner.ts';

/** How Avro is written. */
export interface AvroSettings {
  /** Full name of the record: `com.example.Order`. Default: Event. */
  readonly name?: string;
}

/** A type of an Avro schema (https://avro.apache.org/docs/1.11.1/specification/). */
export type AvroType =
  string | readonly AvroType[] | ({ readonly type: string } & Readonly<Record<string, unknown>>);

/** Appends the value that stands at the cursor. False if it does not fit. */
type Write = (cursor: Cursor) => boolean;

/** A type with what writes its values. */
interface Typed {
  readonly type: AvroType;
  readonly write: Write;
}

/** The most bytes that a byte of JSON becomes: a digit in a list of decimals is 8, and its branch one more. */
const GROWTH = 5;
/** A missing field is one byte. */
const MISSING = 1;
const OVERSHOOT = 16;
const INT = 2 ** 31;

/** Rows as Avro records, each by itself: as messages, or within a container file. */
export const avro: Format<AvroSettings> = {
  name: 'avro',
  summary: 'Avro records, one a message',
  plan: (members, { name = 'Event' }) => avroPlan(members, name),
};

/** The schema of rows, and what writes them. */
export function avroPlan(members: readonly Member[], name: string): FormatPlan | FormatProblems {
  const problems: string[] = [];
  if (!name.split('.').every((part) => NAME.test(part)))
    problems.push(
      `The name of an Avro record has letters, digits and _ between its dots, not ${JSON.stringify(name)}`,
    );
  const record = recordOf(members, name, { path: [], problems, names: new Set() });
  if (problems.length > 0) return { problems };
  return {
    contentType: 'avro/binary',
    extension: 'avro',
    isText: false,
    schemaText: JSON.stringify(record.type),
    write: record.write,
    room: (bytes) => GROWTH * bytes + MISSING * countOf(members) + OVERSHOOT,
  };
}

const countOf = (members: readonly Member[]): number =>
  members.reduce((sum, { kind }) => sum + 1 + (kind.is === 'object' ? countOf(kind.members) : 0), 0);

/** Where a type stands. */
interface Place {
  readonly path: readonly string[];
  /** What cannot be written. */
  readonly problems: string[];
  /** Names of records, each of which is defined once. */
  readonly names: Set<string>;
}

const NAME = /^[A-Za-z_]\w*$/;

function recordOf(members: readonly Member[], name: string, place: Place): Typed {
  place.names.add(name);
  const fields = members.map((member) => fieldOf(member, place));
  const writers: readonly Field[] = fields.map(({ key, write, isOptional }) => ({ key, write, isOptional }));
  return {
    type: { type: 'record', name, fields: fields.map(({ declared }) => declared) },
    write: (cursor) => writeFields(cursor, writers),
  };
}

interface Field {
  readonly key: Key;
  readonly write: Write;
  readonly isOptional: boolean;
}

function fieldOf(
  { name, kind, optional }: Member,
  { path, problems, names }: Place,
): Field & { readonly declared: Readonly<Record<string, unknown>> } {
  const place = { path: [...path, name], problems, names };
  if (!NAME.test(name))
    problems.push(
      `${shown(place)}: names in Avro have letters, digits and _, and begin with no digit. Rename the field`,
    );
  const isOptional = optional === true;
  const { type, write } = typeOf(isOptional ? { ...kind, nullable: true } : kind, place);
  const isNullable = Array.isArray(type) && type[0] === 'null';
  return {
    declared: { name, type, ...(isNullable && { default: null }) },
    key: keyOf(name),
    write,
    isOptional,
  };
}

const shown = ({ path }: Pick<Place, 'path'>): string => path.join('.');

function writeFields(cursor: Cursor, fields: readonly Field[]): boolean {
  let isFirst = true;
  for (const { key, write, isOptional } of fields) {
    if (enter(cursor, key, isFirst)) {
      isFirst = false;
      if (!write(cursor)) return false;
    } else if (!isOptional) return false;
    // The first branch of its union is null.
    else cursor.out[cursor.to++] = 0;
  }
  return leave(cursor, isFirst);
}

function typeOf(kind: Kind, place: Place): Typed {
  const branches = kind.is === 'union' ? kind.of : kind.is === 'null' ? [] : [kind];
  const typed = branches.map((branch) => ({ branch, ...plainType(branch, place) }));
  const [only] = typed;
  if (kind.nullable !== true && kind.is !== 'null' && only !== undefined && typed.length === 1) return only;
  if (kind.is === 'null') return { type: 'null', write: takeNull };
  const isNullable = kind.nullable === true;
  return {
    type: [...(isNullable ? ['null'] : []), ...typed.map(({ type }) => type)],
    write: branching(
      typed.map(({ branch, write }) => ({ isIt: startOf(branch), write })),
      isNullable,
    ),
  };
}

/** Writes the number of the branch, then the value. */
function branching(
  branches: readonly { readonly isIt: (byte: number) => boolean; readonly write: Write }[],
  isNullable: boolean,
): Write {
  const [only] = branches;
  const first = isNullable ? 1 : 0;
  if (isNullable && only !== undefined && branches.length === 1) {
    const { write } = only;
    return (cursor) => {
      const isNull = takeNull(cursor);
      cursor.out[cursor.to++] = isNull ? 0 : 2;
      return isNull || write(cursor);
    };
  }
  return (cursor) => {
    if (isNullable && takeNull(cursor)) {
      cursor.out[cursor.to++] = 0;
      return true;
    }
    const byte = peek(cursor);
    const branch = branches.findIndex(({ isIt }) => isIt(byte));
    if (branch < 0) return false;
    cursor.out[cursor.to++] = 2 * (first + branch);
    return branches[branch]?.write(cursor) ?? false;
  };
}

/** What values of a kind begin with. */
function startOf({ is }: Kind): (byte: number) => boolean {
  if (is === 'integer' || is === 'number') return begins.number;
  if (is === 'boolean') return begins.boolean;
  if (is === 'list') return begins.list;
  return is === 'object' || is === 'map' ? begins.object : begins.text;
}

function plainType(kind: Kind, place: Place): Typed {
  switch (kind.is) {
    case 'text':
      return { type: 'string', write: writeText };
    case 'uuid':
      return { type: { type: 'string', logicalType: 'uuid' }, write: writeText };
    case 'instant':
      return { type: { type: 'long', logicalType: 'timestamp-millis' }, write: writeInstant };
    case 'date':
      return { type: { type: 'int', logicalType: 'date' }, write: writeDate };
    case 'boolean':
      return { type: 'boolean', write: writeBoolean };
    case 'integer':
      return { type: isInt(kind) ? 'int' : 'long', write: writeWhole(kind) };
    case 'number':
      return { type: 'double', write: writeDouble };
    case 'list': {
      const items = typeOf(kind.of, place);
      return {
        type: { type: 'array', items: items.type },
        write: (cursor) => writeList(cursor, items.write),
      };
    }
    case 'map': {
      const values = typeOf(kind.of, place);
      return {
        type: { type: 'map', values: values.type },
        write: (cursor) => writeMap(cursor, values.write),
      };
    }
    case 'object':
      return recordOf(kind.members, recordName(place), place);
    default:
      place.problems.push(
        `${shown(place)}: its type is not known before it is written, so it has none in Avro. Hide the field, or make it of one type`,
      );
      return { type: 'null', write: () => false };
  }
}

/** The name of a record within another one, used once. */
function recordName({ path, names }: Place): string {
  const name = path.map((part) => part.replaceAll(/\W/g, '_')).join('_');
  let unused = /^\d/.test(name) ? `_${name}` : name;
  while (names.has(unused)) unused += '_';
  return unused;
}

const isInt = ({
  min = -Infinity,
  max = Infinity,
}: {
  readonly min?: number;
  readonly max?: number;
}): boolean => min >= -INT && max < INT;

/** Appends a whole number below 2^53 in zigzag and groups of seven bits. */
function putLong(cursor: Cursor, n: number): void {
  const { out } = cursor;
  let to = cursor.to;
  const isNegative = n < 0;
  const size = isNegative ? -n - 1 : n;
  // Shifted by one, in two words.
  let high = Math.floor(size / INT);
  let low = (((size - high * INT) << 1) | (isNegative ? 1 : 0)) >>> 0;
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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;

function writeText(cursor: Cursor): boolean {
  const { src, at } = cursor;
  if (src[at] !== QUOTE) return false;
  let end = at + 1;
  let byte = src[end] ?? NEWLINE;
  while (byte !== QUOTE && byte !== BACKSLASH && byte !== NEWLINE) byte = src[++end] ?? NEWLINE;
  if (byte === QUOTE) {
    putLong(cursor, end - at - 1);
    copy(cursor, at + 1, end);
    cursor.at = end + 1;
    return true;
  }
  const text = takeText(cursor);
  if (text === undefined) return false;
  putLong(cursor, text.length);
  put(cursor, text);
  return true;
}

function writeInstant(cursor: Cursor): boolean {
  const ms = takeInstant(cursor);
  if (!Number.isFinite(ms)) return false;
  putLong(cursor, ms);
  return true;
}

function writeDate(cursor: Cursor): boolean {
  const days = takeDate(cursor);
  if (!Number.isFinite(days)) return false;
  putLong(cursor, days);
  return true;
}

function writeBoolean(cursor: Cursor): boolean {
  const value = takeBoolean(cursor);
  cursor.out[cursor.to++] = value;
  return value >= 0;
}

const writeWhole = (kind: { readonly min?: number; readonly max?: number }): Write => {
  const least = isInt(kind) ? -INT : Number.MIN_SAFE_INTEGER;
  const most = isInt(kind) ? INT - 1 : Number.MAX_SAFE_INTEGER;
  return (cursor) => {
    const n = takeNumber(cursor);
    if (!(n >= least && n <= most) || !Number.isInteger(n)) return false;
    putLong(cursor, n);
    return true;
  };
};

function writeDouble(cursor: Cursor): boolean {
  const n = takeNumber(cursor);
  if (Number.isNaN(n)) return false;
  cursor.view.setFloat64(cursor.to, n, true);
  cursor.to += 8;
  return true;
}

/** A list is one block: its number of elements, its elements, and 0 for the end. */
function writeList(cursor: Cursor, write: Write): boolean {
  const count = elementsAt(cursor);
  if (count < 0 || !enterList(cursor)) return false;
  if (count > 0) putLong(cursor, count);
  for (let i = 0; i < count; i++) {
    if (i > 0 && endsList(cursor)) return false;
    if (!write(cursor)) return false;
  }
  cursor.out[cursor.to++] = 0;
  return endsList(cursor);
}

function writeMap(cursor: Cursor, write: Write): boolean {
  const count = elementsAt(cursor);
  if (count < 0 || !enterMap(cursor)) return false;
  if (count > 0) putLong(cursor, count);
  for (let i = 0; i < count; i++) {
    const key = takeKey(cursor);
    if (key === undefined || key === null) return false;
    putLong(cursor, key.length);
    put(cursor, key);
    if (!write(cursor)) return false;
  }
  cursor.out[cursor.to++] = 0;
  return takeKey(cursor) === null;
}

/** The number of elements of the list, or members of the object, that stands here; −1 if it does not end. */
function elementsAt({ src, at }: Cursor): number {
  const end = endOfValue(src, at);
  if (end < 0) return -1;
  if (end === at + 2) return 0;
  let count = 0;
  for (let from = at + 1; from < end; count++) {
    const name = src[at] === 0x7b ? endOfValue(src, from) + 1 : from;
    from = endOfValue(src, name) + 1;
    if (from <= 0) return -1;
  }
  return count;
}
