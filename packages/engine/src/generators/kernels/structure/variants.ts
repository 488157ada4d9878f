import { aliasTable, chooseAlias, eitherOf } from '../choice/alias-table.ts';
import type { Cell, Place, Chunk, Values } from '../engine/cell.ts';
import { drawKey, type Subject } from '../../../numeric/random.ts';
import { allValues, merged } from '../engine/merge.ts';
import { needsOf } from '../engine/needs.ts';
import { newSubset } from '../engine/subset.ts';
import { CHUNK_ROWS, EVERY_ROW } from '../engine/chunk-rows.ts';
import { newDivision } from './division.ts';

/** Chooses a variant for each row of a chunk. */
export type Choice = (chunk: Chunk, subject: Subject, chosen: Int32Array) => void;

/** Writes each row with one of several cells. A cell runs only for the rows that chose it, unless it is pure. */
export function variants(cells: readonly Cell[], choose: Choice): Cell {
  const chosen = new Int32Array(CHUNK_ROWS);
  const starts = new Int32Array(CHUNK_ROWS);
  const division = newDivision(cells);
  const { picked, begins } = division;
  const subsets = cells.map((cell) => newSubset(CHUNK_ROWS, cell));
  const divide = (chunk: Chunk, subject: Subject): void => {
    choose(chunk, subject, chosen);
    division.divide(chosen, chunk.rows);
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
        divide(chunk, subject);
        const { main } = division;
        if (main >= 0) {
          all[main]?.make(chunk, subject, numbers);
          putBack(numbers, numbers, common.to[main], EVERY_ROW, 0, chunk.rows);
        }
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
    isPure: cells.every((cell) => cell.isPure === true),
    values: valuesOf,
    measure(chunk, subject) {
      divide(chunk, subject);
      let most = cells[division.main]?.measure?.(chunk, subject) ?? 0;
      for (let v = 0; v < cells.length; v++) most = Math.max(most, subsets[v].measure(cells[v]));
      return most;
    },
    column(chunk, subject) {
      const main = cells[division.main];
      if (main !== undefined) {
        const others = begins[cells.length];
        for (let i = 0; i < others; i++) starts[i] = chunk.at[picked[i]];
        main.column(chunk, subject);
        for (let i = 0; i < others; i++) chunk.at[picked[i]] = starts[i];
      }
      cells.forEach((cell, v) => subsets[v].column(chunk, cell));
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
  else if (made !== numbers) for (let i = 0; i < count; i++) numbers[picked[from + i]] = made[i];
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
