import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * A body without its content coding, of which at most so many bytes are read: a few kilobytes may unpack to gigabytes. One that is not
 * packed as it says stays as it is: whoever reads it sees that it makes no sense.
 */
export async function unpacked(body: Uint8Array, coding: string, maxBytes: number): Promise<Uint8Array> {
  const decoder = DECODERS[coding.trim().toLowerCase()]?.();
  if (decoder === undefined || body.byteLength === 0) return body;
  try {
    return await firstBytes(Readable.from([body]).pipe(decoder), maxBytes);
  } catch {
    return body;
  }
}

/** The bytes of a stream, up to so many. Leaving the loop lets go of the rest, so that an endless stream holds nothing up. */
export async function firstBytes(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let room = maxBytes;
  for await (const chunk of stream) {
    chunks.push(chunk.subarray(0, room));
    room -= chunk.byteLength;
    if (room <= 0) break;
  }
  return Buffer.concat(chunks);
}
