import type { Cell, Chunk, Determinant, Texts } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import { newColumn, type Column } from '../engine/column.ts';
import { cacheText, newTextCache, type TextCache } from './text-cache.ts';

/** The entities of a chunk's rows. */
export interface Drawn {
  /** One per row. */
  readonly index: Float64Array;
  /** The same, indexed by `selection`. Absent: they are not known so. */
  readonly numbers: Float64Array | undefined;
  /** All of their values are cached. Otherwise, columns were filled for all rows. */
  isCached: boolean;
}

/** Cache of the values of an entity's field by the entity's index. */
export interface ValueCache {
  /** False once there is too much text: no more is added, and nothing is removed. */
  readonly isOpen: boolean;
  /** 1 for each entity whose value is cached. */
  readonly known: Uint8Array;
  /** Adds the values of a column that was filled for entities. */
  add(column: Column, entities: Chunk): void;
  /** A column of the values of drawn entities, to be filled after the field's column. */
  shown(column: Column, drawn: Drawn): Column;
}

/** Maximum number of entities whose values are cached. */
const MAX_ENTITIES = 2 ** 16;
/** Maximum bytes of a field's texts. */
const MAX_BYTES = 2 ** 21;
/** Bytes per entity: both ends of a text, or a number, and whether it is known. */
const ENTRY_BYTES = 9;

/** Bytes that the values of a field of so many entities take at most; undefined if they cannot be cached. */
export function cacheBytes({ values, decision, elements }: Column, size: number): number | undefined {
  if (size > MAX_ENTITIES || decision !== undefined || elements !== undefined) return undefined;
  return size * ENTRY_BYTES + (values === undefined ? MAX_BYTES : 0);
}

/** An empty cache for the values of a field. @param column one of its columns: all have the same kind of values */
export const newValueCache = (column: Column, size: number): ValueCache =>
  column.values === undefined ? textValueCache(size) : numberCache(size);

function numberCache(size: number): ValueCache {
  const known = new Uint8Array(size);
  const numbers = new Float64Array(size);
  return {
    isOpen: true,
    known,
    add({ values }, { index, selection, rows }) {
      if (values === undefined) return;
      for (let r = 0; r < rows; r++) {
        known[index[r]] = 1;
        numbers[index[r]] = values.numbers[selection[r]];
      }
    },
    shown: (column, drawn) => newColumn(numbersOf(numbers, column, drawn), false),
  };
}

const entitiesOf = ({ numbers }: Drawn, size: number): Determinant | undefined =>
  numbers && { numbers, size };

/** A cell of cached numbers. Its column writes them itself. */
function numbersOf(cache: Float64Array, { values }: Column, drawn: Drawn): Cell {
  if (values === undefined) throw new Error('The values are text');
  const { numbers: _numbers, of: _of, ...meaning } = values;
  const { index } = drawn;
  return {
    maxBytes: 0,
    entities: entitiesOf(drawn, cache.length),
    values: () => ({
      ...meaning,
      make({ rows }, _, made) {
        for (let r = 0; r < rows; r++) made[r] = cache[index[r]];
      },
    }),
    column() {},
  };
}

function textValueCache(size: number): ValueCache {
  const cache = newTextCache(size, MAX_BYTES);
  return {
    get isOpen() {
      return cache.isOpen;
    },
    known: cache.known,
    add(column, { index, selection, rows }) {
      const texts = column.texts();
      for (let r = 0; r < rows && cache.isOpen; r++)
        if (cache.known[index[r]] === 0)
          cacheText(cache, index[r], texts, texts.starts[selection[r]], texts.ends[selection[r]]);
    },
    shown: (column, drawn) => shownTexts(cache, column, drawn),
  };
}

/** Sets where the cached texts of rows start and end. */
function putPlaces(
  starts: Int32Array,
  ends: Int32Array,
  { places }: TextCache,
  entities: Float64Array,
  selection: Int32Array,
  rows: number,
): void {
  for (let r = 0; r < rows; r++) {
    const place = 2 * entities[r];
    starts[selection[r]] = places[place];
    ends[selection[r]] = places[place + 1];
  }
}

function shownTexts(cache: TextCache, column: Column, drawn: Drawn): Column {
  const others = column.texts();
  // Indexed by `selection`.
  const [starts, ends] = [new Int32Array(CHUNK_ROWS), new Int32Array(CHUNK_ROWS)];
  let version = 0;
  let longest = 0;
  let isCached = false;
  /** Rows whose texts were not looked up yet: nobody may read them. */
  let pending: Pick<Chunk, 'rows' | 'selection'> | undefined;
  const locate = (): void => {
    if (pending === undefined) return;
    putPlaces(starts, ends, cache, drawn.index, pending.selection, pending.rows);
    pending = undefined;
  };
  const texts: Texts = {
    get bytes() {
      return isCached ? cache.bytes : others.bytes;
    },
    get view() {
      return isCached ? cache.view : others.view;
    },
    get longest() {
      return longest;
    },
    start: ({ selection }, r) => texts.starts[selection[r]],
    end: ({ selection }, r) => texts.ends[selection[r]],
    get starts() {
      locate();
      return starts;
    },
    get ends() {
      locate();
      return ends;
    },
  };
  return {
    ...column,
    inPlace: undefined,
    prefixed: undefined,
    entities: entitiesOf(drawn, cache.known.length),
    fill({ rows, selection }) {
      ({ isCached } = drawn);
      longest = isCached ? cache.longest : others.longest;
      pending = isCached ? { rows, selection } : undefined;
      if (!isCached) {
        starts.set(others.starts);
        ends.set(others.ends);
      }
      version++;
    },
    texts: () => texts,
    get version() {
      return version;
    },
  };
}
