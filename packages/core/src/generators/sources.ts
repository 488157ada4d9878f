import type { Faker } from '@faker-js/faker';
import type { Entity } from '../model/schema.ts';
import type { Scope } from './generator.ts';
import { keyedRandomizer } from '../numeric/random.ts';
import { newFaker } from './kernels/text/faker.ts';

/** Shared by all fields of one writer: the random source, a faker that draws from it, and the entities to draw. */
export interface Sources extends Pick<Scope, 'randomizer' | 'faker'> {
  /** By name. */
  readonly entities: ReadonlyMap<string, Entity>;
}

/** The sources for one writer. Faker is created on first use. */
export function newSources(entities: ReadonlyMap<string, Entity> = new Map()): Sources {
  const randomizer = keyedRandomizer();
  let faker: Faker | undefined;
  return { randomizer, faker: () => (faker ??= newFaker(randomizer)), entities };
}

/** Entities by name. */
export const entitiesByName = (entities: readonly Entity[] = []): ReadonlyMap<string, Entity> =>
  new Map(entities.map((entity) => [entity.name, entity]));
