import { errorText } from '../../model/printable.ts';
import type { Field } from '../../model/schema.ts';
import {
  entityOf,
  membersOf,
  namesOn,
  objectFieldsOf,
  type StoredField,
  storedFields,
} from '../analysis/order.ts';
import type { ValueSpace } from '../analysis/value-space.ts';
import { findType } from '../known-types.ts';
import { compileExpression } from '../expression/compile.ts';
import { compileCondition } from '../expression/condition.ts';
import { expressionCell } from '../expression/write.ts';
import { customGenerator } from '../families/custom.ts';
import type { GeneratorType } from '../generator.ts';
import { literal } from '../kernels/choice/choice.ts';
import type { Cell, Place } from '../kernels/engine/cell.ts';
import { type Column, echo, type Filled, newColumn, newListColumn } from '../kernels/engine/column.ts';
import { jsonText } from '../kernels/engine/json-text.ts';
import { type ColumnGroup, groupedBy } from '../kernels/relation/group.ts';
import { uniqueValue } from '../kernels/relation/unique.ts';
import { lacksWith, neverMissing, onlyWhere, withAbsence } from '../kernels/structure/absence.ts';
import { repeat, repeatBetween } from '../kernels/structure/array.ts';
import { arranged } from '../kernels/structure/list.ts';
import { afterColumns, concat, looseMembers } from '../kernels/structure/object.ts';
import type { Scope, Versioned } from '../scope.ts';
import {
  columnNamed,
  type Columns,
  type Compiler,
  type Context,
  emptyContext,
  entityNamed,
  groupContext,
  groupOf,
  mayBeMissing,
  type Members,
  readsMissing,
  type Sources,
} from './context.ts';
import {
  entityKey,
  pathColumns,
  recordCell,
  versionCells as cellsOfVersions,
  withOwnTime,
} from './entity.ts';
import { inLocales, scopeIn, spacesIn, withChoices } from './localised.ts';
import { readingCell } from './param-fields.ts';

