import type { Entity, Field } from '../model/schema.ts';
import { findType } from './catalogue.ts';
import { customGenerator } from './custom.ts';
import { errorText } from '../model/error-text.ts';
import { compileCondition } from './expression/condition.ts';
import type { GeneratorType, Scope, Versioned } from './generator.ts';
import { neverMissing, onlyWhere, withAbsence } from './kernels/structure/absence.ts';
import type { Cell, Place } from './kernels/engine/cell.ts';
import { echo, newColumn, type Column, type Filled } from './kernels/engine/column.ts';
import { constant } from './kernels/choice/choice.ts';
import { jsonText } from './kernels/engine/json.ts';
import { filledFor, orNull } from './kernels/relation/entity.ts';
import { newVersions } from './kernels/relation/versions.ts';
import { uniqueValue } from './kernels/relation/unique.ts';
import { newGroup, groupedBy, type Group } from './kernels/relation/group.ts';
import { pool } from './kernels/engine/pool.ts';
import { afterColumns, looseMembers } from './kernels/structure/object.ts';
import { repeat, repeatBetween } from './kernels/structure/array.ts';
import { arranged } from './kernels/structure/list.ts';
import { concat } from './kernels/structure/concat.ts';
import { inLocales, scopeIn, spacesIn, withChoices, type LocaleChoices } from './localised.ts';
import { entityOf, fieldsIn, membersOf, NUMBER, readsOf, storedFields, type StoredField } from './order.ts';
import { readingCell } from './param-fields.ts';
import { OUTER } from './references.ts';
import type { Sources } from './sources.ts';
import type { ValueSpace } from './value-space.ts';

/** The context in which a field is compiled. */
interface Context {
  readonly sources: Sources;
  /** The columns of the object that contains the field, and of enclosing objects. */
  readonly columns: ReadonlyMap<string, Column>;
  /** The context around the object, for names that start with `^`. Absent: there is none. */
  readonly outer?: Context;
  /** By their `per` fields: fields of an object with the same `per` share a group. */
  readonly groups: Map<string, Group>;
  /** The locales that fields with the same subjects follow. */
  readonly choices: LocaleChoices;
  /** Of the field or an enclosing object, as in `Scope`. */
  readonly per: Scope['per'];
  /** The member to write of a field whose type has members. Absent: the whole value. */
  readonly member?: string;
  /** The entity whose fields are compiled. Absent: the fields of a row are. */
  readonly entity?: Entity;
  /** The subjects of a field with versions of its own. Absent: fields have none. */
  readonly versionsOf?: (field: Field, path: string) => Group | undefined;
}

/** The cells of a whole row, without its closing brace. */
export function rowCells(fields: readonly Field[], sources: Sources): readonly Cell[] {
  const choices: LocaleChoices = new Map();
  const context = { sources, columns: new Map(), groups: new Map(), choices, per: undefined };
  const cells = members(fields, { path: '', lead: '' }, context);
  return choices.size === 0 ? cells : [withChoices(choices, concat(cells))];
}

/**
 * The cells of an object's members, with the opening brace but without the closing one. Fields that others read are generated
 * first, in columns, and then copied to their places.
 *
 * @throws Error naming the field with invalid arguments
 */
