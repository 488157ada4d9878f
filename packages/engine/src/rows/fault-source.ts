import { newBatch } from './batch.ts';
import { drifted } from './drift.ts';
import { ended, type Line, lineIn } from './fault-lines.ts';
import type { SentRow } from './fault-order.ts';
import type { Faults, MalformedKind } from './fault-settings.ts';
import type { RowDrift, RowFaults } from './row-faults.ts';
import type { EventTime, Extent, RowWriter } from './writer.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACE_CLOSE = 0x7d;
const NEVER_IN_UTF8 = 0xff;
/** How each bracket changes the depth. */
const NESTING: ReadonlyMap<number, number> = new Map([
  [0x7b, 1],
  [0x5b, 1],
  [BRACE_CLOSE, -1],
  [0x5d, -1],
]);

/**
 * Corrupts a row.
 *
 * @param row an object as JSON, without its newline
 * @param at selects one of the possible places, 0 ≤ at < 1
 */
const corrupt = (row: Uint8Array, kind: MalformedKind, at: number): Uint8Array => CORRUPTORS[kind](row, at);

const CORRUPTORS: Readonly<Record<MalformedKind, (row: Uint8Array, at: number) => Uint8Array>> = {
  truncated(row, at) {
    let end = 1 + Math.floor(at * (row.length - 1));
    // Not inside a character: that is a different fault.
    while (end > 1 && isContinued(row[end])) end--;
    return row.slice(0, end);
  },
  quote(row, at) {
    const mark = one(quotesOf(row), at);
    return mark === undefined ? CORRUPTORS.truncated(row, at) : splice(row, mark, 1, []);
  },
  comma: (row) => splice(row, row.length - 1, 0, [COMMA]),
  type(row, at) {
    const value = one(valuesOf(row), at);
    if (value === undefined) return encoder.encode('[]');
    const text = decoder.decode(row.subarray(value.start, value.end));
    return splice(row, value.start, value.end - value.start, encoder.encode(otherType(text)));
  },
  utf8(row, at) {
    const openings = quotesOf(row).filter((_, i) => i % 2 === 0);
    return splice(row, (one(openings, at) ?? 0) + 1, 0, [NEVER_IN_UTF8]);
  },
};

const isContinued = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const one = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[Math.floor(at * items.length)];

function splice(row: Uint8Array, from: number, removed: number, added: ArrayLike<number>): Uint8Array {
  const spliced = new Uint8Array(row.length - removed + added.length);
  spliced.set(row.subarray(0, from));
  spliced.set(added, from);
  spliced.set(row.subarray(from + removed), from + added.length);
  return spliced;
}

/** A string becomes a number; a number, true, false or null becomes a string; an object or list becomes "[object Object]". */
function otherType(text: string): string {
  if (text.startsWith('"')) return String(text.length - 2);
  return text.startsWith('{') || text.startsWith('[') ? '"[object Object]"' : `"${text}"`;
}

/** Positions of the quotation marks that open and close strings, alternating. */
function quotesOf(row: Uint8Array): readonly number[] {
  const quotes: number[] = [];
  for (let i = 0; i < row.length; i++) {
    if (row[i] === BACKSLASH) i++;
    else if (row[i] === QUOTE) quotes.push(i);
  }
  return quotes;
}

/** Ranges of the values of the row's top-level members. */
function valuesOf(row: Uint8Array): readonly { readonly start: number; readonly end: number }[] {
  const values: { start: number; end: number }[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < row.length; i++) {
    const byte = row[i] ?? 0;
    if (byte === QUOTE) {
      i = endOfText(row, i);
      continue;
    }
    if (depth === 1 && byte === COLON) start = i + 1;
    if (depth === 1 && start > 0 && (byte === COMMA || byte === BRACE_CLOSE)) {
      values.push({ start, end: i });
      start = 0;
    }
    depth += NESTING.get(byte) ?? 0;
  }
  return values;
}

/** The position of a string's closing quote. */
function endOfText(row: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < row.length && row[i] !== QUOTE) i += row[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** Maximum rows generated together before they are copied to their positions. */
export const CHUNK = 1024;
const CHUNK_BYTES = 8 * 1024 * 1024;
const WITHIN = 100;
/** Rows are generated together with those between them, if these are at most this many times as many. */
const MOST_SPREAD = 3;

/** It comes much later than the rows around it in the stream without faults. */
const isHeld = ({ heldMs = 0 }: SentRow): boolean => heldMs > 0;

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
  /** Remembers the event time of the rows at places, which are made elsewhere. */
  remember(places: readonly SentRow[], time: EventTime): void;
  /** How many turns are remembered before the latest. */
  readonly reach: number;
}

