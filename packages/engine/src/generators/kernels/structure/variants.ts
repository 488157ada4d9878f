import { drawKey, type Subject } from '../../../numeric/random.ts';
import { aliasTable, chooseAlias, eitherOf } from '../choice/alias-table.ts';
import { type Cell, type Chunk, CHUNK_ROWS, needsOf, type Place, type Values } from '../engine/cell.ts';
import type { Filled } from '../engine/column.ts';
import { allValues, merged } from '../engine/merge.ts';
import { newSubset } from '../engine/subset.ts';

/**
 * Groups the rows of a chunk by variant, keeping their order: those of variant v are `picked[begins[v]]` … `picked[begins[v + 1] − 1]`.
 *
 * @param chosen the variant of each row
 */
function divide(chosen: Int32Array, rows: number, begins: Int32Array, picked: Int32Array): void {
  begins.fill(0);
  for (let r = 0; r < rows; r++) begins[chosen[r]]++;
  for (let v = 1; v < begins.length; v++) begins[v] += begins[v - 1];
  for (let r = rows - 1; r >= 0; r--) picked[--begins[chosen[r]]] = r;
}

/** A choice that is drawn once for each row, and followed by cells whose subjects may be others, such as elements of lists. */
export interface RowChoice extends Filled {
  /** Chooses what the row drew, once it is filled. */
  readonly follow: Choice;
}

/** A choice by weight. @param path key of its draws */
export function rowChoice(weights: readonly number[], path: string): RowChoice {
  const choose = byWeight(weights, { path, lead: '' });
  const chosen = new Int32Array(CHUNK_ROWS);
  // Indexed by `selection`, so that selected rows find their own.
  const drawn = new Int32Array(CHUNK_ROWS);
  return {
    ...needsOf(),
    fill(chunk: Chunk, subject: Subject) {
      choose(chunk, subject, chosen);
      for (let r = 0; r < chunk.rows; r++) drawn[chunk.selection[r]] = chosen[r];
    },
    follow({ selection, rows }, _, to) {
      for (let r = 0; r < rows; r++) to[r] = drawn[selection[r]];
    },
  };
}

/** Chooses a variant for each row of a chunk. */
export type Choice = (chunk: Chunk, subject: Subject, chosen: Int32Array) => void;

/** Writes each row with one of several cells. A cell runs only for the rows that chose it. */
export function variants(cells: readonly Cell[], choose: Choice): Cell {
  const chosen = new Int32Array(CHUNK_ROWS);
  const picked = new Int32Array(CHUNK_ROWS);
  const begins = new Int32Array(cells.length + 1);
  const subsets = cells.map((cell) => newSubset(CHUNK_ROWS, cell));
  const select = (chunk: Chunk, subject: Subject): void => {
    choose(chunk, subject, chosen);
    divide(chosen, chunk.rows, begins, picked);
    subsets.forEach((subset, v) =>
      subset.select(chunk, subject, picked, begins[v], begins[v + 1] - begins[v]),
    );
  };
  const valuesOf = (): Values | undefined => {
    const all = allValues(cells);
    const common = all && merged(all);
    if (all === undefined || common === undefined) return undefined;
    const made = new Float64Array(CHUNK_ROWS);
    return {
      ...common.meaning,
      make(chunk, subject, numbers) {
        select(chunk, subject);
        subsets.forEach((subset, v) => {
          subset.make(all[v], made);
          putBack(numbers, made, common.to[v], picked, begins[v], subset.rows);
        });
      },
    };
  };
  return {
    maxBytes: Math.max(...cells.map((cell) => cell.maxBytes)),
    ...needsOf(...cells),
    values: valuesOf,
    measure(chunk, subject) {
      select(chunk, subject);
      return subsets.reduce((most, subset, v) => Math.max(most, subset.measure(cells[v])), 0);
    },
    column(chunk) {
      subsets.forEach((subset, v) => subset.column(chunk, cells[v]));
    },
  };
}

/** Sets the numbers of the picked rows. */
function putBack(
  numbers: Float64Array,
  made: Float64Array,
  to: Float64Array | undefined,
  picked: Int32Array,
  from: number,
  count: number,
): void {
  if (to !== undefined) for (let i = 0; i < count; i++) numbers[picked[from + i]] = to[made[i] | 0];
  else for (let i = 0; i < count; i++) numbers[picked[from + i]] = made[i];
}

/** Chooses variants by weight. */
export function byWeight(weights: readonly number[], { path }: Place): Choice {
  if (weights.some((weight) => !(weight > 0))) throw new Error('Every weight must be greater than 0');
  const columns = aliasTable(weights);
  const { limits } = columns;
  const either = eitherOf(columns);
  const { key, odd } = drawKey(`${path}\nvariant`, 0);
  return ({ rows }, subject, chosen) => {
    chooseAlias(chosen, subject, rows, key, odd, limits, either);
  };
}
