import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { DeliveryError } from '@catbird/send';
// Node does not find the name CompressionCodecs in this CommonJS module.
import kafkajs, { CompressionTypes } from 'kafkajs';
import type { KafkaConfig } from './destination.ts';

type Convert = (data: Buffer) => Promise<Buffer>;

/** How records are compressed and read. Native code loads with the first record that needs it. */
interface Codec {
  readonly compress: Convert;
  readonly decompress: Convert;
}

/** https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md */
const lz4: Codec = {
  compress: async (data) => (await import('lz4-napi')).compressFrame(data),
  decompress: async (data) => (await import('lz4-napi')).decompressFrame(data),
};

/** With which clients in Java begin, before blocks with their lengths. https://github.com/xerial/snappy-java */
const XERIAL = Buffer.from('\x82SNAPPY\0', 'latin1');
/** Bytes of that and two versions. */
const XERIAL_BYTES = 16;

const snappy: Codec = {
  compress: async (data) => (await import('snappy')).compress(data),
  async decompress(data) {
    const { uncompress } = await import('snappy');
    const whole = async (block: Buffer): Promise<Buffer> => Buffer.from(await uncompress(block));
    if (!data.subarray(0, XERIAL.length).equals(XERIAL)) return whole(data);
    const blocks: Buffer[] = [];
    for (let at = XERIAL_BYTES; at < data.length;) {
      const end = at + 4 + data.readUInt32BE(at);
      blocks.push(await whole(data.subarray(at + 4, end)));
      at = end;
    }
    return Buffer.concat(blocks);
  },
};

const zstd: Codec = {
  compress: (data) => functionOf('zstdCompress')(data),
  decompress: (data) => functionOf('zstdDecompress')(data),
};

/** A function of Node's that older versions lack. https://nodejs.org/api/zlib.html#zlibzstdcompressbuffer-options-callback @throws DeliveryError */
function functionOf(name: string): Convert {
  const found = new Map<string, unknown>(Object.entries(zlib)).get(name);
  if (isConvert(found)) return promisify(found);
  throw new DeliveryError('not-found', `Node ${process.versions.node} has no zstd`, {
    hint: 'Use Node 22.15, 23.8 or later, or another --compression.',
  });
}

type Callback = (data: Uint8Array, done: (error: Error | null, data: Buffer) => void) => void;

const isConvert = (value: unknown): value is Callback => typeof value === 'function';

/** Gives the client the codecs that it lacks. */
export function useCodecs(): void {
  const codecs: Record<number, unknown> = kafkajs.CompressionCodecs;
  for (const [type, { compress, decompress }] of [
    [CompressionTypes.LZ4, lz4],
    [CompressionTypes.Snappy, snappy],
    [CompressionTypes.ZSTD, zstd],
  ] as const)
    codecs[type] = () => ({
      compress: ({ buffer }: { readonly buffer: Buffer }) => compress(buffer),
      decompress,
    });
}

const TYPES = {
  none: CompressionTypes.None,
  gzip: CompressionTypes.GZIP,
  lz4: CompressionTypes.LZ4,
  snappy: CompressionTypes.Snappy,
  zstd: CompressionTypes.ZSTD,
} as const;

/** The type of compression for the client. @throws DeliveryError if this version of Node lacks it */
export function compressionOf({ compression }: Pick<KafkaConfig, 'compression'>): CompressionTypes {
  if (compression === 'zstd') functionOf('zstdCompress');
  return TYPES[compression];
}
