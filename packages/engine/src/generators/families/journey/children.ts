import type { Cascade } from '../../../model/journey.ts';
import type { ArgumentFault } from '../../generator.ts';
import { stateHint } from './chain.ts';
import type { JourneyParams } from './params.ts';

/** The cascades of params without faults. */
export function cascadesOf({ states, cascade = {} }: JourneyParams): readonly Cascade[] {
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
export function childFaults({ states, of, each, cascade = {} }: JourneyParams): readonly ArgumentFault[] {
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
