import { type Kind, kindOfValue, type Member, withoutNull, invalid, type Result } from '@catbird/engine';
import { putLong, writeList, writeMap, type Write, startOf } from './avro-bytes.ts';
import {
  type Meeting,
  never,
  wrong,
  misfit,
  shownKind,
  type Declared,
  isType,
  namesIn,
  nameOf,
  type Definition,
} from './avro-meeting.ts';
import { bytesOf, type Cursor, put, newCursor, readFrom, reserve } from './cursor.ts';
import { locate, placesOf, type LocatedMember } from './places.ts';
import type { AvroType } from './avro-schema.ts';
import { enter, keyOf, leave, peek, takeNull } from './scanner.ts';
import { fitSingle } from './avro-fit-single.ts';
import type { NamedSchema } from './registry.ts';

/** What writes a value with others in it; undefined: it does not fit. */
function fitNested(kind: Kind, definition: Declared, meeting: Meeting): Write | undefined {
  const { type } = definition;
  if (type === 'map') return fitMap(kind, definition, meeting);
  if (type === 'array') return kind.is === 'list' ? fitList(kind.of, definition, meeting) : undefined;
  return kind.is === 'object' ? fitRecord(kind.members, definition, meeting) : undefined;
}

function fitList(of: Kind, { items }: Declared, meeting: Meeting): Write {
  // Lists without elements fit anywhere.
  const isEmpty = of.is === 'null';
  const element = meeting.fit(of, items, { ...meeting, isElement: true, ...(isEmpty && { problems: [] }) });
  return (cursor) => writeList(cursor, element);
}

function fitMap(kind: Kind, { values }: Declared, meeting: Meeting): Write | undefined {
  if (kind.is === 'map') {
    const value = meeting.fit(kind.of, values, { ...meeting, isElement: true });
    return (cursor) => writeMap(cursor, value);
  }
  if (kind.is !== 'object') return undefined;
  const places = placesOf(kind.members);
  const writers = kind.members.map((member) =>
    meeting.fit(member.kind, values, { ...meeting, path: [...meeting.path, member.name] }),
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

interface Field {
  readonly name: string;
  readonly type: AvroType;
  readonly aliases?: readonly string[];
  readonly default?: unknown;
}

/** Records within records. A default may have no end. */
const MOST_DEPTH = 100;

/** What writes an object as a record: fields match by name or alias, and defaults fill what it lacks. */
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
    const write = place === undefined ? never : meeting.fit(place.member.kind, field.type, inside);
    const isSure = place !== undefined && place.member.optional !== true;
    return { place, write, none: isSure ? undefined : defaultOf(field, inside) };
  });
  const { defaults, isElement } = meeting;
  const bytes = writers.reduce((sum, { none }) => sum + (none?.length ?? 0), 0);
  if (isElement) defaults.element = Math.max(defaults.element, bytes);
  else defaults.row += bytes;
  if (places.length === writers.length && writers.every(({ place }, i) => place === places[i]))
    return inOrder(writers);
  return (cursor) => {
    if (!locate(cursor, places)) return false;
    const end = cursor.at;
    for (let i = 0; i < writers.length; i++) {
      const writer = writers[i];
      if (writer === undefined) break;
      const at = writer.place?.at ?? -1;
      cursor.at = at;
      if (at >= 0 ? !writer.write(cursor) : !putDefault(cursor, writer)) return false;
    }
    cursor.at = end;
    return true;
  };
}

/** What writes a field of a record, or the bytes of one that a row lacks. */
interface FieldWriter {
  readonly place: LocatedMember | undefined;
  readonly write: Write;
  /** Undefined: no row lacks it, unless a fault makes it so. */
  readonly none: Uint8Array | undefined;
}

function putDefault(cursor: Cursor, { none }: Pick<FieldWriter, 'none'>): boolean {
  if (none !== undefined) put(cursor, none);
  return none !== undefined;
}

/** What writes the members of an object one after the other, in the order of the schema. */
function inOrder(writers: readonly FieldWriter[]): Write {
  const fields = writers.map(({ place, write, none }) => ({
    key: keyOf(place?.name ?? '', none !== undefined),
    write,
    none,
  }));
  return (cursor) => {
    let isFirst = true;
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i];
      if (field === undefined) break;
      if (enter(cursor, field.key, isFirst)) {
        isFirst = false;
        if (!field.write(cursor)) return false;
      } else if (!putDefault(cursor, field)) return false;
    }
    return leave(cursor, isFirst);
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
  const write = meeting.fit(kindOfValue(value), field.type, meeting);
  const { row, element } = meeting.defaults;
  readFrom(cursor, json);
  reserve(cursor, (16 + element) * json.length + row + 64);
  if (write !== never) write(cursor);
  return cursor.out.slice(0, cursor.to);
}

