import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { DeliveryError } from '@catbird/core/destinations';
// A name that Node does not find in this module of CommonJS.
import kafkajs, { CompressionTypes } from 'kafkajs';
import type { KafkaConfig } from './kafka-config.ts';

const TYPES = {
  none: CompressionTypes.None,
  gzip: CompressionTypes.GZIP,
  zstd: CompressionTypes.ZSTD,
} as const;

type Compress = (data: Uint8Array, done: (error: Error | null, data: Buffer) => void) => void;

/** Node's functions for zstd, which older versions lack. https://nodejs.org/api/zlib.html#zlibzstdcompressbuffer-options-callback */
const { zstdCompress, zstdDecompress } = zlib as {
  readonly zstdCompress?: Compress;
  readonly zstdDecompress?: Compress;
};

/** The type of compression for the client. @throws DeliveryError if this version of Node lacks it */
export function compressionOf({ compression }: Pick<KafkaConfig, 'compression'>): CompressionTypes {
  if (compression === 'zstd') useZstd();
  return TYPES[compression];
}

/** The client has no codec of its own for zstd. */
function useZstd(): void {
  if (zstdCompress === undefined || zstdDecompress === undefined)
    throw new DeliveryError('not-found', `Node ${process.versions.node} has no zstd`, {
      hint: 'Use Node 22.15, 23.8 or later, or another --compression.',
    });
  const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];
  kafkajs.CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: ({ buffer }: { readonly buffer: Buffer }) => compress(buffer),
    decompress,
  });
}
