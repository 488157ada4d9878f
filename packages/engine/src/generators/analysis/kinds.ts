import type { CustomType } from '../../model/custom-type.ts';
import { listOf, orNull, type Kind, type Made, type Member } from '../../model/kind.ts';
import type { Entity, Field, Schema } from '../../model/schema.ts';
import { findType } from '../known-types.ts';
import { fieldsByName, fieldsIn, outerName, ownerOf } from './order.ts';
import { OUTER } from './references.ts';

/** Where names are looked up. */
interface Environment {
  readonly fields: ReadonlyMap<string, Field>;
  readonly outer?: Environment;
  readonly entities: ReadonlyMap<string, Entity>;
  /** What is known already: several fields may read one, which reads others. */
  readonly known: Map<Field, Member>;
}

const UNKNOWN: Made & { readonly kind: Kind } = { kind: { is: 'any' }, optional: true };

/** The kinds of the fields that rows of a schema have, in their order: hidden ones are left out. */
export function kindsOf({ fields, entities = [] }: Pick<Schema, 'fields' | 'entities'>): readonly Member[] {
  return membersOf(fields, environmentOf(fields, new Map(entities.map((entity) => [entity.name, entity]))));
}

const environmentOf = (
  fields: readonly Field[],
  entities: Environment['entities'],
  outer?: Environment,
): Environment => ({
  fields: fieldsByName(fields),
  entities,
  known: new Map(),
  ...(outer !== undefined && { outer }),
});

const membersOf = (fields: readonly Field[], environment: Environment): readonly Member[] =>
  fields.filter(({ hidden }) => hidden !== true).map((field) => memberOf(field, environment));

function memberOf(field: Field, environment: Environment): Member {
  const known = environment.known.get(field) ?? madeMember(field, environment);
  environment.known.set(field, known);
  return known;
}

function madeMember(field: Field, environment: Environment): Member {
  const { name, count, nulls = 0, missing = 0 } = field;
  const { kind, optional } = valueOf(field, environment);
  const isList = count !== undefined && count !== 1;
  const whole = isList ? listOf(optional === true ? orNull(kind) : kind) : kind;
  const isOptional = missing > 0 || field.if !== undefined || (!isList && optional === true);
  return {
    name,
    kind: nulls > 0 ? orNull(whole) : whole,
    ...(isOptional && { optional: true as const }),
  };
}

/** The kinds of what types of packages return. */
const RETURNED: Readonly<Record<NonNullable<CustomType['returns']> | 'any', Kind>> = {
  string: { is: 'text' },
  number: { is: 'number' },
  integer: { is: 'integer' },
  boolean: { is: 'boolean' },
  any: { is: 'any' },
};

/** The kind of a single value of a field. */
function valueOf(field: Field, environment: Environment): Made {
  const { fields, specs = [], args, type, custom, paramFields = [] } = field;
  if (fields !== undefined)
    return {
      kind: {
        is: 'object',
        members: membersOf(fields, environmentOf(fields, environment.entities, environment)),
      },
    };
  if (field.recorded !== undefined) return { kind: field.recorded };
  if (custom !== undefined) return { kind: RETURNED[custom.returns ?? 'any'] };
  const kind = findType(type)?.kind ?? { is: 'text' };
  if (typeof kind !== 'function') return { kind };
  // A list with values of other fields.
  if (paramFields.some(({ path }) => path.slice(1).some((step) => typeof step === 'number'))) return UNKNOWN;
  const made = kind(withoutReads(args, paramFields), {
    column: (name) => columnIn(name, environment),
    argsOf: (name) => ownerOf(name, environment.fields)?.field.args ?? [],
    specs: specs.map((spec) => memberOf(spec, environment)),
    key: (name) => keyOf(name, environment),
    members: (name) => entityMembers(name, environment),
  });
  return 'is' in made ? { kind: made } : made;
}

/** The arguments, without those that are other fields' values. */
function withoutReads(
  args: readonly unknown[],
  paramFields: NonNullable<Field['paramFields']>,
): readonly unknown[] {
  if (paramFields.length === 0) return args;
  const copy = structuredClone(args) as unknown[];
  for (const { path } of paramFields) {
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], copy);
    (holder as Record<string, unknown>)[path.at(-1) ?? ''] = undefined;
  }
  return copy;
}

function keyOf(name: string, { entities }: Environment): Kind {
  const entity = entities.get(name);
  return entity === undefined ? UNKNOWN.kind : memberOf(entity.key, entityEnvironment(entity, entities)).kind;
}

function entityMembers(name: string, { entities }: Environment): readonly Member[] {
  const entity = entities.get(name);
  return entity === undefined
    ? []
    : membersOf([entity.key, ...entity.fields], entityEnvironment(entity, entities));
}

const entityEnvironment = (entity: Entity, entities: Environment['entities']): Environment =>
  environmentOf(fieldsIn(entity), entities);

function columnIn(name: string, environment: Environment): Made {
  const owner = ownerOf(name, environment.fields);
  if (owner === undefined) {
    const { outer } = environment;
    if (outer === undefined) return UNKNOWN;
    return columnIn(name.startsWith(OUTER) ? outerName(name) : name, outer);
  }
  const { field, rest } = owner;
  const own = memberOf(field, environment);
  if (rest === undefined) return own;
  const found = pathIn(field, own.kind, rest, environment);
  const isNull = own.kind.nullable === true || own.optional === true;
  return { ...found, kind: isNull ? orNull(found.kind) : found.kind };
}

/** The kind at a path into the entity that a field draws, or into the object that it makes. */
function pathIn({ type, args }: Field, kind: Kind, path: string, { entities }: Environment): Made {
  const drawn = findType(type)?.draws?.(args)?.name;
  const entity = drawn === undefined ? undefined : entities.get(drawn);
  if (entity !== undefined) return columnIn(path, entityEnvironment(entity, entities));
  const members = kind.is === 'object' ? kind.members : [];
  return members.find(({ name }) => name === path) ?? UNKNOWN;
}
