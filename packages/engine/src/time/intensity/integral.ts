import type { Seed } from '../../numeric/random.ts';
import { type Arrivals, END_MS } from '../timing.ts';
import { placesOf, RUN } from './arrivals.ts';
import {
  endAfter,
  isBefore,
  newPiece,
  type Piece,
  placeAt,
  plus,
  type Position,
  reaches,
  rounded,
  rowsOf,
  rowsUntil,
} from './piece.ts';
import type { Product } from './product.ts';
import { lastWhere, type Stretch, valueAt } from './stretch.ts';

/** The rows of a stream on their rate. */
interface Placement {
  /** The position of a row on the axis of rows, from 0 on. */
  place(row: number): number;
  /** Sets the times of rows `first`, `first + step`, …; Infinity for those that never come. */
  put(ms: Float64Array, first: number, rows: number, step: number): void;
  /** Sets the times of the first `count` rows of a list, in any order. */
  putAt(ms: Float64Array, rows: Float64Array, count: number): void;
}

/** Places rows on their rate, whose spans may still change. */
export function newPlacement(arrivals: Arrivals, seed: Seed, spans: Spans, nearRows?: number): Placement {
  const axis = placesOf(arrivals, seed, nearRows);
  const places = new Float64Array(RUN);
  return {
    place(row) {
      axis.put(places, row, 1, 1);
      return places[0];
    },
    put(ms, first, rows, step) {
      for (let done = 0; done < rows; done += RUN) {
        const count = Math.min(RUN, rows - done);
        axis.put(places, first + done * step, count, step);
        putPlaces(spans, ms, done, places, count);
      }
    },
    putAt(ms, rows, count) {
      for (let done = 0; done < count; done += RUN) {
        const some = Math.min(RUN, count - done);
        axis.putAt(places, rows.subarray(done, done + some), some);
        putPlaces(spans, ms, done, places, some);
      }
    },
  };
}

/** Sets the times of rows at places in any order. */
function putPlaces(
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

/** A rate that was 0 for so long stays 0: 100 years. */
const FOREVER_MS = 100 * 365.25 * 86_400_000;

/** Chapters whose pieces are kept. */
const KEPT = 32;

/** Rows up to each instant, and the inverse. */
interface Integral {
  /** The piece that holds a position; undefined if the rows never come so far. Not before the first. */
  find(place: number): Piece | undefined;
  /** Rows before an instant, not before the first. */
  upTo(ms: number): Position;
  /** Rows per second at an instant, from the right. */
  rateAt(ms: number): number;
  /** Rows before the year 10000 if they are known to end earlier: undefined otherwise. */
  total(): Position | undefined;
}

/**
 * Integrates a rate from an instant and a position on.
 *
 * Pieces are summed forward once; what is kept is the position at the beginning of each chapter, a span of about 64 pieces, whose
 * pieces are made again when needed. Chapters do not cut pieces, and hence they do not change a bit.
 */
function newIntegral(rate: Product, fromMs: number, from: Position): Integral {
  const starts = [fromMs];
  const positions = [from];
  const kept = new Map<number, readonly Piece[]>();
  let lastEventMs = fromMs;

  const stretches = (chapter: number): readonly Stretch[] =>
    rate.over(starts[chapter], Math.min(END_MS, starts[chapter] + rate.spanMs));

  const pieces = (chapter: number): readonly Piece[] => {
    const known = kept.get(chapter);
    if (known !== undefined) return known;
    if (kept.size >= KEPT) for (const oldest of [...kept.keys()].slice(0, KEPT / 2)) kept.delete(oldest);
    let position = positions[chapter];
    const made = stretches(chapter).map((stretch) => {
      const piece = newPiece(stretch, position);
      position = piece.end;
      return piece;
    });
    kept.set(chapter, made);
    return made;
  };

  /** Sums one more chapter; false if no more rows can follow. */
  const extend = (): boolean => {
    const chapter = starts.length - 1;
    const startMs = starts[chapter];
    if (startMs >= END_MS || startMs >= rate.zeroFromMs || startMs - lastEventMs > FOREVER_MS) return false;
    let position = positions[chapter];
    let endMs = startMs;
    for (const stretch of stretches(chapter)) {
      const rows = rowsOf(stretch);
      ({ endMs } = stretch);
      if (rows > 0) lastEventMs = endMs;
      position = endAfter(position, rows);
    }
    starts.push(endMs);
    positions.push(position);
    return true;
  };

  return {
    find(place) {
      while (reaches(place, positions[positions.length - 1])) if (!extend()) return undefined;
      const made = pieces(lastWhere(positions, (position) => reaches(place, position)));
      return made[lastWhere(made, ({ start }) => reaches(place, start))];
    },
    upTo(ms) {
      while (starts[starts.length - 1] <= ms) if (!extend()) return positions[positions.length - 1];
      const made = pieces(lastWhere(starts, (startMs) => startMs <= ms));
      const piece = made[lastWhere(made, ({ startMs }) => startMs <= ms)];
      return plus(piece.start, Math.min(piece.rows, rounded(rowsUntil(piece, ms))));
    },
    rateAt(ms) {
      if (ms >= END_MS) return 0;
      const [stretch] = rate.over(ms, ms + 1);
      return valueAt(stretch, ms);
    },
    total() {
      if (rate.zeroFromMs < Infinity) while (extend());
      const endMs = starts[starts.length - 1];
      const known = endMs >= rate.zeroFromMs || endMs - lastEventMs > FOREVER_MS;
      return known ? positions[positions.length - 1] : undefined;
    },
  };
}

/** Rates that hold one after the other. */
export interface Spans {
  /** Starts another rate at an instant and a position that are not before the last one's. */
  begin(rate: Product, fromMs: number, from: Position): void;
  /** The piece that holds a position; undefined if the rows never come so far. */
  find(place: number): Piece | undefined;
  /** Rows before an instant, not before the first. */
  upTo(ms: number): Position;
  /** Rows per second at an instant, not before the first, from the right. */
  rateAt(ms: number): number;
  /** All rows, if the last rate ends at 0; else undefined. */
  total(): Position | undefined;
}

interface Span {
  readonly fromMs: number;
  readonly from: Position;
  readonly integral: Integral;
}

export function newSpans(): Spans {
  const spans: Span[] = [];
  const at = (ms: number): Span => spans[lastWhere(spans, ({ fromMs }) => fromMs <= ms)];
  let latest: Piece | undefined;
  return {
    begin(rate, fromMs, from) {
      spans.push({ fromMs, from, integral: newIntegral(rate, fromMs, from) });
      latest = undefined;
    },
    find(place) {
      if (latest !== undefined && reaches(place, latest.start) && !reaches(place, latest.end)) return latest;
      const n = lastWhere(spans, ({ from }) => reaches(place, from));
      const piece = spans[n].integral.find(place);
      const isCut = piece !== undefined && n + 1 < spans.length && isBefore(spans[n + 1].from, piece.end);
      // Only its end changes: rows before it have the times that they had.
      latest = isCut ? { ...piece, end: spans[n + 1].from } : piece;
      return latest;
    },
    upTo(ms) {
      const { fromMs, from, integral } = at(ms);
      return ms <= fromMs ? from : integral.upTo(ms);
    },
    rateAt: (ms) => at(ms).integral.rateAt(ms),
    total: () => spans[spans.length - 1].integral.total(),
  };
}
