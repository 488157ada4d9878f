import { expect, test } from 'vitest';
import { rowsOf } from '../../../engine/test/rows.ts';
import { mix } from '../../../engine/src/numeric/random.ts';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import type { Draft } from '../draft.ts';
import { readSample } from '../infer.ts';

type Row = Readonly<Record<string, number | null>>;

let state = 11;
const share = (): number => (mix(state++) >>> 0) / 2 ** 32;
/** About standard normal. */
const normal = (): number => Array.from({ length: 12 }, share).reduce((sum, x) => sum + x, -6);
const cut = (x: number, decimals: number): number => Number(x.toFixed(decimals));

async function draftOf(rows: readonly Row[]): Promise<Draft> {
  const sample = await readSample(
    (async function* () {
      yield new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join('\n'));
    })(),
  );
  return sample.draft();
}

function made({ schema }: Draft): Row[] {
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(parsed.issues.map(({ message }) => message).join('\n'));
  return rowsOf(parsed.schema, { count: 2_000 }).map((row) => JSON.parse(row) as Row);
}

/** Spearman's ρ of two fields, over rows that have both. Ties are rare in these samples. */
function rho(rows: readonly Row[], a: string, b: string): number {
  const both = rows.flatMap((row): [number, number][] => {
    const [x, y] = [row[a], row[b]];
    return typeof x === 'number' && typeof y === 'number' ? [[x, y]] : [];
  });
  const ranksOf = (at: 0 | 1): number[] => {
    const ranks: number[] = [];
    const order = both.map((_, i) => i).sort((i, j) => (both[i]?.[at] ?? 0) - (both[j]?.[at] ?? 0));
    for (const [rank, i] of order.entries()) ranks[i] = rank;
    return ranks;
  };
  const [x, y] = [ranksOf(0), ranksOf(1)];
  const squares = x.reduce((sum, rank, i) => sum + (rank - (y[i] ?? 0)) ** 2, 0);
  return 1 - (6 * squares) / (both.length * (both.length ** 2 - 1));
}

const meanOf = (rows: readonly Row[], name: string): number => {
  const known = rows.map((row) => row[name]).filter((x) => typeof x === 'number');
  return known.reduce((sum, x) => sum + x, 0) / known.length;
};

const people = (): Row => {
  const tall = normal();
  return {
    height: cut(175 + 9 * tall, 1),
    weight: share() < 0.1 ? null : cut(70 + 8 * tall + 6 * normal(), 2),
    age: cut(18 + 60 * share(), 2),
  };
};

const requests = (): Row => {
  const size = Math.exp(1.2 * normal() + 6);
  return {
    bytes: Math.round(size),
    ms: cut(size * Math.exp(0.5 * normal()), 2),
    errors: 60 - 8 * Math.log(size) + 10 * normal(),
  };
};

test.each([
  [
    'a normal law with nulls',
    people,
    [
      ['height', 'weight'],
      ['height', 'age'],
    ],
  ],
  [
    'long tails, and one that falls',
    requests,
    [
      ['bytes', 'ms'],
      ['bytes', 'errors'],
      ['ms', 'errors'],
    ],
  ],
] as const)('numbers that go together still do: %s', async (_, row, pairs) => {
  const rows = Array.from<unknown, Row>({ length: 800 }, row);
  const draft = await draftOf(rows);
  const all = made(draft);
  for (const [a, b] of pairs)
    expect(Math.abs(rho(all, a, b) - rho(rows, a, b)), `${a} and ${b}`).toBeLessThanOrEqual(0.1);
  for (const name of Object.keys(rows[0] ?? {}))
    expect(Math.abs(meanOf(all, name) / meanOf(rows, name) - 1), name).toBeLessThanOrEqual(0.1);
  expect(draft.rules).toEqual([]);
});

test('a number follows one of few values', async () => {
  const rows = Array.from({ length: 600 }, () => {
    const seats = [5, 20, 100][Math.floor(3 * share())] ?? 5;
    return { used: cut(seats * share(), 2), seats };
  });
  const all = made(await draftOf(rows));
  for (const seats of [5, 20, 100]) {
    const used = all.filter((row) => row['seats'] === seats).map((row) => row['used'] ?? 0);
    expect(Math.max(...used)).toBeGreaterThan(0.9 * seats);
    expect(Math.max(...used)).toBeLessThanOrEqual(1.02 * seats);
  }
});

test('numbers that do not go together are drawn on their own', async () => {
  const rows = Array.from({ length: 500 }, () => ({ a: cut(99 * share(), 2), b: cut(99 * share(), 2) }));
  expect(JSON.stringify((await draftOf(rows)).schema)).not.toContain('catbird.lookup');
});
