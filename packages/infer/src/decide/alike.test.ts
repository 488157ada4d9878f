import { expect, test } from 'vitest';
import { compile, newBatch, parseSchema, texts } from '@catbird/engine';
import { readSample } from '../infer.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Values of a field in a sample, and those of rows that are made like it with nothing copied. */
async function madeLike(values: readonly unknown[]): Promise<readonly unknown[]> {
  const sample = await readSample(bytes(values.map((code) => JSON.stringify({ code })).join('\n')));
  const parsed = parseSchema(JSON.stringify(sample.draft(() => false).schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const time = { startMs: 0, stepMs: 1 };
  const batch = compile(parsed.schema, { seed: 1 }).fill(newBatch(), {
    first: 0,
    count: values.length,
    time,
  });
  return [...texts(batch)].map((row) => (JSON.parse(row) as { code: unknown }).code);
}

const hex = (n: number): string => ((n * 40_503) % 65_536).toString(16).padStart(4, '0');

test.each<[string, (n: number) => string, RegExp]>([
  ['few codes', (n) => `E${10 + (n % 9)}`, /^[A-Z]\d\d$/],
  ['many codes', (n) => `E${10 + ((n * 7) % 80)}`, /^[A-Z]\d\d$/],
  ['device ids', (n) => `device-${hex(n % 150)}`, /^[a-z]{6}-[\da-f]{4}$/],
  ['hosts', (n) => `server-${1 + (n % 60)}.eu`, /^[a-z]{6}-\d{1,2}\.[a-z]{2}$/],
  [
    'words',
    (n) => ['New York', 'Los Angeles', 'Salt Lake'][n % 3] ?? '',
    /^[A-Z][a-z]{2,3} [A-Z][a-z]{3,6}$/,
  ],
  ['paths', (n) => `/api/${['users', 'orders', 'carts'][n % 3] ?? ''}`, /^\/[a-z]{3}\/[a-z]{5,6}$/],
  ['capitals', (n) => ['ERR_TIMEOUT', 'ERR_REFUSED'][n % 2] ?? '', /^[A-Z]{3}_[A-Z]{7}$/],
])('%s that are not copied keep their shape, and how often they repeat', async (_, valueOf, shape) => {
  const values = Array.from({ length: 2_000 }, (__, n) => valueOf(n));
  const made = await madeLike(values);
  for (const each of made) expect(each).toMatch(shape);
  expect(new Set(made).size).toBeGreaterThanOrEqual(0.95 * new Set(values).size);
  expect(new Set(made).size).toBeLessThanOrEqual(new Set(values).size);
});

test.each<[string, (n: number) => string, RegExp]>([
  ['of few rows that count', (n) => `ord_${1000 + n}`, /^ord_1\d{3}$/],
  ['that count', (n) => `ord_${1000 + n}`, /^ord_1\d{3}$/],
  ['that count without a sign', (n) => `C${100_091 + n * 3}`, /^C10\d{4}$/],
  ['that repeat', (n) => `cust-${(n * n) % 61}`, /^cust-\d+$/],
  ['of letters and digits', (n) => `evt_${hex(n)}`.padEnd(20, hex(n * 7)), /^evt_[\da-f]{16}$/],
  ['with something behind', (n) => `SKU-${hex(n % 99)}-EU`, /^SKU-[\da-f]{4}-EU$/],
])('few letters that all keys %s begin with stay', async (what, valueOf, shape) => {
  const made = await madeLike(Array.from({ length: what.includes('few') ? 5 : 300 }, (_, n) => valueOf(n)));
  for (const each of made) expect(each).toMatch(shape);
});

test('what all codes begin with is the same in all new ones', async () => {
  const made = await madeLike(Array.from({ length: 1_000 }, (_, n) => `device-${hex(n % 150)}`));
  expect(new Set(made.map((each) => String(each).slice(0, 7))).size).toBe(1);
  expect(made).not.toContain(`device-${hex(1)}`);
});
