/** Which tab a run belongs to: only one may continue it, or its rows would be sent twice. */
export interface Ownership {
  /** Takes a run, and gives up the one before. False if another tab has it. */
  take(id: string): Promise<boolean>;
  /** Gives up the run that this tab has. */
  release(): void;
  /** The runs that some tab has, this one included. */
  taken(): Promise<ReadonlySet<string>>;
}

const PREFIX = 'catbird-run-';

/**
 * Ownership by the browser's locks, which end with the tab, however it ends.
 *
 * @param locks undefined, as over plain http: every run is free
 */
export function newOwnership(locks: LockManager | undefined): Ownership {
  let release = (): void => undefined;
  let owned: string | undefined;
  return {
    take(id) {
      if (id === owned || locks === undefined) return Promise.resolve(true);
      return new Promise((answer) => {
        locks
          .request(PREFIX + id, { ifAvailable: true }, (lock) => {
            answer(lock !== null);
            if (lock === null) return undefined;
            release();
            owned = id;
            return new Promise<void>((free) => (release = free));
          })
          // Where storage is blocked, so are locks: nothing is kept that another tab could take.
          .catch(() => answer(true));
      });
    },
    release() {
      owned = undefined;
      release();
    },
    async taken() {
      const { held = [] } = (await locks?.query()) ?? {};
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []));
      return new Set(names.map((name) => name.slice(PREFIX.length)));
    },
  };
}
