import type { Faker } from '@faker-js/faker';
import { SAMPLE, type Data, type LocaleData } from '../../data/store.ts';
import type { Entity } from '../../model/schema.ts';
import type { Scope } from '../scope.ts';
import type { OnRejected } from './param-fields.ts';
import { keyedRandomizer } from '../../numeric/random.ts';
import { fakerOf, newFaker } from '../kernels/text/faker.ts';

/** Shared by all fields of one writer: the random source, a faker that draws from it, and the entities to draw. */
export interface Sources extends Pick<Scope, 'randomizer' | 'faker' | 'data'> {
  /** A faker with these definitions, driven by `randomizer`. Created on first use. */
  readonly fakerWith: (definitions: LocaleData['definitions']) => Faker;
  /** By name. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** Takes from the number of fields that may be read through entities of entities. @throws Error if none are left */
  takeNested(fields: number): void;
  /** Called if a type does not accept arguments that are other fields' values. */
  readonly onRejected: OnRejected;
}

/** Maximum number of fields that are read through entities of entities, counted once for each draw and each array element. */
const MAX_NESTED = 32_768;

/** The sources for one writer. Faker is created on first use. @param data cities and locales */
export function newSources(
  entities: ReadonlyMap<string, Entity> = new Map(),
  data: Data = SAMPLE,
  onRejected: OnRejected = () => undefined,
): Sources {
  const randomizer = keyedRandomizer();
  let faker: Faker | undefined;
  const others = new Map<LocaleData['definitions'], Faker>();
  let left = MAX_NESTED;
  return {
    randomizer,
    faker: () => (faker ??= newFaker(randomizer)),
    fakerWith(definitions) {
      const made = others.get(definitions) ?? fakerOf(definitions, randomizer);
      others.set(definitions, made);
      return made;
    },
    entities,
    data,
    onRejected,
    takeNested(fields) {
      left -= fields;
      if (left < 0)
        throw new Error(
          `The schema reads more than ${MAX_NESTED.toLocaleString('en')} fields through entities of entities`,
        );
    },
  };
}

/** Entities by name. */
export const entitiesByName = (entities: readonly Entity[] = []): ReadonlyMap<string, Entity> =>
  new Map(entities.map((entity) => [entity.name, entity]));
