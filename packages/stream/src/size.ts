import {
  newBatch,
  newTiming,
  rowsIn,
  byteLength,
  timelineOf,
  type RowWriter,
  type Schema,
} from '@catbird/engine';

const MEAN_FROM_MS = Date.UTC(2026, 0, 1);

/** Rows that are measured first, and then in each of some places of the stream. */
const [FIRST_ROWS, PLACES, ROWS_IN_PLACE] = [1000, 8, 128] as const;

/** How many rows make about so many bytes, and the mean size of a row. */
export interface SizedRows {
  readonly limit: number;
  readonly meanBytes: number;
}

/**
 * As many rows as make about so many bytes, by the mean size of some: the first ones, and others from places all over the stream. Their
 * times do not depend on the stream's, so the number is the same on every machine and at every start.
 *
 * @param writer the whole stream without faults, in its format. Its rows are measured before a file or a request compresses them
 */
export function rowsOfSize(
  bytes: number,
  writer: RowWriter,
  schema: Schema,
  seed: number | string,
): SizedRows {
  const time =
    schema.journey === undefined
      ? { startMs: MEAN_FROM_MS, stepMs: 1 }
      : timelineOf(schema, newTiming({ fromMs: MEAN_FROM_MS, eps: 1 }), seed);
  const most = Math.min(rowsIn(schema), 'before' in time ? time.before(Infinity) : Infinity);
  const batch = newBatch();
  const meanOf = (places: readonly number[], count: number): number => {
    let [sum, rows] = [0, 0];
    for (const first of places) {
      writer.fill(batch, { first, count: Math.min(count, most - first), time });
      sum += byteLength(batch);
      rows += batch.count;
    }
    return sum / rows;
  };
  const about = Math.min(most, bytes / meanOf([0], FIRST_ROWS));
  const places = Array.from({ length: PLACES }, (_, n) => Math.floor((about * n) / PLACES));
  const meanBytes = meanOf(places, ROWS_IN_PLACE);
  return { limit: Math.max(1, Math.round(bytes / meanBytes)), meanBytes };
}

/** What a size means, for people. */
export const sizeNote = ({ limit, meanBytes }: SizedRows): string =>
  `About ${limit.toLocaleString('en')} events, ${meanBytes.toLocaleString('en', { maximumSignificantDigits: 3 })} bytes each on average`;