function members(fields: readonly Field[], { path, lead }: Place, context: Context): readonly Cell[] {
  const stored = storedFields(fields);
  const { within, filled } = columnsOf(stored, path, context);
  const isStored = new Set(stored.map(({ field }) => field));
  const sent = fields.filter(({ hidden }) => hidden !== true);
  // Other fields may be missing without their comma; the first one has the brace.
  const isLoose = sent[0] !== undefined && mayBeMissing(sent[0], within);
  const cells = sent.map((field, i) => {
    const before = `${isLoose || i > 0 ? ',' : `${lead}{`}${jsonText(field.name)}:`;
    const column = isStored.has(field) ? within.columns.get(field.name) : undefined;
    return column === undefined
      ? namedCell(field, { path: `${path}${field.name}`, lead: before }, within)
      : echo(column, before);
  });
  if (isLoose) return [afterColumns(filled, [looseMembers(lead, concat(cells))])];
  const tight = cells.length === 0 ? [constant(pool([`${lead}{`]))] : cells;
  return filled.length === 0 ? tight : [afterColumns(filled, tight)];
}

/** Whether a field may be missing in some rows: by itself, or as a copy of one that is. Some fields that read such a field write null. */
const mayBeMissing = (field: Field, context: Context): boolean =>
  (field.missing ?? 0) > 0 ||
  field.if !== undefined ||
  ((field.count ?? 1) === 1 && readsMissing(field, context));

const readsMissing = (field: Field, context: Context): boolean =>
  readsOf(field).some((name) => columnIn(name, context)?.isOptional === true);

/** The column of a field that can be read in a context; undefined if there is none. */
function columnIn(name: string, { columns, outer }: Context): Column | undefined {
  const known = columns.get(name);
  return known ?? (name.startsWith(OUTER) && outer ? columnIn(name.slice(1), outer) : undefined);
}

/** @throws Error if there is no such field */
function columnNamed(name: string, context: Context): Column {
  const column = columnIn(name, context);
  if (column === undefined) throw new Error(`Unknown field ${name}`);
  return column;
}

/** Columns of fields and of the entities that they draw, in the order in which to fill them. */
interface Columns {
  /** The context of fields that read them. */
  readonly within: Context;
  readonly filled: readonly Filled[];
}

function columnsOf(stored: readonly StoredField[], path: string, context: Context): Columns {
  const columns = new Map(context.columns);
  const within = { ...context, columns, outer: context, groups: new Map<string, Group>() };
  const filled: Filled[] = [];
  const put = (name: string, column: Column): void => {
    columns.set(name, column);
    filled.push(column);
  };
  for (const { field, paths, isRead } of stored) {
    const place = { path: `${path}${field.name}`, lead: '' };
    const isOptional = mayBeMissing(field, within);
    const hasMembers = membersOf(field) !== undefined;
    if (hasMembers)
      for (const member of paths)
        put(`${field.name}.${member}`, newColumn(namedCell(field, place, { ...within, member }), isOptional));
    if (hasMembers && !isRead) continue;
    const cell = withOwnTime(field, namedCell(field, place, within), context);
    const column = newColumn(cell, isOptional);
    put(field.name, column);
    if (hasMembers) continue;
    const entity = paths.size === 0 ? undefined : entityNamed(entityOf(field) ?? '', context);
    if (entity !== undefined) filled.push(...pathColumns(field, column, entity, paths, within));
  }
  return { within, filled };
}

const TIMELESS =
  'An entity is the same at all times, but this value depends on the time of the row. Use fixed dates, as in date.between, or let the entity grow';

/** The cell of a field. Of an entity, it does not read the time of the row: only that of its creation, if it grows. */
function withOwnTime({ name }: Field, cell: Cell, { entity }: Context): Cell {
  if (entity === undefined || cell.usesTime !== true) return cell;
  if (entity.grow === undefined) throw new Error(`Field "${name}": ${TIMELESS}`);
  return { ...cell, usesTime: false };
}

/** Adds the columns of paths that start with a field, from the entity that it draws. */
function pathColumns(
  { name }: Field,
  draw: Column,
  entity: Entity,
  paths: ReadonlySet<string>,
  context: Context & { readonly columns: Map<string, Column> },
): readonly Filled[] {
  const { within, filled } = entityColumns(entity, [...paths], context);
  const hidden: Column[] = [];
  for (const path of paths) {
    const column = within.columns.get(path);
    if (column === undefined) throw new Error(`${entity.name} has no field ${path}`);
    const shown = draw.decision?.isPartial === true ? orNull(draw, column) : column;
    if (shown !== column) hidden.push(shown);
    context.columns.set(`${name}.${path}`, shown);
  }
  return [filledFor(draw, [...within.choices.values(), ...filled], entity.grow), ...hidden];
}

/** The columns of an entity's fields that are read from outside: in a scope of its own, so that values are the same everywhere. */
function entityColumns(
  entity: Entity,
  names: readonly string[],
  { sources, entity: outer }: Context,
): Columns {
  const stored = storedFields(fieldsIn(entity), names);
  // Entities that are read through other entities: their number may grow exponentially with the length of paths.
  if (outer !== undefined) sources.takeNested(stored.length + 1);
  const within = {
    sources,
    columns: new Map<string, Column>(),
    groups: new Map<string, Group>(),
    choices: new Map(),
    per: undefined,
    entity,
  };
  return columnsOf(stored, entityPath(entity), within);
}

/** `$entities` is reserved at the top of a schema, so no field of a row has these paths. */
const entityPath = ({ name }: Entity): string => `$entities\n${name}\n`;

function entityNamed(name: string, { sources }: Context): Entity {
  const entity = sources.entities.get(name);
  if (entity === undefined) throw new Error(`Unknown entity ${name}`);
  return entity;
}

/** Writes the key of the entities that are the rows of a chunk. */
function entityKey(entity: Entity, lead: string, context: Context): Cell {
  const { within, filled } = entityColumns(entity, readsOf(entity.key), context);
  const cell = namedCell(entity.key, { path: `${entityPath(entity)}${entity.key.name}`, lead }, within);
  const after = filled.length === 0 ? cell : afterColumns(filled, [cell]);
  return withOwnTime(entity.key, withChoices(within.choices, after), within);
}

/** The cells of a row of versions of an entity, without its closing brace: its key, which never changes, its fields, and the key of its parent. */
export function versionCells(
  { entity, parent, versions, shareOf }: Versioned,
  lead: string,
  sources: Sources,
): readonly Cell[] {
  const own = versions.cell(concat(versionMembers(entity, { versions, shareOf }, lead, sources)));
  if (parent === undefined) return [own];
  const { name } = parent.key;
  if ([entity.key, ...entity.fields].some((field) => field.name === name))
    throw new Error(
      `${entity.name} has a field ${name}, but its rows carry the key of their ${parent.name} under this name. Rename one`,
    );
  const within = { sources, columns: new Map(), groups: new Map(), choices: new Map(), per: undefined };
  const key = entityKey(parent, `,${jsonText(name)}:`, within);
  return [own, newVersions(0, 0).cell(key)];
}

/** Writes the versions of an entity as objects. */
const recordCell = (versioned: Versioned, lead: string, { sources }: Context): Cell =>
  concat([...versionCells(versioned, lead, sources), constant(pool(['}']))]);

function versionMembers(
  entity: Entity,
  { versions, shareOf }: Pick<Versioned, 'versions' | 'shareOf'>,
  lead: string,
  sources: Sources,
): readonly Cell[] {
  const fields = fieldsIn(entity).map((field) => {
    const { hidden: _hidden, ...shown } = field;
    return field === NUMBER ? { ...field, hidden: true as const } : field === entity.key ? shown : field;
  });
  const choices: LocaleChoices = new Map();
  const within: Context = {
    sources,
    columns: new Map(),
    groups: new Map(),
    choices,
    per: undefined,
    entity,
    // Values that identify an entity stay: the key and unique fields.
    versionsOf: (field, path) =>
      field.unique === true ? undefined : versions.group(path, shareOf(field.name)),
  };
  const cells = members(fields, { path: entityPath(entity), lead }, within);
  return choices.size === 0 ? cells : [withChoices(choices, concat(cells))];
}

function namedCell(field: Field, place: Place, { versionsOf, ...context }: Context): Cell {
  try {
    const group = versionsOf?.(field, place.path);
    const cell = fieldCell(field, place, context);
    return group === undefined ? cell : groupedBy(group, cell);
  } catch (cause) {
    const why = errorText(cause);
    throw why.startsWith('Field "') ? cause : new Error(`Field "${field.name}": ${why}`, { cause });
  }
}

/** A field with its modifiers: `per`, `nulls`, `missing`, `if` and `count`. */
function fieldCell(field: Field, place: Place, context: Context): Cell {
  const { nulls = 0, missing = 0, per } = field;
  const isSeries = findType(field.type)?.series === true;
  const group =
    per !== undefined || (isSeries && context.per === undefined) ? groupOf(per ?? [], context) : undefined;
  const within = group === undefined ? context : groupContext(per, context);
  const make = (lead: string): Cell => valueCell(field, { path: place.path, lead }, within);
  const counted = countedCell(field, place, context, make);
  const grouped = (cell: Cell): Cell =>
    group === undefined ? cell : groupedBy(group, withChoices(within.choices, cell));
  const absent = (cell: Cell): Cell =>
    nulls + missing === 0 ? cell : withAbsence(cell, { nulls, missing }, place);
  // Absence applies to single values of a series, not to the whole series.
  const cell = isSeries ? absent(grouped(counted)) : grouped(absent(counted));
  if (field.if === undefined) return cell;
  return onlyWhere(
    cell,
    compileCondition(
      field.if,
      (name) => columnNamed(name, context),
      `${place.path}\nif`,
      context.sources.data.regex,
    ),
  );
}

/** The context of fields of a group: they have the locale of its key. */
const groupContext = (per: readonly string[] = [], context: Context): Context => ({
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

function countedCell(field: Field, place: Place, context: Context, make: (lead: string) => Cell): Cell {
  const { count = 1 } = field;
  if (count === 1) return make(place.lead);
  const element = readsMissing(field, context) ? neverMissing(make) : make;
  if (field.distinct !== undefined || field.sort !== undefined) {
    const between = typeof count === 'object' ? count : { min: count, max: count };
    return arranged(between, field, place, element(''));
  }
  return typeof count === 'object'
    ? repeatBetween(count, place, element)
    : concat(repeat(count, place.lead, element));
}

function valueCell(field: Field, place: Place, context: Context): Cell {
  if (field.fields !== undefined) {
    const inner = { path: `${place.path}\n`, lead: place.lead };
    return concat([...members(field.fields, inner, context), constant(pool(['}']))]);
  }
  const type = field.custom === undefined ? findType(field.type) : customGenerator(field.custom);
  if (type === undefined) throw new Error(`Unknown generator type ${field.type}`);
  const { locale } = field;
  if (locale === undefined) return typeCell(type, field, place, context);
  const { sources, entity } = context;
  const rows = entity?.size ?? 1;
  const spaces =
    field.unique === true ? spacesIn(locale, type, field.args, { rows, data: sources.data }) : undefined;
  const scope = scopeOf(field, place, context);
  return inLocales(locale, context.choices, place, (name) => {
    const space = spaces?.get(name);
    return space === undefined
      ? scopedCell(type, field, scopeIn(name, type, scope, sources), context)
      : uniqueCell(space, rows, place);
  });
}

/** The cell of a field that has no locale. */
function typeCell(type: GeneratorType, field: Field, place: Place, context: Context): Cell {
  const space = field.unique === true ? type.values?.(field.args) : undefined;
  return space === undefined
    ? scopedCell(type, field, scopeOf(field, place, context), context)
    : uniqueCell(space, context.entity?.size ?? 1, place);
}

const scopedCell = (type: GeneratorType, field: Field, scope: Scope, { sources }: Context): Cell =>
  field.paramFields === undefined
    ? type.compile(field.args, scope)
    : readingCell(type, field.args, field.paramFields, scope, sources.onRejected);

/** A cell of distinct values. */
const uniqueCell = (space: ValueSpace, rows: number, place: Place): Cell =>
  uniqueValue({ ...(space.atLeast?.(rows) ?? space), rows }, place);

function scopeOf(field: Field, place: Place, context: Context): Scope {
  const { sources, entity, per, member } = context;
  return {
    ...place,
    ...sources,
    member,
    distinct: field.unique === true ? entity?.size : undefined,
    isTimeless: entity !== undefined && entity.grow === undefined,
    per,
    column: (name) => columnNamed(name, context),
    spec(n, where) {
      const spec = field.specs?.[n];
      if (spec === undefined) throw new Error('A field spec in the arguments was not parsed');
      return fieldCell(spec, where, context);
    },
    entity(name) {
      const drawn = entityNamed(name, context);
      return { entity: drawn, key: entityKey(drawn, place.lead, context) };
    },
    record: (versioned, lead) => recordCell(versioned, lead, context),
  };
}

function groupOf(per: readonly string[], context: Context): Group {
  const { groups } = context;
  const key = per.join('\n');
  const known = groups.get(key);
  if (known !== undefined) return known;
  const group = newGroup(per.map((name) => columnNamed(name, context)));
  groups.set(key, group);
  return group;
}
