import type { JourneyPlan, Cascade } from '../../../model/journey.ts';
import { durationText, parseDuration } from '../../../time/duration.ts';
import type { ArgumentFault } from '../../generator.ts';
import { chainFaults, chainOf, stateHint, type Chain } from './chain.ts';
import { byKind, kindFaults, startOf, type LivingEntity } from './kinds.ts';
import { DECK, END_NAME, LONGEST, type JourneyParams } from './params.ts';
import { kindsOf } from '../kinds.ts';
import { waitFaults, waitOf } from './waits.ts';
import { END } from '../../kernels/relation/journey.ts';

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
