import type { Faker, Randomizer } from '@faker-js/faker';
import { faker } from '@faker-js/faker/locale/en';

type NewFaker = new (options: {
  readonly locale: Faker['rawDefinitions'];
  readonly randomizer?: Randomizer;
}) => Faker;

/** The reference date of dates for which no event time was set: the machine's clock would make other rows each time. */
export function noTime(): never {
  throw new Error('No event time was set');
}

/**
 * A faker with English data, the rest of it from its base locale. Its class is taken from the English instance: the package's
 * own door, which exports the class, opens 70 other languages, too, and takes 33 MB and a tenth of a second.
 */
export function newFaker(randomizer?: Randomizer): Faker {
  const Class = faker.constructor as NewFaker;
  const locale = faker.rawDefinitions;
  const made = new Class(randomizer === undefined ? { locale } : { locale, randomizer });
  made.setDefaultRefDate(noTime);
  return made;
}
