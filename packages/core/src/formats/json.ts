import type { Format, FormatFile } from './format.ts';
import { bytesOf } from './scanner.ts';
import { byteLength, payload } from '../rows/batch.ts';

/** Rows as lines of JSON. */
export const json: Format = {
  name: 'json',
  plan: () => ({ contentType: 'application/x-ndjson', extension: 'ndjson', isText: true }),
};

/** Rows as the elements of one JSON array. */
export const jsonArray: Format = {
  name: 'json-array',
  plan: () => ({ contentType: 'application/json', extension: 'json', isText: true, newFile: newArray }),
};

const NEWLINE = 0x0a;
const COMMA = 0x2c;

/** An array with an element on each line. */
export function newArray(): FormatFile {
  let isEmpty = true;
  return {
    begin: () => bytesOf('[\n'),
    add(batch) {
      if (batch.count === 0) return payload(batch);
      // A comma takes the place of the newline that ends a row, and a newline follows.
      const bytes = new Uint8Array(byteLength(batch) + batch.count);
      let to = 0;
      let from = 0;
      for (let row = 0; row < batch.count; row++) {
        const end = batch.ends[row] ?? from;
        if (!isEmpty) {
          bytes[to++] = COMMA;
          bytes[to++] = NEWLINE;
        }
        isEmpty = false;
        bytes.set(batch.bytes.subarray(from, end - 1), to);
        to += end - 1 - from;
        from = end;
      }
      return bytes.subarray(0, to);
    },
    end: () => bytesOf(isEmpty ? ']\n' : '\n]\n'),
  };
}
