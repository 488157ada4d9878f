import type { Seed } from '../numeric/random.ts';
import { seedFrom } from './fault-chance.ts';
import { faultOrder, type FaultOrder, type SentRow, type Seam } from './fault-order.ts';
import type { Faults } from './fault-settings.ts';
import { rowFaultsOf, type RowFaults } from './row-faults.ts';

/** Other faults from a position of the sent stream on. */
export interface FaultChange {
  /** The first position with these faults. Earlier rows are all before it, and no row is lost or repeated by the change. */
  readonly position: number;
  readonly faults: Faults;
}

/** Part of a stream with the same settings. */
interface Segment extends Seam {
  readonly hasFaults: boolean;
  /** Counted from the segment's start. */
  readonly order: FaultOrder;
  readonly faultsOf: (row: number) => RowFaults;
}

/** The order of a stream whose settings may change: a pure function of the seed, the first settings and the changes. */
export interface FaultSegments {
  at(position: number): SentRow;
  /** The faults of the row at a position. */
  faultsAt(position: number, row: number): RowFaults;
  /** What to add to positions to get their rows, if none of these has a fault and all have the same settings. */
  shiftBetween(first: number, last: number): number | undefined;
  /** As in `FaultOrder`. */
  readonly dueBefore: (rows: number) => number;
  /** Changes the settings at the first seam at or after a position, and returns the change. */
  change(position: number, faults: Faults): FaultChange;
  /** The change at a position, if there is one. */
  changeAt(position: number): FaultChange | undefined;
}

const START: Seam = { position: 0, row: 0, turn: 0 };

/** The segments of a stream, at first a single one. @param faultsOf the faults of rows with settings */
export function faultSegments(
  initial: Faults,
  seed: Seed,
  faultsOf: (faults: Faults) => Segment['faultsOf'] = (faults) => rowFaultsOf(faults, seed),
): FaultSegments {
  const segmentAt = (seam: Seam, faults: Faults): Segment => ({
    ...seam,
    hasFaults: Object.values(faults).some((setting) => setting !== undefined),
    order: faultOrder(faults, seedFrom(seed, seam.position)),
    faultsOf: faultsOf(faults),
  });
  const first = segmentAt(START, initial);
  const segments = [first];
  const changes = new Map<number, FaultChange>();
  const latest = (): Segment => segments.at(-1) ?? first;
  const find = (position: number): Segment => {
    const last = latest();
    if (position >= last.position) return last;
    return segments.findLast((segment) => segment.position <= position) ?? first;
  };
  return {
    at(position) {
      const { position: start, row, turn, order } = find(position);
      const place = order.at(position - start);
      if (row === 0) return place;
      const left = place.left.map((each) => each + row);
      return { ...place, row: place.row + row, turn: place.turn + turn, left };
    },
    shiftBetween(first, last) {
      const segment = find(first);
      return segment.hasFaults || find(last) !== segment ? undefined : segment.row - segment.position;
    },
    faultsAt: (position, row) => find(position).faultsOf(row),
    dueBefore(rows) {
      const i = segments.findLastIndex(({ row }) => row <= rows);
      const { position, row, order } = segments[i] ?? first;
      return Math.min(position + order.dueBefore(rows - row), segments[i + 1]?.position ?? Infinity);
    },
    change(position, faults) {
      const { position: start, row, turn, order } = latest();
      const seam = order.seamFrom(Math.max(0, position - start));
      const at = { position: start + seam.position, row: row + seam.row, turn: turn + seam.turn };
      segments.push(segmentAt(at, faults));
      const change = { position: at.position, faults };
      changes.set(at.position, change);
      return change;
    },
    changeAt: (position) => changes.get(position),
  };
}
