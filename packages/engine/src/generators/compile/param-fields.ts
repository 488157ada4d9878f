import { errorText } from '../../model/printable.ts';
import type { ParamField } from '../../model/schema.ts';
import type { GeneratorType } from '../generator.ts';
import type { Scope } from '../scope.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import type { Value } from '../kernels/engine/scan.ts';
import { byArguments } from '../kernels/structure/by-arguments.ts';
import { oversized } from '../analysis/size.ts';

/** Called for rows whose arguments a type does not accept, such as bounds in the wrong order. @param path of the field */
export type OnRejected = (path: string, why: string, rows: number) => void;

const TIMELESS = 'An entity is the same at all times, but this value depends on the time of the row';

/** The cell of a type whose arguments are other fields' values. Values are null in rows in which it does not accept them. */
export function readingCell(
  type: GeneratorType,
  args: readonly unknown[],
  fields: readonly ParamField[],
  scope: Scope,
  onRejected: OnRejected,
): Cell {
  const make = (values: readonly Value[]): Cell | string => {
    const given = fields.reduce<unknown>((all, { path }, i) => withValue(all, path, values[i]), args);
    // Replacing members of a list leaves a list.
    const cell = cellFor(type, given as readonly unknown[], scope, (path) => valueAt(fields, values, path));
    if (typeof cell === 'string') return cell;
    if (scope.isTimeless && cell.usesTime === true)
      throw new Error(`Field "${scope.path.replace(/^.*\n/s, '')}": ${TIMELESS}`);
    return cell;
  };
  const columns = fields.map(({ name }) => scope.column(name));
  return byArguments(columns, make, scope, {
    usesTime: !scope.isTimeless,
    onRejected: (why, rows) => onRejected(scope.path, why, rows),
  });
}

/** The param at a path and its value: `max is null`. Undefined if it is not another field's value. */
function valueAt(
  fields: readonly ParamField[],
  values: readonly Value[],
  path: readonly PropertyKey[],
): string | undefined {
  const i = fields.findIndex((field) => path.every((key, at) => key === field.path[at]));
  const value = values[i];
  if (value === undefined) return undefined;
  const name = fields[i]?.path.findLast((key) => typeof key === 'string') ?? 'The argument';
  return `${name} is ${shown(value)}`;
}

function shown(value: Value): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? 'a long text' : text;
}

/** Longest value in a reason, in characters. */
const MAX_SHOWN = 40;

/**
 * The cell for arguments; a string is the reason why the type does not accept them.
 *
 * @param valueOf describes the argument at a path
 */
function cellFor(
  type: GeneratorType,
  args: readonly unknown[],
  scope: Scope,
  valueOf: (path: readonly PropertyKey[]) => string | undefined,
): Cell | string {
  const parsed = type.params.safeParse(args, { jitless: true });
  if (!parsed.success)
    return parsed.error.issues.map(({ path }) => valueOf(path)).find(Boolean) ?? 'Invalid params';
  const [large] = oversized(type, args);
  if (large !== undefined) return large.text;
  try {
    return type.compile(args, { ...scope, isRead: true });
  } catch (error) {
    return errorText(error);
  }
}

/** A value with another one at a path. */
function withValue(value: unknown, [key, ...rest]: ParamField['path'], inner: unknown): unknown {
  if (key === undefined) return inner;
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? withValue(item, rest, inner) : item));
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  return { ...given, [key]: withValue(given[key], rest, inner) };
}