/** @param rows the rows without faults */
export function newSource(rows: RowWriter): FaultSource {
  const history = newHistory();
  const chunk = newBatch();
  const single = newBatch();
  let chunkStep = 1;
  const withDrift = drifter();
  /** Rows that are not near the others, and their places in the batch. */
  const list = newBatch();
  let listed: ReadonlyMap<number, number> = new Map();
  const inChunk = (row: number): Line | undefined => {
    const at = listed.get(row);
    return at === undefined ? lineIn(chunk, row, chunkStep) : lineIn(list, at);
  };
  const fillList = (places: readonly SentRow[], time: Extent['time']): void => {
    const own = places.flatMap(({ row, copyOf }) => (copyOf > 0 ? [] : [row]));
    const numbers = Float64Array.from(new Set(own)).sort();
    listed = new Map(Array.from(numbers, (row, i) => [row, i]));
    if (numbers.length > 0)
      rows.fill(list, { first: 0, rows: numbers, count: numbers.length, maxBytes: CHUNK_BYTES, time });
  };

  const alone = (row: number, time: Extent['time'], delayMs: number): Line | undefined =>
    lineIn(rows.fill(single, { first: row, count: 1, time, delayMs }), row);
  return {
    prepare(places, step, time) {
      if (!('put' in time)) history.add(places, time);
      const { first, last, isEven } = spread(places, step);
      // Without drops, copies and windows, the rows keep their step.
      chunkStep = isEven ? step : 1;
      const count = (last - first) / chunkStep + 1;
      const isNear = count <= places.length * MOST_SPREAD;
      fillList(
        places.filter((place) => !isNear || isHeld(place)),
        time,
      );
      if (isNear && count > 0)
        rows.fill(chunk, { first, step: chunkStep, count, maxBytes: CHUNK_BYTES, time });
      else Object.assign(chunk, { count: 0 });
    },
    prepareListed(places, time) {
      if (!('put' in time)) history.add(places, time);
      fillList(places, time);
      Object.assign(chunk, { count: 0 });
    },
    line({ row, turn, copyOf }, { delayMs, how, at, drift }, time) {
      // Computed event times follow from the row. A copy has the time at which the clock's rows were generated first.
      const own = copyOf === 0 || 'put' in time ? time : history.timeOf(turn, time);
      const isPlain = delayMs === 0 && isSameTime(own, time);
      const found = isPlain ? inChunk(row) : undefined;
      const made = found ?? alone(row, own, delayMs);
      if (made === undefined) throw new Error(`Row ${row} was not generated`);
      const whole = drift === undefined ? made : withDrift(made, drift);
      return how === undefined
        ? whole
        : withBytes(whole, ended(corrupt(whole.bytes.subarray(0, -1), how, at)));
    },
    allow: ({ duplicates }) => history.reach((duplicates?.within ?? WITHIN) + CHUNK),
    remember: (places, time) => history.add(places, time),
    get reach() {
      return history.most;
    },
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Lets lines drift. Their keys stay. A line is valid until the next one drifts. */
function drifter(): (line: Line, row: RowDrift) => Line {
  // New memory for each line would take as long as all the rest.
  let memory = new Uint8Array(0);
  return (line, { drift, shape, pick }) => {
    const after = drifted(decoder.decode(line.bytes.subarray(0, -1)), drift, { shape, pick });
    if (after === undefined) return withBytes(line, line.bytes, shape);
    const text = `${after.text}\n`;
    // At most three bytes for each unit of UTF-16.
    if (memory.byteLength < text.length * 3) memory = new Uint8Array(text.length * 6);
    const { written } = encoder.encodeInto(text, memory);
    return withBytes(line, memory.subarray(0, written), shape, after.changes);
  };
}

/** A line with other bytes. Spreading it would be slow. */
const withBytes = (
  { side, shape: from, changes: known }: Line,
  bytes: Uint8Array,
  shape = from,
  changes = known,
): Line => ({ bytes, side, shape, changes });

/** The first and last row that is no copy, and whether all are whole steps apart. */
function spread(
  places: readonly SentRow[],
  step: number,
): { readonly first: number; readonly last: number; readonly isEven: boolean } {
  let [first, last, isEven] = [Infinity, -1, true];
  for (const place of places) {
    const { row, copyOf } = place;
    if (copyOf > 0 || isHeld(place)) continue;
    if (step > 1 && last >= 0) isEven &&= (row - last) % step === 0;
    first = Math.min(first, row);
    last = Math.max(last, row);
  }
  return { first, last, isEven };
}

/** The clock's times of the rows that duplicates may copy. Computed times follow from the row. */
interface FaultHistory {
  /** Records the event time of rows. */
  add(places: readonly SentRow[], time: EventTime): void;
  /** Remembers at least this many turns before the latest. */
  reach(turns: number): void;
  /** How many turns it remembers at least. */
  readonly most: number;
  /** The latest event time of a turn, or `otherwise` if it is unknown. */
  timeOf(turn: number, otherwise: EventTime): EventTime;
}

/** An empty history. */
function newHistory(): FaultHistory {
  let most = 0;
  const spans: { readonly from: number; to: number; readonly time: EventTime }[] = [];
  return {
    add(places, time) {
      const turns = places.filter(({ copyOf }) => copyOf === 0).map(({ turn }) => turn);
      const [from, to] = [turns[0], turns.at(-1)];
      if (from === undefined || to === undefined) return;
      // Rows that are generated again get the current time.
      while ((spans.at(-1)?.from ?? -1) >= from) spans.pop();
      while ((spans[0]?.to ?? Infinity) < from - most) spans.shift();
      const last = spans.at(-1);
      if (last !== undefined && last.to + 1 === from && isSameTime(last.time, time)) last.to = to;
      else spans.push({ from, to, time });
    },
    reach: (turns) => void (most = Math.max(most, turns)),
    get most() {
      return most;
    },
    timeOf: (turn, otherwise) =>
      spans.findLast(({ from, to }) => from <= turn && turn <= to)?.time ?? otherwise,
  };
}

/** Whether the event times of all rows are the same. */
const isSameTime = (one: Extent['time'], other: Extent['time']): boolean =>
  one === other ||
  (!('put' in one) && !('put' in other) && one.startMs === other.startMs && one.stepMs === other.stepMs);
