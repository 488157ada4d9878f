import { byteLength, records, type Batch } from '@catbird/engine';
import { newBody, type BodyWriter } from './body.ts';
import { valueIn } from './kafka-records.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Room for what a record has beside its value. */
const ROW_BYTES = 120;

/** The constant parts of a body. Keys and values are base64, so that they arrive byte for byte. */
interface Parts {
  readonly head: string;
  readonly key: string;
  readonly value: string;
  readonly none: string;
  /** After a key or a value. */
  readonly end: string;
  readonly between: string;
  readonly tail: string;
}

/** `{"records":[{"key":"…","value":"…"}]}`. https://docs.confluent.io/platform/current/kafka-rest/api.html#post--topics-(string-topic_name) */
const V2: Parts = {
  head: '{"records":[',
  key: '"key":"',
  value: '"value":"',
  none: '"value":null',
  end: '"',
  between: ',',
  tail: ']}',
};

/** Concatenated objects. https://docs.confluent.io/platform/current/kafka-rest/api.html#records-v3 */
const V3: Parts = {
  head: '',
  key: '"key":{"type":"BINARY","data":"',
  value: '"value":{"type":"BINARY","data":"',
  // A record without a value is a tombstone.
  none: '"value":{"type":"BINARY","data":null}',
  end: '"}',
  between: '\n',
  tail: '\n',
};

/** The records of a batch. @param valueField the field that is the value in place of the row */
export function recordsBody(batch: Batch, api: 'v2' | 'v3', valueField: string | undefined): Uint8Array {
  const parts = api === 'v2' ? V2 : V3;
  const body = newBody(Math.ceil((byteLength(batch) * 4) / 3) + batch.count * ROW_BYTES);
  const text = (value: string): void => body.bytes(encoder.encode(value));
  text(parts.head);
  let place = 0;
  for (const row of records(batch)) {
    const { key, ms } = batch.sides?.[place] ?? {};
    text(place === 0 ? '{' : `${parts.between}{`);
    // Version 2 has no times.
    if (ms !== undefined && api === 'v3') text(`"timestamp":"${new Date(ms).toISOString()}",`);
    if (key !== undefined) {
      text(parts.key);
      body.base64(typeof key === 'string' ? encoder.encode(key) : key);
      text(`${parts.end},`);
    }
    value(body, parts, valueField === undefined ? row : fieldOf(row, valueField));
    text('}');
    place++;
  }
  text(parts.tail);
  return body.end();
}

function value(body: BodyWriter, parts: Parts, bytes: Uint8Array | undefined): void {
  if (bytes === undefined) {
    body.bytes(encoder.encode(parts.none));
    return;
  }
  body.bytes(encoder.encode(parts.value));
  body.base64(bytes);
  body.bytes(encoder.encode(parts.end));
}

/** A field of a row as JSON; undefined if it is null or missing. */
function fieldOf(row: Uint8Array, name: string): Uint8Array | undefined {
  const text = valueIn(decoder.decode(row), name);
  return text === null ? undefined : encoder.encode(text);
}
