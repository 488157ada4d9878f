import { z } from 'zod/mini';
import { DURATION } from '../../time/duration.ts';
import type { Extent } from '../kernels/text/prose.ts';

/** An optional number with a description. */
export const num = (description: string) => z.optional(z.number().check(z.describe(description)));

/** An optional number greater than `least`, with a description. */
export const above = (least: number, description: string) =>
  z.optional(z.number().check(z.gt(least), z.describe(description)));

/** A count or a range of counts, with a description. The type's `maxSize` limits it. */
export const amount = (description: string) =>
  z
    .union([
      z.number().check(z.describe(description)),
      z.strictObject({
        min: z.number().check(z.describe('Minimum')),
        max: z.number().check(z.describe('Maximum')),
      }),
    ])
    .check(z.describe(description));

/** An optional `amount`. */
export const size = (description: string) => z.optional(amount(description));

/** An optional date: an ISO string, in UTC if it has no zone, or milliseconds since 1970. */
export const date = (description: string) =>
  z.optional(z.union([z.string(), z.number()]).check(z.describe(description)));

/** An optional string with a description. */
export const text = (description: string) => z.optional(z.string().check(z.describe(description)));

/** An optional boolean with a description. */
export const flag = (description: string) => z.optional(z.boolean().check(z.describe(description)));

/** An optional choice of strings, with a description. */
export const choice = (values: readonly string[], description: string) =>
  z.optional(z.enum(values).check(z.describe(description)));

/** A duration such as `30s` or `1h30m`, with a description. */
export const duration = (description: string) =>
  z.string().check(
    z.regex(DURATION, {
      error: ({ input }) =>
        typeof input === 'string' && input.trimStart().startsWith('-')
          ? `A duration cannot be negative: ${input}`
          : `A duration must be written like 30s, 5m or 1h30m: ${input}`,
    }),
    z.describe(description),
  );

/** No arguments; an empty object is allowed. */
export const noParams: z.ZodMiniType<readonly unknown[]> = z.array(z.strictObject({})).check(z.maxLength(1));

/** At most one argument, of one of two kinds. */
export const either = (
  ...kinds: readonly [z.ZodMiniType, z.ZodMiniType]
): z.ZodMiniType<readonly unknown[]> => z.array(z.union(kinds)).check(z.maxLength(1));

/** At most one argument: a number described by `scalar`, or an options object. */
export function numberOrOptions(
  scalar: string,
  shape: z.core.$ZodLooseShape,
): z.ZodMiniType<readonly unknown[]> {
  return z
    .array(z.union([z.number().check(z.describe(scalar)), z.strictObject(shape)]))
    .check(z.maxLength(1));
}

/** Arguments of types that make one word. */
export const sizedWord = numberOrOptions('Number of letters', {
  length: size('Number of letters'),
  strategy: choice(
    ['fail', 'closest', 'shortest', 'longest', 'any-length'],
    'What to do if no word has this length. Default any-length',
  ),
});

/** At most one argument: an options object. */
export const options = (shape: z.core.$ZodLooseShape): z.ZodMiniType<readonly unknown[]> =>
  z.array(z.strictObject(shape)).check(z.maxLength(1));

/** Exactly one argument: an options object, some of them required. */
export const required = (shape: z.core.$ZodLooseShape): z.ZodMiniType<readonly unknown[]> =>
  z.array(z.strictObject(shape)).check(z.minLength(1), z.maxLength(1));

/** A count as faker accepts it: an integer from 0, or a range; undefined for anything else. */
export function extentOf(given: unknown): Extent | undefined {
  const { min, max } =
    typeof given === 'object' && given !== null
      ? (given as Partial<Extent>)
      : { min: given as number, max: given as number };
  if (min === undefined || max === undefined || !Number.isInteger(min) || !Number.isInteger(max))
    return undefined;
  return min >= 0 && max >= min ? { min, max } : undefined;
}

/** No arguments, or only empty options. */
export const isBare = (args: readonly unknown[]): boolean =>
  args.every((arg) => typeof arg === 'object' && arg !== null && Object.keys(arg).length === 0);

/** The options in the first argument; a bare number sets the option `scalar`. */
export function optionsOf<Options extends object>(args: readonly unknown[], scalar: keyof Options): Options {
  const [first] = args;
  return (
    typeof first === 'object' && first !== null ? first : first === undefined ? {} : { [scalar]: first }
  ) as Options;
}
