import { templates } from '@catbird/core/templates';
import * as fc from 'fast-check';
import JSONCrush from 'jsoncrush';
import { describe, expect, test } from 'vitest';
import { decompress } from './compress.ts';
import { uncrush } from './uncrush.ts';

const MOST = 256 * 1024;

describe('a schema in an older link', () => {
  test.each(templates.map(({ name, text }) => [name, text] as const))(
    'opens %s as JSONCrush made it',
    (_name, text) => {
      const crushed = JSONCrush.crush(JSON.stringify(JSON.parse(text)));
      expect(JSON.parse(uncrush(crushed, MOST) ?? '')).toEqual(JSON.parse(text));
    },
  );

  test('opens any JSON that JSONCrush itself opens', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), (json) => {
        const crushed = JSONCrush.crush(json);
        expect(uncrush(crushed, MOST)).toBe(JSONCrush.uncrush(crushed));
      }),
      { numRuns: 100 },
    );
  });

  test('is told from a schema of today by its first characters', async () => {
    expect(await decompress(JSONCrush.crush('{"a":{"type":"string.uuid"}}'))).toBe(
      '{"a":{"type":"string.uuid"}}',
    );
  });

  test('a bomb is not opened', async () => {
    // What follows the last of a mark stands for each of its others: the text grows at least twofold with every mark.
    const bomb = (marks: string): string => `${marks.replaceAll(/./g, '$&$&$&')}x\u0001${marks}_`;
    expect(uncrush(bomb('abc'), MOST)).toBe(JSONCrush.uncrush(bomb('abc')));
    expect(uncrush(bomb('abc'), MOST)?.length).toBeGreaterThan(20);
    // Opened, it would be larger than any memory.
    expect(uncrush(bomb('abcdefghijklmnopqrstuvw'), MOST)).toBeUndefined();
    await expect(decompress(bomb('abcdefghijklmnopqrstuvw'))).rejects.toThrow('larger than 256 KiB');
  });

  test('a text beyond the bound is not opened either', async () => {
    await expect(decompress(`('${'a'.repeat(300_000)}')_`)).rejects.toThrow('larger than 256 KiB');
  });
});
