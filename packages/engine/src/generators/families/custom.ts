import * as z from 'zod/mini';
import type { CustomParam, CustomType, RandomSource } from '../../model/custom-type.ts';
import { errorText } from '../../model/printable.ts';
import { frozen } from '../../model/json.ts';
import type { KeyedRandomizer } from '../../numeric/random.ts';
import type { GeneratorType } from '../generator.ts';
import { fromValue } from '../kernels/engine/value.ts';
import { described, noParams, options, required } from './params.ts';

/** Namespaces of the types that ship with Catbird, by their names of today and before; later releases may add types to them. */
export const builtIn: ReadonlySet<string> = new Set(
  (
    'address airline animal book catbird color commerce company database datatype date finance food git hacker helpers image ' +
    'internet location lorem mockingbird music name number person phone random science string system vehicle word'
  ).split(' '),
);

const NAME = /^[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)+$/;

/**
 * Checks the definition of a generator type of your own, and returns it. Pass it in `types`; nothing else knows it.
 *
 * @throws Error if the name lacks a namespace of your own, if `generate` is not a function, or if a parameter's default does not
 * fit its declaration
 */
export function defineType<const Params extends Readonly<Record<string, CustomParam>>>(
  type: CustomType<Params>,
): CustomType {
  const { name, params = {} } = type;
  checkName(name);
  if (typeof (type.generate as unknown) !== 'function')
    throw new Error(`${name}: generate must be a function that returns a JSON value`);
  if (!PARAM_TYPES.includes(type.returns))
    throw new Error(`${name}: returns must be string, number, integer or boolean, or absent`);
  for (const [key, param] of Object.entries<CustomParam>(params)) checkParam(name, key, param);
  return type;
}

const PARAM_TYPES: readonly unknown[] = [undefined, 'string', 'number', 'integer', 'boolean'];

function checkParam(name: string, key: string, param: CustomParam): void {
  if (!PARAM_TYPES.includes(param.type))
    throw new Error(
      `${name}: param ${key} has the unknown type ${String(param.type)}: use string, number, integer or boolean, or none for any JSON value`,
    );
  if (param.default !== undefined && !paramSchema(key, param).safeParse(param.default).success)
    throw new Error(`${name}: the default of param ${key} does not fit its declaration`);
}

function checkName(name: string): void {
  if (typeof (name as unknown) !== 'string')
    throw new Error('A custom type needs a name, such as "acme.orderNumber"');
  const bare = name.replace(/^.*\./, '');
  if (!name.includes('.'))
    throw new Error(
      `The type name "${name}" has no namespace: name it "acme.${name}", with your own in place of acme`,
    );
  if (!NAME.test(name))
    throw new Error(
      `The type name "${name}" is invalid: use letters, digits, "_" and "-", as in "acme.orderNumber"`,
    );
  const [namespace = ''] = name.split('.');
  if (builtIn.has(namespace))
    throw new Error(
      `The type name "${name}" is in the built-in namespace ${namespace}: name it "acme.${bare}", with your own in place of acme`,
    );
}

/**
 * Custom types by name.
 *
 * @throws Error as `defineType` does, and if two types have the same name
 */
export function customTypes(types: readonly CustomType[]): ReadonlyMap<string, CustomType> {
  const byName = new Map<string, CustomType>();
  for (const type of types) {
    defineType(type);
    if (byName.has(type.name)) throw new Error(`Two custom types have the name "${type.name}": rename one`);
    byName.set(type.name, type);
  }
  return byName;
}

/** Converts a custom type to a generator type. */
export function customGenerator(custom: CustomType): GeneratorType {
  const { name, summary, params: declared = {}, example } = custom;
  const entries = Object.entries(declared);
  const shape = Object.fromEntries(entries.map(([key, param]) => [key, paramSchema(key, param)]));
  const isRequired = entries.some(([, param]) => param.default === undefined);
  return {
    name,
    summary,
    ...(example !== undefined && { example }),
    params: entries.length === 0 ? noParams : isRequired ? required(shape) : options(shape),
    custom,
    compile([given], { randomizer, path, lead, isTimeless }) {
      const random = randomSource(randomizer);
      const params = paramsOf(declared, given as Readonly<Record<string, unknown>> | undefined);
      const make = (timeMs: number): unknown => {
        try {
          return ofType(checked(custom.generate(random, params, { timeMs })), custom.returns);
        } catch (cause) {
          const what = cause instanceof Unfit ? cause.message : `threw: ${errorText(cause)}`;
          throw new GenerateError(`${subjectOf(path)} ${what}`, { cause });
        }
      };
      return fromValue(make, randomizer, { path, lead }, !isTimeless);
    },
  };
}

