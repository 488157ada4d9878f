import { expect, test } from 'vitest';
import { scripted } from '../../test/connections.ts';
import { virtualClock } from '../../test/virtual-clock.ts';
import { steady } from '../pace/pace.ts';
import { compile } from '../../../engine/src/rows/writer.ts';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import { run } from './run.ts';

const parsed = parseSchema('{"n": {"type": "catbird.sequence"}}');
if (!parsed.ok) throw new Error('The test schema is invalid');
const rows = compile(parsed.schema, { seed: 1 });

test('reports every batch before it is sent, in row order, without dropped rows', async () => {
  const clock = virtualClock();
  const made: (readonly [first: number, count: number])[] = [];
  const connection = scripted();
  const summary = await clock.until(
    run({
      rows,
      pace: steady(100),
      connection: {
        ...connection,
        async send(batch, options) {
          expect(made).toContainEqual([batch.first, batch.count]);
          // Slow enough that rows are dropped.
          await clock.sleep(5000, options.signal);
          return connection.send(batch, options);
        },
      },
      limits: { rows: 50, bytes: 1_000_000, inFlight: 1 },
      limit: 2000,
      whenBehind: 'drop',
      stop: new AbortController().signal,
      clock,
      random: () => 0.5,
      onMade: ({ first, count }) => void made.push([first, count]),
    }),
  );
  expect(summary.dropped).toBeGreaterThan(0);
  expect(made.reduce((sum, [, count]) => sum + count, 0)).toBe(summary.accepted);
  const firsts = made.map(([first]) => first);
  expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
  const gaps = made.slice(1).map(([first], i) => first - (made[i]?.[0] ?? 0) - (made[i]?.[1] ?? 0));
  expect(Math.max(...gaps)).toBeGreaterThan(0);
});
