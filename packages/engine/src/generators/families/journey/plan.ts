import type { Cascade, JourneyPlan } from '../../../model/journey.ts';
import type { Entity } from '../../../model/schema.ts';
import { durationText, parseDuration } from '../../../time/duration.ts';
import type { ArgumentFault } from '../../generator.ts';
import { END } from '../../kernels/relation/journey.ts';
import { type EntityKinds, kindsOf } from '../kinds.ts';
import {
  type Chain,
  chainFaults,
  chainOf,
  DECK,
  END_NAME,
  type JourneyParams,
  LONGEST,
  stateHint,
  type Weight,
  type Weights,
} from './params.ts';
import { waitFaults, waitOf } from './waits.ts';

/** What a journey must know of the entity whose lives it is. */
type LivingEntity = Pick<Entity, 'name' | 'size' | 'fields'>;

/** Where a journey starts, with weights. */
const startOf = ({ states, start }: JourneyParams): Weights =>
  typeof start === 'object' ? start : { [start ?? Object.keys(states)[0] ?? '']: 1 };

/** The weights of a way for each kind, if they differ. */
const byKind = (
  kinds: EntityKinds | undefined,
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
function kindFaults(params: JourneyParams): readonly ArgumentFault[] {
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

/** The longest time that a journey may take: a hundred years. */
const MAX_LONGEST_MS = 36_525 * 86_400_000;

/** Lives of an entity have no limit unless they are given one: `undefined`. */
function longestOf({ longest, of }: JourneyParams): number | undefined {
  if (longest === undefined && of !== undefined) return undefined;
  return parseDuration(longest ?? LONGEST) ?? NaN;
}

/**
 * The plan of a journey in time. Undefined if the params have no `wait`. They must have no faults.
 *
 * @param entityOf the entity of a name
 */
export function journeyPlan(
  params: JourneyParams,
  name: string,
  entityOf: (name: string) => LivingEntity,
): JourneyPlan | undefined {
  if (params.wait === undefined) return undefined;
  const { states, starts, moves } = chainOf(params);
  const nameOf = (state: number): string => (state === END ? END_NAME : (states[state] ?? ''));
  const { only } = params;
  const living = params.of === undefined ? undefined : entityOf(params.of);
  const kinds = living && params.by !== undefined ? kindsOf(living, params.by) : undefined;
  const longestMs = longestOf(params);
  return {
    name,
    states,
    begins: starts.map(([to, weight]) => ({ to, weight, ...byKind(kinds, startOf(params)[nameOf(to)]) })),
    ways: moves.map((transitions, from) =>
      transitions.map(([to, weight]) => ({
        to,
        weight,
        ...byKind(kinds, params.states[nameOf(from)]?.[nameOf(to)]),
        wait: waitOf(params, { from: nameOf(from), to: nameOf(to) }),
      })),
    ),
    ...(only && { only: [...states.keys()].filter((state) => only.includes(nameOf(state))) }),
    ...(living && { of: { entity: living.name, size: living.size } }),
    ...(kinds && { kinds: { order: kinds.order, counts: kinds.counts } }),
    ...(params.each !== undefined && { each: states.indexOf(params.each) }),
    ...(params.cascade !== undefined && { cascades: cascadesOf(params) }),
    deck: params.deck ?? DECK,
    ...(longestMs !== undefined && { longestMs }),
  };
}

/** What is wrong with the params of a journey, apart from their types. */
export function journeyFaults(params: JourneyParams): readonly ArgumentFault[] {
  const chain = chainFaults(params);
  if (chain.length > 0) return chain;
  return [
    ...(params.wait === undefined ? untimedFaults(params) : timedFaults(params)),
    ...kindFaults(params),
  ];
}

/** Params that only a journey in time has. */
const TIMED = ['only', 'longest', 'deck', 'of', 'by', 'each', 'cascade'] as const;

const untimedFaults = (params: JourneyParams): readonly ArgumentFault[] =>
  TIMED.filter((key) => params[key] !== undefined).map((key) => ({
    path: [0, key],
    text: `${key} is only for journeys in time, and wait is missing`,
    hint: 'Add how long each state takes: "wait": {"placed": "5m"}',
    isKey: true,
  }));

function timedFaults(params: JourneyParams): readonly ArgumentFault[] {
  const { sessions, deck = DECK } = params;
  const longest = longestFault(params);
  return [
    ...(sessions === undefined
      ? []
      : [
          {
            path: [0, 'sessions'],
            text: 'sessions is not allowed with wait: the rate and the waits make the number of journeys',
            hint: 'Remove sessions',
            isKey: true,
          },
        ]),
    ...((deck & (deck - 1)) === 0 ? [] : [deckFault(deck)]),
    ...(longest === undefined ? waitFaults(params, longestOf(params) ?? MAX_LONGEST_MS) : [longest]),
    ...onlyFaults(params),
    ...childFaults(params),
  ];
}

const deckFault = (deck: number): ArgumentFault => ({
  path: [0, 'deck'],
  text: 'deck must be a power of two',
  hint: `Did you mean ${2 ** Math.round(Math.log2(deck))}?`,
});

function longestFault(params: JourneyParams): ArgumentFault | undefined {
  const ms = longestOf(params);
  if (ms === undefined || (ms > 0 && ms <= MAX_LONGEST_MS)) return undefined;
  const text =
    ms > 0 ? `longest must be at most ${durationText(MAX_LONGEST_MS)}` : 'longest must be longer than 0';
  return { path: [0, 'longest'], text, hint: `Omit it for ${LONGEST}` };
}

function onlyFaults(params: JourneyParams): readonly ArgumentFault[] {
  const { only } = params;
  if (only === undefined) return [];
  const chain = chainOf(params);
  const inserted = Object.values(params.cascade ?? {}).flatMap((children) => Object.values(children));
  const reached = new Set([...statesReached(chain), ...inserted]);
  const faults = only.flatMap((name, i) => {
    const path = [0, 'only', i];
    if (name === END_NAME)
      return [
        { path, text: 'end is no step, so only cannot choose it', hint: 'Remove it, or name the last state' },
      ];
    return chain.states.includes(name)
      ? []
      : [{ path, text: `only names unknown state ${name}`, hint: stateHint(name, chain.states) }];
  });
  if (faults.length > 0 || only.some((name) => reached.has(name))) return faults;
  return [
    {
      path: [0, 'only'],
      text: `No journey comes to ${only.join(' or ')}, so there would be no rows`,
      hint: `Journeys come to ${[...reached].slice(0, 12).join(', ')}`,
    },
  ];
}

/** The names of the states that journeys come to. */
function statesReached({ states, starts, moves }: Chain): ReadonlySet<string> {
  const reached = new Set(starts.map(([state]) => state));
  // A set also visits what is added meanwhile.
  for (const state of reached) for (const [next] of moves[state] ?? []) if (next !== END) reached.add(next);
  return new Set([...reached].map((state) => states[state] ?? ''));
}

/** The cascades of params without faults. */
function cascadesOf({ states, cascade = {} }: JourneyParams): readonly Cascade[] {
  const names = Object.keys(states);
  const indexOf = (name: string): number => names.indexOf(name);
  return Object.entries(cascade).flatMap(([before, children]) =>
    Object.entries(children).map(([each, as]) => ({
      before: indexOf(before),
      each: indexOf(each),
      as: indexOf(as),
    })),
  );
}

/** What is wrong with the children of a journey in time. */
function childFaults({ states, of, each, cascade = {} }: JourneyParams): readonly ArgumentFault[] {
  const names = Object.keys(states);
  const unknown = (name: string, path: readonly PropertyKey[], isKey: boolean): readonly ArgumentFault[] =>
    names.includes(name)
      ? []
      : [
          {
            path,
            text: `${String(path[1])} names unknown state ${name}. Only what happens in the same journey can cascade: things with lives of their own know nothing of this one`,
            hint: stateHint(name, names),
            ...(isKey && { isKey }),
          },
        ];
  const inCascade = Object.entries(cascade).flatMap(([before, children]) => [
    ...unknown(before, [0, 'cascade', before], true),
    ...Object.entries(children).flatMap(([child, as]) => {
      const path = [0, 'cascade', before, child];
      if (as === child || as === before)
        return [
          { path, text: `${as} cannot be its own end`, hint: 'Add a state for it, such as order_deleted' },
        ];
      return [...unknown(child, path, true), ...unknown(as, path, false)];
    }),
  ]);
  if (each === undefined) return inCascade;
  const ofEach = names.includes(each)
    ? []
    : [{ path: [0, 'each'], text: `each names unknown state ${each}`, hint: stateHint(each, names) }];
  const lacksOf = {
    path: [0, 'each'],
    text: 'each needs of: the entity whose journeys these are',
    hint: 'Add "of": "customer", the name of an entity',
  };
  return [...inCascade, ...ofEach, ...(of === undefined ? [lacksOf] : [])];
}
