import type { Faker, Randomizer } from '@faker-js/faker';
import { faker } from '@faker-js/faker/locale/en';

type NewFaker = new (options: {
  readonly locale: Faker['rawDefinitions'];
  readonly randomizer?: Randomizer;
}) => Faker;

/** Reference date where no event time is set. Throws, because the machine's clock would make rows irreproducible. */
export function noTime(): never {
  throw new Error('No event time was set');
}

/**
 * A faker with English data, completed by the base locale. Takes its class from the English instance, because the package's main
 * entry, which exports the class, also loads 70 other languages: 33 MB and a tenth of a second.
 */
export const newFaker = (randomizer?: Randomizer): Faker => fakerOf(faker.rawDefinitions, randomizer);

/** A faker with the data of a locale. */
export function fakerOf(locale: Faker['rawDefinitions'], randomizer?: Randomizer): Faker {
  const Class = faker.constructor as NewFaker;
  const made = new Class(randomizer === undefined ? { locale } : { locale, randomizer });
  made.setDefaultRefDate(noTime);
  return made;
}
