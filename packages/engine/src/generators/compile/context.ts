import type { Faker } from '@faker-js/faker';
import { type Data, type LocaleData, SAMPLE } from '../../data/store.ts';
import type { IncidentSources } from '../../model/incident.ts';
import type { Entity, Field } from '../../model/schema.ts';
import { keyedRandomizer } from '../../numeric/random.ts';
import { readsOf, type StoredField } from '../analysis/order.ts';
import { OUTER } from '../analysis/references.ts';
import type { Cell, Place } from '../kernels/engine/cell.ts';
import type { Column, Filled } from '../kernels/engine/column.ts';
import { type ColumnGroup, type Group, newGroup } from '../kernels/relation/group.ts';
import { fakerOf, newFaker } from '../kernels/text/faker.ts';
import type { Scope } from '../scope.ts';
import type { LocaleChoices } from './localised.ts';
import type { OnRejected } from './param-fields.ts';

/** Shared by all fields of one writer: the random source, a faker that draws from it, and the entities to draw. */
export interface Sources extends Pick<Scope, 'randomizer' | 'faker' | 'data' | 'incidents'> {
  /** A faker with these definitions, driven by `randomizer`. Created on first use. */
  readonly fakerWith: (definitions: LocaleData['definitions']) => Faker;
  /** By name. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** Takes from the number of fields that may be read through entities of entities. @throws Error if none are left */
  takeNested(fields: number): void;
  /** Called if a type does not accept arguments that are other fields' values. */
  readonly onRejected: OnRejected;
}

/** Maximum number of fields that are read through entities of entities, counted once for each draw and each array element. */
const MAX_NESTED = 32_768;

/** The sources for one writer. Faker is created on first use. @param data cities and locales @param incidents default: none */
export function newSources(
  entities: ReadonlyMap<string, Entity> = new Map(),
  data: Data = SAMPLE,
  onRejected: OnRejected = () => undefined,
  incidents: IncidentSources = new Map(),
): Sources {
  const randomizer = keyedRandomizer();
  let faker: Faker | undefined;
  const others = new Map<LocaleData['definitions'], Faker>();
  let left = MAX_NESTED;
  return {
    randomizer,
    faker: () => (faker ??= newFaker(randomizer)),
    fakerWith(definitions) {
      const made = others.get(definitions) ?? fakerOf(definitions, randomizer);
      others.set(definitions, made);
      return made;
    },
    entities,
    data,
    incidents,
    onRejected,
    takeNested(fields) {
      left -= fields;
      if (left < 0)
        throw new Error(
          `The schema reads more than ${MAX_NESTED.toLocaleString('en')} fields through entities of entities`,
        );
    },
  };
}

/** Entities by name. */
export const entitiesByName = (entities: readonly Entity[] = []): ReadonlyMap<string, Entity> =>
  new Map(entities.map((entity) => [entity.name, entity]));

/** The context in which a field is compiled. */
export interface Context {
  readonly compiler: Compiler;
  readonly sources: Sources;
  /** The columns of the object that contains the field, and of enclosing objects. */
  readonly columns: ReadonlyMap<string, Column>;
  /** The context around the object, for names that start with `^`. Absent: there is none. */
  readonly outer?: Context;
  /** The context of the outermost list whose elements are compiled: the same for all of them. Absent: there is none. */
  readonly list?: Context;
  /** By their `per` fields: fields of an object, and of objects in it that are no elements, share the group of the same `per`. */
  readonly groups: Map<string, ColumnGroup>;
  /** The locales that fields with the same subjects follow. */
  readonly choices: LocaleChoices;
  /** Of the field or an enclosing object, as in `Scope`. */
  readonly per: Scope['per'];
  /** The member to write of a field whose type has members. Absent: the whole value. */
  readonly member?: string;
  /** The members of the field's lists that others read. Absent: none. */
  readonly exposed?: ReadonlySet<string>;
  /** The entity whose fields are compiled. Absent: the fields of a row are. */
  readonly entity?: Entity;
  /** The subjects of a field with versions of its own. Absent: fields have none. */
  readonly versionsOf?: (field: Field, path: string, cell: Cell) => Group | undefined;
}

/** Compiles parts of a schema, each of which may contain all others: objects have fields, and fields have objects and entities. */
export interface Compiler {
  /** @throws Error naming the field with invalid arguments */
  field(field: Field, place: Place, context: Context): Cell;
  members(fields: readonly Field[], place: Place, context: Context): Members;
  columns(stored: readonly StoredField[], path: string, context: Context): Columns;
}

/** The members of an object. */
export interface Members {
  /** Writes them, with the opening brace but without the closing one. */
  readonly cells: readonly Cell[];
  /** The columns of those that are read. */
  readonly columns: ReadonlyMap<string, Column>;
}

/** Columns of fields and of the entities that they draw, in the order in which to fill them. */
export interface Columns {
  /** The context of fields that read them. */
  readonly within: Context;
  readonly filled: readonly Filled[];
}

/** A context in which nothing can be read yet. */
export const emptyContext = ({ compiler, sources }: Pick<Context, 'compiler' | 'sources'>): Context => ({
  compiler,
  sources,
  columns: new Map(),
  groups: new Map(),
  choices: new Map(),
  per: undefined,
});

/** The column of a field that can be read in a context; undefined if there is none. */
function columnIn(name: string, { columns, outer }: Context): Column | undefined {
  const known = columns.get(name);
  return known ?? (name.startsWith(OUTER) && outer ? columnIn(name.slice(1), outer) : undefined);
}

/** @throws Error if there is no such field */
export function columnNamed(name: string, context: Context): Column {
  const column = columnIn(name, context);
  if (column === undefined) throw new Error(`Unknown field ${name}`);
  return column;
}

/** @throws Error if there is no such entity */
export function entityNamed(name: string, { sources }: Context): Entity {
  const entity = sources.entities.get(name);
  if (entity === undefined) throw new Error(`Unknown entity ${name}`);
  return entity;
}

/** Whether a field may be missing in some rows: by itself, or as a copy of one that is. Some fields that read such a field write null. */
export const mayBeMissing = (field: Field, context: Context): boolean =>
  (field.missing ?? 0) > 0 ||
  field.if !== undefined ||
  ((field.count ?? 1) === 1 && readsMissing(field, context));

export const readsMissing = (field: Field, context: Context): boolean =>
  readsOf(field).some((name) => columnIn(name, context)?.isOptional === true);

/** The group of the rows in which fields have the same values. */
export function groupOf(per: readonly string[], context: Context): Group {
  const { groups, outer } = context;
  const key = per.join('\n');
  const known = groups.get(key);
  if (known !== undefined) return known;
  const columns = per.map((name) => columnNamed(name, context));
  const around = outer?.groups.get(key);
  const isSame = around?.columns.every((column, i) => column === columns[i]) === true;
  const group = around !== undefined && isSame ? around : newGroup(columns);
  groups.set(key, group);
  return group;
}

/** The context of fields of a group: they have the locale of its key. */
export const groupContext = (per: readonly string[] = [], context: Context): Context => ({
  ...context,
  choices: new Map(),
  per: perOf(per, context),
});

/** Which kind of fields these are: the sessions of a journey in time, whose start is the same in all of their rows, or others. */
function perOf(names: readonly string[], context: Context): Scope['per'] {
  const isJourney = ({ decision, usesSteps }: Column): boolean => decision?.kind === 'session' && usesSteps;
  const isOnlyJourney = names.length > 0 && names.every((name) => isJourney(columnNamed(name, context)));
  return isOnlyJourney && context.per !== 'fields' ? 'journey' : 'fields';
}
