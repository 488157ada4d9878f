import { mix } from '@catbird/engine';

/** Random numbers of a search, the same in every run. */
export interface Chance {
  /** From 0 to 1. */
  readonly next: () => number;
  /** A random order of the numbers below n. */
  readonly shuffled: (n: number) => Int32Array;
  /** The same random order of the numbers below n at each call. */
  readonly order: (n: number) => Int32Array;
}

export function newChance(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 1) | 0;
    return (mix(state) >>> 0) / 2 ** 32;
  };
  const orders = new Map<number, Int32Array>();
  const shuffled = (n: number): Int32Array => {
    const order = Int32Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  };
  return {
    next,
    shuffled,
    order(n) {
      const order = orders.get(n) ?? shuffled(n);
      orders.set(n, order);
      return order;
    },
  };
}
