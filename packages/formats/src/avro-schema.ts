import { invalid, type Result, type Kind, type Member } from '@catbird/engine';
import {
  branching,
  isInt,
  startOf,
  writeBoolean,
  writeDate,
  writeDigits,
  writeDouble,
  writeInstant,
  writeList,
  writeMap,
  writeText,
  writeWhole,
  writeWide,
  type Write,
} from './avro-bytes.ts';
import type { Cursor } from './cursor.ts';
import { enter, keyOf, leave, takeNull, type Key } from './scanner.ts';

/** A type of an Avro schema (https://avro.apache.org/docs/1.11.1/specification/). */
export type AvroType =
  string | readonly AvroType[] | ({ readonly type: string } & Readonly<Record<string, unknown>>);

/** A type with what writes its values. */
export interface Typed {
  readonly type: AvroType;
  readonly write: Write;
}

/** The schema of rows, and what writes them. @param name full name of the record */
export function madeSchema(members: readonly Member[], name: string): Result<Typed> {
  const problems: string[] = [];
  if (!name.split('.').every((part) => NAME.test(part)))
    problems.push(
      `The name of an Avro record has letters, digits and _ between its dots, not ${JSON.stringify(name)}`,
    );
  const record = recordOf(members, name, { path: [], problems, names: new Set() });
  return problems.length > 0 ? invalid(...problems) : { ok: true, ...record };
}

/** The schema of the values of a field, and what writes them. */
export function madeType({ name, kind }: Member): Result<Typed> {
  const problems: string[] = [];
  const typed = typeOf(kind, { path: [name], problems, names: new Set() });
  return problems.length > 0 ? invalid(...problems) : { ok: true, ...typed };
}

/** Where a type stands. */
interface TypeContext {
  readonly path: readonly string[];
  /** What cannot be written. */
  readonly problems: string[];
  /** Names of records, each of which is defined once. */
  readonly names: Set<string>;
}

const NAME = /^[A-Za-z_]\w*$/;

function recordOf(members: readonly Member[], name: string, place: TypeContext): Typed {
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
  { path, problems, names }: TypeContext,
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
    key: keyOf(name, isOptional),
    write,
    isOptional,
  };
}

const shown = ({ path }: Pick<TypeContext, 'path'>): string => path.join('.');

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

function typeOf(kind: Kind, place: TypeContext): Typed {
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

function wholeType(kind: Kind & { readonly is: 'integer' }): Typed {
  if (kind.beyond === 'long') return { type: 'string', write: writeDigits };
  if (kind.beyond === 'double') return { type: 'long', write: writeWide };
  return { type: isInt(kind) ? 'int' : 'long', write: writeWhole(kind) };
}

function plainType(kind: Kind, place: TypeContext): Typed {
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
      return wholeType(kind);
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
function recordName({ path, names }: TypeContext): string {
  const name = path.map((part) => part.replaceAll(/\W/g, '_')).join('_');
  let unused = /^\d/.test(name) ? `_${name}` : name;
  while (names.has(unused)) unused += '_';
  return unused;
}
