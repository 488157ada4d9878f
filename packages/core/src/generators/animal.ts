import { family } from './family.ts';

/** Types of faker's `animal` module. */
export const animalTypes = family('animal', (faker) => faker.animal, {
  bear: 'A bear species',
  bird: 'A bird species',
  cat: 'A cat breed',
  cetacean: 'A whale or dolphin species',
  cow: 'A cattle breed',
  crocodilia: 'A crocodile species',
  dog: 'A dog breed',
  fish: 'A fish species',
  horse: 'A horse breed',
  insect: 'An insect',
  lion: 'A lion subspecies',
  petName: 'A pet name',
  rabbit: 'A rabbit breed',
  rodent: 'A rodent species or breed',
  snake: 'A snake species',
  type: 'A type of animal',
});
