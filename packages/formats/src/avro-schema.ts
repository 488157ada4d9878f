import { invalid, type Result, type Kind, type Member } from '@catbird/engine';
import { isInt } from './avro-bytes.ts';

/** A type of an Avro schema (https://avro.apache.org/docs/1.11.1/specification/). */
export type AvroType =
  string | readonly AvroType[] | ({ readonly type: string } & Readonly<Record<string, unknown>>);

/** The schema of rows. @param name full name of the record */
export function schemaOf(members: readonly Member[], name: string): Result<{ readonly type: AvroType }> {
  const problems: string[] = [];
  if (!name.split('.').every((part) => NAME.test(part)))
    problems.push(
      `The name of an Avro record has letters, digits and _ between its dots, not ${JSON.stringify(name)}`,
    );
  const type = recordOf(members, name, { path: [], problems, names: new Set() });
  return problems.length > 0 ? invalid(...problems) : { ok: true, type };
}

/** The schema of the values of a field. */
export function valueSchema({ name, kind }: Member): Result<{ readonly type: AvroType }> {
  const problems: string[] = [];
  const type = typeOf(kind, { path: [name], problems, names: new Set() });
  return problems.length > 0 ? invalid(...problems) : { ok: true, type };
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

function recordOf(members: readonly Member[], name: string, place: TypeContext): AvroType {
  place.names.add(name);
  return { type: 'record', name, fields: members.map((member) => fieldOf(member, place)) };
}

function fieldOf({ name, kind, optional }: Member, { path, problems, names }: TypeContext): object {
  const place = { path: [...path, name], problems, names };
  if (!NAME.test(name))
    problems.push(
      `${place.path.join('.')}: names in Avro have letters, digits and _, and begin with no digit. Rename the field`,
    );
  const type = typeOf(optional === true ? { ...kind, nullable: true } : kind, place);
  const isNullable = Array.isArray(type) && type[0] === 'null';
  return { name, type, ...(isNullable && { default: null }) };
}

function typeOf(kind: Kind, place: TypeContext): AvroType {
  if (kind.is === 'null') return 'null';
  const types = (kind.is === 'union' ? kind.of : [kind]).map((branch) => plainType(branch, place));
  const [only] = types;
  if (kind.nullable !== true && only !== undefined && types.length === 1) return only;
  return [...(kind.nullable === true ? ['null'] : []), ...types];
}

/** Types of kinds that have the same one always. */
const PLAIN: Partial<Record<Kind['is'], AvroType>> = {
  text: 'string',
  uuid: { type: 'string', logicalType: 'uuid' },
  instant: { type: 'long', logicalType: 'timestamp-millis' },
  date: { type: 'int', logicalType: 'date' },
  boolean: 'boolean',
  number: 'double',
};

function plainType(kind: Kind, place: TypeContext): AvroType {
  if (kind.is === 'integer')
    return kind.beyond === 'long' ? 'string' : kind.beyond === undefined && isInt(kind) ? 'int' : 'long';
  if (kind.is === 'list') return { type: 'array', items: typeOf(kind.of, place) };
  if (kind.is === 'map') return { type: 'map', values: typeOf(kind.of, place) };
  if (kind.is === 'object') return recordOf(kind.members, recordName(place), place);
  const plain = PLAIN[kind.is];
  if (plain === undefined)
    place.problems.push(
      `${place.path.join('.')}: its type is not known before it is written, so it has none in Avro. Hide the field, or make it of one type`,
    );
  return plain ?? 'null';
}

/** The name of a record within another one, used once. */
function recordName({ path, names }: TypeContext): string {
  const name = path.map((part) => part.replaceAll(/\W/g, '_')).join('_');
  let unused = /^\d/.test(name) ? `_${name}` : name;
  while (names.has(unused)) unused += '_';
  return unused;
}
