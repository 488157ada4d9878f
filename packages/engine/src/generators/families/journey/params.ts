import * as z from 'zod/mini';
import { nameHint } from '../../../model/suggestion.ts';
import type { ArgumentFault } from '../../generator.ts';
import { END, type Journey, type Transitions } from '../../kernels/relation/journey.ts';
import { described, duration, nonEmpty, optional, required } from '../params.ts';

/** The Markov chain of a journey. */
export type Chain = Pick<Journey, 'states' | 'starts' | 'moves'>;

/** A weight, or the largest of those of kinds. */
const highest = (weight: Weight): number =>
  typeof weight === 'number' ? weight : Object.values(weight).reduce((most, each) => Math.max(most, each), 0);

/** The chain of params without faults. */
export function chainOf({ states, start }: JourneyParams): Chain {
  const names = Object.keys(states);
  const numbers = new Map(names.map((name, i) => [name, i]));
  const transitions = (weights: Weights): Transitions =>
    Object.entries(weights).flatMap(([name, share]) =>
      highest(share) === 0 ? [] : [[numbers.get(name) ?? END, highest(share)] as const],
    );
  const [first = ''] = names;
  return {
    states: names,
    starts: transitions(typeof start === 'string' ? { [start]: 1 } : (start ?? { [first]: 1 })),
    moves: names.map((name) => transitions(states[name] ?? {})),
  };
}

/** The reason why params are no chain. */
export function chainFaults({ states, start }: JourneyParams): readonly ArgumentFault[] {
  const names = Object.keys(states);
  if (names.length === 0) return [{ path: [0, 'states'], text: 'states must not be empty' }];
  if (names.includes(END_NAME)) {
    const text = 'end is reserved: remove the state. A state without moves ends the session';
    return [{ path: [0, 'states', END_NAME], text, isKey: true }];
  }
  const moves = names.flatMap((name) => unknownIn(states[name] ?? {}, name, [0, 'states', name], states));
  return [...moves, ...startFaults(start, states)];
}

function startFaults(
  start: JourneyParams['start'],
  states: JourneyParams['states'],
): readonly ArgumentFault[] {
  if (start === undefined) return [];
  const path = [0, 'start'];
  const weights = typeof start === 'string' ? { [start]: 1 } : start;
  const unknown = unknownIn(weights, 'start', path, states);
  if (unknown.length > 0) return unknown;
  const heavy = Object.entries(weights).filter(([, share]) => highest(share) > 0);
  if (heavy.length === 0) return [{ path, text: 'start needs a state with a weight greater than 0' }];
  return heavy.some(([name]) => name === END_NAME) ? [{ path, text: 'start cannot be end' }] : [];
}

/** The names of next states that do not exist. */
const unknownIn = (
  weights: Weights,
  from: string,
  path: readonly PropertyKey[],
  states: JourneyParams['states'],
): readonly ArgumentFault[] =>
  Object.keys(weights)
    .filter((name) => name !== END_NAME && !Object.hasOwn(states, name))
    .map((name) => ({
      path: [...path, name],
      text: `${from} leads to unknown state ${name}`,
      hint: stateHint(name, [...Object.keys(states), END_NAME]),
      isKey: true,
    }));

/** Comparing with more names would take long. */
const MAX_COMPARED = 200;

/** A hint for an unknown state. */
export const stateHint = (name: string, names: readonly string[]): string =>
  nameHint(name, names.slice(0, MAX_COMPARED), 'States');

/** A weight: for all, or for each kind of entities. */
export type Weight = number | Readonly<Record<string, number>>;

/** Next states with their weights. */
export type Weights = Readonly<Record<string, Weight>>;

/** A wait as it is written. */
export type GivenWait =
  | string
  | { readonly min: string; readonly max: string }
  | { readonly mean: string }
  | { readonly median: string; readonly sigma: number }
  | { readonly median: string; readonly spread: number };

