import { family } from './family.ts';

/** Types of faker's `food` module. */
export const foodTypes = family('food', (faker) => faker.food, {
  adjective: 'An adjective for food',
  description: 'A one-sentence description of a dish',
  dish: 'A dish',
  ethnicCategory: 'A cuisine, such as Italian',
  fruit: 'A fruit',
  ingredient: 'An ingredient',
  meat: 'A kind of meat',
  spice: 'A spice',
  vegetable: 'A vegetable',
});
