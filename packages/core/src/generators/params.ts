import { z } from 'zod/mini';
import type { Extent } from './kernels/text/prose.ts';

/** A number with its meaning. */
export const num = (meaning: string) => z.optional(z.number().check(z.describe(meaning)));

/** A number greater than another, with its meaning. */
export const above = (least: number, meaning: string) =>
  z.optional(z.number().check(z.gt(least), z.describe(meaning)));

/** A whole number of things, with its meaning; the range is bounded by the type's `maxSize`. */
export const amount = (meaning: string) =>
  z
    .union([
      z.number().check(z.describe(meaning)),
      z.strictObject({
        min: z.number().check(z.describe('At least')),
        max: z.number().check(z.describe('At most')),
      }),
    ])
    .check(z.describe(meaning));

/** The same, where it may be left out. */
export const size = (meaning: string) => z.optional(amount(meaning));

/** A date: ISO text, in UTC unless it has a zone, or milliseconds since 1970. */
export const date = (meaning: string) =>
  z.optional(z.union([z.string(), z.number()]).check(z.describe(meaning)));

/** A text with its meaning. */
export const text = (meaning: string) => z.optional(z.string().check(z.describe(meaning)));

/** True or false, with its meaning. */
export const flag = (meaning: string) => z.optional(z.boolean().check(z.describe(meaning)));

/** One of some texts, with its meaning. */
export const choice = (values: readonly string[], meaning: string) =>
  z.optional(z.enum(values).check(z.describe(meaning)));

/** No argument; an empty object counts as none. */
export const noParams: z.ZodMiniType<readonly unknown[]> = z.array(z.strictObject({})).check(z.maxLength(1));

/** At most one argument: one of these. */
export const either = (
  ...kinds: readonly [z.ZodMiniType, z.ZodMiniType]
): z.ZodMiniType<readonly unknown[]> => z.array(z.union(kinds)).check(z.maxLength(1));

/** At most one argument: a number that stands for `scalar`, or an object of options. */
export function numberOrOptions(
  scalar: string,
  shape: z.core.$ZodLooseShape,
): z.ZodMiniType<readonly unknown[]> {
  return z
    .array(z.union([z.number().check(z.describe(scalar)), z.strictObject(shape)]))
    .check(z.maxLength(1));
}

/** A word of some length. */
export const sizedWord = numberOrOptions('Letters', {
  length: size('Letters'),
  strategy: choice(
    ['fail', 'closest', 'shortest', 'longest', 'any-length'],
    'What to do when no word has this length. Default any-length',
  ),
});

/** At most one argument: an object of options. */
export const options = (shape: z.core.$ZodLooseShape): z.ZodMiniType<readonly unknown[]> =>
  z.array(z.strictObject(shape)).check(z.maxLength(1));

/** Exactly one argument: an object of options, some of them required. */
export const required = (shape: z.core.$ZodLooseShape): z.ZodMiniType<readonly unknown[]> =>
  z.array(z.strictObject(shape)).check(z.minLength(1), z.maxLength(1));

/** A count as faker takes it: a whole number from 0, or a range of them; undefined for anything else. */
export function extentOf(given: unknown): Extent | undefined {
  const { min, max } =
    typeof given === 'object' && given !== null
      ? (given as Partial<Extent>)
      : { min: given as number, max: given as number };
  if (min === undefined || max === undefined || !Number.isInteger(min) || !Number.isInteger(max))
    return undefined;
  return min >= 0 && max >= min ? { min, max } : undefined;
}

/** What `options`-style params hold: the first argument, a bare number standing for `scalar`. */
export function optionsOf<Options extends object>(args: readonly unknown[], scalar: keyof Options): Options {
  const [first] = args;
  return (
    typeof first === 'object' && first !== null ? first : first === undefined ? {} : { [scalar]: first }
  ) as Options;
}
