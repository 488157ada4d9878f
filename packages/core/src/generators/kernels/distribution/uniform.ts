import { draw53, drawKey, UNIT53 } from '../engine/random.ts';

/** Numbers between 0 and 1, both excluded, all equally likely: a pure function of the subject's two words. */
export type Uniform = (a: number, b: number) => number;

/** The n-th uniform draw of a field. */
export function uniform(path: string, n: number): Uniform {
  const { key, odd } = drawKey(path, n);
  return (a, b) => (draw53(a, b, key, odd) + 0.5) * UNIT53;
}