/** The params of a journey. */
export interface JourneyParams {
  readonly states: Readonly<Record<string, Weights>>;
  readonly start?: string | Weights;
  readonly sessions?: number;
  readonly wait?: Readonly<Record<string, GivenWait>>;
  readonly only?: readonly string[];
  readonly of?: string;
  readonly by?: string;
  readonly each?: string;
  readonly cascade?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly deck?: number;
  readonly longest?: string;
}

/** Ends a session, in place of a next state. */
export const END_NAME = 'end';

/** Concurrent sessions of a journey without waits. */
export const SESSIONS = 100;
const MAX_SESSIONS = 100_000;

/** How many journeys are sampled, unless said otherwise. */
export const DECK = 4096;
const MIN_DECK = 256;
const MAX_DECK = 65_536;

/** With commas. Not `toLocaleString`: its first use loads data for some 15 ms, at every start. */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** How long a journey may last, unless said otherwise. */
export const LONGEST = '7d';

/** Maximum standard deviation of a wait's logarithm. */
const MAX_SIGMA = 10;

const weight = z.union([
  described(z.number().check(z.gte(0)), 'Weight'),
  described(
    z.record(z.string(), z.number().check(z.gte(0))),
    'With by: a weight for each kind, 0 for others',
  ),
]);

const sigma = described(
  z.number().check(z.gte(0), z.lte(MAX_SIGMA)),
  'Standard deviation of its logarithm: 0.5 is narrow, 1 wide',
);

const wait = z.union([
  duration('Always this long, such as 30s, 5m or 1h30m'),
  z.strictObject({ min: duration('Minimum of a uniform wait'), max: duration('Maximum') }),
  z.strictObject({ mean: duration('Mean of an exponential wait') }),
  z.strictObject({ median: duration('Median of a log-normal wait'), sigma }),
  z.strictObject({ median: duration('Median of a log-normal wait'), spread: sigma }),
]);

/** The schema of a journey's arguments. */
export const journeyParams = required({
  states: described(
    z.record(z.string(), z.record(z.string(), weight)),
    'Each state with the weights of the next states: others, itself or "end". A state without moves ends the session',
  ),
  start: optional(
    z.union([z.string(), z.record(z.string(), weight)]),
    'Where sessions start: a state, or states with weights. Default: the first state',
  ),
  sessions: optional(
    z.int().check(z.gte(1), z.lte(MAX_SESSIONS)),
    `Concurrent sessions. Default ${SESSIONS}, at most ${grouped(MAX_SESSIONS)}. Not with wait`,
  ),
  wait: optional(
    z.record(z.string(), wait),
    'Makes it a journey in time: how long it stays in each state, or before one move ("placed>paid"), until the next step. Default for the others: the next step follows at once',
  ),
  only: optional(
    z.array(z.string()).check(z.minLength(1)),
    'With wait: the states whose steps are rows of this schema. Default: all',
  ),
  of: optional(
    nonEmpty,
    'With wait: the entity whose lives the journeys are, one for each in the order of their keys. Paths that start with this field lead to it: step.email',
  ),
  by: optional(
    nonEmpty,
    'With of: a field of the entity, of the type catbird.kind. Weights can then differ by its kinds: {"person": 3, "bot": 0}',
  ),
  each: optional(
    z.string(),
    'With wait and of: a state whose visits the rows belong to, each to the last one: the orders of a customer. catbird.session then identifies the visit',
  ),
  cascade: optional(
    z.record(z.string(), z.record(z.string(), z.string())),
    'With wait: steps to insert before a state, one for each earlier visit of another: {"deleted": {"ordered": "order_deleted"}}',
  ),
  longest: z.optional(
    duration(
      `With wait: a journey that takes longer breaks off there. Default ${LONGEST}, and none with of: lives may be endless`,
    ),
  ),
  deck: optional(
    z.int().check(z.gte(MIN_DECK), z.lte(MAX_DECK)),
    `With wait: how many different journeys are sampled, a power of two from ${MIN_DECK} to ${grouped(MAX_DECK)}. Default ${grouped(DECK)}`,
  ),
});
