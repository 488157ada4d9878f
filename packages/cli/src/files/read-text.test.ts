import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { decoded, readText, textOf } from './read-text.ts';

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

async function decodedText(...chunks: readonly Uint8Array[]): Promise<string> {
  let all = '';
  for await (const text of decoded(Readable.from(chunks))) all += text;
  return all;
}

const TEXT = '{"name":"Zoë 🐦"}\r\n';
const utf16le = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 of PowerShell', utf16le],
  ['UTF-16, the high byte first', Buffer.from(utf16le).swap16()],
])('reads %s, in one part or byte by byte', async (_, bytes) => {
  expect(await decodedText(bytes)).toBe(TEXT);
  expect(await decodedText(...[...bytes].map((byte) => new Uint8Array([byte])))).toBe(TEXT);
});

test('reads an empty file, one byte, and one that is only a mark', async () => {
  expect(await decodedText()).toBe('');
  expect(await decodedText(new Uint8Array([0x61]))).toBe('a');
  expect(await decodedText(new Uint8Array([0xff, 0xfe]))).toBe('');
});
