import type { State } from './state.ts';

/** The state as the steps before the overview see it: without what every report of a run changes. */
export type StateBeforeRun = Omit<State, OfRun>;

type OfRun = 'run' | 'sentMessages';

const OF_RUN: ReadonlySet<string> = new Set<OfRun>(['run', 'sentMessages']);

/** Whether nothing differs but what every report of a run changes. */
export function isSameBeforeRun(a: StateBeforeRun, b: StateBeforeRun): boolean {
  if (a === b) return true;
  const others = new Map<string, unknown>(Object.entries(b));
  return Object.entries(a).every(([key, value]) => OF_RUN.has(key) || value === others.get(key));
}
