import type { Field } from '../model/schema.ts';
import { findType } from './catalogue.ts';
import { customGenerator } from './custom.ts';
import { errorText } from '../model/error-text.ts';
import type { Scope } from './generator.ts';
import { withAbsence } from './kernels/structure/absence.ts';
import type { Cell, Place } from './kernels/engine/cell.ts';
import { echo, newColumn, type Column } from './kernels/engine/column.ts';
import { constant } from './kernels/choice/choice.ts';
import { jsonText } from './kernels/engine/json.ts';
import { newGroup, groupedBy, type Group } from './kernels/relation/group.ts';
import { pool } from './kernels/engine/pool.ts';
import { afterColumns, looseMembers } from './kernels/structure/object.ts';
import { repeat, repeatBetween } from './kernels/structure/array.ts';
import { concat } from './kernels/structure/concat.ts';
import { storedFields } from './order.ts';
import type { Sources } from './sources.ts';

/** The context in which a field is compiled. */
interface Context {
  readonly sources: Sources;
  /** The columns of the object that contains the field, and of enclosing objects. */
  readonly columns: ReadonlyMap<string, Column>;
  /** By their `per` fields: fields of an object with the same `per` share a group. */
  readonly groups: Map<string, Group>;
  /** The field or an enclosing object has `per`. */
  readonly isGrouped: boolean;
}

/** The cells of a whole row, without its closing brace. */
export const rowCells = (fields: readonly Field[], sources: Sources): readonly Cell[] =>
  members(
    fields,
    { path: '', lead: '' },
    { sources, columns: new Map(), groups: new Map(), isGrouped: false },
  );

/**
 * The cells of an object's members, with the opening brace but without the closing one. Fields that others read are generated
 * first, in columns, and then copied to their places.
 *
 * @throws Error naming the field with invalid arguments
 */
function members(fields: readonly Field[], { path, lead }: Place, context: Context): readonly Cell[] {
  const stored = storedFields(fields);
  const columns = new Map(context.columns);
  const within = { ...context, columns, groups: new Map<string, Group>() };
  const own: Column[] = [];
  for (const field of stored) {
    const column = newColumn(namedCell(field, { path: `${path}${field.name}`, lead: '' }, within));
    columns.set(field.name, column);
    own.push(column);
  }
  const sent = fields.filter(({ hidden }) => hidden !== true);
  const isLoose = sent.some(({ missing }) => missing !== undefined);
  const cells = sent.map((field, i) => {
    const before = `${isLoose || i > 0 ? ',' : `${lead}{`}${jsonText(field.name)}:`;
    const column = stored.includes(field) ? columns.get(field.name) : undefined;
    return column === undefined
      ? namedCell(field, { path: `${path}${field.name}`, lead: before }, within)
      : echo(column, before);
  });
  if (isLoose) return [afterColumns(own, [looseMembers(lead, concat(cells))])];
  const tight = cells.length === 0 ? [constant(pool([`${lead}{`]))] : cells;
  return own.length === 0 ? tight : [afterColumns(own, tight)];
}

function namedCell(field: Field, place: Place, context: Context): Cell {
  try {
    return fieldCell(field, place, context);
  } catch (cause) {
    const why = errorText(cause);
    throw why.startsWith('Field "') ? cause : new Error(`Field "${field.name}": ${why}`, { cause });
  }
}

/** A field with its modifiers: `per`, `nulls`, `missing` and `count`. */
function fieldCell(field: Field, place: Place, context: Context): Cell {
  const { count = 1, nulls = 0, missing = 0, per } = field;
  const isSeries = findType(field.type)?.series === true;
  const group =
    per !== undefined || (isSeries && !context.isGrouped) ? groupOf(per ?? [], context) : undefined;
  const within = group === undefined ? context : { ...context, isGrouped: true };
  const make = (lead: string): Cell => valueCell(field, { path: place.path, lead }, within);
  const counted = countedCell(count, place, make);
  const grouped = (cell: Cell): Cell => (group === undefined ? cell : groupedBy(group, cell));
  const absent = (cell: Cell): Cell =>
    nulls + missing === 0 ? cell : withAbsence(cell, { nulls, missing }, place);
  // Absence applies to single values of a series, not to the whole series.
  return isSeries ? absent(grouped(counted)) : grouped(absent(counted));
}

function countedCell(count: NonNullable<Field['count']>, place: Place, make: (lead: string) => Cell): Cell {
  if (typeof count === 'object') return repeatBetween(count, place, make);
  return count === 1 ? make(place.lead) : concat(repeat(count, place.lead, make));
}

function valueCell(field: Field, place: Place, context: Context): Cell {
  if (field.fields !== undefined) {
    const inner = { path: `${place.path}\n`, lead: place.lead };
    return concat([...members(field.fields, inner, context), constant(pool(['}']))]);
  }
  const type = field.custom === undefined ? findType(field.type) : customGenerator(field.custom);
  if (type === undefined) throw new Error(`Unknown generator type ${field.type}`);
  const { sources, columns } = context;
  const scope: Scope = {
    ...place,
    ...sources,
    column(name) {
      const column = columns.get(name);
      if (column === undefined) throw new Error(`Unknown field ${name}`);
      return column;
    },
    spec(n, where) {
      const spec = field.specs?.[n];
      if (spec === undefined) throw new Error('A field spec in the arguments was not parsed');
      return fieldCell(spec, where, context);
    },
  };
  return type.compile(field.args, scope);
}

function groupOf(per: readonly string[], { columns, groups }: Context): Group {
  const key = per.join('\n');
  const known = groups.get(key);
  if (known !== undefined) return known;
  const group = newGroup(
    per.map((name) => {
      const column = columns.get(name);
      if (column === undefined) throw new Error(`Unknown field ${name}`);
      return column;
    }),
  );
  groups.set(key, group);
  return group;
}
