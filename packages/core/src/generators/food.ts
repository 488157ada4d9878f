import { family } from './family.ts';

/** Types of faker's `food` module. */
export const foodTypes = family('food', (faker) => faker.food, {
  adjective: 'A word that describes food',
  description: 'A dish described in a sentence',
  dish: "A dish's name",
  ethnicCategory: 'A cuisine',
  fruit: 'A fruit',
  ingredient: 'An ingredient',
  meat: 'A kind of meat',
  spice: 'A spice',
  vegetable: 'A vegetable',
});
