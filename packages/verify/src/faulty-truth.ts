import { newBatch, type Batch, type FaultyRows, type Extent } from '@catbird/engine';
import { bytesText, parseLine } from './parse-row.ts';
import { eachLine, knownTimes, timesIn, within, type Sent, type Truth } from './truth.ts';

/** Positions that are looked at together. */
const AT_ONCE = 4096;
/** Copies that are counted. */
const MOST = 127;
/** A row that was sent again so often may be there as often as one likes. */
const ANY = 255;

/**
 * The truth of rows with faults: copies, rows out of order, and corrupted lines included. Its rows are those of the stream without
 * faults; each has the line that was sent of it.
 *
 * @param positions how many positions of the sent stream there are
 * @param sent by positions
 */
export function faultyTruth(faulty: FaultyRows, time: Extent['time'], positions: number, sent: Sent): Truth {
  const [accepted, uncertain] = [within(sent.accepted), within(sent.uncertain)];
  const times = timesIn(sent.repeated);
  let places = new Float64Array(AT_ONCE).fill(-1);
  let least = new Uint8Array(AT_ONCE);
  let copies = new Uint8Array(AT_ONCE);
  let again = new Uint8Array(AT_ONCE);
  let rows = 0;
  const { acknowledgedMs } = sent;
  const settled = new Map<number, number>();
  const malformed = new Map<string, number>();
  const grow = (row: number): void => {
    if (row < places.length) return;
    const size = Math.max(row + 1, places.length * 2);
    const wider = new Float64Array(size).fill(-1);
    wider.set(places);
    places = wider;
    least = widened(least, size);
    copies = widened(copies, size);
    again = widened(again, size);
  };
  const noteCopy = (row: number, position: number): void => {
    if (acknowledgedMs !== undefined)
      settled.set(row, Math.max(settled.get(row) ?? 0, acknowledgedMs(position)));
  };
  const note = (position: number, isSent: boolean): void => {
    const row = faulty.rowAt(position);
    grow(row);
    rows = Math.max(rows, row + 1);
    const before = least[row] ?? 0;
    if ((places[row] ?? -1) < 0 || (isSent && before === 0)) places[row] = position;
    if (isSent && before > 0) noteCopy(row, position);
    least[row] = Math.min(MOST, before + (isSent ? 1 : 0));
    copies[row] = Math.min(MOST, (copies[row] ?? 0) + 1);
    again[row] = Math.min(ANY, (again[row] ?? 0) + times(position));
  };
  eachLine(faulty, time, positions, (position, bytes, side) => {
    const isSent = accepted(position);
    if ((!isSent && !uncertain(position)) || side?.dropped !== undefined) return;
    if (parseLine(bytes) !== undefined) note(position, isSent);
    else if (isSent) {
      const line = bytesText(bytes);
      malformed.set(line, (malformed.get(line) ?? 0) + 1);
    }
  });
  const timesAgain = (row: number): number => (again[row] === ANY ? Infinity : (again[row] ?? 0));
  /** Where a row was sent first. A row that never was has the place of another one: nothing asks for its contents. */
  const placeOf = (row: number): number => Math.max(0, places[row] ?? 0);
  const write = (batch: Batch, list: Float64Array): Batch =>
    writeAt(batch, list, (into, extent) => faulty.fill(into, { ...extent, time }), placeOf);
  return {
    rows,
    malformed,
    isShuffled: true,
    eachSent: (use) =>
      eachLine(faulty, time, positions, (position, line, side) => {
        if ((accepted(position) || uncertain(position)) && side?.dropped === undefined)
          use(line, faulty.rowAt(position));
      }),
    least: (row) => least[row] ?? 0,
    most: (row) => (copies[row] ?? 0) + timesAgain(row),
    again: (row) => knownTimes(timesAgain(row)),
    ...(acknowledgedMs && {
      acknowledgedMs: (row: number) => acknowledgedMs(placeOf(row)),
      settledMs: (row: number) => Math.max(acknowledgedMs(placeOf(row)), settled.get(row) ?? 0),
    }),
    write,
    writeFrom: (batch, first, count) =>
      write(
        batch,
        Float64Array.from({ length: Math.min(count, rows - first, AT_ONCE) }, (_, i) => first + i),
      ),
  };
}

function widened(counts: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(size);
  wider.set(counts);
  return wider;
}

/** Writes rows of a list that are at other places, which need not ascend. */
function writeAt(
  batch: Batch,
  list: Float64Array,
  fill: (batch: Batch, extent: Pick<Extent, 'first' | 'rows' | 'count'>) => Batch,
  placeOf: (row: number) => number,
): Batch {
  const wanted = Array.from(list, placeOf);
  const sorted = Float64Array.from(new Set(wanted)).sort();
  const made = fill(newBatch(), { first: sorted[0] ?? 0, rows: sorted, count: sorted.length });
  const order = new Map(Array.from(sorted, (place, i) => [place, i]));
  const lines = wanted.map((place) => {
    const i = order.get(place) ?? 0;
    return made.bytes.subarray(i === 0 ? 0 : made.ends[i - 1], made.ends[i]);
  });
  const bytes = new Uint8Array(lines.reduce((sum, line) => sum + line.length, 0));
  const ends = new Uint32Array(lines.length);
  let end = 0;
  for (const [i, line] of lines.entries()) {
    bytes.set(line, end);
    end += line.length;
    ends[i] = end;
  }
  return Object.assign(batch, { first: list[0] ?? 0, count: lines.length, bytes, ends });
}
