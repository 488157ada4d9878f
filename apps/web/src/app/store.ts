import { reduce } from '../state/reduce.ts';
import { initialState, type Action, type State } from '../state/state.ts';
import type { Readable } from './use-store.ts';

/** Holds the page's state. */
export interface Store extends Readable<State> {
  dispatch(action: Action): void;
}

/** A store with the initial state. */
export function newStore(seed: string): Store {
  let state = initialState(seed);
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(action) {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
