import type { Entity } from '../../../model/schema.ts';
import type { ArgumentFault } from '../../generator.ts';
import { DECK, type JourneyParams, type Weight, type Weights } from './params.ts';
import { kindsOf, type Kinds } from '../kinds.ts';

/** What a journey must know of the entity whose lives it is. */
export type LivingEntity = Pick<Entity, 'name' | 'size' | 'fields'>;

/** Where a journey starts, with weights. */
export const startOf = ({ states, start }: JourneyParams): Weights =>
  typeof start === 'object' ? start : { [start ?? Object.keys(states)[0] ?? '']: 1 };

/** The weights of a way for each kind, if they differ. */
export const byKind = (
  kinds: Kinds | undefined,
  weight: Weight = 0,
): { readonly byKind?: readonly number[] } =>
  kinds === undefined || typeof weight === 'number'
    ? {}
    : { byKind: kinds.names.map((name) => (Object.hasOwn(weight, name) ? (weight[name] ?? 0) : 0)) };

/** The weights that are given by kind, each with its path in the arguments. */
function weightsByKind(
  params: JourneyParams,
): readonly { readonly path: readonly PropertyKey[]; readonly weight: Readonly<Record<string, number>> }[] {
  const lists = [
    ...Object.entries(params.states).map(([name, weights]) => ({ path: [0, 'states', name], weights })),
    { path: [0, 'start'], weights: startOf(params) },
  ];
  return lists.flatMap(({ path, weights }) =>
    Object.entries(weights).flatMap(([to, weight]) =>
      typeof weight === 'number' ? [] : [{ path: [...path, to], weight }],
    ),
  );
}

/** What is wrong with the kinds of a journey, as far as its entity is not needed. */
export function kindFaults(params: JourneyParams): readonly ArgumentFault[] {
  const { by, of, deck = DECK } = params;
  if (by === undefined)
    return weightsByKind(params)
      .slice(0, 1)
      .map(({ path }) => ({
        path,
        text: 'weights by kind need by: the field of the entity that has the kinds',
        hint: 'Add "of": "user" and "by": "kind", a field of the type catbird.kind',
      }));
  if (of === undefined)
    return [
      {
        path: [0, 'by'],
        text: 'by needs of: the entity whose lives the journeys are',
        hint: 'Add "of": "user", the name of an entity',
        isKey: true,
      },
    ];
  if (deck === DECK) return [];
  return [{ path: [0, 'deck'], text: `by needs a deck of ${DECK}`, hint: 'Remove deck', isKey: true }];
}

/** Checks that a journey follows kinds that its entity has. @throws Error if it does not */
export function checkKinds(params: JourneyParams, entity: LivingEntity): void {
  const { by } = params;
  if (by === undefined) return;
  const kinds = kindsOf(entity, by);
  if (kinds === undefined)
    throw new Error(`by needs a field of ${entity.name} with the type catbird.kind, and ${by} is none`);
  const known = kinds.names.join(', ');
  for (const { path, weight } of weightsByKind(params))
    for (const name of Object.keys(weight))
      if (!kinds.names.includes(name))
        throw new Error(
          `${String(path.at(-2))} > ${String(path.at(-1))} has a weight for ${name}, but the kinds of ${entity.name} are ${known}`,
        );
  const starts = Object.values(startOf(params));
  const homeless = kinds.names.find((name) =>
    starts.every((weight) => (typeof weight === 'number' ? weight : (weight[name] ?? 0)) === 0),
  );
  if (homeless !== undefined) throw new Error(`start has no state for ${homeless}`);
}
