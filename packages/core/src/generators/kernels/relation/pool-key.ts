import type { Subject } from '../../../numeric/random.ts';
import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { needsOf } from '../engine/needs.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { after, identifier, type Identifiers } from './identifier.ts';
import { newNumberDraw, type Pool } from './skew.ts';

/** A pool of keys. The same name and size give the same keys in every field and schema. */
export type KeyPool = Identifiers & Omit<Pool, 'isScattered'>;

/** Writes a key of a pool. */
export function poolKey(keys: KeyPool, place: Place): Cell {
  const isUuid = keys.form === 'uuid';
  const draws = newNumberDraw({ ...keys, isScattered: !isUuid }, place);
  const numbers = new Float64Array(CHUNK_ROWS);
  const cell = identifier(keys, numbers, place);
  const choose = (chunk: Chunk, subject: Subject): void => {
    draws.put(chunk, subject, numbers);
    if (!isUuid) for (let r = 0; r < chunk.rows; r++) numbers[r]++;
  };
  return { ...after(choose, cell), ...needsOf(draws) };
}
