import { expect, test } from 'vitest';
import { newBatch, payload, texts } from '../src/rows/batch.ts';
import { compile } from '../src/rows/writer.ts';
import type { Field } from '../src/model/schema.ts';
import { NOON, rowsInBatches, rowsOf } from './rows.ts';

/** Names that break careless code: prototype keys, quotes, control characters, emoji, a lone surrogate, the empty string. */
const NAMES = [
  '__proto__',
  'constructor',
  'a "quoted" \\ name',
  'tab\tline\n\u0000\u007f',
  '🐦\ud800',
  '',
  'ünï',
];
const COUNTS = [undefined, 3] as const;
/** More than two chunks of rows. */
const ROWS = 300;
const STEP_MS = 977;

const asRead = (name: string): string => name.toWellFormed();

/** Tests that every generator type must pass, including custom types. */
export function typeContract(spec: Omit<Field, 'name' | 'count'>): void {
  const field = (name: string, count?: number): Field => ({
    name,
    ...spec,
    ...(count !== undefined && { count }),
  });
  const fields = COUNTS.map((count, i) => field(`f${i}`, count));
  const whole = rowsOf(fields, { count: ROWS, stepMs: STEP_MS });

  test('writes valid JSON: one value, or as many as count', () => {
    const wrong = whole.filter((row) => {
      const read = JSON.parse(row) as { f0: unknown; f1: { length?: number } | null };
      return Object.keys(read).join() !== 'f0,f1' || read.f1?.length !== 3;
    });
    expect(wrong).toEqual([]);
  });

  test('writes the same bytes in any batches, and for any single row', () => {
    const writer = compile({ fields }, { seed: 1 });
    const time = { startMs: NOON, stepMs: STEP_MS };
    const batch = newBatch();
    expect(rowsInBatches(writer, time)).toEqual(whole);
    for (const first of [299, 0, 128])
      expect([...texts(writer.fill(batch, { first, count: 1, time }))]).toEqual([whole[first]]);
    const stepped = writer.fill(batch, { first: 2, step: 3, count: 90, time });
    expect([...texts(stepped)]).toEqual(Array.from({ length: 90 }, (_, r) => whole[2 + r * 3]));
    const limited = writer.fill(batch, { first: 5, count: 200, maxBytes: 2000, time });
    expect([...texts(limited)]).toEqual(whole.slice(5, 5 + limited.count));
    expect(limited.count === 1 || payload(limited).length <= 2000).toBe(true);
  });

  test('keeps its values if fields are added, removed or moved', () => {
    const own = (rows: readonly string[]): unknown[] =>
      rows.map((row) => (JSON.parse(row) as { f0: unknown }).f0);
    const other: Field = { name: 'other', type: 'person.fullName', args: [] };
    const [single = other, triple = other] = fields;
    const alone = own(whole.slice(0, 50));
    for (const mixed of [[single], [triple, other, single], [single, other, other]])
      expect(own(rowsOf(mixed, { count: 50, stepMs: STEP_MS }))).toEqual(alone);
  });

  test('works under any name', () => {
    const rows = rowsOf(
      NAMES.map((name) => field(name)),
      { count: 3 },
    );
    for (const row of rows) {
      expect(Object.keys(JSON.parse(row) as object).toSorted()).toEqual(NAMES.map(asRead).toSorted());
    }
  });

  test('generates rows beyond 2^32, and across that boundary', () => {
    const across = rowsOf(fields, { first: 2 ** 32 - 2, count: 4 });
    const apart = [0, 1, 2, 3].flatMap((i) => rowsOf(fields, { first: 2 ** 32 - 2 + i }));
    expect(across).toEqual(apart);
    for (const row of [...across, ...rowsOf(fields, { first: 2 ** 52 })]) JSON.parse(row);
  });
}
