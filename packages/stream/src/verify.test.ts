import { expect, test } from 'vitest';
import { rows, type RowsOptions } from './generate.ts';
import { verify } from './verify-rows.ts';
import type { RowObject } from '../../verify/src/parse-row.ts';

const schema = {
  id: 'string.uuid',
  amount: { type: 'number.float', params: { min: 1, max: 500, fractionDigits: 2 } },
  city: 'location.city',
};
const sent = { seed: 42, count: 3000 };
const arrivedRows = async (
  of: Parameters<typeof rows>[0] = schema,
  options: RowsOptions = sent,
): Promise<readonly RowObject[]> => {
  const found: RowObject[] = [];
  for await (const row of rows(of, options)) found.push(row);
  return found;
};

test('rows that arrive as they were sent are right, as objects and as lines', async () => {
  const arrived = await arrivedRows();
  const lines = arrived.map((row) => new TextEncoder().encode(JSON.stringify(row)));
  for (const each of [arrived, lines, arrived.toReversed()]) {
    const { verdict, counts } = await verify({ schema, ...sent, arrived: each });
    expect(verdict).toBe('right');
    expect(counts).toMatchObject({ expected: 3000, right: 3000, extra: 0 });
  }
});

test('rows that a pipeline loses and changes are named with their cause, and where they are', async () => {
  async function* broken() {
    for (const [i, row] of (await arrivedRows()).entries())
      if (i < 600 || i >= 900)
        yield i % 2 === 0 ? { ...row, amount: Math.trunc(Number(row['amount'])) } : row;
  }
  const { verdict, counts, changed, missing, strip } = await verify({ schema, ...sent, arrived: broken() });
  expect(verdict).toBe('wrong');
  expect(counts.missing).toBe(300);
  expect(missing.ranges).toEqual([[600, 900]]);
  expect(changed[0]?.causes[0]?.text).toBe('truncated to whole numbers');
  expect(strip).toHaveLength(200);
  const sum = (of: 'right' | 'changed' | 'missing'): number =>
    strip.reduce((total, cell) => total + cell[of], 0);
  expect([sum('right'), sum('changed'), sum('missing')]).toEqual([
    counts.right,
    counts.changed,
    counts.missing,
  ]);
  expect(strip[45]).toEqual({ first: 675, expected: 15, right: 0, changed: 0, missing: 15 });
});

test('what the sender knows decides which rows must be there', async () => {
  const arrived = (await arrivedRows()).slice(0, 2000);
  const known = { accepted: [[0, 2000]], uncertain: [[2000, 3000]], repeated: [] } as const;
  const { verdict, counts } = await verify({ schema, ...sent, sent: known, arrived });
  expect(verdict).toBe('right');
  expect(counts).toMatchObject({ expected: 2000, uncertain: { rows: 1000, there: 0 } });
});

test('event times are computed again from the settings of time', async () => {
  const timed = { ...schema, at: 'catbird.timestampNow' };
  const options = { seed: 1, count: 500, from: '2026-01-01T00:00:00Z', eps: 5 };
  const arrived = await arrivedRows(timed, options);
  expect((await verify({ schema: timed, ...options, arrived })).verdict).toBe('right');
});

test('options that cannot be judged are errors that say what to do', async () => {
  const timed = { ...schema, at: 'catbird.timestampNow' };
  await expect(verify({ schema: timed, ...sent, arrived: [] })).rejects.toThrow('Set from');
  await expect(verify({ schema, seed: 1, arrived: [] })).rejects.toThrow('set count or to');
  await expect(verify({ schema, ...sent, arrived: [], identity: ['city'] })).rejects.toThrow(
    'do not tell rows apart',
  );
});
