import type { Subject } from '../../../numeric/random.ts';
import type { Chunk } from '../engine/cell.ts';
import { CHUNK_ROWS } from '../engine/chunk-rows.ts';
import type { Filled } from '../engine/column.ts';
import { needsOf } from '../engine/needs.ts';
import { byWeight, type Choice } from './variants.ts';

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
