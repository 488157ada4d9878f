import type { Chunk } from '../engine/cell.ts';
import { CHUNK_ROWS, EVERY_ROW } from '../engine/chunk-rows.ts';
import type { Column, Filled } from '../engine/column.ts';
import { needsOf } from '../engine/needs.ts';
import { newEntityRows, type EntityDraw } from './entity.ts';
import type { Drawn, Kept } from './kept-values.ts';

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

/** A field of the entities that are drawn, and where its values are kept. */
export interface KeptField {
  readonly column: Column;
  readonly kept: Kept;
}

/**
 * Fills columns of entities for the rows that drew them, but for entities whose values are kept.
 *
 * @param drawing how the entities of rows are set
 * @param columns of the entity's fields, in the order in which they read each other
 * @param fields those to show
 */
export function keptFor(
  drawing: EntityDraw,
  columns: readonly Filled[],
  fields: readonly KeptField[],
): { readonly filled: Filled; readonly shown: readonly Column[] } {
  const drawn: Drawn = { index: new Float64Array(CHUNK_ROWS), numbers: drawing.numbers, isKept: true };
  const made = newEntityRows(undefined);
  const shown = fields.map(({ kept, column }) => kept.shown(column, drawn));
  const known = fields.map(({ kept }) => kept.known);
  const found: Found = { all: new Uint8Array(known[0]?.length ?? 0), count: 0 };
  const fill = (chunk: Chunk): void => {
    made.follow(chunk);
    for (const column of columns) column.fill(made.chunk, made.subject);
    for (const { kept, column } of fields) kept.keep(column, made.chunk);
    drawn.isKept = fields.every(({ kept }) => kept.isOpen);
  };
  return {
    shown,
    filled: {
      ...needsOf(drawing),
      fill(chunk, subject) {
        drawing.put(chunk, drawn.index);
        const rows = putUnknown(found, known, drawn.index, chunk.rows, made.chunk.index);
        drawn.isKept = fields.every(({ kept }) => kept.isOpen);
        if (rows > 0 && drawn.isKept) fill({ ...chunk, rows, selection: EVERY_ROW });
        if (!drawn.isKept) {
          made.chunk.index.set(drawn.index);
          fill(chunk);
        }
        for (const column of shown) column.fill(chunk, subject);
      },
    },
  };
}
