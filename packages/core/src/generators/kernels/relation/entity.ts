import type { Cell, Chunk } from '../engine/cell.ts';
import { constant } from '../choice/choice.ts';
import { CHUNK_ROWS, EVERY_ROW } from '../engine/chunk-rows.ts';
import { echo, newColumn, type Column, type Filled } from '../engine/column.ts';
import { NO_STEPS } from '../engine/event-times.ts';
import { needsOf } from '../engine/needs.ts';
import { pool } from '../engine/pool.ts';
import { variants } from '../structure/variants.ts';
import { indexesAsSubjects, newSubject, type Subject } from '../../../numeric/random.ts';
import type { NumberDraw } from './skew.ts';

/** The rows of a chunk as entities: indexes and subjects are the entities', times are 0. */
export interface EntityRows {
  readonly chunk: Chunk;
  readonly subject: Subject;
  /** Follows a chunk, after its entities were put into `chunk.index`. */
  follow(rows: Chunk): void;
}

export function newEntityRows(): EntityRows {
  const subject = newSubject(CHUNK_ROWS);
  const index = new Float64Array(CHUNK_ROWS);
  const ms = new Float64Array(CHUNK_ROWS);
  const none = new Uint8Array(0);
  const chunk: Chunk = {
    rows: 0,
    seed: { s0: 0, s1: 0 },
    bytes: none,
    view: new DataView(none.buffer),
    at: new Int32Array(0),
    origin: EVERY_ROW,
    ms,
    index,
    steps: NO_STEPS,
  };
  return {
    chunk,
    subject,
    follow(rows) {
      Object.assign(chunk, rows, { index, ms, steps: NO_STEPS });
      indexesAsSubjects(subject, rows.seed, index, rows.rows);
    },
  };
}

/** Draws an entity for each row and writes its key. @param key writes the key of the entities that are its rows */
export function drawnEntity(entity: string, draws: NumberDraw, key: Cell): Cell {
  const drawn = newEntityRows();
  const { chunk: entities, subject } = drawn;
  const choose = (chunk: Chunk, rows: Subject): void => {
    draws.put(chunk, rows, entities.index);
    drawn.follow(chunk);
  };
  const { measure } = key;
  return {
    maxBytes: key.maxBytes,
    usesIndex: draws.usesIndex,
    decision: { kind: 'entity', entity, numbers: entities.index, isPartial: false },
    ...(measure && {
      measure(chunk, rows) {
        choose(chunk, rows);
        return measure(entities, subject);
      },
    }),
    column(chunk, rows) {
      if (measure === undefined) choose(chunk, rows);
      else Object.assign(entities, { bytes: chunk.bytes, view: chunk.view, at: chunk.at });
      key.column(entities, subject);
    },
  };
}

/**
 * Fills columns of entities for the rows that drew them.
 *
 * @param draw the column of a `drawnEntity`
 * @param columns of the entity's fields, in the order in which they read each other
 */
export function filledFor(draw: Column, columns: readonly Filled[]): Filled {
  const { decision } = draw;
  if (decision?.kind !== 'entity') throw new Error('The column draws no entity');
  const drawn = newEntityRows();
  const { chunk: entities, subject } = drawn;
  return {
    ...needsOf(draw),
    fill(chunk) {
      // Rows without an entity show the first one, which `orNull` hides.
      for (let r = 0; r < chunk.rows; r++) entities.index[r] = Math.max(0, decision.numbers[chunk.origin[r]]);
      drawn.follow(chunk);
      for (const column of columns) column.fill(entities, subject);
    },
  };
}

/** A column that is null in rows without an entity. */
export function orNull(draw: Column, column: Column): Column {
  const { decision } = draw;
  const cells = [echo(column, ''), constant(pool(['null']))];
  return newColumn(
    variants(cells, ({ origin, rows }, _, chosen) => {
      for (let r = 0; r < rows; r++)
        chosen[r] = decision !== undefined && decision.numbers[origin[r]] < 0 ? 1 : 0;
    }),
    column.isOptional,
  );
}
