import * as z from 'zod/mini';
import { DURATION } from '../../time/duration.ts';
import type { Extent } from '../kernels/text/prose.ts';

/** A placeholder in the text of a template: `{{name}}` or `{{name|lower}}`. */
export const PLACEHOLDER = /\{\{\s*([^{}|]+?)\s*(?:\|\s*(\w+)\s*)?\}\}/g;

/** A zone at the end of a date, with or without a comment. */
const ZONED =
  /(?:z|\but|utc|gmt|[ecmp][sd]t|:\d\d(?:\.\d+)?\s*(?:(?:utc|gmt)\s*)?[+-]\d\d:?(?:\d\d)?|(?:utc|gmt)[+-]\d{1,4})\s*(?:\([^()]*\))?\s*$/i;
/** ISO 8601 without a time of day, which JavaScript reads as UTC. */
const DAY = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}$/;
/** ISO 8601 with a time of day. */
const ISO_TIME = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}T/;

/**
 * A date in params as milliseconds since 1970; NaN if it is not a date. A date without a zone is UTC: JavaScript would use the
 * machine's zone, and the same seed would produce different rows on different machines.
 */
export function utcMs(given: unknown): number {
  if (typeof given === 'number') return new Date(given).getTime();
  if (typeof given !== 'string') return Number.NaN;
  const text = given.trim();
  if (DAY.test(text) || ZONED.test(text)) return Date.parse(text);
  return Date.parse(ISO_TIME.test(text) ? `${text}Z` : `${text} UTC`);
}

/** Params of faker methods that hold a date. */
const DATES = ['from', 'to', 'refDate'] as const;

/** Arguments with their dates as milliseconds since 1970. Invalid dates stay as they are: faker reports them. */
export const withUtcDates = (args: readonly unknown[]): readonly unknown[] =>
  args.map((arg) => {
    if (typeof arg !== 'object' || arg === null || Array.isArray(arg)) return arg;
    const given = arg as Readonly<Record<string, unknown>>;
    const dates = DATES.filter(
      (name) => typeof given[name] === 'string' && !Number.isNaN(utcMs(given[name])),
    );
    if (dates.length === 0) return arg;
    return { ...given, ...Object.fromEntries(dates.map((name) => [name, utcMs(given[name])])) };
  });

/** A schema with a description. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema =>
  schema.check(z.describe(description));

/** An optional value with a description. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  z.optional(described(schema, description));

/** A string of at least one character, such as the name of a field. */
export const nonEmpty = z.string().check(z.minLength(1));

/** An optional number with a description. */
export const num = (description: string) => optional(z.number(), description);

/** An optional number greater than `least`, with a description. */
export const above = (least: number, description: string) =>
  optional(z.number().check(z.gt(least)), description);

/** A count or a range of counts, with a description. The type's `maxSize` limits it. */
export const amount = (description: string) =>
  described(
    z.union([
      described(z.number(), description),
      z.strictObject({ min: described(z.number(), 'Minimum'), max: described(z.number(), 'Maximum') }),
    ]),
    description,
  );

/** An optional `amount`. */
export const size = (description: string) => z.optional(amount(description));

/** An optional date: an ISO string, in UTC if it has no zone, or milliseconds since 1970. */
export const date = (description: string) => optional(z.union([z.string(), z.number()]), description);

/** An optional string with a description. */
export const text = (description: string) => optional(z.string(), description);

/** An optional boolean with a description. */
export const flag = (description: string) => optional(z.boolean(), description);

/** An optional choice of strings, with a description. */
export const choice = (values: readonly string[], description: string) =>
  optional(z.enum(values), description);

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
