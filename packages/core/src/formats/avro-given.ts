import { kindOfValue, leastRange, withoutNull, type Kind, type Member } from '../model/kind.ts';
import {
  isInt,
  outgrown,
  startOf,
  writeBoolean,
  writeDate,
  writeDouble,
  writeInstant,
  writeList,
  writeMap,
  writeText,
  writeWhole,
  putLong,
  type Write,
} from './avro-bytes.ts';
import type { AvroType, Typed } from './avro-schema.ts';
import { isType, namesIn, nameOf, type Declared, type Definition } from './avro-names.ts';
import { put } from './columns.ts';
import type { FormatProblems } from './format.ts';
import { locate, placesOf, type LocatedMember } from './places.ts';
import type { NamedSchema } from './registry-schema.ts';
import {
  bytesOf,
  newCursor,
  peek,
  readFrom,
  reserve,
  takeInstant,
  takeNumber,
  takeText,
  type Cursor,
} from './scanner.ts';

/** Where rows meet a type. */
interface Meeting {
  readonly path: readonly string[];
  readonly problems: string[];
  readonly names: ReadonlyMap<string, Definition>;
  /** Of the definition around the type. */
  readonly namespace: string;
  /** Bytes of defaults, at most: of a row, or of an element of a list or a map within it. */
  readonly defaults: { row: number; element: number };
  readonly isElement: boolean;
}

/** A given schema. A row of n bytes of JSON has at most n / 2 elements of lists and maps. */
export interface Given extends Typed {
  readonly defaults: Meeting['defaults'];
}

/**
 * What writes rows with a given schema. Fields match by name or alias. What rows lack, the schema's defaults fill.
 *
 * @param text the schema, as JSON
 * @param references schemas of types that it names
 */
export function givenSchema(
  members: readonly Member[],
  text: string,
  references: readonly NamedSchema[] = [],
): Given | FormatProblems {
  const problems: string[] = [];
  const defaults = { row: 0, element: 0 };
  const type = parsed(text, 'The Avro schema', problems);
  const others = references.map((each) => parsed(each.text, `The Avro schema ${each.name}`, problems));
  if (problems.length > 0) return { problems };
  const write = fit({ is: 'object', members }, type, {
    path: [],
    problems,
    names: new Map([...others, type].flatMap((each) => [...namesIn(each)])),
    namespace: '',
    defaults,
    isElement: false,
  });
  return problems.length > 0 || !isType(type) ? { problems } : { type, write, defaults };
}

