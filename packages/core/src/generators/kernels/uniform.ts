import { draw, drawKey, join53, oddOf, UNIT53 } from './chance.ts';

/** Numbers between 0 and 1, both excluded, all equally likely: a pure function of the subject's two words. */
export type Uniform = (a: number, b: number) => number;

/** The n-th uniform draw of a field. */
export function uniform(path: string, n: number): Uniform {
  const key = drawKey(path, n);
  const odd = oddOf(key);
  return (a, b) => (join53(draw(a, b, key, odd), draw(a, b, ~key, odd)) + 0.5) * UNIT53;
}
