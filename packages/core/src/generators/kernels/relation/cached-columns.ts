import type { Chunk } from '../engine/cell.ts';
import { CHUNK_ROWS, EVERY_ROW } from '../engine/chunk-rows.ts';
import type { Column, Filled } from '../engine/column.ts';
import { needsOf } from '../engine/needs.ts';
import { newEntityRows, type EntityDraw } from './entity.ts';
import type { Drawn, ValueCache } from './value-cache.ts';

/** Entities of which all values were found to be known. */
interface Found {
  /** 1 for each. */
  readonly all: Uint8Array;
  count: number;
}

/** Sets the entities of which not all values are known, and returns their number. */
function putUnknown(
  found: Found,
  known: readonly Uint8Array[],
  entities: Float64Array,
  rows: number,
  unknown: Float64Array,
): number {
  const { all } = found;
  if (found.count === all.length) return 0;
  let count = 0;
  for (let r = 0; r < rows; r++) {
    const entity = entities[r];
    if (all[entity] === 1) continue;
    let isKnown = 1;
    for (let k = 0; k < known.length; k++) isKnown &= known[k][entity];
    all[entity] = isKnown;
    found.count += isKnown;
    unknown[count] = entity;
    count += 1 - isKnown;
  }
  return count;
}

/** A field of the entities that are drawn, and the cache of its values. */
export interface CachedField {
  readonly column: Column;
  readonly cache: ValueCache;
}

/**
 * Fills columns of entities for the rows that drew them, but for entities whose values are cached.
 *
 * @param drawing how the entities of rows are set
 * @param columns of the entity's fields, in the order in which they read each other
 * @param fields those to show
 */
export function cachedColumns(
  drawing: EntityDraw,
  columns: readonly Filled[],
  fields: readonly CachedField[],
): { readonly filled: Filled; readonly shown: readonly Column[] } {
  const drawn: Drawn = { index: new Float64Array(CHUNK_ROWS), numbers: drawing.numbers, isCached: true };
  const made = newEntityRows(undefined);
  const shown = fields.map(({ cache, column }) => cache.shown(column, drawn));
  const known = fields.map(({ cache }) => cache.known);
  const found: Found = { all: new Uint8Array(known[0]?.length ?? 0), count: 0 };
  const fill = (chunk: Chunk): void => {
    made.follow(chunk);
    for (const column of columns) column.fill(made.chunk, made.subject);
    for (const { cache, column } of fields) cache.add(column, made.chunk);
    drawn.isCached = fields.every(({ cache }) => cache.isOpen);
  };
  return {
    shown,
    filled: {
      ...needsOf(drawing),
      fill(chunk, subject) {
        drawing.put(chunk, drawn.index);
        const rows = putUnknown(found, known, drawn.index, chunk.rows, made.chunk.index);
        drawn.isCached = fields.every(({ cache }) => cache.isOpen);
        if (rows > 0 && drawn.isCached) fill({ ...chunk, rows, selection: EVERY_ROW });
        if (!drawn.isCached) {
          made.chunk.index.set(drawn.index);
          fill(chunk);
        }
        for (const column of shown) column.fill(chunk, subject);
      },
    },
  };
}
