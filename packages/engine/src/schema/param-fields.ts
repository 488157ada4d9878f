import type * as z from 'zod/mini';
import type { GeneratorType } from '../generators/generator.ts';
import type { ParamField } from '../model/schema.ts';

/** Params in place of which a field can be read. */
const SCALARS: readonly string[] = ['number', 'int', 'string', 'boolean', 'enum', 'literal'];

type Schema = z.core.$ZodType;

/**
 * The params that read other fields: objects `{"ref": "name"}` where the type takes a number, a text or a Boolean. Elsewhere, such
 * an object is data.
 */
export const paramFieldsIn = (type: GeneratorType, args: readonly unknown[]): readonly ParamField[] =>
  takesFields(type) ? fieldsIn(type, args) : [];

/** Params that are written as if they read other fields, although no param of their type can. Those of types that read fields by name are names. */
export const refusedFieldsIn = (type: GeneratorType, args: readonly unknown[]): readonly ParamField[] =>
  takesFields(type) || type.references !== undefined
    ? []
    : fieldsIn(type, args).filter(({ path }) => path.length > 1);

const fieldsIn = ({ params }: GeneratorType, args: readonly unknown[]): readonly ParamField[] =>
  args.flatMap((arg, i) => fieldsAt(argumentSchema(params, i), arg, [i]));

/** Whether params of a type can read fields. Arguments that name fields, entities or files, contain field specs, or describe a journey, cannot. */
export const takesFields = ({
  references,
  specs,
  draws,
  pool,
  load,
  object,
  journey,
}: GeneratorType): boolean =>
  [references, specs, draws, pool, load, object, journey].every((part) => part === undefined);

// The base type of zod schemas is not a discriminated union.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** The alternatives of a schema. */
function branches(schema: Schema): readonly Schema[] {
  const def = defOf(schema);
  if (def.type === 'optional') return branches(def.innerType);
  return def.type === 'union' ? def.options.flatMap(branches) : [schema];
}

function argumentSchema(params: Schema, i: number): Schema | undefined {
  const def = defOf(params);
  if (def.type === 'array') return def.element;
  return def.type === 'tuple' ? (def.items[i] ?? undefined) : undefined;
}

function fieldsAt(
  schema: Schema | undefined,
  value: unknown,
  path: ParamField['path'],
): readonly ParamField[] {
  if (schema === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const all = branches(schema);
  const name = refIn(value);
  if (name !== undefined && all.some((branch) => SCALARS.includes(defOf(branch).type)))
    return [{ path, name }];
  const shapes = all.map(defOf).flatMap((def) => (def.type === 'object' ? [def.shape] : []));
  return Object.entries(value).flatMap(([key, inner]) => {
    const shape = shapes.find((each) => Object.hasOwn(each, key));
    return fieldsAt(shape?.[key], inner, [...path, key]);
  });
}

/** The name in `{"ref": "name"}`. */
function refIn(value: object): string | undefined {
  const [[key, name] = [], ...others] = Object.entries(value) as readonly (readonly [string, unknown])[];
  return key === 'ref' && typeof name === 'string' && name !== '' && others.length === 0 ? name : undefined;
}

/** Whether a path leads to a param that reads a field, or into it. */
export const isParamField = (fields: readonly ParamField[], path: readonly PropertyKey[]): boolean =>
  fields.some((field) => field.path.every((key, i) => path[i] === key));
