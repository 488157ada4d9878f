import { expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { never } from '../../test/outage.ts';
import { ran } from '../../test/ran.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { steady } from '../pace/pace.ts';

/** The time of each request, in milliseconds since the start, and its number of rows. */
async function requestsAt(
  eps: number,
  limit: number,
): Promise<readonly (readonly [ms: number, rows: number])[]> {
  const clock = virtualClock();
  const sent: [ms: number, rows: number][] = [];
  const connection = scripted(async (batch) => {
    sent.push([clock.now(), batch.count]);
    await clock.sleep(50, never());
    return takes(batch);
  });
  await ran(connection, { clock, limits: { rows: 100_000, bytes: 10_000_000 }, limit, pace: steady(eps) });
  return sent;
}

test('sends 5,000 rows of a larger first tick before generating the rest; later ticks are whole', async () => {
  expect(await requestsAt(100_000, 60_000)).toEqual([
    [0, 5000],
    [5, 15_000],
    [200, 20_000],
    [400, 20_000],
  ]);
});

test('a smaller first tick is one request', async () => {
  expect(await requestsAt(25_000, 10_000)).toEqual([
    [0, 5000],
    [200, 5000],
  ]);
});
