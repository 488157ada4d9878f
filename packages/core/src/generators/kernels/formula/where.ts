import type { Choice } from '../structure/variants.ts';
import { truth } from './logic.ts';
import type { Vector } from './vector.ts';

/** Chooses 1 where the value is true, else 0. */
export function where(test: Vector): Choice {
  const { run } = truth(test);
  return (chunk, subject, chosen) => {
    const holds = run(chunk, subject);
    for (let r = 0; r < chunk.rows; r++) chosen[r] = holds[r];
  };
}
