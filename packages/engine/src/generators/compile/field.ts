import type { Field } from '../../model/schema.ts';
import { errorText } from '../../model/error-text.ts';
import { findType } from '../catalogue.ts';
import { customGenerator } from '../families/custom.ts';
import { compileCondition } from '../expression/condition.ts';
import type { GeneratorType } from '../generator.ts';
import type { Scope } from '../scope.ts';
import { literal } from '../kernels/choice/choice.ts';
import type { Cell, Place } from '../kernels/engine/cell.ts';
import { groupedBy } from '../kernels/relation/group.ts';
import { uniqueValue } from '../kernels/relation/unique.ts';
import { neverMissing, onlyWhere, withAbsence } from '../kernels/structure/absence.ts';
import { repeat, repeatBetween } from '../kernels/structure/array.ts';
import { concat } from '../kernels/structure/concat.ts';
import { arranged } from '../kernels/structure/list.ts';
import { inLocales, scopeIn, spacesIn, withChoices } from './localised.ts';
import { readingCell } from './param-fields.ts';
import type { ValueSpace } from '../analysis/value-space.ts';
import { columnNamed, entityNamed, groupContext, groupOf, readsMissing, type Context } from './context.ts';
import { entityKey, recordCell } from './entity.ts';

/** The cell of a field. @throws Error naming the field with invalid arguments */
export function namedCell(field: Field, place: Place, { versionsOf, ...context }: Context): Cell {
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
