import type { Entity, Field } from '../../model/schema.ts';
import { fieldsIn, NUMBER, readsOf, storedFields } from '../analysis/order.ts';
import { findType } from '../known-types.ts';
import { literal } from '../kernels/choice/choice.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import type { Column, Filled } from '../kernels/engine/column.ts';
import { jsonText } from '../kernels/engine/json-text.ts';
import { filledFor, orNull } from '../kernels/relation/entity.ts';
import { newVersions } from '../kernels/relation/versions.ts';
import { afterColumns, concat } from '../kernels/structure/object.ts';
import { entityPath, type Versioned } from '../scope.ts';
import { type Columns, type Context, emptyContext } from './context.ts';
import { withChoices } from './localised.ts';

const TIMELESS =
  'An entity is the same at all times, but this value depends on the time of the row. Use fixed dates, as in date.between, or let the entity grow';

/** The cell of a field. Of an entity, it does not read the time of the row: only that of its creation, if it grows. */
export function withOwnTime({ name }: Field, cell: Cell, { entity }: Context): Cell {
  if (entity === undefined || cell.usesTime !== true) return cell;
  if (entity.grow === undefined) throw new Error(`Field "${name}": ${TIMELESS}`);
  return { ...cell, usesTime: false };
}

/** The columns of paths that start with a field, by name, from the entity that it draws. */
export function pathColumns(
  { name }: Field,
  draw: Column,
  entity: Entity,
  paths: ReadonlySet<string>,
  context: Context,
): { readonly columns: ReadonlyMap<string, Column>; readonly filled: readonly Filled[] } {
  const { within, filled } = entityColumns(entity, [...paths], context);
  const made = [...paths].map((path): readonly [string, Column] => {
    const column = within.columns.get(path);
    if (column === undefined) throw new Error(`${entity.name} has no field ${path}`);
    return [path, column];
  });
  const all = [...within.choices.values(), ...filled];
  const columns = made.map(([, column]) => column);
  const isPartial = draw.decision?.isPartial === true;
  const shown = isPartial ? columns.map((column) => orNull(draw, column)) : columns;
  return {
    columns: new Map(shown.map((column, i) => [`${name}.${made[i]?.[0] ?? ''}`, column])),
    filled: [filledFor(draw, all, entity.grow), ...(isPartial ? shown : [])],
  };
}

/** The columns of an entity's fields that are read from outside: in a scope of its own, so that values are the same everywhere. */
function entityColumns(entity: Entity, names: readonly string[], context: Context): Columns {
  const { sources, compiler, entity: outer } = context;
  const stored = storedFields(fieldsIn(entity), names);
  // Entities that are read through other entities: their number may grow exponentially with the length of paths.
  if (outer !== undefined) sources.takeNested(stored.length + 1);
  return compiler.columns(stored, entityPath(entity.name), { ...emptyContext(context), entity });
}

/** Writes the key of the entities that are the rows of a chunk. */
export function entityKey(entity: Entity, lead: string, context: Context): Cell {
  const { within, filled } = entityColumns(entity, readsOf(entity.key), context);
  const place = { path: `${entityPath(entity.name)}${entity.key.name}`, lead };
  const cell = withOwnTime(entity.key, context.compiler.field(entity.key, place, within), within);
  const all = [...within.choices.values(), ...filled];
  return all.length === 0 ? cell : afterColumns(all, [cell]);
}

/** The cells of a row of versions of an entity, without its closing brace: its key, which never changes, its fields, and the key of its parent. */
export function versionCells(
  { entity, parent, versions, shareOf }: Versioned,
  lead: string,
  context: Context,
): readonly Cell[] {
  const own = versions.cell(concat(versionMembers(entity, { versions, shareOf }, lead, context)));
  if (parent === undefined) return [own];
  const { name } = parent.key;
  if ([entity.key, ...entity.fields].some((field) => field.name === name))
    throw new Error(
      `${entity.name} has a field ${name}, but its rows carry the key of their ${parent.name} under this name. Rename one`,
    );
  const key = entityKey(parent, `,${jsonText(name)}:`, emptyContext(context));
  return [own, newVersions(0, 0).cell(key)];
}

/** Whether the values of a field depend on its own draws alone, and on some. */
const drawsOwn = (field: Field): boolean =>
  readsOf(field).length === 0 &&
  field.per === undefined &&
  findType(field.type)?.rowOnly !== true &&
  findType(field.type)?.series !== true &&
  // A constant is a choice among one value.
  findType(field.type)?.shares?.(field.args, () => []).length !== 1;

/** Writes the versions of an entity as objects. */
export const recordCell = (versioned: Versioned, lead: string, context: Context): Cell =>
  concat([...versionCells(versioned, lead, context), literal('}')]);

function versionMembers(
  entity: Entity,
  { versions, shareOf }: Pick<Versioned, 'versions' | 'shareOf'>,
  lead: string,
  context: Context,
): readonly Cell[] {
  const fields = fieldsIn(entity).map((field) => {
    const { hidden: _hidden, ...shown } = field;
    return field === NUMBER ? { ...field, hidden: true as const } : field === entity.key ? shown : field;
  });
  const within: Context = {
    ...emptyContext(context),
    entity,
    // Values that identify an entity stay: the key and unique fields.
    versionsOf: (field, path, cell) =>
      field.unique === true || field === entity.key
        ? undefined
        : versions.group(
            path,
            shareOf(field.name),
            drawsOwn(field) ? { values: cell.values?.() } : undefined,
          ),
  };
  const { cells } = context.compiler.members(fields, { path: entityPath(entity.name), lead }, within);
  return within.choices.size === 0 ? cells : [withChoices(within.choices, concat(cells))];
}
