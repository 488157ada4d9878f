import type { Cell, Place } from './cell.ts';
import { draw, drawKey } from './chance.ts';
import { constant } from './choice.ts';
import { newPart } from './part.ts';
import { pool } from './pool.ts';
import { RUN_ROWS } from './run-rows.ts';

/** Shares of all rows, each from 0 to 1, together at most 1. */
export interface Absence {
  /** Rows in which the value is null. */
  readonly nulls: number;
  /** Rows in which the field is left out. */
  readonly missing: number;
}

/** A cell that leaves out some rows' fields and writes null in others. One draw decides, so the shares never overlap. */
export function withAbsence(cell: Cell, { nulls, missing }: Absence, { path, lead }: Place): Cell {
  const { key, odd } = drawKey(`${path}\nabsence`, 0);
  const belowMissing = missing * 2 ** 32;
  const belowNull = (missing + nulls) * 2 ** 32;
  const nothing = constant(pool([`${lead}null`]));
  const present = newPart(RUN_ROWS);
  const absent = newPart(RUN_ROWS);
  const picked = new Int32Array(RUN_ROWS);
  const nulled = new Int32Array(RUN_ROWS);
  const decided = new Float64Array(RUN_ROWS);
  let here = 0;
  return {
    maxBytes: Math.max(cell.maxBytes, nothing.maxBytes),
    usesTime: cell.usesTime === true,
    usesIndex: cell.usesIndex === true,
    decision: cell.decision && { ...cell.decision, numbers: decided, isPartial: true },
    measure(run, who) {
      here = 0;
      let none = 0;
      for (let r = 0; r < run.rows; r++) {
        const share = draw(who.a[r], who.b[r], key, odd) >>> 0;
        if (share >= belowNull) picked[here++] = r;
        else if (share >= belowMissing) nulled[none++] = r;
      }
      present.choose(run, who, picked, 0, here);
      absent.choose(run, who, nulled, 0, none);
      return present.measure(cell);
    },
    column(run) {
      present.column(run, cell);
      absent.column(run, nothing);
      if (cell.decision === undefined) return;
      decided.fill(-1, 0, run.rows);
      for (let i = 0; i < here; i++) decided[picked[i]] = cell.decision.numbers[i];
    },
  };
}
