import type { Steps } from './steps.tsx';
import type { Readable } from './use-store.ts';

/** Loads what is behind the landing: the landing itself needs none of it. */
export interface Loader extends Readable<Loading> {
  /** Loads once, and again after a failure. Never rejects: undefined if it failed, and the page says so. */
  load(): Promise<Steps | undefined>;
}

/** The steps, once they are there. */
export interface Loading {
  readonly steps: Steps | undefined;
  readonly hasFailed: boolean;
}

/** A loader. @param open loads and opens the steps */
export function newLoader(open: () => Promise<Steps>): Loader {
  let state: Loading = { steps: undefined, hasFailed: false };
  let pending: Promise<Steps | undefined> | undefined;
  const listeners = new Set<() => void>();
  const change = (next: Loading): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const attempt = async (): Promise<Steps | undefined> => {
    try {
      const steps = await open();
      change({ steps, hasFailed: false });
      return steps;
    } catch (error) {
      reportError(error);
      pending = undefined;
      change({ steps: undefined, hasFailed: true });
      return undefined;
    }
  };
  return {
    get: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    load: () => (pending ??= attempt()),
  };
}
