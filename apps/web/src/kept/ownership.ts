/** Which tab a run belongs to: only one may continue it, or its rows would be sent twice. */
export interface Ownership {
  /** Takes a run, and gives up the one before. False if another tab has it. */
  take(id: string): Promise<boolean>;
  /** Gives up the run that this tab has. */
  release(): void;
  /** The runs that other tabs have. */
  others(): Promise<ReadonlySet<string>>;
}

/** Every run is free, as in a browser that cannot tell its tabs apart. */
export const EVERY_RUN_IS_FREE: Ownership = {
  take: () => Promise.resolve(true),
  release: () => undefined,
  others: () => Promise.resolve(new Set()),
};

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
