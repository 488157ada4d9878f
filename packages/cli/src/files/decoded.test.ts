import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { decoded } from './decoded.ts';

async function textOf(...chunks: readonly Uint8Array[]): Promise<string> {
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
  expect(await textOf(bytes)).toBe(TEXT);
  expect(await textOf(...[...bytes].map((byte) => new Uint8Array([byte])))).toBe(TEXT);
});

test('reads an empty file, one byte, and one that is only a mark', async () => {
  expect(await textOf()).toBe('');
  expect(await textOf(new Uint8Array([0x61]))).toBe('a');
  expect(await textOf(new Uint8Array([0xff, 0xfe]))).toBe('');
});
