import { byteLength, records, rowIndex, type Batch } from '../rows/batch.ts';
import { newBody } from './body.ts';
import type { DestinationEnv } from './destination.ts';

/** The ids of a batch's documents: a text that all have, and a number for each place. */
export interface DocumentIds {
  readonly prefix: string;
  readonly numberAt: (place: number) => number;
}

/** Ids that stay the same for every attempt at the same rows, and when another process resumes the stream if it is known. @param id that of the request */
export const documentIds = (batch: Batch, stream: DestinationEnv['stream'], id: string): DocumentIds =>
  stream === undefined
    ? { prefix: `${id}-`, numberAt: (place) => place }
    : { prefix: `${stream.id}-`, numberAt: (place) => stream.rowNumber(rowIndex(batch, place)) };

const encoder = new TextEncoder();
const NEWLINE = encoder.encode('\n');
const ACTION_END = encoder.encode('"}}\n');

/** Room for the action of a row in a buffer that may still grow. */
const ACTION_BYTES = 100;

/** A `create` action and the row, for each row. An action names the index of its row if rows have routes. */
export function bulkBody(batch: Batch, { prefix, numberAt }: DocumentIds): Uint8Array {
  const beginnings = new Map<string | undefined, Uint8Array>();
  const beginningOf = (route: string | undefined): Uint8Array => {
    const known = beginnings.get(route);
    if (known !== undefined) return known;
    const index = route === undefined ? '' : `"_index":${JSON.stringify(route)},`;
    const beginning = encoder.encode(`{"create":{${index}"_id":"${prefix}`);
    beginnings.set(route, beginning);
    return beginning;
  };
  const body = newBody(byteLength(batch) + batch.count * ACTION_BYTES);
  let place = 0;
  for (const row of records(batch)) {
    body.bytes(beginningOf(batch.sides?.[place]?.route));
    body.digits(numberAt(place));
    body.bytes(ACTION_END);
    body.bytes(row);
    body.bytes(NEWLINE);
    place++;
  }
  return body.end();
}
