import type { Arrived } from '@catbird/core/verify';
import type { Arrivals } from './source.ts';

/** A longer line is no row. */
export const LINE_BYTES = 16 * 1024 * 1024;
/** Rows that are passed on at once. */
export const AT_ONCE = 1024;
/** How much of a line that is too long is passed on, to be counted as no row. */
const SHOWN_BYTES = 100;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The lines of a text, without their newlines. Empty lines and a byte order mark at the beginning are left out. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Uint8Array[]> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  let isTooLong = false;
  let isFirst = true;
  let lines: Uint8Array[] = [];
  const end = (piece: Uint8Array): void => {
    const whole = pieces.length === 0 ? piece : Buffer.concat([...pieces, piece]);
    pieces = [];
    bytes = 0;
    // The end of a line that was passed on as too long.
    if (isTooLong) isTooLong = false;
    else {
      const line = plainLine(whole, isFirst);
      if (line.length > 0) lines.push(line);
    }
    isFirst = false;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      end(chunk.subarray(from, to));
      from = to + 1;
      if (lines.length < AT_ONCE) continue;
      yield lines;
      lines = [];
    }
    if (lines.length > 0) yield lines;
    lines = [];
    if (from === chunk.length || isTooLong) continue;
    // The chunk may be used again.
    pieces.push(Buffer.from(chunk.subarray(from)));
    bytes += chunk.length - from;
    if (bytes <= LINE_BYTES) continue;
    yield [Buffer.concat(pieces).subarray(0, SHOWN_BYTES)];
    pieces = [];
    bytes = 0;
    isTooLong = true;
  }
  end(new Uint8Array(0));
  if (lines.length > 0) yield lines;
}

function plainLine(line: Uint8Array, isFirst: boolean): Uint8Array {
  const start = isFirst && BYTE_ORDER_MARK.every((byte, i) => line[i] === byte) ? BYTE_ORDER_MARK.length : 0;
  return line.subarray(start, line.at(-1) === RETURN ? line.length - 1 : line.length);
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
