import type { Entity, Field } from '../../model/schema.ts';
import { findType } from '../known-types.ts';
import { readByExpression } from '../expression/condition.ts';
import type { Read } from '../expression/parse.ts';
import type { Reference } from '../generator.ts';
import { OUTER } from './references.ts';

/** Name of the entity that a field draws; undefined for other fields. */
export const drawnBy = ({ type, args }: Field): string | undefined => findType(type)?.draws?.(args)?.name;

/** Name of the entity that a field draws as a single value, so that paths can start with the field. */
export const entityOf = (field: Field): string | undefined =>
  field.count === undefined ? drawnBy(field) : undefined;

/** The members of the object that a field makes as a single value, so that paths can start with the field. */
export function membersOf({ type, args, count }: Field): readonly string[] | undefined {
  const members = count === undefined ? findType(type)?.members : undefined;
  return typeof members === 'function' ? members(args) : members;
}

/** The fields of an object that is a single value, so that paths can start with it. */
export const objectFieldsOf = ({ fields, count }: Field): readonly Field[] | undefined =>
  count === undefined ? fields : undefined;

/**
 * The names along a path in an object, for objects in it and objects that its fields make. Undefined if it leads to no value of the
 * object.
 */
export function namesOn(field: Field, path: string): readonly string[] | undefined {
  const inner = objectFieldsOf(field);
  if (inner === undefined) return membersOf(field)?.includes(path) === true ? [path] : undefined;
  const owner = ownerOf(path, fieldsByName(inner));
  if (owner === undefined || owner.field.hidden === true) return undefined;
  const { field: member, rest } = owner;
  if (rest === undefined) return [member.name];
  const further = namesOn(member, rest);
  return further && [member.name, ...further];
}

/** A field that a name refers to. */
export interface Owner {
  readonly field: Field;
  /** The path from the entity that the field draws, or in the object that it is or makes: `email`. Absent: the name is the field's own. */
  readonly rest?: string;
}

/** The field of an object that a name refers to: the field with exactly this name, else the one that draws the entity, or is or makes the object, of a path. */
export function ownerOf(name: string, byName: ReadonlyMap<string, Field>): Owner | undefined {
  const exact = byName.get(name);
  if (exact !== undefined) return { field: exact };
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const field = byName.get(name.slice(0, dot));
    if (field !== undefined && (entityOf(field) ?? membersOf(field) ?? objectFieldsOf(field)) !== undefined)
      return { field, rest: name.slice(dot + 1) };
  }
  return undefined;
}

export const fieldsByName = (fields: readonly Field[]): ReadonlyMap<string, Field> =>
  new Map(fields.map((field) => [field.name, field]));

/** The number of an entity, 1 to its size: readable in all entities that have no field of this name. */
export const NUMBER: Field = { name: 'number', type: 'catbird.sequence', args: [] };

/** The fields of an entity that can be read: its key, its fields and its number. */
export const fieldsIn = ({ key, fields }: Pick<Entity, 'key' | 'fields'>): readonly Field[] =>
  [key, ...fields].some(({ name }) => name === NUMBER.name) ? [key, ...fields] : [key, ...fields, NUMBER];

/** A name within an object, as seen from outside: `^id` and `id` both refer to the enclosing object's `id`. */
export const outerName = (name: string): string => (name.startsWith(OUTER) ? name.slice(1) : name);

const referencesOf = ({ type, args }: Field): readonly Reference[] =>
  findType(type)?.references?.(args) ?? [];

/** Members that a field reads of lists of objects of its own object, with repetitions. */
const listReadsOf = (field: Field): readonly Read[] => [
  ...referencesOf(field),
  ...(field.if === undefined ? [] : readByExpression(field.if)),
  ...(field.specs ?? []).flatMap(listReadsOf),
];

/** Names that a field reads through `per`, `if`, its arguments and its nested fields. References within an object are not included. */
export function readsOf(field: Field): readonly string[] {
  const own = referencesOf(field).map(({ name }) => name);
  const specs = (field.specs ?? []).flatMap(readsOf);
  const inner = field.fields ?? [];
  const byName = fieldsByName(inner);
  const outward = inner
    .flatMap(readsOf)
    .filter((name) => ownerOf(name, byName) === undefined)
    .map(outerName);
  const condition = field.if === undefined ? [] : readByExpression(field.if).map(({ name }) => name);
  const params = (field.paramFields ?? []).map(({ name }) => name);
  const original = field.lacksWith === undefined ? [] : [field.lacksWith];
  return [...(field.per ?? []), ...condition, ...params, ...own, ...specs, ...outward, ...original];
}

/** A field that others read. */
export interface StoredField {
  readonly field: Field;
  /** What they read of the entity that it draws, or of the object that it makes. */
  readonly paths: ReadonlySet<string>;
  /** They also read the field itself. */
  readonly isRead: boolean;
  /** What they read of the objects in its lists. */
  readonly members: ReadonlySet<string>;
}

/**
 * The fields of an object that are read, in dependency order.
 *
 * @param names read from outside. Default: those that the fields themselves read
 * @param exposed names of fields that are read from outside, too
 * @throws Error on a circular reference
 */
export function storedFields(
  fields: readonly Field[],
  names?: readonly string[],
  exposed: readonly string[] = [],
): readonly StoredField[] {
  const all = [...(names ?? fields.flatMap(readsOf)), ...exposed];
  const lists =
    names === undefined ? fields.flatMap(listReadsOf).filter(({ member }) => member !== undefined) : [];

  const cycle = cycleIn(fields);
  if (cycle !== undefined) throw new Error(cycleText(cycle));
  const byName = fieldsByName(fields);
  const stored = new Map<Field, Set<string>>();
  const read = new Set<Field>();
  const visit = (name: string): void => {
    const owner = ownerOf(name, byName);
    if (owner === undefined) return;
    const { field, rest } = owner;
    if (!stored.has(field)) {
      readsOf(field).forEach(visit);
      stored.set(field, new Set());
    }
    if (rest === undefined) read.add(field);
    else stored.get(field)?.add(rest);
  };
  all.forEach(visit);
  const count = (reads: readonly string[], name: string): number =>
    reads.filter((each) => each === name).length;
  return Array.from(stored, ([field, paths]) => {
    const ofLists = lists.filter(({ name }) => name === field.name);
    return {
      field,
      paths,
      isRead: read.has(field) && count(all, field.name) > ofLists.length,
      members: new Set(ofLists.flatMap(({ member }) => member ?? [])),
    };
  });
}

/** The fields on a circular reference, if there is one; the first field is repeated at the end. */
export function cycleIn(fields: readonly Field[]): readonly Field[] | undefined {
  const byName = fieldsByName(fields);
  const done = new Set<Field>();
  const visit = (field: Field, trail: readonly Field[]): readonly Field[] | undefined => {
    if (done.has(field)) return undefined;
    if (trail.includes(field)) return [...trail.slice(trail.indexOf(field)), field];
    for (const name of readsOf(field)) {
      const other = ownerOf(name, byName)?.field;
      const found = other && visit(other, [...trail, field]);
      if (found !== undefined) return found;
    }
    done.add(field);
    return undefined;
  };
  for (const field of fields) {
    const found = visit(field, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Describes a cycle: `a reads b, b reads a`. */
export const cycleText = (cycle: readonly Pick<Field, 'name'>[]): string =>
  cycle
    .slice(1)
    .map(({ name }, i) => `${cycle[i]?.name ?? ''} reads ${name}`)
    .join(', ');
