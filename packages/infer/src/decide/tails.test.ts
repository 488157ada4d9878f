import { expect, test } from 'vitest';
import { compile, newBatch, parseSchema, texts } from '@catbird/engine';
import { everyNth, longOnly } from '../../../../test/long.ts';
import { mix } from '../../../engine/src/numeric/random.ts';
import { readSample } from '../infer.ts';
import { tally } from './column.ts';
import { meanOf, quantile } from './statistics.ts';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

type Draw = () => number;

/** Numbers from 0 to 1, the same in every run. */
function newDraw(seed: number): Draw {
  let state = seed * 7919;
  return () => ((state = mix(state + 0x9e37)) >>> 0) / 2 ** 32;
}

const normal = (draw: Draw): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
const logNormal = (draw: Draw, median: number, sigma: number): number =>
  median * Math.exp(sigma * normal(draw));
const pareto = (draw: Draw, least: number, alpha: number): number => least * (1 - draw()) ** (-1 / alpha);
const cents = (x: number): number => Math.round(x * 100) / 100;

/** Laws of heavy tails, as logs and shops have them. */
const LAWS: Readonly<Record<string, (draw: Draw) => number>> = {
  'file sizes, log-normal': (draw) => Math.ceil(logNormal(draw, 20_000, 1.8)),
  'file sizes, Pareto': (draw) => Math.ceil(pareto(draw, 300, 1.2)),
  'amounts, log-normal': (draw) => cents(logNormal(draw, 35, 0.9)),
  'amounts with frequent prices': (draw) =>
    draw() < 0.4 ? ([9.99, 19.99, 4.5][Math.floor(draw() * 3)] ?? 0) : cents(logNormal(draw, 60, 1.1)),
  'amounts, Pareto': (draw) => cents(pareto(draw, 5, 1.5)),
  'latencies, log-normal': (draw) => Math.round(logNormal(draw, 120, 0.7)),
  'latencies of a cache': (draw) =>
    draw() < 0.9 ? cents(logNormal(draw, 2, 0.3)) : cents(logNormal(draw, 180, 0.8)),
  'latencies with timeouts': (draw) => (draw() < 0.02 ? 30_000 : Math.round(logNormal(draw, 90, 1))),
  'bytes with zeros': (draw) => (draw() < 0.3 ? 0 : Math.ceil(logNormal(draw, 1_500, 2))),
  'waits, exponential': (draw) => cents(-40 * Math.log(1 - draw())),
  'durations of two kinds': (draw) =>
    draw() < 0.7 ? Math.ceil(pareto(draw, 10, 2.5)) : Math.ceil(logNormal(draw, 4_000, 0.5)),
};

async function madeLike(values: readonly number[], count: number): Promise<number[]> {
  const sample = await readSample(bytes(values.map((value) => JSON.stringify({ value })).join('\n')));
  const parsed = parseSchema(JSON.stringify(sample.draft(() => false).schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  const batch = compile(parsed.schema, { seed: 3 }).fill(newBatch(), {
    first: 0,
    count,
    time: { startMs: 0, stepMs: 1 },
  });
  return [...texts(batch)].map((row) => (JSON.parse(row) as { value: number }).value);
}

const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** A law with one parameter that is its mean has the percentiles of the law, not those of 1,000 rows. */
const toleranceOf = (name: string): number => (name.endsWith('exponential') ? 0.1 : 0.05);

test.each(
  everyNth(2, Object.keys(LAWS)).flatMap((name) =>
    [1_000, ...longOnly([4_000])].map((count) => [name, count] as const),
  ),
)('%s: %d rows keep their mean and 99th percentile within 5 %%', async (name, count) => {
  for (const seed of everyNth(3, [1, 2, 3])) {
    const draw = newDraw(seed);
    const values = Array.from({ length: count }, () => LAWS[name]?.(draw) ?? 0);
    const made = await madeLike(values, 200_000);
    const [a, b] = [ascending(values), ascending(made)];
    expect(Math.abs(meanOf(b) / meanOf(a) - 1)).toBeLessThan(0.05);
    // A percentile lies anywhere between the values beside it.
    const [low, top, high] = [0.99 - 1 / count, 0.99, 0.99 + 1 / count].map((share) => quantile(a, share));
    const p99 = quantile(b, 0.99);
    const isBeside = p99 > (low ?? 0) && p99 < (high ?? 0);
    expect(isBeside ? 0 : Math.abs(p99 / (top ?? 0) - 1)).toBeLessThan(toleranceOf(name));
  }
});

test.each<[string, (draw: Draw) => number]>([
  ['process ids', (draw) => 300 + ((Math.floor(draw() ** 2 * 60) * 7_919) % 60_000)],
  ['prices', (draw) => cents(4.99 * (1 + ((Math.floor(draw() ** 3 * 150) * 37) % 151)) ** 0.8)],
  ['error codes', (draw) => 10_007 + 131 * Math.floor(draw() * 40)],
])('%s repeat as often as in the sample, and are other numbers', async (_, law) => {
  const draw = newDraw(5);
  const values = Array.from({ length: 3_000 }, () => law(draw));
  const made = await madeLike(values, 30_000);
  const [own, others] = [new Set(values), new Set(made)];
  expect(others.size).toBeGreaterThan(0.95 * own.size);
  expect(others.size).toBeLessThanOrEqual(own.size);
  const copied = [...others].filter((value) => own.has(value) && Number(value.toPrecision(3)) !== value);
  expect(copied).toEqual([]);
  const sharesOf = (all: readonly number[]): number[] => [...tally(all).values()].map((n) => n / all.length);
  const [a, b] = [sharesOf(values), sharesOf(made)];
  expect(a.reduce((sum, share, i) => sum + Math.abs(share - (b[i] ?? 0)) / 2, 0)).toBeLessThan(0.05);
  expect(Math.abs(meanOf(made) / meanOf(values) - 1)).toBeLessThan(0.05);
  expect(Math.abs(quantile(ascending(made), 0.99) / quantile(ascending(values), 0.99) - 1)).toBeLessThan(
    0.05,
  );
});

test('numbers that a smooth law explains are not listed', async () => {
  const draw = newDraw(6);
  const values = Array.from({ length: 3_000 }, () => Math.round(50 + 8 * normal(draw)));
  const sample = await readSample(bytes(values.map((value) => JSON.stringify({ value })).join('\n')));
  expect(sample.draft().findings[0]?.reason).toContain('normal');
});
