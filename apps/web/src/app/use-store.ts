import { useSyncExternalStore } from 'react';

/** What can be read and changes. */
export interface Readable<State> {
  get(): State;
  /** Calls back after every change; returns the function that unsubscribes. */
  readonly subscribe: (changed: () => void) => () => void;
}

/** The state of a store; re-renders the component on every change. */
export const useStore = <State>(store: Readable<State>): State =>
  useSyncExternalStore(store.subscribe, () => store.get());