/** The cell of a field. @throws Error naming the field with invalid arguments */
function namedCell(field: Field, place: Place, { versionsOf, ...context }: Context): Cell {
  try {
    const cell = fieldCell(field, place, context);
    const group = versionsOf?.(field, place.path, cell);
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
  const lacking =
    field.lacksWith === undefined ? cell : lacksWith(cell, columnNamed(field.lacksWith, context));
  if (field.if === undefined) return lacking;
  return onlyWhere(
    lacking,
    compileCondition(field.if, (name) => columnNamed(name, context), `${place.path}\nif`, sourcesIn(context)),
  );
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
    // Elements are parts of a chunk: they would take turns with the rows to update a group.
    const around = (field.count ?? 1) === 1 ? context : { ...context, groups: new Map() };
    const { cells, columns } = context.compiler.members(field.fields, inner, around);
    return {
      ...concat([...cells, literal('}')]),
      member: (name) => (context.exposed?.has(name) === true ? columns.get(name)?.values : undefined),
    };
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

/** Entities are the same at all times, so they know no incidents. */
const sourcesIn = ({ sources, entity }: Context): Pick<Scope, 'data' | 'incidents'> =>
  entity === undefined ? sources : { data: sources.data, incidents: new Map() };

function scopeOf(field: Field, place: Place, context: Context): Scope {
  const { sources, entity, per, member } = context;
  return {
    ...place,
    ...sources,
    incidents: sourcesIn(context).incidents,
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

/**
 * The cells of an object's members, with the opening brace but without the closing one. Fields that others read are generated
 * first, in columns, and then copied to their places.
 *
 * @throws Error naming the field with invalid arguments
 */
function objectMembers(fields: readonly Field[], { path, lead }: Place, whole: Context): Members {
  const { exposed, ...context } = whole;
  const stored = storedFields(fields, undefined, sentAmong(fields, exposed));
  const { within, filled } = fieldColumns(stored, path, context);
  const { columns } = within;
  const isStored = new Set(stored.map(({ field }) => field));
  const sent = fields.filter(({ hidden }) => hidden !== true);
  // Other fields may be missing without their comma; the first one has the brace.
  const isLoose = sent[0] !== undefined && mayBeMissing(sent[0], within);
  const cells = sent.map((field, i) => {
    const before = `${isLoose || i > 0 ? ',' : `${lead}{`}${jsonText(field.name)}:`;
    const column = isStored.has(field) ? within.columns.get(field.name) : undefined;
    return column === undefined
      ? within.compiler.field(field, { path: `${path}${field.drawsAs ?? field.name}`, lead: before }, within)
      : echo(column, before);
  });
  if (isLoose) return { columns, cells: [afterColumns(filled, [looseMembers(lead, concat(cells))])] };
  const tight = cells.length === 0 ? [literal(`${lead}{`)] : cells;
  return { columns, cells: filled.length === 0 ? tight : [afterColumns(filled, tight)] };
}

/** Names of the fields that are sent. */
const sentAmong = (fields: readonly Field[], names: ReadonlySet<string> = new Set()): readonly string[] =>
  fields.filter(({ name, hidden }) => hidden !== true && names.has(name)).map(({ name }) => name);

/** The columns of an object's fields, and of what they draw. @param path of the object */
function fieldColumns(stored: readonly StoredField[], path: string, context: Context): Columns {
  const columns = new Map(context.columns);
  const within = { ...context, columns, outer: context, groups: new Map<string, ColumnGroup>() };
  const filled: Filled[] = [];
  const put = (name: string, column: Column): void => {
    columns.set(name, column);
    filled.push(column);
  };
  for (const each of stored) {
    const { field, paths, isRead } = each;
    if (membersOf(field) !== undefined) {
      for (const member of paths)
        put(`${field.name}.${member}`, fieldColumn({ ...each, isRead: true }, path, { ...within, member }));
      if (isRead) put(field.name, fieldColumn(each, path, within));
      continue;
    }
    const column = fieldColumn(objectFieldsOf(field) ? { ...each, isRead: true } : each, path, within);
    put(field.name, column);
    if (objectFieldsOf(field) !== undefined) {
      for (const member of paths) put(`${field.name}.${member}`, pathColumn(field, column, member, within));
      continue;
    }
    if (paths.size === 0) continue;
    const drawn = pathColumns(field, column, entityNamed(entityOf(field) ?? '', context), paths, within);
    for (const [name, shown] of drawn.columns) columns.set(name, shown);
    filled.push(...drawn.filled);
  }
  return { within, filled };
}

/** The column of what a path leads to in an object. */
function pathColumn(field: Field, object: Column, path: string, { sources }: Context): Column {
  const names = namesOn(field, path);
  if (names === undefined) throw new Error(`${field.name} has no field ${path}`);
  const text = names.reduce((inner, name) => `get(${inner}, ${JSON.stringify(name)})`, 'object');
  const read = compileExpression(text, () => object, '', sources);
  return newColumn(expressionCell(read, { path: '', lead: '' }), false);
}

/** The column of a field, or of the member of it that the context names. */
function fieldColumn(
  { field, isRead, members: exposed }: StoredField,
  path: string,
  context: Context,
): Column {
  const place = { path: `${path}${field.drawsAs ?? field.name}`, lead: '' };
  const isOptional = mayBeMissing(field, context);
  const made = context.compiler.field(field, place, { ...context, exposed });
  const cell = context.member === undefined ? withOwnTime(field, made, context) : made;
  return !isRead && !isOptional && isReadBy(exposed, cell)
    ? newListColumn(cell)
    : newColumn(cell, isOptional);
}

/** Whether a cell writes lists of objects of which these members are known. */
const isReadBy = (exposed: ReadonlySet<string>, { elements }: Cell): boolean =>
  exposed.size > 0 && [...exposed].every((member) => elements?.(member) !== undefined);

const compiler: Compiler = { field: namedCell, members: objectMembers, columns: fieldColumns };

/** The cells of a whole row, without its closing brace. @throws Error naming the field with invalid arguments */
export function rowCells(fields: readonly Field[], sources: Sources): readonly Cell[] {
  const context = emptyContext({ compiler, sources });
  const { cells } = objectMembers(fields, { path: '', lead: '' }, context);
  return context.choices.size === 0 ? cells : [withChoices(context.choices, concat(cells))];
}

/** The cells of a row of versions of an entity, without its closing brace. @throws Error naming the field with invalid arguments */
export const versionCells = (versioned: Versioned, lead: string, sources: Sources): readonly Cell[] =>
  cellsOfVersions(versioned, lead, emptyContext({ compiler, sources }));
