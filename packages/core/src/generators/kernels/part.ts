import type { Cell, Run } from './cell.ts';
import { newSubject, type Subject } from './chance.ts';

/** Some rows of a run as a run of their own, in the same bytes, so that a cell writes to them alone. */
export interface Part {
  /** Chooses the rows: `count` places in the run, from place `from` of a list. */
  choose(run: Run, who: Subject, picked: Int32Array, from: number, count: number): void;
  /** Measures the cell on the rows chosen. */
  measure(cell: Cell): number;
  /** Runs the cell on the rows chosen. */
  column(run: Run, cell: Cell): void;
  readonly rows: number;
}

/** @param most rows of a run, at most */
export function newPart(most: number): Part {
  const who = newSubject(most);
  const chosen = new Int32Array(most);
  const origin = new Int32Array(most);
  const run: Run = {
    first: 0,
    rows: 0,
    seed: { s0: 0, s1: 0 },
    bytes: new Uint8Array(0),
    view: new DataView(new ArrayBuffer(0)),
    at: new Int32Array(most),
    origin,
    ms: new Float64Array(most),
    index: new Float64Array(most),
  };
  return {
    get rows() {
      return run.rows;
    },
    choose(whole, owner, picked, from, count) {
      run.rows = count;
      run.first = whole.first;
      run.seed = whole.seed;
      for (let i = 0; i < count; i++) {
        const r = picked[from + i];
        chosen[i] = r;
        who.a[i] = owner.a[r];
        who.b[i] = owner.b[r];
        run.ms[i] = whole.ms[r];
        run.index[i] = whole.index[r];
        origin[i] = whole.origin[r];
      }
    },
    measure: (cell) => (run.rows === 0 ? 0 : (cell.measure?.(run, who) ?? 0)),
    column(whole, cell) {
      const { rows, at } = run;
      if (rows === 0) return;
      run.bytes = whole.bytes;
      run.view = whole.view;
      for (let i = 0; i < rows; i++) at[i] = whole.at[chosen[i]];
      cell.column(run, who);
      for (let i = 0; i < rows; i++) whole.at[chosen[i]] = at[i];
    },
  };
}
