import type { GeneratorType } from '../generators/generator.ts';
import { complaints, type Complaint } from './complaint.ts';
import { ANNOTATIONS } from './known-keys.ts';
import { oversized } from '../generators/analysis/size.ts';
import { isParamField, refusedFieldsIn } from './param-fields.ts';
import type { ParamField } from '../model/schema.ts';

/** The result of checking arguments against their type. */
export interface CheckedArguments {
  /** The arguments without annotations. */
  readonly args: readonly unknown[];
  /** Why they are rejected. */
  readonly errors: readonly Complaint[];
  /** Params without effect, if these are tolerated. */
  readonly warnings: readonly Complaint[];
}

/** Checks arguments against the params of their type. @param fields params that read fields, whose values are not known yet */
export function checkArguments(
  type: GeneratorType,
  args: readonly unknown[],
  isLenient: boolean,
  fields: readonly ParamField[],
): CheckedArguments {
  const parsed = type.params.safeParse(args, { jitless: true });
  const refused = refusedFieldsIn(type, args);
  const found = parsed.success
    ? []
    : complaints(parsed.error.issues, type.params, 'params').filter(
        ({ path }) => !isParamField([...fields, ...refused], path),
      );
  const notes = found.filter(isAnnotation);
  const relevant = found.filter((complaint) => !isAnnotation(complaint));
  const isHarmless = ({ unknown }: Complaint): boolean =>
    isLenient && (unknown !== undefined || type.tolerant === true);
  const kept = notes.reduce<unknown>((value, { path }) => without(value, path), args);
  return {
    // Removing keys from a list of arguments leaves a list.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    args: kept as readonly unknown[],
    errors: [
      ...relevant.filter((complaint) => !isHarmless(complaint)),
      ...oversized(type, args),
      ...beforeRows(type, fields),
      ...refused.map(({ path }) => ({
        path,
        text: `${String(path.at(-1))} cannot be read from a field`,
        hint: FIXED,
      })),
      ...(parsed.success ? (type.faults?.(args) ?? []) : []),
    ],
    warnings: relevant.filter(isHarmless),
  };
}

const FIXED = 'Write the value itself: params of this type are the same in all rows';

/** Params that choose data are known before any row. */
const beforeRows = ({ resourceParams = [] }: GeneratorType, fields: readonly ParamField[]): Complaint[] =>
  fields.flatMap(({ path }) => {
    const param = resourceParams.find((each) => path.includes(each));
    return param === undefined
      ? []
      : [{ path, text: `${param} cannot be read from a field: its data is loaded before the first row` }];
  });

const isAnnotation = ({ path, unknown }: Complaint): boolean =>
  unknown !== undefined && ANNOTATIONS.includes(String(path.at(-1)));

/** A value without the key at a path. */
function without(value: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? without(item, rest) : item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) =>
    name !== key ? [[name, inner]] : rest.length === 0 ? [] : [[name, without(inner, rest)]],
  );
  return Object.fromEntries(entries) as unknown;
}
