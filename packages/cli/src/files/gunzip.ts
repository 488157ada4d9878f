import { createGunzip, type Gunzip } from 'node:zlib';

/** Bytes written at once: what they expand to is held in memory. */
const AT_ONCE = 16 * 1024;

/** Decompresses a stream if it begins like gzip. What a truncated file still contains comes before its error. */
export async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let unpack: ((chunk: Uint8Array | undefined) => AsyncGenerator<Uint8Array>) | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk[0] === 0x1f && chunk[1] === 0x8b) unpack = unpacker();
    isFirst = false;
    if (unpack === undefined) yield chunk;
    else for (let at = 0; at < chunk.length; at += AT_ONCE) yield* unpack(chunk.subarray(at, at + AT_ONCE));
  }
  if (unpack !== undefined) yield* unpack(undefined);
}

/** Unpacks pieces, one after the other; undefined is the end. */
function unpacker(): (chunk: Uint8Array | undefined) => AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  let ready: Uint8Array[] = [];
  let failure: Error | undefined;
  gunzip.on('data', (piece: Uint8Array) => ready.push(piece));
  gunzip.on('error', (error) => (failure = error));
  return async function* (chunk) {
    await (chunk === undefined ? ended(gunzip) : written(gunzip, chunk));
    const pieces = ready;
    ready = [];
    yield* pieces;
    if (failure !== undefined) throw failure;
  };
}

const written = (gunzip: Gunzip, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    gunzip.write(chunk, () => resolve());
  });

const ended = (gunzip: Gunzip): Promise<void> =>
  new Promise((resolve) => {
    gunzip.once('end', resolve).once('error', () => resolve());
    gunzip.end();
  });
