import { newBatch } from './batch.ts';
import { isSameTime, newHistory } from './fault-history.ts';
import { ended, lineIn, type Line } from './fault-lines.ts';
import type { SentRow } from './fault-order.ts';
import type { Faults } from './fault-settings.ts';
import { corrupt } from './malformed.ts';
import type { RowFaults } from './row-faults.ts';
import type { Extent, RowWriter } from './writer.ts';

/** Maximum rows generated together before they are copied to their positions. */
export const CHUNK = 1024;
const CHUNK_BYTES = 8 * 1024 * 1024;
const WITHIN = 100;

/** Generates the rows of a stream with faults. */
export interface FaultSource {
  /** Generates the rows of some places together, if they are close to each other. @param step between the places */
  prepare(places: readonly SentRow[], step: number, time: Extent['time']): void;
  /** Generates the rows of places at any distance together. */
  prepareListed(places: readonly SentRow[], time: Extent['time']): void;
  /** The line at a place. A view, valid until the next call. */
  line(place: SentRow, faults: RowFaults, time: Extent['time']): Line;
  /** Remembers event times for as long as copies may need them. */
  allow(faults: Faults): void;
}

/** @param rows the rows without faults */
export function newSource(rows: RowWriter): FaultSource {
  const history = newHistory();
  const chunk = newBatch();
  const single = newBatch();
  let chunkStep = 1;
  /** The places in the chunk of its rows, if they are listed. */
  let listed: ReadonlyMap<number, number> | undefined;
  const inChunk = (row: number): Line | undefined => {
    if (listed === undefined) return lineIn(chunk, row, chunkStep);
    const at = listed.get(row);
    return at === undefined ? undefined : lineIn(chunk, at);
  };

  const alone = (row: number, time: Extent['time'], delayMs: number): Line | undefined =>
    lineIn(rows.fill(single, { first: row, count: 1, time, delayMs }), row);
  return {
    prepare(places, step, time) {
      if (!('put' in time)) history.add(places, time);
      listed = undefined;
      const { first, last, isEven } = spread(places, step);
      // Without drops, copies and windows, the rows keep their step.
      chunkStep = isEven ? step : 1;
      const count = (last - first) / chunkStep + 1;
      if (count > 0 && count <= places.length * 3)
        rows.fill(chunk, { first, step: chunkStep, count, maxBytes: CHUNK_BYTES, time });
      else Object.assign(chunk, { count: 0 });
    },
    prepareListed(places, time) {
      if (!('put' in time)) history.add(places, time);
      const own = places.flatMap(({ row, copyOf }) => (copyOf > 0 ? [] : [row]));
      const list = Float64Array.from(new Set(own)).sort();
      listed = new Map(Array.from(list, (row, i) => [row, i]));
      if (list.length > 0)
        rows.fill(chunk, { first: 0, rows: list, count: list.length, maxBytes: CHUNK_BYTES, time });
    },
    line({ row, turn, copyOf }, { delayMs, how, at }, time) {
      // Computed event times follow from the row. A copy has the time at which the clock's rows were generated first.
      const own = copyOf === 0 || 'put' in time ? time : history.timeOf(turn, time);
      const isPlain = delayMs === 0 && isSameTime(own, time);
      const found = isPlain ? inChunk(row) : undefined;
      const made = found ?? alone(row, own, delayMs);
      if (made === undefined) throw new Error(`Row ${row} was not generated`);
      return how === undefined
        ? made
        : { ...made, bytes: ended(corrupt(made.bytes.subarray(0, -1), how, at)) };
    },
    allow: ({ duplicates }) => history.reach((duplicates?.within ?? WITHIN) + CHUNK),
  };
}

/** The first and last row that is no copy, and whether all are whole steps apart. */
function spread(
  places: readonly SentRow[],
  step: number,
): { readonly first: number; readonly last: number; readonly isEven: boolean } {
  let [first, last, isEven] = [Infinity, -1, true];
  for (const { row, copyOf } of places) {
    if (copyOf > 0) continue;
    if (step > 1 && last >= 0) isEven &&= (row - last) % step === 0;
    first = Math.min(first, row);
    last = Math.max(last, row);
  }
  return { first, last, isEven };
}
