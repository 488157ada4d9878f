import type { Seed } from '../../numeric/random.ts';
import type { Arrivals } from '../timing.ts';
import { placesOf, RUN } from './arrivals.ts';
import { placeAt, placeEvenly, reaches, wholesBefore } from './piece.ts';
import type { Spans } from './integral.ts';

/** The rows of a stream on their rate. */
export interface Placement {
  /** The position of a row on the axis of rows, from 0 on. */
  place(row: number): number;
  /** Sets the times of rows `first`, `first + step`, …; Infinity for those that never come. */
  put(ms: Float64Array, first: number, rows: number, step: number): void;
  /** Sets the times of the first `count` rows of a list, in any order. */
  putAt(ms: Float64Array, rows: Float64Array, count: number): void;
}

/** Places rows on their rate, whose spans may still change. */
export function newPlacement(arrivals: Arrivals, seed: Seed, spans: Spans, nearRows?: number): Placement {
  const random = placesOf(arrivals, seed, nearRows);
  if (random === undefined)
    return {
      place: (row) => row,
      put: (ms, first, rows, step) => putEvenly(spans, ms, first, rows, step),
      putAt: (ms, rows, count) => putScattered(spans, ms, 0, rows, count),
    };
  const places = new Float64Array(RUN);
  return {
    place(row) {
      random.put(places, row, 1, 1);
      return places[0];
    },
    put(ms, first, rows, step) {
      for (let done = 0; done < rows; done += RUN) {
        const count = Math.min(RUN, rows - done);
        random.put(places, first + done * step, count, step);
        putPlaces(spans, ms, done, places, count);
      }
    },
    putAt(ms, rows, count) {
      for (let done = 0; done < count; done += RUN) {
        const some = Math.min(RUN, count - done);
        random.putAt(places, rows.subarray(done, done + some), some);
        putScattered(spans, ms, done, places, some);
      }
    },
  };
}

function putEvenly(spans: Spans, ms: Float64Array, first: number, rows: number, step: number): void {
  for (let done = 0; done < rows;) {
    const row = first + done * step;
    const piece = spans.find(row);
    if (piece === undefined) {
      ms.fill(Infinity, done, rows);
      return;
    }
    const count = Math.min(rows - done, Math.ceil((wholesBefore(piece.end) - row) / step));
    placeEvenly(ms, done, count, row, step, piece);
    done += count;
  }
}

function putPlaces(spans: Spans, ms: Float64Array, offset: number, places: Float64Array, rows: number): void {
  for (let r = 0; r < rows;) {
    const piece = spans.find(places[r]);
    if (piece === undefined) {
      ms.fill(Infinity, offset + r, offset + rows);
      return;
    }
    const { end } = piece;
    let until = rows;
    if (reaches(places[rows - 1], end)) for (until = r + 1; !reaches(places[until], end);) until++;
    placeAt(ms, offset, places, r, until, piece);
    r = until;
  }
}

/** As `putPlaces`, for places in any order. */
function putScattered(
  spans: Spans,
  ms: Float64Array,
  offset: number,
  places: Float64Array,
  count: number,
): void {
  for (let r = 0; r < count;) {
    const piece = spans.find(places[r]);
    let until = r + 1;
    if (piece === undefined) ms[offset + r] = Infinity;
    else {
      const { start, end } = piece;
      while (until < count && reaches(places[until], start) && !reaches(places[until], end)) until++;
      placeAt(ms, offset, places, r, until, piece);
    }
    r = until;
  }
}
