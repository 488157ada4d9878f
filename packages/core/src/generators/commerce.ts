import { z } from 'zod/mini';
import { family } from './family.ts';
import { price } from './kernels/number/amount.ts';
import { either, num, options, text } from './params.ts';

interface PriceOptions {
  readonly dec?: number;
  readonly max?: number;
  readonly min?: number;
  readonly symbol?: string;
}

const digits = z.literal([10, 13]).check(z.describe('Digits. Default 13'));

/** Types of faker's `commerce` module. */
export const commerceTypes = family('commerce', (faker) => faker.commerce, {
  department: 'A department of a shop',
  isbn: {
    summary: 'An ISBN with 13 digits, or 10 when asked',
    takes: either(
      digits,
      z.strictObject({ variant: z.optional(digits), separator: text('Between groups of digits. Default -') }),
    ),
  },
  price: {
    summary: 'A price as text with two decimals',
    example: { min: 5, max: 100 },
    takes: options({
      min: num('Lowest price. Default 1'),
      max: num('Highest price. Default 1,000'),
      dec: num('Decimals. Default 2'),
      symbol: text('Before the price'),
    }),
    kernel([given = {}], scope) {
      const { dec = 2, max = 1000, min = 1, symbol = '' } = given as PriceOptions;
      return min < 0 || max < 0 ? undefined : price({ min, max, decimals: dec, symbol }, scope);
    },
  },
  product: 'A kind of product, one word',
  productAdjective: 'A word that praises a product',
  productDescription: 'A product described in a sentence or two',
  productMaterial: 'A material',
  productName: "A product's full name",
  upc: { summary: 'A 12-digit universal product code', takes: options({ prefix: text('First digits') }) },
});
