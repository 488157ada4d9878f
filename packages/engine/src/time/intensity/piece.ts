import type { Stretch } from './stretch.ts';

/** A place on the axis of rows: whole rows, and a fraction in [0, 1). Apart, so that their sums are exact. */
export interface Position {
  readonly whole: number;
  readonly fraction: number;
}

/** Rows of a stretch are rounded to multiples of this. */
const QUANTUM = 2 ** -48;
export const rounded = (rows: number): number => Math.round(rows / QUANTUM) * QUANTUM;

/** The beginning of the axis: row 0. */
export const ORIGIN: Position = { whole: 0, fraction: 0 };

export const positionOf = (place: number): Position => ({
  whole: Math.floor(place),
  fraction: place - Math.floor(place),
});

export function plus({ whole, fraction }: Position, rows: number): Position {
  const sum = fraction + (rows - Math.floor(rows));
  const carry = sum >= 1 ? 1 : 0;
  return { whole: whole + Math.floor(rows) + carry, fraction: sum - carry };
}

/** A position this close to a whole one is meant to be it. */
const NEAR = 2 ** -32;
/** Fewer rows than this are not rounded to whole ones, because the sum of many such would stand still. */
const FEW = 2 ** -16;

export const rowsOf = ({ startMs, endMs, atStart, atEnd }: Stretch): number =>
  rounded(((atStart + atEnd) * (endMs - startMs)) / 2000);

/** The end of a stretch of so many rows: at a whole row, if rounding has moved it away. Else that row would come before the edge. */
export function endAfter(start: Position, rows: number): Position {
  const end = plus(start, rows);
  if (rows < FEW) return end;
  if (end.fraction < NEAR) return { whole: end.whole, fraction: 0 };
  return end.fraction > 1 - NEAR ? { whole: end.whole + 1, fraction: 0 } : end;
}

/** Whether a position, as one number, is at or after another. Exact, because the difference from the whole part is. */
export const reaches = (place: number, { whole, fraction }: Position): boolean => place - whole >= fraction;

export const isBefore = (a: Position, b: Position): boolean =>
  a.whole < b.whole || (a.whole === b.whole && a.fraction < b.fraction);

/** How many of the positions 0, 1, 2, … are before a position. */
export const wholesBefore = ({ whole, fraction }: Position): number => whole + (fraction > 0 ? 1 : 0);

/** How the time within a piece is computed from rows; the same bits in every engine, because all operations are exactly defined. */
const STRAIGHT = 0;
const SLOPED = 1;
const HARDLY_SLOPED = 2;

/** A stretch of the rate with the rows before its ends. */
export interface Piece {
  readonly startMs: number;
  readonly endMs: number;
  /** Rows per second at the start, l. */
  readonly atStart: number;
  /** Rows per second at the end, r. */
  readonly atEnd: number;
  /** Half the slope, k = (r − l) / 2s, in rows per second². */
  readonly halfSlope: number;
  readonly formula: number;
  /** Rows within. */
  readonly rows: number;
  readonly start: Position;
  readonly end: Position;
}

/** A stretch, from a position on. */
export function newPiece(stretch: Stretch, start: Position): Piece {
  const { startMs, endMs, atStart, atEnd } = stretch;
  const slope = ((atEnd - atStart) * 1000) / (endMs - startMs);
  // √(l² + 4kc) − l loses digits where the slope is small. Below a nanosecond, that is no matter.
  const steep = Math.abs(slope) * 1e-9 > Number.EPSILON * Math.max(atStart, atEnd);
  const rows = rowsOf(stretch);
  return {
    startMs,
    endMs,
    atStart,
    atEnd,
    halfSlope: slope / 2,
    formula: atStart === atEnd ? STRAIGHT : steep ? SLOPED : HARDLY_SLOPED,
    rows,
    start,
    end: endAfter(start, rows),
  };
}

/** Rows of a piece before an instant within it. */
export function rowsUntil({ startMs, atStart, halfSlope }: Piece, ms: number): number {
  const seconds = (ms - startMs) / 1000;
  return seconds * (atStart + halfSlope * seconds);
}

/*
 * The time c rows after the start, in milliseconds after the start:
 *   straight        c · 1000 / l
 *   sloped          (√(l² + 4kc) − l) · 500 / k
 *   hardly sloped   2000 c / (l + √(l² + 4kc)); rising, the same seen from the end
 * Each operation is monotone in c, and hence the time is, to the last bit. It is then rounded down to a millisecond; a time less
 * than a nanosecond before one counts as that one, because only rounding has moved it away.
 */
const NANOSECOND = 1e-6;

/** Sets the times of rows at the positions `places[from]` … `places[to − 1]`, which lie in the piece. */
export function placeAt(
  ms: Float64Array,
  offset: number,
  places: Float64Array,
  from: number,
  to: number,
  piece: Piece,
): void {
  const { startMs, atStart, halfSlope, formula, start } = piece;
  const { whole, fraction } = start;
  const last = piece.endMs - startMs - 1;
  if (formula === STRAIGHT) {
    for (let r = from; r < to; r++) {
      const t = Math.floor(((places[r] - whole - fraction) * 1000) / atStart + NANOSECOND);
      ms[offset + r] = startMs + (t > last ? last : t);
    }
  } else if (formula === SLOPED) {
    const square = atStart * atStart;
    const [four, factor] = [4 * halfSlope, 500 / halfSlope];
    for (let r = from; r < to; r++) {
      const d = square + four * (places[r] - whole - fraction);
      const t = Math.floor((Math.sqrt(d > 0 ? d : 0) - atStart) * factor + NANOSECOND);
      ms[offset + r] = startMs + (t > last ? last : t);
    }
  } else {
    for (let r = from; r < to; r++) ms[offset + r] = startMs + gently(piece, places[r] - whole - fraction);
  }
}

function gently({ startMs, endMs, atStart, atEnd, halfSlope, rows }: Piece, c: number): number {
  if (halfSlope < 0) {
    const d = atStart * atStart + 4 * halfSlope * c;
    const t = Math.floor((2000 * c) / (atStart + Math.sqrt(d > 0 ? d : 0)) + NANOSECOND);
    return Math.min(t, endMs - startMs - 1);
  }
  const left = rows - c;
  const d = atEnd * atEnd - 4 * halfSlope * left;
  const t = endMs - startMs - Math.ceil((2000 * left) / (atEnd + Math.sqrt(d > 0 ? d : 0)) - NANOSECOND);
  return Math.max(0, Math.min(t, endMs - startMs - 1));
}
