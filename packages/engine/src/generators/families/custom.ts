import { z } from 'zod/mini';
import type { CustomParam, CustomType, RandomSource } from '../../model/custom-type.ts';
import { errorText } from '../../model/error-text.ts';
import { frozen } from '../../model/frozen.ts';
import type { GeneratorType } from '../generator.ts';
import type { KeyedRandomizer } from '../../numeric/random.ts';
import { fromValue } from '../kernels/engine/value.ts';
import { noParams, options, required } from './params.ts';

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
export function paramSchema(name: string, param: CustomParam): z.ZodMiniType {
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
  const described = schema.check(z.describe(description));
  return param.default === undefined ? described : z.optional(described);
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
