import type { Subject } from '../../../numeric/random.ts';
import type { Cell, Chunk, Place } from '../engine/cell.ts';
import { entries } from '../engine/entries.ts';
import { needsOf } from '../engine/needs.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { after, identifier, type Identifiers } from './identifier.ts';
import { patternedText } from './patterned.ts';
import { newNumberDraw, type Pool } from './skew.ts';

/** A pool of keys. The same name and size give the same keys in every field and schema. */
export type KeyPool = Identifiers & Omit<Pool, 'isScattered'>;

/** Maximum size of a pool whose keys are listed. */
const MAX_LISTED = 1024;

/** Writes a key of a pool. */
export function poolKey(keys: KeyPool, place: Place): Cell {
  const isUuid = keys.form === 'uuid';
  const { form, prefix, patterns, size } = keys;
  const draws = newNumberDraw({ ...keys, isScattered: !isUuid }, place);
  const numbers = new Float64Array(CHUNK_ROWS);
  const drawn = new Float64Array(CHUNK_ROWS);
  const cell = identifier(keys, numbers, place);
  const choose = (chunk: Chunk, subject: Subject): void => {
    draws.put(chunk, subject, numbers);
    putPlaced(drawn, numbers, chunk);
    if (!isUuid) for (let r = 0; r < chunk.rows; r++) numbers[r]++;
  };
  const isListed = (form === 'text' || form === 'pattern') && size <= MAX_LISTED;
  const textOf = (n: number): string =>
    patterns === undefined ? `${prefix}${n}` : patternedText(patterns, n);
  return {
    ...after(choose, cell),
    ...needsOf(draws),
    ...(isListed && {
      values: entries(
        Array.from({ length: size }, (_, n) => textOf(n + 1)),
        (chunk, subject, made) => {
          draws.put(chunk, subject, made);
          putPlaced(drawn, made, chunk);
        },
      ),
    }),
  };
}

/** Sets the numbers of rows, indexed by `selection`. */
function putPlaced(all: Float64Array, numbers: Float64Array, { rows, selection }: Chunk): void {
  for (let r = 0; r < rows; r++) all[selection[r]] = numbers[r];
}
