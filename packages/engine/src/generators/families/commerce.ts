import { z } from 'zod/mini';
import { family } from './family.ts';
import { price } from '../kernels/number/amount.ts';
import { either, num, options, text } from './params.ts';

interface PriceOptions {
  readonly dec?: number;
  readonly max?: number;
  readonly min?: number;
  readonly symbol?: string;
}

const digits = z.literal([10, 13]).check(z.describe('Number of digits. Default 13'));

/** Types of faker's `commerce` module. */
export const commerceTypes = family('commerce', (faker) => faker.commerce, {
  department: 'A shop department',
  isbn: {
    summary: 'An ISBN with 13 digits (default) or 10',
    takes: either(
      digits,
      z.strictObject({
        variant: z.optional(digits),
        separator: text('Separator between groups of digits. Default -'),
      }),
    ),
  },
  price: {
    summary: 'A price as a string, with two decimal places by default',
    example: { min: 5, max: 100 },
    takes: options({
      min: num('Minimum. Default 1'),
      max: num('Maximum. Default 1,000'),
      dec: num('Decimal places. Default 2'),
      symbol: text('Currency symbol before the price'),
    }),
    kernel([given = {}], scope) {
      const { dec = 2, max = 1000, min = 1, symbol = '' } = given as PriceOptions;
      return min < 0 || max < 0 ? undefined : price({ min, max, decimals: dec, symbol }, scope);
    },
  },
  product: 'A product, in one word',
  productAdjective: 'A product adjective, such as Handcrafted',
  productDescription: 'A product description of a sentence or two',
  productMaterial: 'A product material, such as Cotton',
  productName: 'A product name: adjective, material and product',
  upc: {
    summary: 'A 12-digit Universal Product Code (UPC)',
    takes: options({ prefix: text('First digits') }),
  },
});
