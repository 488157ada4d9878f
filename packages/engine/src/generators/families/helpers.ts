import * as z from 'zod/mini';
import { kindOfValues, listOf } from '../../model/kind.ts';
import {
  equalShares,
  listSpace,
  numberSpace,
  patternSpace,
  textSpace,
  weightedShares,
} from '../analysis/value-space.ts';
import { pick, pickWeighted } from '../kernels/choice/choice.ts';
import { integer } from '../kernels/number/integer.ts';
import { symbolPattern, SYMBOLS } from '../kernels/text/from-definitions.ts';
import { type Declared, family } from './family.ts';
import { amount, described, extentOf, size, text } from './params.ts';

/** Maximum length of one value. */
const MAX_LENGTH = 10_000;
const DIGITS = String.raw`(?:\d|\[\d+(?:-\d)?\])`;
const DATES = new RegExp(`^${DIGITS}{4}-${DIGITS}{2}-${DIGITS}{2}$`);

/** Whether all texts of a pattern are dates, such as those of `202[3-5]-0[1-9]-[12][0-8]`. */
function hasDates(pattern: string): boolean {
  if (!DATES.test(pattern)) return false;
  // All digits differ on their own, so texts are between the one with the least digits and the one with the largest.
  const [least, most] = [Math.min, Math.max].map((bound) =>
    pattern.replaceAll(/\[([\d-]+)\]/g, (_, digits: string) =>
      String(bound(...digits.replaceAll('-', '').split('').map(Number))),
    ),
  );
  const [month, day] = [Number(most?.slice(5, 7)), Number(most?.slice(8))];
  const isFirst = Number(least?.slice(5, 7)) > 0 && Number(least?.slice(8)) > 0;
  return isFirst && month <= 12 && day <= 28;
}

const list = described(z.array(z.unknown()), 'Your values');
const choices = z
  .array(described(z.array(z.unknown()).check(z.minLength(1)), 'Values to choose from'))
  .check(z.length(1));
const weighted = z
  .array(
    described(
      z
        .array(
          z.strictObject({
            weight: described(z.number().check(z.gt(0)), 'Weight relative to the other items'),
            value: z.unknown(),
          }),
        )
        .check(z.minLength(1)),
      'Items, each with weight and value',
    ),
  )
  .check(z.length(1));

interface Item {
  readonly weight: number;
  readonly value: unknown;
}

/** One key, value or entry of an object. */
const oneOf = (
  summary: string,
  example: object,
  partsOf: (object: Readonly<Record<string, unknown>>) => readonly unknown[],
): Declared => ({
  summary,
  takes: z.array(z.record(z.string(), z.unknown())).check(z.length(1)),
  example: [example],
  kind: ([given]) => kindOfValues(partsOf((given ?? {}) as Readonly<Record<string, unknown>>)),
  kernel([given], scope) {
    if (typeof given !== 'object' || given === null) return undefined;
    const parts = partsOf(given as Readonly<Record<string, unknown>>);
    return parts.length === 0 ? undefined : pick(parts, scope);
  },
  values: ([given]) =>
    typeof given === 'object' && given !== null
      ? listSpace(partsOf(given as Readonly<Record<string, unknown>>))
      : undefined,
  shares: ([given]) =>
    typeof given === 'object' && given !== null
      ? equalShares(partsOf(given as Readonly<Record<string, unknown>>))
      : [],
});

/** The kind of a list of some of the values. */
const someOf: NonNullable<Declared['kind']> = ([values]) =>
  listOf(kindOfValues(Array.isArray(values) ? values : []));

