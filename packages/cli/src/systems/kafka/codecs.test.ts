import kafkajs, { CompressionTypes } from 'kafkajs';
import { compressFrame } from 'lz4-napi';
import { compress } from 'snappy';
import { expect, test } from 'vitest';
import { useCodecs } from './codecs.ts';

const TEXT = Buffer.from('{"n":1}'.repeat(10_000));

/** What the client makes of a compressed batch. */
const read = (type: CompressionTypes, data: Buffer): Promise<Buffer> => {
  useCodecs();
  const codecs: Record<number, () => { decompress: (data: Buffer) => Promise<Buffer> }> = {
    ...kafkajs.CompressionCodecs,
  };
  const codec = codecs[type];
  if (codec === undefined) throw new Error(`No codec ${type}`);
  return codec().decompress(data);
};

test('LZ4 and Snappy of other clients are read', async () => {
  expect(await read(CompressionTypes.LZ4, await compressFrame(TEXT))).toEqual(TEXT);
  expect(await read(CompressionTypes.Snappy, await compress(TEXT))).toEqual(TEXT);
});

test('Snappy of clients in Java is read, which has blocks with their lengths', async () => {
  const header = Buffer.from('\x82SNAPPY\0\0\0\0\x01\0\0\0\x01', 'latin1');
  const blocks = await Promise.all(
    [TEXT.subarray(0, 32_768), TEXT.subarray(32_768)].map(async (block) => {
      const packed = await compress(block);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(packed.length);
      return Buffer.concat([length, packed]);
    }),
  );
  expect(await read(CompressionTypes.Snappy, Buffer.concat([header, ...blocks]))).toEqual(TEXT);
});
