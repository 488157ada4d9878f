import type { Issue } from '../model/issue.ts';
import { type Seed, seedOf } from '../numeric/random.ts';
import type { Batch } from './batch.ts';
import { type FaultContext, newFit } from './fault-fit.ts';
import { type Line, newLines } from './fault-lines.ts';
import { faultOrder, type FaultOrder, type Seam, type SentRow } from './fault-order.ts';
import type { Faults } from './fault-settings.ts';
import { CHUNK, newSource } from './fault-source.ts';
import { type Fault, faultCounts, type FaultCounts, seedFrom } from './fault.ts';
import type { HeldOrder } from './held-order.ts';
import { type RowFaults, rowFaultsOf } from './row-faults.ts';
import type { Extent, RowWriter } from './writer.ts';

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
interface FaultSegments {
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

export type { Fault, FaultCounts };

/** Options for `withFaults`. */
export interface FaultOptions extends FaultContext {
  /** Called once for every fault of every generated row, in order of position, even if a row is generated again. */
  readonly onFault?: (fault: Fault) => void;
  /** The changes of an earlier run, as `change` returned them, to repeat its rows. Default: none. */
  readonly changes?: readonly FaultChange[];
  /** Called once when the first row with other faults is generated, before its own faults. */
  readonly onChange?: (change: FaultChange) => void;
}

/** Rows with faults. Row i is the one at position i of the sent stream. */
export interface FaultyRows extends RowWriter {
  /** Faults reported so far. A row with several faults counts once for each. */
  readonly counts: FaultCounts;
  /**
   * How many positions from the start hold only rows among the first `rows` rows. Positions of a shuffled window count once all its
   * rows are among them, so that a row is not sent before its event time. Never decreases as `rows` grows.
   */
  readonly dueBefore: (rows: number) => number;
  /** The row at a position, whatever its faults. */
  readonly rowAt: (position: number) => number;
  /**
   * Changes the faults from a position on, but for `offline`, which stays as it was at the beginning. Rows before it stay as they are. A window of reordered rows is finished first, and so are
   * rows that were generated already, so the change may take effect later.
   *
   * @param position the first position that has not been sent
   * @returns the change with the position at which it takes effect, for `FaultOptions.changes`
   * @throws RangeError if the position is not a whole number from 0 to 2^53 − 1, or the faults do not fit: see `issues`
   */
  readonly change: (position: number, faults: Faults) => FaultChange;
  /** Why rows cannot have these faults from now on. */
  readonly issues: (faults: Faults) => readonly Issue[];
  /** All changes so far, in order. */
  readonly changes: readonly FaultChange[];
  /** Copies of rows that an earlier process sent with the clock's time. */
  readonly earlier: {
    /** Each is sent at most about so many positions after its original. */
    readonly reach: number;
    /** Gives them the time of their originals, which are at positions from `first` to before `end`. To be called before later rows are made. */
    remember(this: void, first: number, end: number, ms: number): void;
  };
}

/**
 * Injects faults into rows, determined by the seed: some rows are dropped, duplicated, late, reordered, malformed, of another
 * schema, or held while their device is offline.
 * Any position can be generated alone, so a stream with faults can be sharded and resumed like any other. A copy has the same bytes
 * as its original. One exception: if the event time is the clock's and another process sent the original, the copy has that time only
 * if `earlier` remembers it.
 * Faults are reported from the first requested position on, and only going forward.
 *
 * @throws RangeError if `changes` do not follow from the seed and the faults, or faults do not fit schema and times
 */
export function withFaults(rows: RowWriter, faults: Faults, options: FaultOptions): FaultyRows {
  const { seed, onFault, onChange } = options;
  const fit = newFit(faults, options);
  const { order: held } = fit;
  const segments = faultSegments(faults, seedOf(seed), fit.rowFaults);
  const source = newSource(rows);
  source.allow(faults);
  const reports = newReports(onFault, (position) => {
    const changed = segments.changeAt(position);
    if (changed !== undefined) onChange?.(changed);
  });
  const changes: FaultChange[] = [];

  const change = (position: number, to: Faults): FaultChange => {
    if (!Number.isSafeInteger(position) || position < 0)
      throw new RangeError(`Faults cannot change at position ${position}: expected a whole number from 0`);
    const made = segments.change(Math.max(position, reports.end), to);
    source.allow(to);
    changes.push(made);
    return made;
  };
  for (const { position, faults: to } of options.changes ?? [])
    if (change(position, to).position !== position)
      throw new RangeError(`Faults cannot change at position ${position} of this stream`);

  const placeAt = (position: number): SentRow => {
    const place = segments.at(position);
    return held === undefined ? place : heardPlace(place, held);
  };
  const fillPlain = (batch: Batch, extent: Extent, shift: number): Batch => {
    const { first, rows: list } = extent;
    const moved = list === undefined || shift === 0 ? list : list.map((position) => position + shift);
    const { count } = rows.fill(batch, {
      ...extent,
      first: first + shift,
      ...(moved === undefined ? {} : { rows: moved }),
    });
    const dropped = Array.from(batch.sides ?? [], (side, i) => {
      const position = positionIn(extent, i);
      return { position, row: position + shift, incident: side.dropped };
    });
    reports.pass(positionIn(extent, 0), positionIn(extent, count - 1), dropped);
    return Object.assign(batch, { first, shapes: undefined });
  };
  const fillFaulty = (batch: Batch, extent: Extent): Batch => {
    const { step = 1, count, time } = extent;
    const lines = newLines(batch, extent);
    while (lines.count < count) {
      const from = lines.count;
      const size = Math.min(CHUNK, count - from);
      const places = Array.from({ length: size }, (_, i) => placeAt(positionIn(extent, from + i)));
      if (extent.rows === undefined) source.prepare(places, step, time);
      else source.prepareListed(places, time);
      for (const [i, place] of places.entries()) {
        const position = positionIn(extent, from + i);
        const its = segments.faultsAt(position, place.row);
        const line = source.line(place, its, time);
        if (!lines.add(line)) return lines.done();
        reports.add(position, place, its, line);
      }
    }
    return lines.done();
  };
  return {
    counts: reports.counts,
    changes,
    change,
    issues: fit.issues,
    dueBefore: (rows) => segments.dueBefore(held?.dueBefore(rows) ?? rows),
    rowAt: (position) => placeAt(position).row,
    earlier: {
      get reach() {
        return 2 * source.reach;
      },
      remember(first, end, ms) {
        const from = Math.max(first, end - 2 * source.reach);
        const places = Array.from({ length: end - from }, (_, i) => placeAt(from + i));
        source.remember(places, { startMs: ms, stepMs: 0 });
      },
    },
    fill(batch, extent) {
      const shift =
        held !== undefined
          ? undefined
          : segments.shiftBetween(positionIn(extent, 0), positionIn(extent, extent.count - 1));
      return shift === undefined ? fillFaulty(batch, extent) : fillPlain(batch, extent, shift);
    },
  };
}

const NONE: readonly number[] = [];

/** A place whose row is one in the order of rows that are heard. */
function heardPlace({ row: at, turn, copyOf, moved, left }: SentRow, held: HeldOrder): SentRow {
  const { row, heldMs } = held.at(at);
  if (copyOf > 0) return { row, turn, copyOf, moved, left, heldMs: 0, lost: NONE };
  if (left.length === 0) return { row, turn, copyOf, moved, left, heldMs, lost: held.lostBefore(at) };
  const lost = [...left, at].flatMap((each) => held.lostBefore(each));
  return { row, turn, copyOf, moved, left: left.map((each) => held.at(each).row), heldMs, lost };
}

/** The position of row `r` of an extent. */
const positionIn = ({ first, step = 1, rows }: Extent, r: number): number => rows?.[r] ?? first + r * step;

/** A row without faults. */
interface PassedRow {
  readonly position: number;
  readonly row: number;
  /** The incident that drops it. */
  readonly incident: string | undefined;
}

/** Reports the faults of each position once, going forward. */
interface FaultReports {
  readonly counts: FaultCounts;
  /** The position after the last one reported. */
  readonly end: number;
  /** Reports a position, unless it or a later one was reported. */
  add(position: number, place: SentRow, faults: RowFaults, line: Pick<Line, 'changes' | 'side'>): void;
  /** Passes positions without faults, but for rows that incidents drop. */
  pass(first: number, last: number, rows: readonly PassedRow[]): void;
}

/**
 * @param onFault called in order of position
 * @param onPosition called for each position before its faults, but only for the first of those that are passed
 */
function newReports(
  onFault: ((fault: Fault) => void) | undefined,
  onPosition: (position: number) => void,
): FaultReports {
  const counts = faultCounts();
  let end = 0;
  const emit = (fault: Fault): void => {
    counts[fault.kind]++;
    onFault?.(fault);
  };
  /** Reports what happens to the row itself. */
  const addOwn = (
    position: number,
    { row, copyOf, moved, heldMs = 0 }: SentRow,
    { delayMs, how }: RowFaults,
    changes: Line['changes'],
  ): void => {
    if (copyOf > 0) emit({ row, position, kind: 'duplicate', back: copyOf });
    if (moved !== 0) emit({ row, position, kind: 'reordered', by: moved });
    if (heldMs > 0) emit({ row, position, kind: 'held', heldMs });
    if (delayMs > 0) emit({ row, position, kind: 'late', delayMs });
    if (changes !== undefined) emit({ row, position, kind: 'drifted', changes });
    if (how !== undefined) emit({ row, position, kind: 'malformed', how });
  };
  return {
    counts,
    get end() {
      return end;
    },
    pass(first, last, rows) {
      if (last < end) return;
      if (first >= end) onPosition(first);
      for (const { position, row, incident } of rows)
        if (incident !== undefined && position >= end) emit({ row, position, kind: 'dropped', incident });
      end = last + 1;
    },
    add(position, place, faults, { changes, side }) {
      if (position < end) return;
      end = position + 1;
      onPosition(position);
      for (const each of place.left) emit({ row: each, position, kind: 'dropped' });
      for (const each of place.lost ?? []) emit({ row: each, position, kind: 'lost' });
      const { row } = place;
      // A row that an incident drops is never sent, so nothing else happens to it.
      if (side?.dropped !== undefined) emit({ row, position, kind: 'dropped', incident: side.dropped });
      else addOwn(position, place, faults, changes);
    },
  };
}
