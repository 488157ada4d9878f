import type { Counts } from './report.ts';
import type { Sightings } from './sightings.ts';
import type { Truth } from './truth.ts';

/** How many rows are right, changed, missing and doubled, with the first of their numbers. */
export interface Totals extends Omit<
  Counts,
  'arrived' | 'extra' | 'unreadable' | 'malformed' | 'missing' | 'late'
> {
  /** When the first of the pending rows was acknowledged. Infinity: none is pending. */
  readonly pendingMs: number;
  readonly missingCount: number;
  readonly missing: readonly number[];
  readonly doubledRows: readonly number[];
  readonly strip: Strip;
}

/** Rows whose numbers are kept: beyond, only their count. */
const NUMBERED = 1_000_000;

/** What decides how rows are counted. */
interface TotalsOptions {
  readonly isDeduped: boolean;
  /** Whether a row may be gone because it equals an earlier one. Default: none may. */
  readonly isTwin?: ((row: number) => boolean) | undefined;
  /** Rows that were acknowledged after this may still come: milliseconds since 1970. Default: none may. */
  readonly youngMs?: number;
}

/** Counts what became of all rows. */
export function totalsOf(
  truth: Truth,
  sightings: Sightings,
  { isDeduped, isTwin = () => false, youngMs = Infinity }: TotalsOptions,
): Totals {
  const { acknowledgedMs, settledMs = acknowledgedMs } = truth;
  const isYoung = (row: number): boolean => (settledMs?.(row) ?? NaN) > youngMs;
  const totals = {
    expected: 0,
    right: 0,
    changed: 0,
    missingCount: 0,
    pending: 0,
    pendingMs: Infinity,
    doubled: 0,
    unsent: 0,
    copies: { sent: 0, there: 0 },
    uncertain: { rows: 0, there: 0 },
    repeated: { rows: 0, there: 0 },
    missing: [] as number[],
    doubledRows: [] as number[],
    strip: newStrip(truth.rows),
  };
  const { copies, uncertain, repeated } = totals;
  const countCopies = (seen: number, sent: number): void => {
    copies.sent += sent - 1;
    copies.there += Math.min(seen, sent) - 1;
  };
  const count = (row: number, seen: number): void => {
    totals.expected++;
    if (seen === 0 && isYoung(row)) {
      totals.pending++;
      totals.pendingMs = Math.min(totals.pendingMs, acknowledgedMs?.(row) ?? Infinity);
      return;
    }
    const kind = sightings.isChanged(row) ? 'changed' : 'right';
    totals.strip.add(row, seen === 0 ? 'missing' : kind);
    if (seen > 0) totals[kind]++;
    else {
      totals.missingCount++;
      if (totals.missing.length < NUMBERED) totals.missing.push(row);
    }
  };
  /** Rows that may be there count if they are, unless they may turn out to be rejected. */
  const isCounted = (least: number, seen: number): boolean =>
    least > 0 || (seen > 0 && truth.isOpen !== true);
  const countUncertain = (seen: number): void => {
    uncertain.rows++;
    if (seen > 0) uncertain.there++;
  };
  const countExcess = (row: number, excess: number): void => {
    totals.doubled += excess;
    if (excess > 0 && totals.doubledRows.length < NUMBERED) totals.doubledRows.push(row);
  };
  const countRepeated = (row: number, seen: number, copiesSent: number): void => {
    if ((truth.again?.(row) ?? 0) === 0) return;
    repeated.rows++;
    if (seen > Math.max(1, copiesSent)) repeated.there++;
  };
  const take = (row: number, seen: number): void => {
    const [least, most] = [truth.least(row), truth.most(row)];
    if (most === 0) totals.unsent += seen;
    else if (least === 0) countUncertain(seen);
    if (most > 0 && isCounted(least, seen)) count(row, seen);
    if (seen > 0 && least > 1 && (seen >= least || !isYoung(row))) countCopies(seen, least);
    countExcess(row, excessOf(seen, isDeduped ? Math.min(1, most) : most));
    if (most > 0) countRepeated(row, seen, least);
  };
  for (let row = 0; row < truth.rows; row++) {
    const seen = sightings.seen(row);
    if (seen > 0 || !isTwin(row)) take(row, seen);
  }
  return totals;
}

/** How many times too often a row is there. */
const excessOf = (seen: number, most: number): number => (most === 0 ? 0 : Math.max(0, seen - most));

/** What became of consecutive rows. */
export interface StripCell {
  /** The number of the first of them. */
  readonly first: number;
  /** Rows that must be there: `right + changed + missing`. */
  readonly expected: number;
  readonly right: number;
  readonly changed: number;
  readonly missing: number;
}

type Fate = 'right' | 'changed' | 'missing';

/** Counts what became of rows, by where they are in the stream. */
interface Strip {
  readonly add: (row: number, fate: Fate) => void;
  /** A row that was counted as missing was found under another identity. */
  readonly find: (row: number, fate: Fate) => void;
  readonly cells: () => readonly StripCell[];
}

const MOST_CELLS = 200;

/** A strip of at most 200 cells. @param rows of the stream */
export function newStrip(rows: number): Strip {
  const size = Math.min(rows, MOST_CELLS);
  const firstOf = (cell: number): number => Math.ceil((cell * rows) / size);
  const cells = Array.from({ length: size }, (_, cell) => ({
    first: firstOf(cell),
    right: 0,
    changed: 0,
    missing: 0,
  }));
  const cellOf = (row: number) => cells[Math.floor((row * size) / rows)];
  const count = (row: number, fate: Fate, by: number): void => {
    const cell = cellOf(row);
    if (cell !== undefined) cell[fate] += by;
  };
  return {
    add: (row, fate) => count(row, fate, 1),
    find(row, fate) {
      count(row, 'missing', -1);
      count(row, fate, 1);
    },
    cells: () => cells.map((cell) => ({ ...cell, expected: cell.right + cell.changed + cell.missing })),
  };
}

/** A part of a cell as a picture shows it, from its top. `none`: no row is right, or must be there. */
interface StripPart {
  readonly kind: Fate | 'none';
  readonly y: number;
  readonly height: number;
}

/** The parts of a cell in a picture of this height. A few such rows have at least the other one, so that they can be seen. */
export function stripParts(
  { expected, right, changed, missing }: StripCell,
  height: number,
  least: number,
): readonly StripPart[] {
  const heightOf = (rows: number): number =>
    rows === 0 ? 0 : Math.min(height, Math.max(least, (rows / expected) * height));
  const [lost, wrong] = [heightOf(missing), heightOf(changed)];
  const rest = right > 0 || expected === 0 ? Math.max(0, height - lost - wrong) : 0;
  const parts: readonly StripPart[] = [
    { kind: 'missing', y: 0, height: lost },
    { kind: 'changed', y: lost, height: wrong },
    { kind: right > 0 ? 'right' : 'none', y: lost + wrong, height: rest },
  ];
  return parts.filter((part) => part.height > 0);
}
