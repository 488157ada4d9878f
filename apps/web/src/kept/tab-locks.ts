import type { Ownership } from './ownership.ts';

const PREFIX = 'catbird-run-';

/** Ownership by the browser's locks, which end with the tab, however it ends. */
export function ownershipByLocks(locks: LockManager): Ownership {
  let release = (): void => undefined;
  let owned: string | undefined;
  let request: Promise<unknown> | undefined;
  /** What was given up, until the browser has freed it. */
  let givenUp: Promise<unknown> | undefined;
  const giveUp = (): void => {
    release();
    givenUp = request;
  };
  return {
    take(id) {
      if (id === owned) return Promise.resolve(true);
      return new Promise((answer) => {
        const asked = locks
          .request(PREFIX + id, { ifAvailable: true }, (lock) => {
            answer(lock !== null);
            if (lock === null) return undefined;
            giveUp();
            owned = id;
            request = asked;
            return new Promise<void>((free) => (release = free));
          })
          // Where storage is blocked, so are locks: nothing is kept that another tab could take.
          .catch(() => answer(true));
      });
    },
    release() {
      owned = undefined;
      giveUp();
    },
    async others() {
      await givenUp;
      const { held = [] } = await locks.query();
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []));
      return new Set(names.map((name) => name.slice(PREFIX.length)).filter((id) => id !== owned));
    },
  };
}
