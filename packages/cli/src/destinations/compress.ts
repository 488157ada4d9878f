import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const gzipped = promisify(gzip);

/** Compresses with gzip on Node's thread pool, at the fastest level so that the stream keeps its rate. */
export const compress = (bytes: Uint8Array): Promise<Uint8Array> => gzipped(bytes, { level: 1 });
