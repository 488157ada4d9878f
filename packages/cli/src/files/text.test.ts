import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readText, textOf } from './text.ts';

test.skipIf(!existsSync('/dev/zero'))(
  'of a file without an end, no more is read than the limit',
  async () => {
    await expect(readText('/dev/zero')).rejects.toThrow('longer than 16 MiB');
  },
);

test('of a stream without an end, no more is read than the limit', async () => {
  let pieces = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; ; pieces++) yield await Promise.resolve(new Uint8Array(2 ** 20));
  }
  await expect(textOf(endless())).rejects.toThrow('longer than 16 MiB');
  expect(pieces).toBe(16);
});

test('characters that are cut between pieces are read', async () => {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const byte of Buffer.from('né 🐦')) yield await Promise.resolve(Uint8Array.of(byte));
  }
  expect(await textOf(pieces())).toBe('né 🐦');
});