function parsed(text: string, what: string, problems: string[]): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    problems.push(`${what} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

const never: Write = () => false;

const isUnion = (type: AvroType): type is readonly AvroType[] => Array.isArray(type);

function fit(kind: Kind, type: unknown, meeting: Meeting): Write {
  if (!isType(type)) return misfit(kind, type, meeting);
  if (isUnion(type)) return fitUnion(kind, type, meeting);
  if (kind.is === 'any')
    return wrong(
      meeting,
      'its type is not known before it is written. Hide the field, or make it of one type',
    );
  if (kind.is === 'union')
    return wrong(
      meeting,
      `rows have ${kind.of.map(shownKind).join(' or ')} here, so the schema needs a union`,
    );
  const { definition, namespace } = defined(type, meeting);
  // `{"type": {"type": …}}` is the same as the inner one.
  if (typeof definition.type !== 'string') return fit(kind, definition.type, { ...meeting, namespace });
  const inside = { ...meeting, namespace };
  if (kind.nullable === true)
    return wrong(meeting, `rows can have null here. Make it a union with null in the schema`);
  return fitPlain(kind, definition, inside) ?? misfit(kind, type, meeting);
}

/** The definition of a name, or of a type. */
function defined(type: Exclude<AvroType, readonly AvroType[]>, { names, namespace }: Meeting): Definition {
  const named = (name: string): Definition | undefined =>
    names.get(name) ?? names.get(`${namespace}.${name}`);
  if (typeof type === 'string') return named(type) ?? { definition: { type }, namespace };
  const own = 'name' in type ? names.get(nameOf(type, namespace)) : named(type.type);
  return own ?? { definition: type, namespace };
}

function wrong({ path, problems }: Meeting, why: string): Write {
  problems.push(`${path.length === 0 ? 'The Avro schema' : path.join('.')}: ${why}`);
  return never;
}

const shownType = (type: unknown): string =>
  typeof type === 'string' ? type : JSON.stringify(type ?? null).slice(0, 80);

const SHOWN: Partial<Record<Kind['is'], string>> = {
  text: 'text',
  uuid: 'a UUID',
  instant: 'an instant',
  date: 'a date',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  list: 'a list',
  map: 'an object',
  object: 'an object',
  null: 'null',
};
const shownKind = ({ is }: Kind): string => SHOWN[is] ?? is;

function misfit(kind: Kind, type: unknown, meeting: Meeting): Write {
  return wrong(
    meeting,
    `rows have ${shownKind(kind)} here, which does not fit in ${shownType(type)}. Change the field or the schema`,
  );
}

/** What writes a value that is never null; undefined: it does not fit. */
function fitPlain(kind: Kind, definition: Declared, meeting: Meeting): Write | undefined {
  const { type, logicalType } = definition;
  if (logicalType === 'decimal' || String(logicalType).startsWith('time-')) return undefined;
  if (Object.hasOwn(NESTED, type)) return NESTED[type]?.(kind, definition, meeting);
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
  if (type === 'int' && logicalType !== 'date') return fitInt(kind, meeting);
  return type === 'long' && logicalType === undefined ? writeWhole({}) : undefined;
}

/** Types with others in them, and enums. */
const NESTED: Readonly<
  Record<string, (kind: Kind, definition: Declared, meeting: Meeting) => Write | undefined>
> = {
  enum: (kind, definition, meeting) => (kind.is === 'text' ? fitEnum(kind, definition, meeting) : undefined),
  array: (kind, definition, meeting) =>
    kind.is === 'list' ? fitList(kind.of, definition, meeting) : undefined,
  map: fitMap,
  record: (kind, definition, meeting) =>
    kind.is === 'object' ? fitRecord(kind.members, definition, meeting) : undefined,
};

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

function fitList(of: Kind, { items }: Declared, meeting: Meeting): Write {
  // Lists without elements fit anywhere.
  const isEmpty = of.is === 'null';
  const element = fit(of, items, { ...meeting, isElement: true, ...(isEmpty && { problems: [] }) });
  return (cursor) => writeList(cursor, element);
}

function fitMap(kind: Kind, { values }: Declared, meeting: Meeting): Write | undefined {
  if (kind.is === 'map') {
    const value = fit(kind.of, values, { ...meeting, isElement: true });
    return (cursor) => writeMap(cursor, value);
  }
  if (kind.is !== 'object') return undefined;
  const places = placesOf(kind.members);
  const writers = kind.members.map((member) =>
    fit(member.kind, values, { ...meeting, path: [...meeting.path, member.name] }),
  );
  const keys = places.map(({ name }) => bytesOf(name));
  return (cursor) => {
    if (!locate(cursor, places)) return false;
    const end = cursor.at;
    const count = places.filter(({ at }) => at >= 0).length;
    if (count > 0) putLong(cursor, count);
    for (const [i, place] of places.entries()) {
      if (place.at < 0) continue;
      const key = keys[i] ?? bytesOf('');
      putLong(cursor, key.length);
      put(cursor, key);
      cursor.at = place.at;
      if (writers[i]?.(cursor) !== true) return false;
    }
    cursor.out[cursor.to++] = 0;
    cursor.at = end;
    return true;
  };
}

/** A branch of a union for some of the values. */
interface Branch {
  readonly isIt: (byte: number) => boolean;
  readonly place: number;
  readonly write: Write;
}

function fitUnion(kind: Kind, types: readonly AvroType[], meeting: Meeting): Write {
  const parts = kind.is === 'union' ? kind.of : kind.is === 'null' ? [] : [withoutNull(kind)];
  const isNullable = kind.nullable === true || kind.is === 'null';
  const nullPlace = types.findIndex((type) => type === 'null');
  if (isNullable && nullPlace < 0)
    return wrong(meeting, 'rows can have null here, and the union has no null');
  const branches: Branch[] = [];
  for (const part of parts) {
    const tries = types.map((type) => {
      const problems: string[] = [];
      return { problems, write: fit(part, type, { ...meeting, problems }) };
    });
    const place = tries.findIndex(({ problems }) => problems.length === 0);
    const found = tries[place];
    if (found === undefined) {
      const candidates = tries.filter((_, i) => types[i] !== 'null');
      const [only] = candidates;
      if (candidates.length === 1 && only !== undefined) meeting.problems.push(...only.problems);
      else misfit(part, types, meeting);
      return never;
    }
    branches.push({ isIt: startOf(part), place, write: found.write });
  }
  return (cursor) => {
    const byte = peek(cursor);
    if (byte === 0x6e) {
      if (nullPlace < 0) return false;
      cursor.at += 4;
      putLong(cursor, nullPlace);
      return true;
    }
    for (let i = 0; i < branches.length; i++) {
      const branch = branches[i];
      if (branch?.isIt(byte) !== true) continue;
      putLong(cursor, branch.place);
      return branch.write(cursor);
    }
    return false;
  };
}

interface Field {
  readonly name: string;
  readonly type: AvroType;
  readonly aliases?: readonly string[];
  readonly default?: unknown;
}

/** Records within records. A default may have no end. */
const MOST_DEPTH = 100;

function fitRecord(members: readonly Member[], definition: Declared, meeting: Meeting): Write {
  if (meeting.path.length > MOST_DEPTH) return wrong(meeting, `more than ${MOST_DEPTH} records are nested`);
  const places = placesOf(members);
  const fields = (Array.isArray(definition['fields']) ? definition['fields'] : []) as readonly Field[];
  const isFor = ({ name, aliases = [] }: Field, place: LocatedMember): boolean =>
    name === place.name || aliases.includes(place.name);
  for (const { name } of places.filter((place) => !fields.some((field) => isFor(field, place))))
    wrong(
      { ...meeting, path: [...meeting.path, name] },
      'the schema has no such field. Hide the field, or add it to the schema',
    );
  const writers = fields.map((field) => {
    const place = places.find(({ name }) => name === field.name) ?? places.find((each) => isFor(field, each));
    const inside = { ...meeting, path: [...meeting.path, field.name] };
    const write = place === undefined ? never : fit(place.member.kind, field.type, inside);
    const isSure = place !== undefined && place.member.optional !== true;
    return { place, write, none: isSure ? new Uint8Array(0) : defaultOf(field, inside) };
  });
  const { defaults, isElement } = meeting;
  const bytes = writers.reduce((sum, { none }) => sum + none.length, 0);
  if (isElement) defaults.element = Math.max(defaults.element, bytes);
  else defaults.row += bytes;
  return (cursor) => {
    if (!locate(cursor, places)) return false;
    const end = cursor.at;
    for (let i = 0; i < writers.length; i++) {
      const writer = writers[i];
      if (writer === undefined) break;
      const at = writer.place?.at ?? -1;
      cursor.at = at;
      if (at < 0) put(cursor, writer.none);
      else if (!writer.write(cursor)) return false;
    }
    cursor.at = end;
    return true;
  };
}

/** The bytes of a field that rows lack. */
function defaultOf(field: Field, meeting: Meeting): Uint8Array {
  const isNullable = Array.isArray(field.type) && field.type.includes('null');
  const hasOwn = Object.hasOwn(field, 'default');
  if (!hasOwn && !isNullable) {
    wrong(
      meeting,
      'rows can lack it, and the schema has no default. Add the field, or a default to the schema',
    );
    return new Uint8Array(0);
  }
  const value = hasOwn ? field.default : null;
  const cursor = newCursor();
  const json = bytesOf(`${JSON.stringify(value)}\n`);
  const write = fit(kindOfValue(value), field.type, meeting);
  const { row, element } = meeting.defaults;
  readFrom(cursor, json);
  reserve(cursor, (16 + element) * json.length + row + 64);
  if (write !== never) write(cursor);
  return cursor.out.slice(0, cursor.to);
}
