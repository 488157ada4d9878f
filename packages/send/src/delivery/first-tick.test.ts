import { expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { steady } from '../pace/pace.ts';
import { compile } from '../../../engine/src/rows/writer.ts';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import { run } from './run.ts';

const parsed = parseSchema('{"n": {"type": "number.int"}}');
if (!parsed.ok) throw new Error('The test schema is invalid');
const rows = compile(parsed.schema, { seed: 42 });

/** The time of each request, in milliseconds since the start, and its number of rows. */
async function requestsAt(
  eps: number,
  limit: number,
): Promise<readonly (readonly [ms: number, rows: number])[]> {
  const clock = virtualClock();
  const { signal } = new AbortController();
  const sent: [ms: number, rows: number][] = [];
  const connection = scripted(async (batch) => {
    sent.push([clock.now(), batch.count]);
    await clock.sleep(50, signal);
    return takes(batch);
  });
  const limits = { rows: 100_000, bytes: 10_000_000 };
  const options = { rows, connection, limits, limit, clock, stop: signal, abort: signal, random: () => 0.5 };
  await clock.until(run({ ...options, pace: steady(eps) }));
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