/** Types of faker's `helpers` module whose arguments can be written as JSON. */
export const helpersTypes = family('helpers', (faker) => faker.helpers, {
  arrayElement: {
    summary: 'One of your values, all equally likely',
    params: choices,
    example: ['red', 'green', 'blue'],
    kind: ([values]) => kindOfValues(values as readonly unknown[]),
    direct: 'list',
    kernel: ([values], scope) => pick(values as readonly unknown[], scope),
    values: ([values]) => listSpace(values as readonly unknown[]),
    shares: ([values]) => equalShares(values as readonly unknown[]),
  },
  arrayElements: {
    summary: 'Several of your values',
    kind: someOf,
    takes: z.tuple([list, size('Number of values. Default: any')]),
    example: [['a', 'b', 'c'], 2],
    maxSize: MAX_LENGTH,
  },
  enumValue: oneOf('A value of an enum object', { small: 'S', large: 'L' }, (object) =>
    Object.entries(object)
      .filter(([key]) => Number.isNaN(Number(key)))
      .map(([, value]) => value),
  ),
  fromRegExp: {
    summary: 'Text that matches a regular expression',
    params: z.array(described(z.string(), 'Regular expression, without slashes')).check(z.length(1)),
    example: ['[A-Z]{2}-[0-9]{4}'],
    pattern: true,
    kind: ([pattern]) => ({ is: hasDates(String(pattern)) ? 'date' : 'text' }),
    values: ([pattern]) => patternSpace(String(pattern)),
    maxSize: MAX_LENGTH,
  },
  objectEntry: oneOf('A [key, value] pair from your object', { a: 1, b: 2 }, Object.entries),
  objectKey: oneOf('A key from your object', { a: 1, b: 2 }, Object.keys),
  objectValue: oneOf('A value from your object', { a: 1, b: 2 }, Object.values),
  rangeToNumber: {
    summary: 'An integer from a range, or the given number',
    kind: { is: 'integer' },
    takes: z.array(amount('Range')).check(z.length(1)),
    example: [{ min: 1, max: 5 }],
    kernel([given], scope) {
      const extent = extentOf(given);
      return extent && integer(extent, scope);
    },
    values([given]) {
      const extent = extentOf(given);
      return extent && numberSpace(extent.min, extent.max - extent.min + 1, 1);
    },
  },
  replaceCreditCardSymbols: {
    summary: 'A card number from a pattern: # becomes a digit, L the Luhn check digit',
    takes: z.tuple([text('Pattern'), text('Placeholder for a digit. Default #')]),
    example: ['6453-####-####-####-###L'],
    pattern: true,
  },
  replaceSymbols: {
    summary: 'Text from a pattern: # becomes a digit, ? a letter, * either',
    takes: z.array(described(z.string(), 'Pattern')).check(z.maxLength(1)),
    example: ['??-####'],
    pattern: true,
    kernel: ([given = ''], scope) =>
      given === '' ? pick([''], scope) : typeof given === 'string' ? symbolPattern(given, scope) : undefined,
    values: ([given]) =>
      typeof given === 'string'
        ? textSpace(Array.from(given, (piece) => SYMBOLS[piece] ?? [piece]))
        : undefined,
  },
  shuffle: {
    summary: 'Your values in random order',
    kind: someOf,
    takes: z.array(list).check(z.length(1)),
    example: [['a', 'b', 'c']],
  },
  slugify: {
    summary: 'Text converted to a URL slug',
    takes: z.array(described(z.string(), 'Text to convert')).check(z.maxLength(1)),
    example: ['Hello world'],
    kernel: ([given = ''], scope) =>
      typeof given === 'string' ? pick([scope.faker().helpers.slugify(given)], scope) : undefined,
  },
  uniqueArray: {
    summary: 'Several distinct values from your list',
    kind: someOf,
    takes: z.tuple([list, described(z.number(), 'Number of values')]),
    example: [['a', 'b', 'c'], 2],
    maxSize: MAX_LENGTH,
  },
  weightedArrayElement: {
    summary: 'One of your values, chosen by weight',
    params: weighted,
    example: [
      { weight: 3, value: 'often' },
      { weight: 1, value: 'rarely' },
    ],
    direct: 'list',
    kind: ([items]) => kindOfValues((items as readonly Item[]).map(({ value }) => value)),
    kernel([items], scope) {
      const list = items as readonly Item[];
      return pickWeighted(
        list.map((item) => item.value),
        list.map((item) => item.weight),
        scope,
      );
    },
    values: ([items]) => listSpace((items as readonly Item[]).map(({ value }) => value)),
    shares: ([items]) => weightedShares(items as readonly Item[]),
  },
});
