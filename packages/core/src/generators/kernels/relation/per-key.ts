import type { Cell, Chunk, Determinant, Values } from '../engine/cell.ts';
import { EVERY_ROW } from '../engine/chunk-rows.ts';
import type { Subject } from '../../../numeric/random.ts';

/** Maximum size of a pool for whose keys values are cached. */
export const MAX_KEYS = 2 ** 16;
/** Maximum size of a pool for whose keys any numbers are cached. Of larger ones, only entries of short tables are: a byte each. */
export const MAX_NUMBERS = 4096;
/** Maximum length of a short table. */
const MAX_TABLE = 255;

/** A cell whose value depends on drawn keys alone. The numbers that other fields read are made once for each key. */
export const perKey = (keys: Determinant, cell: Cell): Cell => ({
  ...cell,
  entities: keys,
  values() {
    const values = cell.values?.();
    if (values === undefined) return undefined;
    const { determinant: _, ...known } = values;
    if (keys.size <= MAX_NUMBERS) return { ...known, make: cachedNumbers(keys, values.make) };
    const isShort = known.kind === 'entry' && known.table.length <= MAX_TABLE;
    return isShort ? { ...known, make: cachedEntries(keys, values.make) } : known;
  },
});

/** Makes numbers once for each key. */
export function cachedNumbers({ numbers: keys, size }: Determinant, make: Values['make']): Values['make'] {
  // Schemas are compiled to be checked, too.
  let cache: Float64Array | undefined;
  const known = new Uint8Array(size);
  let count = 0;
  return (chunk, subject, numbers) => {
    cache ??= new Float64Array(size);
    if (count === size) putAll(cache, keys, chunk, numbers);
    else if (!putKnown(cache, known, keys, chunk, numbers)) add(cache, known, chunk, subject, numbers);
  };

  function add(
    all: Float64Array,
    isKnown: Uint8Array,
    chunk: Chunk,
    subject: Subject,
    numbers: Float64Array,
  ): void {
    make(chunk, subject, numbers);
    for (let r = 0; r < chunk.rows; r++) {
      const key = keys[chunk.selection[r]];
      all[key] = numbers[r];
      count += 1 - isKnown[key];
      isKnown[key] = 1;
    }
  }
}

/** Sets cached numbers, of all keys. */
function putAll(
  cache: Float64Array,
  keys: Float64Array,
  { rows, selection }: Chunk,
  numbers: Float64Array,
): void {
  if (selection === EVERY_ROW) for (let r = 0; r < rows; r++) numbers[r] = cache[keys[r] | 0];
  else for (let r = 0; r < rows; r++) numbers[r] = cache[keys[selection[r]] | 0];
}

/** Sets cached numbers. Returns whether all are cached. */
function putKnown(
  cache: Float64Array,
  known: Uint8Array,
  keys: Float64Array,
  { rows, selection }: Chunk,
  numbers: Float64Array,
): boolean {
  let all = 1;
  for (let r = 0; r < rows; r++) {
    const key = keys[selection[r]] | 0;
    all &= known[key];
    numbers[r] = cache[key];
  }
  return all === 1;
}

function cachedEntries({ numbers: keys, size }: Determinant, make: Values['make']): Values['make'] {
  // Schemas are compiled to be checked, too.
  let cache: Uint8Array | undefined;
  return (chunk, subject, numbers) => {
    cache ??= new Uint8Array(size);
    if (putEntries(cache, keys, chunk, numbers)) return;
    make(chunk, subject, numbers);
    const { selection, rows } = chunk;
    for (let r = 0; r < rows; r++) cache[keys[selection[r]]] = numbers[r] + 1;
  };
}

/** Sets cached entries. Returns whether all are cached. */
function putEntries(
  cache: Uint8Array,
  keys: Float64Array,
  { rows, selection }: Chunk,
  numbers: Float64Array,
): boolean {
  // Negative as soon as one is.
  let signs = 0;
  for (let r = 0; r < rows; r++) {
    const entry = cache[keys[selection[r]] | 0] - 1;
    signs |= entry;
    numbers[r] = entry;
  }
  return signs >= 0;
}
