import { EVERY_RUN_IS_FREE, type Ownership } from './ownership.ts';

/**
 * Ownership by the browser's locks, or, over plain http, where there are none, by messages between tabs. Loaded apart, as no link waits
 * for it.
 */
export function newOwnership(locks: LockManager | undefined): Ownership {
  const loaded = import('./tabs.ts').then(
    ({ ownershipIn }) => ownershipIn(locks),
    () => EVERY_RUN_IS_FREE,
  );
  return {
    take: async (id) => (await loaded).take(id),
    release: () => void loaded.then((ownership) => ownership.release()),
    others: async () => (await loaded).others(),
  };
}
