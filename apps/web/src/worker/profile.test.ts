import { compile, newBatch, parseSchema, texts, type Schema } from '@catbird/engine';
import { describe, expect, test } from 'vitest';
import { profileOf } from './profile.ts';

const NOW = Date.UTC(2026, 0, 1);
const AT_ONCE = { nowMs: NOW, elapsed: () => 0 };

function schemaOf(fields: object): Schema {
  const parsed = parseSchema(JSON.stringify(fields));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return parsed.schema;
}

const requestOf = (content: object, eps = 1) => ({
  text: { content: JSON.stringify(content), lenient: false },
  seed: '42',
  time: { settings: undefined, eps },
});

const FIELDS = { n: { type: 'catbird.sequence' }, word: { type: 'lorem.word' } };

describe('the profile of a stream', () => {
  test('has 40 rows of the stretch that it counts, and the first 40, each with its number', () => {
    const schema = schemaOf(FIELDS);
    const { statistics, planned, spread, first } = profileOf(requestOf(FIELDS), schema, AT_ONCE);
    expect([statistics?.rows, planned]).toEqual([10_000, 10_000]);
    const writer = compile(schema, { seed: '42' });
    for (const { lines, step } of [spread, first]) {
      const range = { first: 0, count: 40, step, time: { startMs: NOW, stepMs: 1000 } };
      expect(lines).toEqual([...texts(writer.fill(newBatch(), range))]);
    }
    expect([first.step, spread.step % 2]).toEqual([1, 1]);
    expect(spread.step * 40).toBeGreaterThan(9000);
    expect(spread.step * 39).toBeLessThan(10_000);
  });

  test('stops counting after a second, and says how many rows were planned', () => {
    let looks = 0;
    const slow = { nowMs: NOW, elapsed: () => 100 * looks++ };
    const { statistics, planned, spread } = profileOf(requestOf(FIELDS), schemaOf(FIELDS), slow);
    expect(statistics?.rows).toBeGreaterThan(100);
    expect(statistics?.rows).toBeLessThan(10_000);
    expect(planned).toBe(10_000);
    expect(spread.lines).toHaveLength(40);
  });

  test('is empty without a valid schema', () => {
    expect(profileOf(requestOf({}), undefined, AT_ONCE)).toMatchObject({
      statistics: undefined,
      spread: { lines: [] },
    });
  });
});
