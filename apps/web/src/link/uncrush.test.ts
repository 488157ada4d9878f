import { templates } from '@catbird/engine';
import * as fc from 'fast-check';
import JSONCrush from 'jsoncrush';
import { describe, expect, test } from 'vitest';
import { decompress } from './decompress.ts';
import { uncrush } from './uncrush.ts';

const MOST = 256 * 1024;

describe('a schema in an older link', () => {
  test.each(templates.map(({ name, text }) => [name, text] as const))(
    'decompresses %s as compressed by JSONCrush',
    (_name, text) => {
      const crushed = JSONCrush.crush(JSON.stringify(JSON.parse(text)));
      expect(JSON.parse(uncrush(crushed, MOST) ?? '')).toEqual(JSON.parse(text));
    },
  );

  test('decompresses any JSON that JSONCrush decompresses', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), (json) => {
        const crushed = JSONCrush.crush(json);
        expect(uncrush(crushed, MOST)).toBe(JSONCrush.uncrush(crushed));
      }),
      { numRuns: 25 },
    );
  });

  test('is recognised by its first characters', async () => {
    expect(await decompress(JSONCrush.crush('{"a":{"type":"string.uuid"}}'))).toBe(
      '{"a":{"type":"string.uuid"}}',
    );
  });

  test('a decompression bomb is rejected', async () => {
    // Each mark is replaced by the text after its last occurrence, so that every mark at least doubles the text.
    const bomb = (marks: string): string => `${marks.replaceAll(/./g, '$&$&$&')}x\u0001${marks}_`;
    expect(uncrush(bomb('abc'), MOST)).toBe(JSONCrush.uncrush(bomb('abc')));
    expect(uncrush(bomb('abc'), MOST)?.length).toBeGreaterThan(20);
    // Decompressed, it would exceed any memory.
    expect(uncrush(bomb('abcdefghijklmnopqrstuvw'), MOST)).toBeUndefined();
    await expect(decompress(bomb('abcdefghijklmnopqrstuvw'))).rejects.toThrow('larger than 256 KiB');
  });

  test('a text over the limit is rejected', async () => {
    await expect(decompress(`('${'a'.repeat(300_000)}')_`)).rejects.toThrow('larger than 256 KiB');
  });
});
