import { expect, test } from 'vitest';
import { caseText, hasCases } from '../../test/cases.ts';
import { rowsOf } from '../../../engine/test/rows.ts';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import { readSample } from '../infer.ts';

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function made(text: string): Promise<Record<string, unknown>[]> {
  const { schema } = (await readSample(bytesOf(text))).draft(() => false);
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  return rowsOf(parsed.schema, { count: 50 }).map((row) => JSON.parse(row) as Record<string, unknown>);
}

test.skipIf(!hasCases)(
  'lists of lists keep their lengths, and the numbers of each position their range',
  async () => {
    for (const row of await made(caseText('9-lists-of-lists/in.ndjson'))) {
      const { coordinates } = row['geometry'] as { coordinates: number[][][] };
      expect(coordinates.length).toBe(1);
      expect(coordinates[0]?.length).toBe(3);
      for (const [longitude = 0, latitude = 0] of coordinates[0] ?? []) {
        expect(Math.abs(longitude - 11)).toBeLessThan(2);
        expect(Math.abs(latitude - 51)).toBeLessThan(2);
      }
      const pairs = row['m'] as number[][];
      expect(pairs.map((pair) => pair.length)).toEqual([2, 2]);
      for (const n of pairs.flat()) expect(n).toBeLessThanOrEqual(9);
    }
  },
);

test('amounts with a sign keep it', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `A${i};${10 + i},50 €`);
  for (const { prix } of await made(`article;prix\n${rows.join('\n')}\n`))
    expect(prix).toMatch(/^\d\d,\d\d €$/);
});
