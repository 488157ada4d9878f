import { newIntegral, type Integral } from './integral.ts';
import { isBefore, reaches, type Piece, type Position } from './piece.ts';
import type { Product } from './product.ts';
import { lastWhere } from './search.ts';

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
