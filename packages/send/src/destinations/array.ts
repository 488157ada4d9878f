import { byteLength, payload, type Batch } from '@catbird/engine';

const COMMA = 0x2c;
const encoder = new TextEncoder();

/** The rows as bytes of a JSON array, between two texts. Replaces newlines with commas and parses nothing. */
export function arrayBody(batch: Batch, before: string, after: string): Uint8Array {
  const head = encoder.encode(`${before}[`);
  const tail = encoder.encode(`]${after}`);
  // Without the last newline.
  const rows = Math.max(0, byteLength(batch) - 1);
  const body = new Uint8Array(head.length + rows + tail.length);
  body.set(head);
  body.set(payload(batch).subarray(0, rows), head.length);
  for (let i = 0; i < batch.count - 1; i++) body[head.length + (batch.ends[i] ?? 0) - 1] = COMMA;
  body.set(tail, head.length + rows);
  return body;
}
