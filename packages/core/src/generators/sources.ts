import type { Faker } from '@faker-js/faker';
import type { Scope } from './generator.ts';
import { keyedRandomizer } from './kernels/engine/random.ts';
import { newFaker } from './kernels/text/faker.ts';

/** What all fields of one writer share: the source of chance, and faker drawing from it. */
export type Sources = Pick<Scope, 'randomizer' | 'faker'>;

/** The sources of a writer; faker is made on first use. */
export function newSources(): Sources {
  const randomizer = keyedRandomizer();
  let faker: Faker | undefined;
  return { randomizer, faker: () => (faker ??= newFaker(randomizer)) };
}
