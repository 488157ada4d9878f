import { expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { ran } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { steady } from '../pace/pace.ts';

test('reports every batch before it is sent, in row order, without dropped rows', async () => {
  const clock = virtualClock();
  const made: (readonly [first: number, count: number])[] = [];
  const connection = scripted(async (batch, _, { signal }) => {
    expect(made).toContainEqual([batch.first, batch.count]);
    // Slow enough that rows are dropped.
    await clock.sleep(5000, signal);
    return takes(batch);
  });
  const { summary } = await ran(connection, {
    clock,
    pace: steady(100),
    limits: { rows: 50, bytes: 1_000_000, inFlight: 1 },
    limit: 2000,
    whenBehind: 'drop',
    onMade: ({ first, count }) => void made.push([first, count]),
  });
  expect(summary.dropped).toBeGreaterThan(0);
  expect(made.reduce((sum, [, count]) => sum + count, 0)).toBe(summary.accepted);
  const firsts = made.map(([first]) => first);
  expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
  const gaps = made.slice(1).map(([first], i) => first - (made[i]?.[0] ?? 0) - (made[i]?.[1] ?? 0));
  expect(Math.max(...gaps)).toBeGreaterThan(0);
});
