import { deflateRawSync } from 'node:zlib';
import { templates } from '@catbird/engine';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compress } from './compress.ts';
import { decompress } from './decompress.ts';

const packed = (bytes: Uint8Array): string =>
  `z1.${Buffer.from(deflateRawSync(bytes)).toString('base64url')}`;

describe('a schema in a link', () => {
  test('any text survives compression unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
        expect(await decompress(await compress(text))).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  test('the compressed text needs no escaping and is much shorter', async () => {
    for (const { text } of templates) {
      const short = await compress(text);
      expect(short).toMatch(/^z1\.[\w-]+$/);
      expect(short.length).toBeLessThan(encodeURIComponent(text).length * 0.6);
      // A shorter text has little to share.
      if (text.length > 300) expect(short.length).toBeLessThan(text.length * 0.8);
    }
  });

  test.each(['z1.', 'z1.@@@', 'z1.AAAA', 'z1.this-is-no-deflate'])(
    '%s is reported as unreadable',
    async (text) => {
      await expect(decompress(text)).rejects.toThrow(
        'The schema in this link can’t be read. The link may have been cut off.',
      );
    },
  );

  test('a link that was cut off is unreadable', async () => {
    const short = await compress(templates[0]?.text ?? '');
    await expect(decompress(short.slice(0, -9))).rejects.toThrow('can’t be read');
  });

  test('invalid UTF-8 is unreadable', async () => {
    await expect(decompress(packed(Uint8Array.of(0xff, 0xfe, 0x80)))).rejects.toThrow('can’t be read');
  });

  test('decompression stops at 256 KiB', async () => {
    const bomb = packed(new Uint8Array(50_000_000).fill(0x20));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(decompress(bomb)).rejects.toThrow('larger than 256 KiB');
  });

  test('256 KiB decompress, one byte more does not', async () => {
    const most = ' '.repeat(256 * 1024);
    expect(await decompress(await compress(most))).toBe(most);
    await expect(decompress(await compress(`${most} `))).rejects.toThrow('larger than 256 KiB');
  });
});
