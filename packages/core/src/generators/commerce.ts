import { family } from './family.ts';

/** Types of faker's `commerce` module. */
export const commerceTypes = family('commerce', (faker) => faker.commerce, {
  department: 'A department of a shop',
  isbn: 'An ISBN with 13 digits, or 10 when asked',
  price: 'A price as text with two decimals',
  product: 'A kind of product, one word',
  productAdjective: 'A word that praises a product',
  productDescription: 'A product described in a sentence or two',
  productMaterial: 'A material',
  productName: "A product's full name",
  upc: 'A 12-digit universal product code',
});
