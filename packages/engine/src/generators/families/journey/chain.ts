import { suggestion } from '../../../model/suggestion.ts';
import type { ArgumentFault } from '../../generator.ts';
import { END_NAME, type JourneyParams, type Weight, type Weights } from './params.ts';
import { END, type Journey, type Transitions } from '../../kernels/relation/journey.ts';

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
export function stateHint(name: string, names: readonly string[]): string {
  const meant = suggestion(name, names.slice(0, MAX_COMPARED));
  return meant === undefined ? `States: ${names.slice(0, 12).join(', ')}` : `Did you mean ${meant}?`;
}
