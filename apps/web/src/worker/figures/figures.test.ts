import {
  compile,
  loadData,
  newBatch,
  parseSchema,
  payload,
  templates,
  withFaults,
  type Batch,
  type Fault,
  type Schema,
  newTiming,
  timelineOf,
} from '@catbird/engine';
import { expect, test } from 'vitest';
import type { FiguresReport } from './figures-protocol.ts';
import { newFigures } from './figures.ts';

const FROM_MS = Date.UTC(2026, 10, 25, 14);

async function schemaOf(text: string): Promise<Schema> {
  const parsed = parseSchema(text);
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join());
  await loadData(parsed.schema);
  return parsed.schema;
}

const shop = (): Promise<Schema> =>
  schemaOf(templates.find(({ name }) => name === 'Online Shop')?.text ?? '');

interface Row {
  readonly order_id: number;
  readonly status: string;
  readonly country: string;
  readonly total: number;
}

interface Counted {
  readonly report: FiguresReport | undefined;
  /** Lines of all batches. */
  readonly lines: readonly string[];
}

/** Counts batches of a schema, one a second. */
function count(
  schema: Schema,
  { batches, size, faults = {} }: { batches: number; size: number; faults?: object },
): Counted {
  const timeline = timelineOf(schema, newTiming({ fromMs: FROM_MS, eps: size }), '42');
  const noted: Fault[] = [];
  const rows = withFaults(compile(schema, { seed: '42' }), faults, {
    seed: '42',
    onFault: (fault) => noted.push(fault),
  });
  let nowMs = 0;
  const figures = newFigures({ schema, seed: '42', rows, timeline }, () => nowMs);
  const lines: string[] = [];
  const batch: Batch = newBatch();
  for (let i = 0; i < batches; i++) {
    rows.fill(batch, { first: i * size, count: size, time: timeline });
    for (const fault of noted.splice(0)) figures.fault(fault);
    figures.made(batch);
    lines.push(...new TextDecoder().decode(payload(batch)).trimEnd().split('\n'));
    nowMs += 1000;
  }
  return { report: figures.take(Infinity), lines };
}

