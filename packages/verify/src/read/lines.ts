import type { Arrived, Arrivals } from '../contract.ts';

/** A longer line is no row. */
export const LINE_BYTES = 16 * 1024 * 1024;
/** Rows that are passed on at once. */
export const AT_ONCE = 1024;
/** How much of a line that is too long is passed on, to be counted as no row. */
const SHOWN_BYTES = 100;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Lines without their newlines. */
export interface Lines {
  readonly rows: readonly Uint8Array[];
  /** Where each of them ends: how many bytes there are up to its newline, from the first one read. */
  readonly ends: readonly number[];
}

/** The lines of a text, without their newlines. Empty lines and a byte order mark at the beginning are left out. */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Lines> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let isTooLong = false;
  let isFirst = true;
  let lines: Uint8Array[] = [];
  let ends: number[] = [];
  let before = 0;
  const taken = (): Lines => {
    const group = { rows: lines, ends };
    [lines, ends] = [[], []];
    return group;
  };
  const end = (piece: Uint8Array, at: number): void => {
    const whole = pieces.length === 0 ? piece : joined([...pieces, piece]);
    pieces = [];
    bytes = 0;
    // The end of a line that was passed on as too long.
    if (isTooLong) isTooLong = false;
    else {
      const line = plainLine(whole, isFirst);
      if (line.length > 0) {
        lines.push(line);
        ends.push(at);
      }
    }
    isFirst = false;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      end(chunk.subarray(from, to), before + to);
      from = to + 1;
      if (lines.length < AT_ONCE) continue;
      yield taken();
    }
    if (lines.length > 0) yield taken();
    before += chunk.length;
    if (from === chunk.length || isTooLong) continue;
    // The chunk may be used again.
    pieces.push(chunk.slice(from));
    bytes += chunk.length - from;
    if (bytes <= LINE_BYTES) continue;
    yield { rows: [joined(pieces).subarray(0, SHOWN_BYTES)], ends: [before] };
    pieces = [];
    bytes = 0;
    isTooLong = true;
  }
  end(new Uint8Array(0), before);
  if (lines.length > 0) yield taken();
}

function plainLine(line: Uint8Array, isFirst: boolean): Uint8Array {
  const start = isFirst && BYTE_ORDER_MARK.every((byte, i) => line[i] === byte) ? BYTE_ORDER_MARK.length : 0;
  return line.subarray(start, line.at(-1) === RETURN ? line.length - 1 : line.length);
}

/** Pieces of bytes, one after the other. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Passes on rows in groups. */
export async function* grouped(rows: AsyncIterable<Arrived>): AsyncGenerator<Arrivals> {
  let group: Arrived[] = [];
  for await (const row of rows) {
    group.push(row);
    if (group.length < AT_ONCE) continue;
    yield { rows: group };
    group = [];
  }
  if (group.length > 0) yield { rows: group };
}
