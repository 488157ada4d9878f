import { sleepBy } from '../src/delivery/signals.ts';
import type { Clock } from '../src/delivery/options.ts';

/** A clock whose time passes only when everything else waits for it. */
export interface VirtualClock extends Clock {
  /** Lets time pass until the promise is settled; fails when it never would be. */
  until<Result>(promise: Promise<Result>): Promise<Result>;
}

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** @param dateMs the wall clock at time 0 */
export function virtualClock(dateMs = Date.UTC(2026, 0, 1)): VirtualClock {
  let nowMs = 0;
  const sleepers = new Set<Sleeper>();
  const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  const after: Clock['after'] = (ms, act) => {
    const sleeper: Sleeper = {
      atMs: nowMs + Math.max(0, ms),
      wake() {
        sleepers.delete(sleeper);
        act();
      },
    };
    sleepers.add(sleeper);
    return () => void sleepers.delete(sleeper);
  };
  return {
    now: () => nowMs,
    date: () => dateMs + nowMs,
    sleep: sleepBy(after),
    after,
    async until(promise) {
      let done = false;
      const watched = promise.finally(() => (done = true));
      watched.catch(() => undefined);
      for (;;) {
        await settled();
        if (done) return watched;
        const next = [...sleepers].sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined) throw new Error('Everything waits, and nothing will happen');
        nowMs = Math.max(nowMs, next.atMs);
        next.wake();
      }
    },
  };
}
