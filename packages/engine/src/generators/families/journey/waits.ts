import type { Wait } from '../../../model/journey.ts';
import { durationText, parseDuration } from '../../../time/duration.ts';
import type { ArgumentFault } from '../../generator.ts';
import { END_NAME, type GivenWait, type JourneyParams, stateHint } from './params.ts';

/** A move from one state to another. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** Before the next step of a state whose wait is not given. */
const AT_ONCE: Wait = { kind: 'exactly', ms: 0 };

const msOf = (text: string): number => parseDuration(text) ?? NaN;

/** The wait before a move: its own, else that of the state that it leaves. */
export function waitOf({ wait = {} }: JourneyParams, { from, to }: Move): Wait {
  const given = ownOf(wait, `${from}>${to}`) ?? ownOf(wait, from);
  return given === undefined ? AT_ONCE : asWait(given);
}

const ownOf = (waits: Readonly<Record<string, GivenWait>>, key: string): GivenWait | undefined =>
  Object.hasOwn(waits, key) ? waits[key] : undefined;

function asWait(given: GivenWait): Wait {
  if (typeof given === 'string') return { kind: 'exactly', ms: msOf(given) };
  if ('min' in given) return { kind: 'between', minMs: msOf(given.min), maxMs: msOf(given.max) };
  if ('mean' in given) return { kind: 'mean', meanMs: msOf(given.mean) };
  return {
    kind: 'median',
    medianMs: msOf(given.median),
    sigma: 'sigma' in given ? given.sigma : given.spread,
  };
}

/** What is wrong with waits. @param longestMs of the journey */
export function waitFaults(params: JourneyParams, longestMs: number): readonly ArgumentFault[] {
  return Object.entries(params.wait ?? {}).flatMap(([key, given]) => {
    const path = [0, 'wait', key];
    const place = placeFault(key, params);
    return place === undefined ? lengthFaults(given, path, longestMs) : [{ path, ...place, isKey: true }];
  });
}

/** Why there is no wait at this place: the name of a state, or a move such as `placed>paid`. */
function placeFault(
  key: string,
  { states }: JourneyParams,
): Pick<ArgumentFault, 'text' | 'hint'> | undefined {
  const isState = (name: string): boolean => Object.hasOwn(states, name);
  const nextOf = (name: string): readonly string[] =>
    Object.keys(states[name] ?? {}).filter((next) => next !== END_NAME);
  if (isState(key))
    return nextOf(key).length > 0
      ? undefined
      : { text: `${key} leads to no other state, so it has nothing to wait for`, hint: 'Remove this wait' };
  const moves = movesIn(key);
  const known = moves.find(({ from, to }) => isState(from) && (to === END_NAME || isState(to)));
  if (known === undefined) return unknownFault(key, moves, states);
  const { from, to } = known;
  if (to === END_NAME)
    return {
      text: `end is no step, so ${key} cannot have a wait`,
      hint: 'Remove it, or add a last state without moves',
    };
  if (nextOf(from).includes(to)) return undefined;
  const next = nextOf(from);
  const hint = next.length === 0 ? `${from} leads to no state` : `${from} leads to ${next.join(', ')}`;
  return { text: `${from} does not lead to ${to}`, hint };
}

function unknownFault(
  key: string,
  moves: readonly Move[],
  states: JourneyParams['states'],
): Pick<ArgumentFault, 'text' | 'hint'> {
  const [{ from, to } = { from: key, to: '' }] = moves;
  const unknown = Object.hasOwn(states, from) ? to : from;
  return { text: `wait names unknown state ${unknown}`, hint: stateHint(unknown, Object.keys(states)) };
}

/** The moves that a text may mean: names of states may contain the sign themselves. */
const movesIn = (key: string): readonly Move[] =>
  Array.from(key.matchAll(/>/g), ({ index }) => ({ from: key.slice(0, index), to: key.slice(index + 1) }));

function lengthFaults(
  given: GivenWait,
  path: readonly PropertyKey[],
  longestMs: number,
): readonly ArgumentFault[] {
  const texts =
    typeof given === 'string' ? [] : Object.entries(given).filter(([, text]) => typeof text === 'string');
  const each =
    typeof given === 'string'
      ? [{ path, name: 'A wait', text: given }]
      : texts.map(([name, text]) => ({ path: [...path, name], name, text: String(text) }));
  const faults = each.flatMap(({ path: at, name, text }) => {
    if (msOf(text) > longestMs)
      return [
        {
          path: at,
          text: `${name} of ${text} is longer than longest (${durationText(longestMs)}), so the next step would never come`,
          hint: 'Shorten it, or set longest',
        },
      ];
    return (name === 'mean' || name === 'median') && msOf(text) === 0
      ? [{ path: at, text: `${name} must be longer than 0`, hint: 'For no wait at all, write "0s"' }]
      : [];
  });
  if (faults.length > 0 || typeof given === 'string' || !('min' in given)) return faults;
  return msOf(given.min) > msOf(given.max)
    ? [{ path: [...path, 'max'], text: `max ${given.max} must be at least min ${given.min}` }]
    : [];
}
