import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { DeliveryError } from '@catbird/send';
// Node does not find the name CompressionCodecs in this CommonJS module.
import kafkajs, { CompressionTypes } from 'kafkajs';
import type { KafkaConfig } from './kafka-config.ts';

const TYPES = {
  none: CompressionTypes.None,
  gzip: CompressionTypes.GZIP,
  zstd: CompressionTypes.ZSTD,
} as const;

/** The type of compression for the client. @throws DeliveryError if this version of Node lacks it */
export function compressionOf({ compression }: Pick<KafkaConfig, 'compression'>): CompressionTypes {
  if (compression === 'zstd') useZstd();
  return TYPES[compression];
}

/** The client has no codec of its own for zstd. */
function useZstd(): void {
  const [compress, decompress] = [functionOf('zstdCompress'), functionOf('zstdDecompress')];
  if (compress === undefined || decompress === undefined)
    throw new DeliveryError('not-found', `Node ${process.versions.node} has no zstd`, {
      hint: 'Use Node 22.15, 23.8 or later, or another --compression.',
    });
  kafkajs.CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: ({ buffer }: { readonly buffer: Buffer }) => compress(buffer),
    decompress,
  });
}

type Convert = (data: Uint8Array, done: (error: Error | null, data: Buffer) => void) => void;

/** A function of Node's that older versions lack. https://nodejs.org/api/zlib.html#zlibzstdcompressbuffer-options-callback */
function functionOf(name: string): ((data: Uint8Array) => Promise<Buffer>) | undefined {
  const found = new Map<string, unknown>(Object.entries(zlib)).get(name);
  return isConvert(found) ? promisify(found) : undefined;
}

const isConvert = (value: unknown): value is Convert => typeof value === 'function';
