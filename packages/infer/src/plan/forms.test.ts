import { expect, test } from 'vitest';
import { rowsOf } from '../../../engine/test/rows.ts';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import { readSample } from '../infer.ts';

async function made(text: string, isCopied = false): Promise<Record<string, unknown>[]> {
  const sample = await readSample(
    (async function* () {
      yield new TextEncoder().encode(text);
    })(),
  );
  const parsed = parseSchema(JSON.stringify(sample.draft(() => isCopied).schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  return rowsOf(parsed.schema, { count: 1_000 }).map((row) => JSON.parse(row) as Record<string, unknown>);
}

/** Share of the texts of a form. */
const shareOf = (values: readonly unknown[], form: RegExp): number =>
  values.filter((value) => form.test(String(value))).length / values.length;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DAY = /^20\d\d-\d\d-\d\d$/;

test('texts of one form among others keep both shares, in lists, too', async () => {
  const uuid = (n: number): string =>
    `${(0x10000000 + n * 7919).toString(16)}-1234-4abc-8def-${String(n).padStart(12, '0')}`;
  const day = (n: number): string => new Date(1.7e12 + ((n * 7919) % 900) * 864e5).toISOString().slice(0, 10);
  const rows = Array.from({ length: 300 }, (_, n) =>
    JSON.stringify({
      id: n % 7 === 0 ? `old-${n}` : uuid(n),
      days: [n % 6 === 0 ? 'open' : day(n), n % 9 === 0 ? 'open' : day(n + 1)],
    }),
  );
  const all = await made(rows.join('\n'));
  const ids = all.map(({ id }) => id);
  expect(shareOf(ids, ID)).toBeCloseTo(6 / 7, 1);
  expect(shareOf(ids, /^[a-z]{3}-\d{1,3}$/)).toBeCloseTo(1 / 7, 1);
  const days = all.flatMap(({ days }) => days as string[]);
  expect(shareOf(days, DAY)).toBeCloseTo(1 - (1 / 6 + 1 / 9) / 2, 1);
  expect(new Set(days).size).toBeGreaterThan(500);
  const copied = await made(rows.join('\n'), true);
  expect(new Set(copied.flatMap(({ days }) => days as string[]).filter((text) => !DAY.test(text)))).toEqual(
    new Set(['open']),
  );
});

test('numbers of a table stay numbers beside a few texts', async () => {
  const lines = Array.from(
    { length: 300 },
    (_, n) => `${n},${n % 10 === 0 ? 'n/a' : ((n * 7919) % 5_000) / 100}`,
  );
  const values = (await made(`n,rate\n${lines.join('\n')}\n`)).map(({ rate }) => rate);
  const numbers = values.filter((value) => typeof value === 'number');
  expect(numbers.length / values.length).toBeCloseTo(0.9, 1);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(50);
  expect(new Set(values.filter((value) => typeof value === 'string')).size).toBe(1);
});

test('a column of a table in which some codes begin with 0 has codes only, as long as those of the sample', async () => {
  const codes = Array.from(
    { length: 400 },
    (_, n) => `${String((n * 7919) % 99_999).padStart(5, '0')},${n % 7}`,
  );
  const zips = (await made(['zip,n', ...codes].join('\n'))).map(({ zip }) => zip);
  expect(zips.filter((zip) => !/^\d{5}$/.test(zip as string) || typeof zip !== 'string')).toEqual([]);
});
