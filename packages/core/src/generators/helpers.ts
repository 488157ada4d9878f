import { z } from 'zod/mini';
import { family } from './family.ts';
import { pick, pickWeighted } from './kernels/choice.ts';

/** Longest list that one value may be. */
const LONGEST = 10_000;
const choices = z
  .array(z.array(z.unknown()).check(z.minLength(1), z.describe('The values to choose from')))
  .check(z.length(1));
const weighted = z
  .array(
    z
      .array(
        z.looseObject({
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
    params: z.array(z.unknown()).check(z.minLength(1)),
    example: [['a', 'b', 'c'], 2],
    maxSize: LONGEST,
  },
  enumValue: { summary: "One of an object's values", example: [{ small: 'S', large: 'L' }] },
  fromRegExp: {
    summary: 'Text that matches a regular expression',
    params: z.array(z.string().check(z.describe('The expression, without slashes'))).check(z.length(1)),
    example: ['[A-Z]{2}-[0-9]{4}'],
    pattern: true,
    maxSize: LONGEST,
  },
  objectEntry: { summary: 'A key of your object with its value', example: [{ a: 1, b: 2 }] },
  objectKey: { summary: 'A key of your object', example: [{ a: 1, b: 2 }] },
  objectValue: { summary: 'A value of your object', example: [{ a: 1, b: 2 }] },
  rangeToNumber: {
    summary: 'A whole number from a range, or a number as it is',
    example: [{ min: 1, max: 5 }],
  },
  replaceCreditCardSymbols: {
    summary: 'A pattern in which # and L become digits of a valid card number',
    example: ['6453-####-####-####-###L'],
  },
  replaceSymbols: {
    summary: 'A pattern in which #, ? and * become digits and letters',
    example: ['??-####'],
  },
  shuffle: { summary: 'Your values in random order', example: [['a', 'b', 'c']] },
  slugify: { summary: 'Text made fit for an address', example: ['Hello world'] },
  uniqueArray: { summary: 'Different values of yours', example: [['a', 'b', 'c'], 2], maxSize: LONGEST },
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
