import { draw, drawKey, mix, UNIT32, type Seed } from '../numeric/random.ts';

/** A random number of each row, from 0 to 1, for one purpose. */
export function rowUnit(name: string, { s0, s1 }: Seed): (row: number) => number {
  const { key, odd } = drawKey(`\nfaults\n${name}`, 0);
  return (row) => {
    const a = mix(row ^ s0);
    return (draw(a, mix((a ^ Math.floor(row / 2 ** 32)) + s1), key, odd) >>> 0) * UNIT32;
  };
}
