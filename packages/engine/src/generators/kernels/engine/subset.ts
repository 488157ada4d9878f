import {
  elementsAsSubjects,
  newSubject,
  pickedElementsAsSubjects,
  type Subject,
} from '../../../numeric/random.ts';
import { type Cell, type Chunk, type Needs, newOwnChunk, type Values } from './cell.ts';
import { newSteps, NO_STEPS, type Steps } from './event-times.ts';

/** Selected rows of a chunk as a chunk of their own over the same bytes, so that a cell writes only to them. */
export interface Subset {
  /** Selects rows: `count` entries of `picked`, ascending, starting at `from`. */
  select(chunk: Chunk, subject: Subject, picked: Int32Array, from: number, count: number): void;
  /** Selects rows, as `select` does, with the subjects of their n-th elements. */
  selectElements(chunk: Chunk, subject: Subject, picked: Int32Array, count: number, n: number): void;
  /** Measures the cell on the selected rows. */
  measure(cell: Cell): number;
  /** Computes the values of the selected rows, in their order. */
  make(values: Values, numbers: Float64Array): void;
  /** Runs the cell on the selected rows. */
  column(chunk: Chunk, cell: Cell): void;
  readonly rows: number;
}

/**
 * @param most maximum number of rows
 * @param needs what the cells read that run on the rows
 */
export function newSubset(most: number, { usesTime, usesIndex, usesSteps, usesStepTimes }: Needs): Subset {
  const own = newSubject(most);
  const chosen = new Int32Array(most);
  const selected = new Int32Array(most);
  const ownAt = new Int32Array(most);
  const steps = usesSteps === true ? newSteps(most, usesStepTimes) : NO_STEPS;
  const chunk = newOwnChunk({
    at: ownAt,
    selection: selected,
    ms: new Float64Array(usesTime === true ? most : 0),
    index: new Float64Array(usesIndex === true ? most : 0),
    steps,
  });
  /** All rows are selected. */
  let isWhole = false;
  const putRows = (whole: Chunk, picked: Int32Array, from: number, count: number): void => {
    chunk.rows = count;
    chunk.seed = whole.seed;
    chunk.fromMs = whole.fromMs;
    isWhole = count === whole.rows;
    if (isWhole) chunk.selection = whole.selection;
    else putSelection(whole.selection, picked, from, count);
    if (usesTime === true) for (let i = 0; i < count; i++) chunk.ms[i] = whole.ms[picked[from + i]];
    if (usesIndex === true) for (let i = 0; i < count; i++) chunk.index[i] = whole.index[picked[from + i]];
    if (usesSteps === true) copySteps(whole.steps, steps, picked, from, count);
  };
  const putSelection = (selection: Int32Array, picked: Int32Array, from: number, count: number): void => {
    for (let i = 0; i < count; i++) {
      const r = picked[from + i];
      chosen[i] = r;
      selected[i] = selection[r];
    }
    chunk.selection = selected;
  };
  return {
    get rows() {
      return chunk.rows;
    },
    select(whole, subject, picked, from, count) {
      putRows(whole, picked, from, count);
      for (let i = 0; i < count; i++) {
        const r = picked[from + i];
        own.a[i] = subject.a[r];
        own.b[i] = subject.b[r];
      }
    },
    selectElements(whole, subject, picked, count, n) {
      putRows(whole, picked, 0, count);
      if (isWhole) elementsAsSubjects(own, subject, count, n);
      else pickedElementsAsSubjects(own, subject, picked, count, n);
    },
    measure: (cell) => (chunk.rows === 0 ? 0 : (cell.measure?.(chunk, own) ?? 0)),
    make(values, numbers) {
      if (chunk.rows > 0) values.make(chunk, own, numbers);
    },
    column(whole, cell) {
      const { rows } = chunk;
      if (rows === 0) return;
      chunk.bytes = whole.bytes;
      chunk.view = whole.view;
      chunk.at = isWhole ? whole.at : ownAt;
      if (!isWhole) for (let i = 0; i < rows; i++) ownAt[i] = whole.at[chosen[i]];
      cell.column(chunk, own);
      if (!isWhole) for (let i = 0; i < rows; i++) whole.at[chosen[i]] = ownAt[i];
    },
  };
}

/** Copies the steps of the rows `picked[from] …`. */
function copySteps(whole: Steps, own: Steps, picked: Int32Array, from: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const r = picked[from + i];
    own.start[i] = whole.start[r];
    own.step[i] = whole.step[r];
    own.state[i] = whole.state[r];
    own.visit[i] = whole.visit[r];
    own.nth[i] = whole.nth[r];
  }
  if (own.startedMs.length === 0) return;
  for (let i = 0; i < count; i++) {
    const r = picked[from + i];
    own.startedMs[i] = whole.startedMs[r];
    own.nextMs[i] = whole.nextMs[r];
  }
}
