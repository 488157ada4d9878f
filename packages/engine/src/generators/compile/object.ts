import type { Field } from '../../model/schema.ts';
import { compileExpression } from '../expression/compile.ts';
import { expressionCell } from '../expression/write.ts';
import { literal } from '../kernels/choice/choice.ts';
import type { Cell, Place } from '../kernels/engine/cell.ts';
import { echo, newColumn, newListColumn, type Column, type Filled } from '../kernels/engine/column.ts';
import { jsonText } from '../kernels/engine/json.ts';
import { concat } from '../kernels/structure/concat.ts';
import { afterColumns, looseMembers } from '../kernels/structure/object.ts';
import {
  entityOf,
  membersOf,
  namesOn,
  objectFieldsOf,
  storedFields,
  type StoredField,
} from '../analysis/order.ts';
import type { ColumnGroup } from '../kernels/relation/group.ts';
import { entityNamed, mayBeMissing, type Columns, type Context, type Members } from './context.ts';
import { pathColumns, withOwnTime } from './entity.ts';

/**
 * The cells of an object's members, with the opening brace but without the closing one. Fields that others read are generated
 * first, in columns, and then copied to their places.
 *
 * @throws Error naming the field with invalid arguments
 */
export function objectMembers(fields: readonly Field[], { path, lead }: Place, whole: Context): Members {
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
      ? within.compiler.field(field, { path: `${path}${field.name}`, lead: before }, within)
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
export function fieldColumns(stored: readonly StoredField[], path: string, context: Context): Columns {
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
  const read = compileExpression(text, () => object, '', sources.data.regex);
  return newColumn(expressionCell(read, { path: '', lead: '' }), false);
}

/** The column of a field, or of the member of it that the context names. */
function fieldColumn(
  { field, isRead, members: exposed }: StoredField,
  path: string,
  context: Context,
): Column {
  const place = { path: `${path}${field.name}`, lead: '' };
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
