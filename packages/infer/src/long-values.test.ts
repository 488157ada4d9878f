import { expect, test } from 'vitest';
import { compile, newBatch, parseSchema, texts } from '@catbird/engine';
import { readSample } from './infer.ts';

const HEX = '0123456789abcdef';
const WORD = 'abcdefghijklmnopqrstuvwxyz';
const BASE62 = `${WORD.toUpperCase()}${WORD}0123456789`;

/** Random characters of a set, other ones for each row. */
function chars(set: string, count: number, row: number): string {
  let state = row + 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return set[(state >>> 8) % set.length];
  }).join('');
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Values of a field after its sample was read and its schema run. Throws if the schema has errors. */
async function madeFrom(values: readonly unknown[]): Promise<readonly unknown[]> {
  const sample = await readSample(bytes(values.map((value) => `${JSON.stringify({ value })}\n`).join('')));
  const parsed = parseSchema(JSON.stringify(sample.draft().schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const time = { startMs: Date.UTC(2026, 0, 1), stepMs: 1000 };
  const batch = compile(parsed.schema, { seed: 1 }).fill(newBatch(), { first: 0, count: 20, time });
  return [...texts(batch)].map((row) => (JSON.parse(row) as { readonly value: unknown }).value);
}

/** A repetition in a pattern may be 1,000 at most, and a pattern as many characters. */
test.each<[what: string, value: (row: number) => string, least: number, most: number]>([
  ['hexadecimal digits', (row) => chars(HEX, 6000, row), 6000, 6000],
  ['hexadecimal digits of any length', (row) => chars(HEX, 500 + row * 137, row), 500, 4600],
  ['letters and digits', (row) => chars(BASE62, 20_000, row), 20_000, 20_000],
  ['too many letters and digits', (row) => chars(BASE62, 100_000, row), 32_000, 32_000],
  ['three parts', (row) => [36, 5000, 43].map((n) => chars(BASE62, n, row + n)).join('.'), 5081, 5081],
  ['digits', (row) => chars('0123456789', 3000, row), 3000, 3000],
  ['a signed address', (row) => `https://files.example/f?signature=${chars(HEX, 1800, row)}`, 1800, 1900],
  ['a deep path', (row) => `/${chars(WORD, 5, row)}`.repeat(400), 1900, 2500],
  ['a deep address', (row) => `https://files.example${`/${chars(WORD, 3, row)}`.repeat(300)}`, 800, 1300],
])('long texts are made as long: %s', async (_, value, least, most) => {
  const made = await madeFrom(Array.from({ length: 30 }, (__, row) => value(row)));
  const lengths = made.map((text) => String(text).length);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(least);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
});

test('1e300 in every row is no counter', async () => {
  const made = await madeFrom(Array.from({ length: 30 }, () => 1e300));
  for (const each of made) expect(Number(each) / 1e300).toBeCloseTo(1, 1);
});

test('a number of more digits than 2^53 in every row is a text of as many, and no counter', async () => {
  const made = await madeFrom(Array.from({ length: 30 }, () => 123_456_789_012_345_680_000));
  expect(new Set(made).size).toBe(1);
  expect(made[0]).toMatch(/^\d{21}$/);
});
