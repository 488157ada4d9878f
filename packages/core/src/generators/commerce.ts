import { family } from './family.ts';
import { price } from './kernels/amount.ts';

interface PriceOptions {
  readonly dec?: number;
  readonly max?: number;
  readonly min?: number;
  readonly symbol?: string;
}

/** Types of faker's `commerce` module. */
export const commerceTypes = family('commerce', (faker) => faker.commerce, {
  department: 'A department of a shop',
  // A check digit is made of as many digits as are asked for.
  isbn: { summary: 'An ISBN with 13 digits, or 10 when asked', maxSize: 13 },
  price: {
    summary: 'A price as text with two decimals',
    example: { min: 5, max: 100 },
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
  upc: 'A 12-digit universal product code',
});
