import { z } from 'zod/mini';
import { family, type Declared } from './family.ts';
import { pick, pickWeighted } from './kernels/choice/choice.ts';
import { integer } from './kernels/number/integer.ts';
import { symbolPattern } from './kernels/text/from-definitions.ts';
import { amount, extentOf, size, text } from './params.ts';

/** Longest list that one value may be. */
const LONGEST = 10_000;
const list = z.array(z.unknown()).check(z.describe('Your values'));
const choices = z
  .array(z.array(z.unknown()).check(z.minLength(1), z.describe('The values to choose from')))
  .check(z.length(1));
const weighted = z
  .array(
    z
      .array(
        z.strictObject({
          weight: z.number().check(z.gt(0), z.describe('Share of the total')),
          value: z.unknown(),
        }),
      )
      .check(z.minLength(1), z.describe('Items, each with weight and value')),
  )
  .check(z.length(1));

interface Item {
  readonly weight: number;
  readonly value: unknown;
}

/** One of the things that an object holds. */
const oneOf = (
  summary: string,
  example: object,
  thingsOf: (object: Readonly<Record<string, unknown>>) => readonly unknown[],
): Declared => ({
  summary,
  takes: z.array(z.record(z.string(), z.unknown())).check(z.length(1)),
  example: [example],
  kernel([given], scope) {
    if (typeof given !== 'object' || given === null) return undefined;
    const things = thingsOf(given as Readonly<Record<string, unknown>>);
    return things.length === 0 ? undefined : pick(things, scope);
  },
});

/** Types of faker's `helpers` module, those whose arguments can be written as JSON. */
export const helpersTypes = family('helpers', (faker) => faker.helpers, {
  arrayElement: {
    summary: 'One of your values, all equally likely',
    params: choices,
    example: [['red', 'green', 'blue']],
    direct: 'list',
    kernel: ([values], scope) => pick(values as readonly unknown[], scope),
  },
  arrayElements: {
    summary: 'Some of your values',
    takes: z.tuple([list, size('How many. Default: any number')]),
    example: [['a', 'b', 'c'], 2],
    maxSize: LONGEST,
  },
  enumValue: oneOf("One of an object's values", { small: 'S', large: 'L' }, (object) =>
    Object.entries(object)
      .filter(([key]) => Number.isNaN(Number(key)))
      .map(([, value]) => value),
  ),
  fromRegExp: {
    summary: 'Text that matches a regular expression',
    params: z.array(z.string().check(z.describe('The expression, without slashes'))).check(z.length(1)),
    example: ['[A-Z]{2}-[0-9]{4}'],
    pattern: true,
    maxSize: LONGEST,
  },
  objectEntry: oneOf('A key of your object with its value', { a: 1, b: 2 }, Object.entries),
  objectKey: oneOf('A key of your object', { a: 1, b: 2 }, Object.keys),
  objectValue: oneOf('A value of your object', { a: 1, b: 2 }, Object.values),
  rangeToNumber: {
    summary: 'A whole number from a range, or a number as it is',
    takes: z.array(amount('The range')).check(z.length(1)),
    example: [{ min: 1, max: 5 }],
    kernel([given], scope) {
      const extent = extentOf(given);
      return extent && integer(extent, scope);
    },
  },
  replaceCreditCardSymbols: {
    summary: 'A pattern in which # and L become digits of a valid card number',
    takes: z.tuple([text('The pattern'), text('What becomes a digit. Default #')]),
    example: ['6453-####-####-####-###L'],
    pattern: true,
  },
  replaceSymbols: {
    summary: 'A pattern in which #, ? and * become digits and letters',
    takes: z.array(z.string().check(z.describe('The pattern'))).check(z.maxLength(1)),
    example: ['??-####'],
    pattern: true,
    kernel: ([given], scope) => (typeof given === 'string' ? symbolPattern(given, scope) : undefined),
  },
  shuffle: {
    summary: 'Your values in random order',
    takes: z.array(list).check(z.length(1)),
    example: [['a', 'b', 'c']],
  },
  slugify: {
    summary: 'Text made fit for an address',
    takes: z.array(z.string().check(z.describe('The text'))).check(z.maxLength(1)),
    example: ['Hello world'],
    kernel: ([given], scope) =>
      typeof given === 'string' ? pick([scope.faker().helpers.slugify(given)], scope) : undefined,
  },
  uniqueArray: {
    summary: 'Different values of yours',
    takes: z.tuple([list, z.number().check(z.describe('How many'))]),
    example: [['a', 'b', 'c'], 2],
    maxSize: LONGEST,
  },
  weightedArrayElement: {
    summary: 'One of your values, by weight',
    params: weighted,
    example: [
      [
        { weight: 3, value: 'often' },
        { weight: 1, value: 'rarely' },
      ],
    ],
    direct: 'list',
    kernel([items], scope) {
      const list = items as readonly Item[];
      return pickWeighted(
        list.map((item) => item.value),
        list.map((item) => item.weight),
        scope,
      );
    },
  },
});
