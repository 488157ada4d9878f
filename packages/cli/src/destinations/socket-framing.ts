import { payload, records, type Batch } from '@catbird/engine';
import type { SocketConfig } from './socket-config.ts';

const LENGTH_BYTES = 4;
const NUL = Buffer.from([0]);

/** What comes before and behind a record. */
const FRAMES: Readonly<
  Record<Exclude<SocketConfig['framing'], 'newline'>, (record: Uint8Array) => readonly Uint8Array[]>
> = {
  // https://www.rfc-editor.org/rfc/rfc6587#section-3.4.1
  'octet-counting': (record) => [Buffer.from(`${record.length} `), record],
  nul: (record) => [record, NUL],
  length(record) {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(record.length);
    return [length, record];
  },
};

/** The rows of a batch as the bytes of a stream. */
export function framed(batch: Batch, framing: SocketConfig['framing']): Uint8Array {
  // Lines are so already.
  if (framing === 'newline') return payload(batch);
  return Buffer.concat(Array.from(records(batch), FRAMES[framing]).flat());
}
