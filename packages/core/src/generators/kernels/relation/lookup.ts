import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import type { Column } from '../engine/column.ts';
import type { Choice } from '../structure/variants.ts';
import { newMatcher, type Known } from './matcher.ts';

/** Chooses the variant of each row by a field's value. @param otherwise variant for values that are not known */
export function byValue(known: readonly Known[], column: Column, otherwise: number): Choice {
  const match = newMatcher(known, column);
  const found = new Float64Array(CHUNK_ROWS);
  return (chunk, _, chosen) => {
    match(chunk, found);
    for (let r = 0; r < chunk.rows; r++) chosen[r] = found[r] < 0 ? otherwise : found[r];
  };
}
