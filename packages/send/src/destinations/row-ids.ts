import { rowIndex, type Batch } from '@catbird/engine';
import type { DestinationEnv } from './destination.ts';

/** Ids of a batch's rows, for services that deduplicate: a text that all have, and a number for each place. */
export interface RowIds {
  /** Ends with a hyphen. Letters, digits, `-` and `_`. */
  readonly prefix: string;
  readonly numberAt: (place: number) => number;
}

/** Ids that stay the same for every attempt at the same rows, and when another process resumes the stream if it is known. @param id that of the request */
export const rowIds = (batch: Batch, stream: DestinationEnv['stream'], id: string): RowIds =>
  stream === undefined
    ? { prefix: `${id}-`, numberAt: (place) => place }
    : { prefix: `${stream.id}-`, numberAt: (place) => stream.rowNumber(rowIndex(batch, place)) };
