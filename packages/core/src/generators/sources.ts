import type { Faker } from '@faker-js/faker';
import type { Scope } from './generator.ts';
import { keyedRandomizer } from '../numeric/random.ts';
import { newFaker } from './kernels/text/faker.ts';

/** Shared by all fields of one writer: the random source, and a faker that draws from it. */
export type Sources = Pick<Scope, 'randomizer' | 'faker'>;

/** The sources for one writer. Faker is created on first use. */
export function newSources(): Sources {
  const randomizer = keyedRandomizer();
  let faker: Faker | undefined;
  return { randomizer, faker: () => (faker ??= newFaker(randomizer)) };
}
