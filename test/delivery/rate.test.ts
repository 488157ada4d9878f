import { describe, expect, test } from 'vitest';
import { steady, unlimited, type Pace } from '@catbird/core';
import { startCounter } from './counter.ts';
import { destinationOf, stream, unaccounted } from './stream.ts';

const http = destinationOf('http');

describe('over the real network', { concurrent: true }, () => {
  test.each<readonly [number, string, Pace]>([
    [5, '10 a second', steady(10)],
    [2500, '1000 a second', steady(1000)],
    [1001, '1001 a second', steady(1001)],
    [3, 'one in two seconds', steady(0.5)],
    [1, '1000 a second', steady(1000)],
    [0, '10 a second', steady(10)],
  ])('a limit of %d at %s stores exactly that many rows', async (limit, _, pace) => {
    const counter = await startCounter();
    const { summary, reports } = await stream({
      destination: http,
      settings: { url: counter.url },
      pace,
      limit,
    });
    expect(counter.rows).toBe(limit);
    expect(summary).toMatchObject({ reason: 'limit', generated: limit, accepted: limit });
    expect([...reports, summary].filter((report) => unaccounted(report) !== 0)).toEqual([]);
    await counter.close();
  });

  test('50 a second with answers after 300 ms are 250 rows in five seconds, and nothing is behind', async () => {
    const counter = await startCounter(300);
    const { summary, reports } = await stream({
      destination: http,
      settings: { url: counter.url },
      pace: steady(50),
      stopAfterMs: 4950,
    });
    expect(counter.rows).toBe(250);
    expect(summary).toMatchObject({ reason: 'stopped', accepted: 250, behind: { rows: 0 } });
    // A report may come just before the rows of its second.
    expect(reports.filter(({ behind, elapsedMs }) => behind.rows > 0 && elapsedMs % 1000 > 100)).toEqual([]);
    await counter.close();
  });

  test('above what the service can take, what is behind is exact to the row, at every report', async () => {
    const counter = await startCounter(100);
    const pace = steady(100);
    const { summary, reports } = await stream({
      destination: http,
      settings: { url: counter.url, format: 'single' },
      pace,
      stopAfterMs: 4000,
    });
    expect(reports.length).toBeGreaterThan(50);
    for (const { generated, behind, elapsedMs } of reports.filter((report) => report.elapsedMs < 3900)) {
      expect(generated + behind.rows).toBe(pace.due(elapsedMs));
    }
    // Four in flight, ten a second each, of which some time is lost on the way.
    expect(summary.accepted).toBeGreaterThan(100);
    expect(summary.accepted).toBeLessThanOrEqual(164);
    expect(summary.behind.rows).toBeGreaterThan(200);
    // Of one event a request, without a newline, the counter counts requests only.
    expect(counter.requests).toBe(summary.accepted);
    await counter.close();
  });
});

test('a million rows as fast as possible are exactly a million', async () => {
  const counter = await startCounter();
  const { summary } = await stream({
    destination: http,
    settings: { url: counter.url },
    pace: unlimited(),
    limit: 1_000_000,
  });
  expect(counter.rows).toBe(1_000_000);
  expect(summary).toMatchObject({ reason: 'limit', accepted: 1_000_000 });
  await counter.close();
}, 60_000);
