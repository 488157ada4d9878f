import { draw53, drawKey, UNIT53, type DrawKey, type Subject } from '../../../numeric/random.ts';

/** A uniform number between 0 and 1, both excluded: a pure function of the subject's two words. */
export type Uniform = (a: number, b: number) => number;

/** The n-th uniform variate of a field. */
export function uniform(path: string, n: number): Uniform {
  const { key, odd } = drawKey(path, n);
  return (a, b) => (draw53(a, b, key, odd) + 0.5) * UNIT53;
}

/** A uniform variate of these keys: a function of its own is inlined, where a closure is called. */
export const uniformOf = ({ key, odd }: DrawKey, a: number, b: number): number =>
  (draw53(a, b, key, odd) + 0.5) * UNIT53;

/** Sets the uniform variates of rows: loops that do one thing each are compiled without calls. */
export function putUniforms(
  { key, odd }: DrawKey,
  { a, b }: Subject,
  rows: number,
  values: Float64Array,
): void {
  for (let r = 0; r < rows; r++) values[r] = (draw53(a[r], b[r], key, odd) + 0.5) * UNIT53;
}
