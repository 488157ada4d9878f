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
 * Decodes a body up to `maxBytes`, because a few kilobytes may expand to gigabytes. A body that does not match its coding is returned
 * unchanged.
 */
export async function decoded(body: Uint8Array, coding: string, maxBytes: number): Promise<Uint8Array> {
  const decoder = DECODERS[coding.trim().toLowerCase()]?.();
  if (decoder === undefined || body.byteLength === 0) return body;
  try {
    return await firstBytes(Readable.from([body]).pipe(decoder), maxBytes);
  } catch {
    return body;
  }
}

/**
 * The first bytes of a stream. The rest is cancelled, so an endless stream blocks nothing. Listeners take less time than an async
 * iterator.
 *
 * @throws the stream's error, also if it closes before its end
 */
export function firstBytes(stream: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let room = maxBytes;
  return new Promise((resolve, reject) => {
    const onEnd = (): void => resolve(Buffer.concat(chunks));
    const onClose = (): void => reject(stream.errored ?? new Error('The response broke off'));
    if (stream.destroyed) onClose();
    stream.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk.subarray(0, room));
      room -= chunk.byteLength;
      if (room > 0) return;
      onEnd();
      stream.destroy();
    });
    stream.once('end', onEnd).once('error', reject).once('close', onClose);
  });
}
