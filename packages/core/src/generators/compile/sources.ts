import type { Faker } from '@faker-js/faker';
import { SAMPLE, type Data, type LocaleData } from '../../data/store.ts';
import type { Entity } from '../../model/schema.ts';
import type { Scope } from '../scope.ts';
import type { ValueCache } from '../kernels/relation/value-cache.ts';
import type { MemberCaches } from '../kernels/relation/cached-members.ts';
import type { OnRejected } from './param-fields.ts';
import { keyedRandomizer } from '../../numeric/random.ts';
import { fakerOf, newFaker } from '../kernels/text/faker.ts';

/** Shared by all fields of one writer: the random source, a faker that draws from it, and the entities to draw. */
export interface Sources extends Pick<Scope, 'randomizer' | 'faker' | 'data'> {
  /** A faker with these definitions, driven by `randomizer`. Created on first use. */
  readonly fakerWith: (definitions: LocaleData['definitions']) => Faker;
  /** By name. */
  readonly entities: ReadonlyMap<string, Entity>;
  /** The cache for a field of an entity. Undefined: there is no more room, or no number of bytes. */
  valueCache(path: string, bytes: number | undefined, make: () => ValueCache): ValueCache | undefined;
  /** Takes from the bytes that are left for values of entities. False: there are not so many. */
  readonly takeRoom: (bytes: number) => boolean;
  /** The caches of members of objects: those of one list, compiled in the same context at the same place, share them. */
  readonly memberCaches: (context: object, place: string) => MemberCaches;
  /** Takes from the number of fields that may be read through entities of entities. @throws Error if none are left */
  takeNested(fields: number): void;
  /** Called if a type does not accept arguments that are other fields' values. */
  readonly onRejected: OnRejected;
}

/** Maximum number of fields that are read through entities of entities, counted once for each draw and each array element. */
const MAX_NESTED = 32_768;

/** Maximum bytes of values of entities that one writer caches. */
const MAX_CACHED_BYTES = 2 ** 25;

/** The sources for one writer. Faker is created on first use. @param data cities and locales */
export function newSources(
  entities: ReadonlyMap<string, Entity> = new Map(),
  data: Data = SAMPLE,
  onRejected: OnRejected = () => undefined,
): Sources {
  const randomizer = keyedRandomizer();
  let faker: Faker | undefined;
  const others = new Map<LocaleData['definitions'], Faker>();
  const valueCaches = new Map<string, ValueCache>();
  let room = MAX_CACHED_BYTES;
  const takeRoom = (bytes: number): boolean => {
    const isThere = bytes <= room;
    if (isThere) room -= bytes;
    return isThere;
  };
  const members = new WeakMap<object, Map<string, MemberCaches>>();
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
    valueCache(path, bytes, make) {
      const known = valueCaches.get(path);
      if (known !== undefined || bytes === undefined || !takeRoom(bytes)) return known;
      const cache = make();
      valueCaches.set(path, cache);
      return cache;
    },
    takeRoom,
    memberCaches(context, place) {
      const places = members.get(context) ?? new Map<string, MemberCaches>();
      members.set(context, places);
      const caches: MemberCaches = places.get(place) ?? new Map();
      places.set(place, caches);
      return caches;
    },
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
