import { drawKey, mix, UNIT32, type Seed } from '../numeric/random.ts';

/** Random numbers keyed by a name and a whole number. */
export interface Chance {
  /** 32 bits. */
  readonly bits: (name: string, n: number) => number;
  /** From 0 to 1. */
  readonly unit: (name: string, n: number) => number;
}

/** The random numbers that order a stream's rows. */
export function faultChance({ s0, s1 }: Seed): Chance {
  const keys = new Map<string, number>();
  const keyOf = (name: string): number => {
    const { key } = drawKey(`\nfaults\n${name}`, 0);
    keys.set(name, key);
    return key;
  };
  const bits = (name: string, n: number): number => {
    const x = mix((n | 0) ^ s0 ^ (keys.get(name) ?? keyOf(name)));
    return mix((x ^ Math.floor(n / 2 ** 32)) + s1);
  };
  return { bits, unit: (name, n) => (bits(name, n) >>> 0) * UNIT32 };
}

/** The seed of the order from a position on, at which the settings change. */
export function seedFrom({ s0, s1 }: Seed, position: number): Seed {
  if (position === 0) return { s0, s1 };
  const low = mix((position | 0) ^ s0);
  return { s0: low, s1: mix((low ^ Math.floor(position / 2 ** 32)) + s1) };
}
