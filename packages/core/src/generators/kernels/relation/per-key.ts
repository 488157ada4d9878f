import type { Cell, Chunk, OfEntities, Values } from '../engine/cell.ts';
import type { Subject } from '../../../numeric/random.ts';

/** Maximum size of a pool for whose keys values are kept. */
export const MAX_KEYS = 4096;

/** A cell whose value depends on drawn keys alone. The numbers that other fields read are made once for each key. */
export const perKey = (keys: OfEntities, cell: Cell): Cell => ({
  ...cell,
  entities: keys,
  values() {
    const values = cell.values?.();
    return values && { ...values, make: keptNumbers(keys, values.make) };
  },
});

function keptNumbers({ numbers: keys, size }: OfEntities, make: Values['make']): Values['make'] {
  // Schemas are compiled to be checked, too.
  let kept: Float64Array | undefined;
  const known = new Uint8Array(size);
  return (chunk, subject, numbers) => {
    kept ??= new Float64Array(size);
    if (!putKept(kept, known, keys, chunk, numbers)) keep(kept, known, chunk, subject, numbers);
  };

  function keep(
    all: Float64Array,
    isKnown: Uint8Array,
    chunk: Chunk,
    subject: Subject,
    numbers: Float64Array,
  ): void {
    make(chunk, subject, numbers);
    for (let r = 0; r < chunk.rows; r++) {
      const key = keys[chunk.origin[r]];
      all[key] = numbers[r];
      isKnown[key] = 1;
    }
  }
}

/** Sets what is kept. Returns whether all is. */
function putKept(
  kept: Float64Array,
  known: Uint8Array,
  keys: Float64Array,
  { rows, origin }: Chunk,
  numbers: Float64Array,
): boolean {
  let all = 1;
  for (let r = 0; r < rows; r++) {
    const key = keys[origin[r]];
    all &= known[key];
    numbers[r] = kept[key];
  }
  return all === 1;
}
