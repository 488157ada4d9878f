import { byteLength, records, type Batch } from '@catbird/engine';
import { newBody } from './body.ts';
import type { RowIds } from './row-ids.ts';

const encoder = new TextEncoder();
const NEWLINE = encoder.encode('\n');
const ACTION_END = encoder.encode('"}}\n');

/** Room for the action of a row in a buffer that may still grow. */
const ACTION_BYTES = 100;

/** A `create` action and the row, for each row. An action names the index of its row if rows have routes. */
export function bulkBody(batch: Batch, { prefix, numberAt }: RowIds): Uint8Array {
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