const tally = <Key>(values: readonly Key[]): ReadonlyMap<Key, number> => {
  const counts = new Map<Key, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const fieldOf = (report: FiguresReport | undefined, path: string) =>
  report?.fields.find((field) => field.path === path);

test('shares and bins count every row of a slow stream', async () => {
  const { report, lines } = count(await shop(), { batches: 20, size: 200 });
  const rows = lines.map((line) => JSON.parse(line) as Row);
  expect(report).toMatchObject({ rows: 4000, made: 4000 });
  const country = fieldOf(report, 'country');
  if (country?.kind !== 'shares') throw new Error('No shares');
  expect(new Map(country.values.map(({ value, count }) => [value, count]))).toEqual(
    tally(rows.map((row) => row.country)),
  );
  expect(country.values.map(({ value, asked }) => [value, asked])).toContainEqual(['DE', 0.3]);
  const total = fieldOf(report, 'total');
  if (total?.kind !== 'numbers') throw new Error('No numbers');
  const { edges, bins, mean, median, p95 } = total;
  const totals = rows.map((row) => row.total).toSorted((a, b) => a - b);
  expect(mean).toBeCloseTo(totals.reduce((sum, each) => sum + each, 0) / totals.length, 6);
  expect(bins.reduce((sum, each) => sum + each, 0)).toBe(4000);
  expect(bins[3]).toBe(totals.filter((each) => each >= (edges[3] ?? 0) && each < (edges[4] ?? 0)).length);
  expect(Math.abs(median - (totals[2000] ?? 0))).toBeLessThan(5);
  expect(Math.abs(p95 - (totals[3800] ?? 0))).toBeLessThan(10);
  expect(JSON.stringify(report).length).toBeLessThan(10_000);
});

test('of a fast stream a sample is read, and its number of rows reported', async () => {
  const { report } = count(await shop(), { batches: 3, size: 5000 });
  expect(report).toMatchObject({ rows: 6000, made: 15_000 });
  // Moves follow from the number of a row: they are counted in all of them.
  const rows = report?.journey?.states.reduce((sum, state) => sum + state.rows, 0);
  expect(rows).toBe(15_000);
});

/** Counts moves as a reader of the rows would: by the order that each belongs to. */
function movesOf(rows: readonly Row[]): ReadonlyMap<string, number> {
  const states = new Map<number, string>();
  const moves: string[] = [];
  for (const { order_id: order, status } of rows) {
    moves.push(`${states.get(order) ?? ''}>${status}`);
    states.set(order, status);
  }
  return tally(moves);
}

const movesIn = ({ report }: Counted): ReadonlyMap<string, number> => {
  const { states = [], moves = [] } = report?.journey ?? {};
  return new Map(
    moves.flatMap(({ from, to, count }) =>
      count > 0 ? [[`${states[from]?.name ?? ''}>${states[to]?.name ?? ''}`, count]] : [],
    ),
  );
};

test('states, moves and waiting journeys are those of the rows', async () => {
  const counted = count(await shop(), { batches: 40, size: 100 });
  const rows = counted.lines.map((line) => JSON.parse(line) as Row);
  expect(movesIn(counted)).toEqual(movesOf(rows));
  const { journey } = counted.report ?? {};
  expect(new Map(journey?.states.map(({ name, rows }) => [name, rows]))).toEqual(
    tally(rows.map((row) => row.status)),
  );
  const moves = movesOf(rows);
  const left = (moves.get('pending>paid') ?? 0) + (moves.get('pending>cancelled') ?? 0);
  expect(journey?.states[0]).toMatchObject({ name: 'pending', waiting: (moves.get('>pending') ?? 0) - left });
  expect(journey?.states.at(-1)?.waiting).toBe(0);
  expect(journey?.moves.find(({ from, to }) => from === 0 && to === 1)?.asked).toBeCloseTo(0.85, 9);
});

test('copies are no moves, rows out of order keep theirs, and a malformed row is not read', async () => {
  const faults = { duplicates: { share: 0.1 }, malformed: { share: 0.05 }, reordering: { window: 20 } };
  const counted = count(await shop(), { batches: 20, size: 200, faults });
  const plain = count(await shop(), { batches: 20, size: 200 });
  expect(counted.report?.rows).toBeLessThan(counted.report?.made ?? 0);
  const [moves, plainMoves] = [movesIn(counted), movesIn(plain)];
  expect([...moves.keys()].toSorted()).toEqual([...plainMoves.keys()].toSorted());
  for (const [move, times] of moves) expect(times).toBeLessThanOrEqual(plainMoves.get(move) ?? 0);
  const sum = [...moves.values()].reduce((all, each) => all + each, 0);
  expect(sum).toBeGreaterThan(3500);
  expect(sum).toBeLessThan(3700);
});

test('a walk is a line of bounded length that ends at the last value', async () => {
  const schema = await schemaOf(
    '{"rate": {"type": "catbird.walk", "params": {"start": 1, "step": 0.01, "min": 0.5, "max": 2}}}',
  );
  const { report, lines } = count(schema, { batches: 20, size: 100 });
  const rate = fieldOf(report, 'rate');
  if (rate?.kind !== 'walk') throw new Error('No line');
  const values = lines.map((line) => (JSON.parse(line) as { rate: number }).rate);
  expect(rate.line.length).toBeLessThanOrEqual(162);
  expect(rate.line.length).toBeGreaterThan(80);
  expect(rate.line[0]).toBe(values[0]);
  expect(rate.line.at(-1)).toBe(values.at(-1));
});

test('nothing is reported twice, nor too often', async () => {
  const schema = await shop();
  const timeline = timelineOf(schema, newTiming({ fromMs: FROM_MS, eps: 10 }), '42');
  const figures = newFigures({ schema, seed: '42', rows: { rowAt: (p) => p }, timeline }, () => 0);
  // Before the first row: what the schema asks for, and none of it.
  const { fields, journey } = figures.report();
  const country = fields.find(({ path }) => path === 'country');
  expect(country).toMatchObject({
    count: 0,
    values: expect.arrayContaining([{ value: 'DE', count: 0, asked: 0.3 }]),
  });
  const numbers = fields.find(({ kind }) => kind === 'numbers');
  expect(numbers).toMatchObject({
    count: 0,
    bins: expect.arrayContaining([expect.toSatisfy((bin) => bin > 0)]),
  });
  expect(journey?.states.map(({ rows }) => rows)).toEqual([0, 0, 0, 0]);
  const batch = compile(schema, { seed: '42' }).fill(newBatch(), { first: 0, count: 10, time: timeline });
  figures.made(batch);
  expect(figures.take(0)?.made).toBe(10);
  expect(figures.take(Infinity)).toBeUndefined();
  figures.made(batch);
  expect(figures.take(100)).toBeUndefined();
  expect(figures.take(200)?.made).toBe(20);
});
