import { createdAfterMs, type Growth } from '../../../numeric/growth.ts';
import { indexesAsSubjects, newSubject, type Subject } from '../../../numeric/random.ts';
import { constant } from '../choice/choice.ts';
import {
  type Cell,
  type Chunk,
  CHUNK_ROWS,
  type Needs,
  needsOf,
  newOwnChunk,
  type OwnChunk,
} from '../engine/cell.ts';
import { type Column, echo, type Filled, newColumn } from '../engine/column.ts';
import { rounded15 } from '../number/number-text.ts';
import { variants } from '../structure/variants.ts';
import { beginningOf, type NumberDraw, type Pool, populationOf } from './skew.ts';

/** What computes the numbers of entities, from 1. */
interface Numbering extends Needs {
  /** Called with the subjects of the rows to evaluate next. */
  readonly begin: (subject: Subject) => void;
  readonly evaluate: (chunk: Chunk, r: number) => unknown;
}

/**
 * Writes the key of the entity with a computed number, and null where there is no such entity.
 *
 * @param pool the entities that exist
 * @param key writes the key of the entities that are its rows
 */
export function numberedEntity(
  entity: { readonly name: string; readonly size: number; readonly grow?: Growth },
  pool: Pick<Pool, 'size' | 'grow'>,
  { begin, evaluate, ...needs }: Numbering,
  key: Cell,
  lead: string,
): Cell {
  const population = populationOf(pool);
  /** Indexes of entities, −1 for none: of each row, and the same by `selection` for the rows that have one. */
  const [numbers, chosenNumbers] = [new Float64Array(CHUNK_ROWS), new Float64Array(CHUNK_ROWS)];
  const drawn = drawnEntity(
    entity,
    {
      put({ rows, selection }, _, entities) {
        for (let r = 0; r < rows; r++) entities[r] = chosenNumbers[selection[r]];
      },
    },
    key,
  );
  const cell = variants([drawn, constant(null, lead)], (chunk, subject, chosen) => {
    const counts = population.counts(chunk);
    begin(subject);
    for (let r = 0; r < chunk.rows; r++) {
      const value = evaluate(chunk, r);
      const number = typeof value === 'number' ? rounded15(value) : 0;
      const exists = Number.isInteger(number) && number >= 1 && number <= counts[r];
      numbers[r] = exists ? number - 1 : -1;
      chosenNumbers[chunk.selection[r]] = numbers[r];
      chosen[r] = exists ? 0 : 1;
    }
  });
  return {
    ...cell,
    ...needsOf(needs, population, cell),
    decision: { kind: 'entity', entity: entity.name, numbers, isPartial: true },
  };
}

/** The rows of a chunk as the entities drawn for them: indexes and subjects are the entities', times those of their creation, or 0. */
export interface EntityRows {
  readonly chunk: OwnChunk;
  readonly subject: Subject;
  /** Follows a chunk, after its entities were put into `chunk.index`. */
  readonly follow: (rows: Chunk) => void;
}

/** Lets a chunk write over the bytes of another one. */
export function over(chunk: OwnChunk, { bytes, view, at }: Chunk): void {
  chunk.bytes = bytes;
  chunk.view = view;
  chunk.at = at;
}

/** @param grow how the entities grow; undefined: all exist from the beginning */
export function newEntityRows(grow: Growth | undefined): EntityRows {
  const subject = newSubject(CHUNK_ROWS);
  const index = new Float64Array(CHUNK_ROWS);
  const ms = new Float64Array(CHUNK_ROWS);
  const chunk = newOwnChunk({ ms, index });
  return {
    chunk,
    subject,
    follow(rows) {
      chunk.rows = rows.rows;
      chunk.seed = rows.seed;
      chunk.selection = rows.selection;
      chunk.fromMs = rows.fromMs;
      over(chunk, rows);
      indexesAsSubjects(subject, chunk.seed, index, chunk.rows);
      if (grow === undefined) return;
      const fromMs = beginningOf(rows);
      for (let r = 0; r < rows.rows; r++) ms[r] = fromMs + createdAfterMs(grow, index[r]);
    },
  };
}

/** Draws an entity for each row and writes its key. @param key writes the key of the entities that are its rows */
export function drawnEntity(
  { name: entity, size, grow }: { readonly name: string; readonly size: number; readonly grow?: Growth },
  draws: NumberDraw,
  key: Cell,
): Cell {
  const drawn = newEntityRows(grow);
  const { chunk: entities, subject } = drawn;
  const choose = (chunk: Chunk, rows: Subject): void => {
    draws.put(chunk, rows, entities.index);
    drawn.follow(chunk);
  };
  const { measure } = key;
  return {
    maxBytes: key.maxBytes,
    ...needsOf(draws),
    decision: {
      kind: 'entity',
      entity,
      numbers: entities.index,
      isPartial: false,
      ...(grow === undefined && { size }),
    },
    values() {
      const keys = key.values?.();
      return (
        keys && {
          ...keys,
          make(chunk, rows, numbers) {
            choose(chunk, rows);
            keys.make(entities, subject, numbers);
          },
        }
      );
    },
    ...(measure && {
      measure(chunk, rows) {
        choose(chunk, rows);
        return measure(entities, subject);
      },
    }),
    column(chunk, rows) {
      if (measure === undefined) choose(chunk, rows);
      else over(entities, chunk);
      key.column(entities, subject);
    },
  };
}

/** Sets the entity of each row of a chunk. */
export interface EntityDraw extends Needs {
  put(chunk: Chunk, entities: Float64Array): void;
}

/**
 * The entities that a column draws. Rows without one have the first one, which `orNull` hides.
 *
 * @throws Error if the column draws none
 */
function drawnBy(draw: Column): EntityDraw {
  const { decision } = draw;
  const isLife = decision?.kind === 'session' && decision.journey?.of !== undefined;
  if (decision?.kind !== 'entity' && !isLife) throw new Error('The column draws no entity');
  return {
    ...needsOf(draw),
    put({ rows, selection, steps }, index) {
      if (!isLife) putDrawn(decision.numbers, selection, rows, index);
      else for (let r = 0; r < rows; r++) index[r] = steps.start[r];
    },
  };
}

/** Sets the entities of rows: the first one for rows without one. */
function putDrawn(numbers: Float64Array, selection: Int32Array, rows: number, entities: Float64Array): void {
  for (let r = 0; r < rows; r++) entities[r] = Math.max(0, numbers[selection[r]]);
}

/**
 * Fills columns of entities for the rows that drew them.
 *
 * @param draw the column of a `drawnEntity`, or of a journey whose starts are entities
 * @param columns of the entity's fields, in the order in which they read each other
 * @param grow how the entities grow; undefined: all exist from the beginning
 */
export function filledFor(draw: Column, columns: readonly Filled[], grow: Growth | undefined): Filled {
  const drawing = drawnBy(draw);
  const drawn = newEntityRows(grow);
  const { chunk: entities, subject } = drawn;
  return {
    ...needsOf(draw),
    fill(chunk) {
      drawing.put(chunk, entities.index);
      drawn.follow(chunk);
      for (const column of columns) column.fill(entities, subject);
    },
  };
}

/** A column that is null in rows without an entity. */
export function orNull(draw: Column, column: Column): Column {
  const { decision } = draw;
  const cells = [echo(column, ''), constant(null, '')];
  return newColumn(
    variants(cells, ({ selection, rows }, _, chosen) => {
      for (let r = 0; r < rows; r++)
        chosen[r] = decision !== undefined && decision.numbers[selection[r]] < 0 ? 1 : 0;
    }),
    column.isOptional,
  );
}
