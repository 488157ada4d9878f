import type { Faker, Randomizer } from '@faker-js/faker';

type NewFaker = new (options: {
  readonly locale: Faker['rawDefinitions'];
  readonly randomizer?: Randomizer;
}) => Faker;

/** Reference date where no event time is set. Throws, because the machine's clock would make rows irreproducible. */
export function noTime(): never {
  throw new Error('No event time was set');
}

let english: Faker | undefined;

/** Sets the faker of English, whose data and class all others have. */
export function useEnglish(faker: Faker): void {
  english = faker;
}

function loadedEnglish(): Faker {
  if (english === undefined)
    throw new Error('English texts are not loaded. Call `await loadData(schema)` before `compile`');
  return english;
}

/**
 * A faker with English data, completed by the base locale. Takes its class from the English instance, because the package's main
 * entry, which exports the class, also loads 70 other languages: 33 MB and a tenth of a second.
 */
export const newFaker = (randomizer?: Randomizer): Faker =>
  fakerOf(loadedEnglish().rawDefinitions, randomizer);

/** A faker with the data of a locale. */
export function fakerOf(locale: Faker['rawDefinitions'], randomizer?: Randomizer): Faker {
  const Class = loadedEnglish().constructor as NewFaker;
  const made = new Class(randomizer === undefined ? { locale } : { locale, randomizer });
  made.setDefaultRefDate(noTime);
  return made;
}
