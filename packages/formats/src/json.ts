import { byteLength, type Batch } from '@catbird/engine';
import type { Blocks } from '@catbird/send';
import type { Format } from './format.ts';
import { bytesOf } from './cursor.ts';

/** Rows as lines of JSON. */
export const json: Format = {
  name: 'json',
  plan: () => ({ ok: true, contentType: 'application/x-ndjson', extension: 'ndjson', isText: true }),
};

const NEWLINE = 0x0a;
const COMMA = 0x2c;
const OPEN = bytesOf('[');
const CLOSE = bytesOf('\n]\n');

/** Rows as a JSON array, with an element on each line. */
export const inArray: { readonly head: Uint8Array; readonly blocks: Blocks } = {
  head: OPEN,
  blocks: {
    isPlaced: true,
    block: (batch, at) => ({ bytes: elements(batch, at > OPEN.length) }),
    foot: () => CLOSE,
    growth: { factor: 1, perRow: 1, rest: CLOSE.length },
  },
};

/** Rows as the elements of one JSON array. */
export const jsonArray: Format = {
  name: 'json-array',
  plan: () => ({ ok: true, contentType: 'application/json', extension: 'json', isText: true, ...inArray }),
};

/** Rows with commas between them. @param isLater others come before */
function elements(batch: Batch, isLater: boolean): Uint8Array {
  // The newline of a row comes before it, behind a comma.
  const bytes = new Uint8Array(byteLength(batch) + batch.count);
  let to = 0;
  let from = 0;
  for (let row = 0; row < batch.count; row++) {
    const end = batch.ends[row] ?? from;
    if (row > 0 || isLater) bytes[to++] = COMMA;
    bytes[to++] = NEWLINE;
    bytes.set(batch.bytes.subarray(from, end - 1), to);
    to += end - 1 - from;
    from = end;
  }
  return bytes.subarray(0, to);
}
