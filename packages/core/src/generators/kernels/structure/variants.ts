import { aliasTable } from '../choice/alias-table.ts';
import type { Cell, Place, Chunk, Values } from '../engine/cell.ts';
import { draw, drawKey, UNIT32, type Subject } from '../../../numeric/random.ts';
import { allValues, merged } from '../engine/merge.ts';
import { needsOf } from '../engine/needs.ts';
import { newPart } from '../engine/part.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';

/** Chooses a variant for each row of a chunk. */
export type Choice = (chunk: Chunk, subject: Subject, chosen: Int32Array) => void;

/** Writes each row with one of several cells. A cell runs only for the rows that chose it. */
export function variants(cells: readonly Cell[], choose: Choice): Cell {
  const chosen = new Int32Array(CHUNK_ROWS);
  // Rows grouped by variant: those of variant v start at begins[v].
  const picked = new Int32Array(CHUNK_ROWS);
  const begins = new Int32Array(cells.length);
  const parts = cells.map((cell) => newPart(CHUNK_ROWS, cell));
  const divide = (chunk: Chunk, subject: Subject): void => {
    choose(chunk, subject, chosen);
    sort(chosen, chunk.rows, begins, picked);
    parts.forEach((part, v) => {
      const next = v + 1 < begins.length ? begins[v + 1] : chunk.rows;
      part.choose(chunk, subject, picked, begins[v], next - begins[v]);
    });
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
        parts.forEach((part, v) => {
          part.make(all[v], made);
          putBack(numbers, made, common.to[v], picked, begins[v], part.rows);
        });
      },
    };
  };
  return {
    maxBytes: Math.max(...cells.map((cell) => cell.maxBytes)),
    ...needsOf(...cells),
    values: valuesOf,
    measure(chunk, subject) {
      divide(chunk, subject);
      let most = 0;
      for (let v = 0; v < cells.length; v++) most = Math.max(most, parts[v].measure(cells[v]));
      return most;
    },
    column(chunk) {
      cells.forEach((cell, v) => parts[v].column(chunk, cell));
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
  if (to === undefined) for (let i = 0; i < count; i++) numbers[picked[from + i]] = made[i];
  else for (let i = 0; i < count; i++) numbers[picked[from + i]] = to[made[i]];
}

/** Groups rows by variant, keeping their order (counting sort). */
function sort(chosen: Int32Array, rows: number, begins: Int32Array, picked: Int32Array): void {
  begins.fill(0);
  for (let r = 0; r < rows; r++) begins[chosen[r]]++;
  for (let v = 1; v < begins.length; v++) begins[v] += begins[v - 1];
  for (let r = rows - 1; r >= 0; r--) picked[--begins[chosen[r]]] = r;
}

/** Chooses variants by weight. */
export function byWeight(weights: readonly number[], { path }: Place): Choice {
  if (weights.some((weight) => !(weight > 0))) throw new Error('Every weight must be greater than 0');
  const { own, other, limits } = aliasTable(weights);
  const { key, odd } = drawKey(`${path}\nvariant`, 0);
  const scale = weights.length * UNIT32;
  return ({ rows }, { a, b }, chosen) => {
    for (let r = 0; r < rows; r++) {
      const place = (draw(a[r], b[r], key, odd) >>> 0) * scale;
      const v = place | 0;
      chosen[r] = place - v < limits[v] ? own[v] : other[v];
    }
  };
}
