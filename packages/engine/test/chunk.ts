import { type Chunk, EVERY_ROW } from '../src/generators/kernels/engine/cell.ts';
import { NO_STEPS } from '../src/generators/kernels/engine/event-times.ts';

/** A chunk of so many rows, for kernels that read nothing else of it. */
export const chunkOf = (rows: number): Chunk => ({
  rows,
  seed: { s0: 0, s1: 0 },
  bytes: new Uint8Array(0),
  view: new DataView(new ArrayBuffer(0)),
  at: new Int32Array(0),
  selection: EVERY_ROW,
  ms: new Float64Array(0),
  fromMs: NaN,
  index: new Float64Array(0),
  steps: NO_STEPS,
});
