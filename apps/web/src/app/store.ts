import { useSyncExternalStore } from 'react';
import { reduce } from '../state/reduce.ts';
import { initialState, type Action, type State } from '../state/state.ts';

/** Holds the page's state. */
export interface Store {
  get(): State;
  dispatch(action: Action): void;
  /** Calls back after every change; returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void;
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

/** The state; re-renders the component on every change. */
export const useStore = (store: Store): State =>
  useSyncExternalStore(
    (changed) => store.subscribe(changed),
    () => store.get(),
  );
