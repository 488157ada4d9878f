import { expect, test } from 'vitest';
import { decoded } from './decoded.ts';

const TEXT = '{"name":"Zoë 🐦"}\r\n';
const utf16le = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16 of PowerShell', utf16le],
  ['UTF-16, the high byte first', Buffer.from(utf16le).swap16()],
])('reads %s', (_, bytes) => expect(decoded(bytes)).toBe(TEXT));

test('reads an empty file, and one that is only a mark', () => {
  expect(decoded(new Uint8Array())).toBe('');
  expect(decoded(new Uint8Array([0xff, 0xfe]))).toBe('');
});