/** A custom type made no value of a row. The mistake is its author's, so it is reported without a stack. */
class GenerateError extends Error {
  override readonly name = 'GenerateError';
}

/** The subject of an error: the field, and the place inside its value. */
function subjectOf(path: string): string {
  const [field = '', ...inner] = path.split('\n');
  return `Field "${field}": generate()${inner.length === 0 ? '' : ` at ${inner.join('.')}`}`;
}

/** The schema of one parameter. */
function paramSchema(name: string, param: CustomParam): z.ZodMiniType {
  const { type, minimum = -Infinity, maximum = Infinity, description = '' } = param;
  const bounds = [
    ...(minimum === -Infinity ? [] : [z.gte(minimum)]),
    ...(maximum === Infinity ? [] : [z.lte(maximum)]),
  ];
  const ofType = {
    string: () => z.string(),
    number: () => z.number().check(...bounds),
    integer: () => z.int().check(...bounds),
    boolean: () => z.boolean(),
    any: () => z.custom((value) => value !== undefined, `${name} is required`),
  }[type ?? 'any'];
  const schema: z.ZodMiniType = param.enum === undefined ? ofType() : z.literal([...param.enum]);
  const whole = described(schema, description);
  return param.default === undefined ? whole : z.optional(whole);
}

/** The given or default values of the declared parameters, frozen because every row shares them. */
const paramsOf = (
  declared: Readonly<Record<string, CustomParam>>,
  given: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> =>
  frozen(
    Object.fromEntries(
      Object.entries(declared).map(([key, param]) => [
        key,
        Object.hasOwn(given, key) ? given[key] : structuredClone(param.default),
      ]),
    ),
  );

function randomSource(randomizer: KeyedRandomizer): RandomSource {
  const integer = (min: number, max: number): number => {
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || min > max)
      throw new RangeError(`integer(${min}, ${max}) needs two whole numbers in order`);
    return Math.min(max, min + Math.floor(randomizer.next() * (max - min + 1)));
  };
  return {
    number: () => randomizer.next(),
    integer,
    pick(values) {
      if (values.length === 0) throw new RangeError('pick([]) needs at least one value');
      // The index is within the list.
      return values[integer(0, values.length - 1)] as (typeof values)[number];
    },
  };
}

/** The value is not JSON, or not what the type says. */
class Unfit extends Error {}

/** The value, if JSON can represent all of it. */
function checked(value: unknown): unknown {
  if (typeof value === 'string' || Number.isFinite(value)) return value;
  try {
    JSON.stringify(value, (key, inner: unknown) => {
      const fault = faultOf(inner);
      if (fault === undefined) return inner;
      const at = key === '' ? '' : ` at "${key}"`;
      throw new Unfit(`returned ${fault}${at}, which is not a JSON value`);
    });
  } catch (cause) {
    if (cause instanceof Unfit) throw cause;
    const [why] = errorText(cause).split('\n');
    throw new Unfit(`returned a value that is not JSON: ${why}`, { cause });
  }
  return value;
}

const IS: Readonly<Record<NonNullable<CustomType['returns']>, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
};

/** The value, if it is what the type says that it returns. */
function ofType(value: unknown, returns: CustomType['returns']): unknown {
  if (returns === undefined || IS[returns](value)) return value;
  throw new Unfit(`returned ${JSON.stringify(value)}, and its definition says ${returns}`);
}

/** Why a value itself is not JSON, whatever it contains. */
function faultOf(value: unknown): string | undefined {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
  if (['function', 'symbol', 'bigint'].includes(typeof value)) return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return kind === 'Object' ? undefined : `a ${kind}`;
}
