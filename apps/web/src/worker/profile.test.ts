import { compile, newBatch, parseSchema, texts, type Schema } from '@catbird/engine';
import { describe, expect, test } from 'vitest';
import { profileOf } from './profile.ts';

const NOW = Date.UTC(2026, 0, 1);

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

/** The reports on a stream, the last one included. */
function reportsOf(content: object, elapsed = () => 0) {
  const found = [];
  const counting = profileOf(requestOf(content), schemaOf(content), { nowMs: NOW, elapsed });
  for (;;) {
    const { value, done } = counting.next();
    if (done === true) return found;
    if (value !== undefined) found.push(value);
  }
}

describe('the profile of a stream', () => {
  test('has the first row and one from the middle, each with its number', () => {
    const [profile, ...more] = reportsOf(FIELDS);
    expect(more).toEqual([]);
    expect([profile?.statistics?.rows, profile?.planned]).toEqual([10_000, 10_000]);
    const writer = compile(schemaOf(FIELDS), { seed: '42' });
    const range = { first: 0, count: 2, step: 5000, time: { startMs: NOW, stepMs: 1000 } };
    const lines = [...texts(writer.fill(newBatch(), range))];
    expect(profile?.rows).toEqual(lines.map((line, i) => ({ number: i * 5000 + 1, line })));
  });

  test('is reported while it grows, however long it takes, and has the same rows each time', () => {
    let looks = 0;
    const reports = reportsOf(FIELDS, () => 1000 * looks++);
    const counts = reports.map(({ statistics }) => statistics?.rows ?? 0);
    expect(counts.length).toBeGreaterThan(10);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(counts.at(-1)).toBe(10_000);
    expect(new Set(reports.map(({ rows }) => rows)).size).toBe(1);
  });

  test('is empty without a valid schema', () => {
    expect(profileOf(requestOf({}), undefined, { nowMs: NOW, elapsed: () => 0 }).next()).toMatchObject({
      done: true,
      value: { statistics: undefined, rows: [] },
    });
  });
});
