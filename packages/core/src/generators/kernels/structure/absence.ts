import type { Cell, Place } from '../engine/cell.ts';
import { draw, drawKey } from '../../../numeric/random.ts';
import { constant } from '../choice/choice.ts';
import { needsOf } from '../engine/needs.ts';
import { newPart } from '../engine/part.ts';
import { pool, putWords } from '../engine/pool.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';

/** Shares of all rows, each from 0 to 1, together at most 1. */
export interface Absence {
  /** Share of rows whose value is null. */
  readonly nulls: number;
  /** Share of rows without the field. */
  readonly missing: number;
}

/** Makes cells that write null in rows where those of `make` write nothing: lists have no missing elements. */
export function neverMissing(make: (lead: string) => Cell): (lead: string) => Cell {
  // Scratch, shared by all elements.
  const starts = new Int32Array(CHUNK_ROWS);
  return (lead) => {
    const cell = make(lead);
    const nothing = pool([`${lead}null`]);
    return {
      ...cell,
      maxBytes: Math.max(cell.maxBytes, nothing.stride * 8),
      column(chunk, subject) {
        const { at, rows } = chunk;
        for (let r = 0; r < rows; r++) starts[r] = at[r];
        cell.column(chunk, subject);
        for (let r = 0; r < rows; r++) {
          if (at[r] !== starts[r]) continue;
          putWords(chunk.view, at[r], nothing.words, 0, nothing.stride);
          at[r] += nothing.lengths[0];
        }
      },
    };
  };
}

/** Omits the field in some rows and writes null in others. A single draw decides both, so the shares never overlap. */
export function withAbsence(cell: Cell, { nulls, missing }: Absence, { path, lead }: Place): Cell {
  const { key, odd } = drawKey(`${path}\nabsence`, 0);
  const belowMissing = missing * 2 ** 32;
  const belowNull = (missing + nulls) * 2 ** 32;
  const nothing = constant(pool([`${lead}null`]));
  const present = newPart(CHUNK_ROWS);
  const absent = newPart(CHUNK_ROWS);
  const picked = new Int32Array(CHUNK_ROWS);
  const nulled = new Int32Array(CHUNK_ROWS);
  const decided = new Float64Array(CHUNK_ROWS);
  let here = 0;
  return {
    maxBytes: Math.max(cell.maxBytes, nothing.maxBytes),
    ...needsOf(cell),
    decision: cell.decision && { ...cell.decision, numbers: decided, isPartial: true },
    measure(chunk, subject) {
      here = 0;
      let none = 0;
      for (let r = 0; r < chunk.rows; r++) {
        const share = draw(subject.a[r], subject.b[r], key, odd) >>> 0;
        if (share >= belowNull) picked[here++] = r;
        else if (share >= belowMissing) nulled[none++] = r;
      }
      present.choose(chunk, subject, picked, 0, here);
      absent.choose(chunk, subject, nulled, 0, none);
      return present.measure(cell);
    },
    column(chunk) {
      present.column(chunk, cell);
      absent.column(chunk, nothing);
      if (cell.decision === undefined) return;
      decided.fill(-1, 0, chunk.rows);
      for (let i = 0; i < here; i++) decided[picked[i]] = cell.decision.numbers[i];
    },
  };
}