/** A branch of a union for some of the values. */
interface Branch {
  readonly isIt: (byte: number) => boolean;
  readonly place: number;
  readonly write: Write;
}

/** What writes a value as one of several types. */
function fitUnion(kind: Kind, types: readonly AvroType[], meeting: Meeting): Write {
  const parts = kind.is === 'union' ? kind.of : kind.is === 'null' ? [] : [withoutNull(kind)];
  const isNullable = (kind.nullable === true && kind.unsure !== true) || kind.is === 'null';
  const nullPlace = types.findIndex((type) => type === 'null');
  if (isNullable && nullPlace < 0)
    return wrong(meeting, 'rows can have null here, and the union has no null');
  const branches: Branch[] = [];
  for (const part of parts) {
    const tries = types.map((type) => {
      const problems: string[] = [];
      return { problems, write: meeting.fit(part, type, { ...meeting, problems }) };
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
      if (nullPlace < 0 && kind.unsure === true)
        throw new RangeError(
          `${meeting.path.join('.')} is null in a row, and the union has no null. Add it to the schema`,
        );
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

/** A schema and what writes its values. A row of n bytes of JSON has at most n / 2 elements of lists and maps. */
export interface Given {
  readonly type: AvroType;
  readonly write: Write;
  readonly defaults: Meeting['defaults'];
}

/**
 * What writes rows with a given schema. Fields match by name or alias. What rows lack, the schema's defaults fill.
 *
 * @param text the schema, as JSON
 * @param references schemas of types that it names
 */
export const givenSchema = (
  members: readonly Member[],
  text: string,
  references?: readonly NamedSchema[],
): Result<Given> => givenType({ is: 'object', members }, text, references);

/** What writes values of a kind with a given schema. */
export function givenType(kind: Kind, text: string, references: readonly NamedSchema[] = []): Result<Given> {
  const problems: string[] = [];
  const defaults = { row: 0, element: 0 };
  const type = parsed(text, 'The Avro schema', problems);
  const others = references.map((each) => parsed(each.text, `The Avro schema ${each.name}`, problems));
  if (problems.length > 0) return invalid(...problems);
  const write = fit(kind, type, {
    path: [],
    problems,
    names: new Map([...others, type].flatMap((each) => [...namesIn(each)])),
    namespace: '',
    defaults,
    isElement: false,
    fit,
  });
  return problems.length > 0 || !isType(type) ? invalid(...problems) : { ok: true, type, write, defaults };
}

function parsed(text: string, what: string, problems: string[]): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    problems.push(`${what} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

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
  if (kind.nullable === true && kind.unsure !== true && kind.is !== 'null')
    return wrong(meeting, `rows can have null here. Make it a union with null in the schema`);
  const write = fitPlain(kind, definition, inside) ?? misfit(kind, type, meeting);
  return kind.unsure === true ? refusingNull(write, meeting) : write;
}

/** The definition of a name, or of a type. */
function defined(type: Exclude<AvroType, readonly AvroType[]>, { names, namespace }: Meeting): Definition {
  const named = (name: string): Definition | undefined =>
    names.get(name) ?? names.get(`${namespace}.${name}`);
  if (typeof type === 'string') return named(type) ?? { definition: { type }, namespace };
  const own = 'name' in type ? names.get(nameOf(type, namespace)) : named(type.type);
  return own ?? { definition: type, namespace };
}

/** What writes a value whose expression may give null. */
function refusingNull(write: Write, { path }: Meeting): Write {
  return (cursor) => {
    if (takeNull(cursor))
      throw new RangeError(
        `${path.join('.')} is null in a row, as its expression cannot be computed. Make it a union with null in the schema, or give another value with ??`,
      );
    return write(cursor);
  };
}

/** Types with others in them. */
const NESTED: ReadonlySet<string> = new Set(['array', 'map', 'record']);

/** What writes a value that is never null; undefined: it does not fit. */
function fitPlain(kind: Kind, definition: Declared, meeting: Meeting): Write | undefined {
  return NESTED.has(definition.type)
    ? fitNested(kind, definition, meeting)
    : fitSingle(kind, definition, meeting);
}
