import { describe, expect, test } from 'vitest';
import { steady, unlimited, type Pace } from '@catbird/core';
import { startCounter } from './counter.ts';
import { destinationOf, stream, unaccounted } from './stream.ts';

const http = destinationOf('http');

describe('over the real network', { concurrent: true }, () => {
  test.each<readonly [number, string, Pace]>([
    [5, '10 events/s', steady(10)],
    [2500, '1,000 events/s', steady(1000)],
    [1001, '1,001 events/s', steady(1001)],
    [3, '0.5 events/s', steady(0.5)],
    [1, '1,000 events/s', steady(1000)],
    [0, '10 events/s', steady(10)],
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

  test('50 events/s with a latency of 300 ms keep up in every second', async () => {
    const counter = await startCounter(300);
    const { summary, reports } = await stream({
      destination: http,
      settings: { url: counter.url },
      pace: steady(50),
      limit: 250,
    });
    expect(counter.rows).toBe(250);
    expect(summary).toMatchObject({ reason: 'limit', accepted: 250, behind: { rows: 0 } });
    // Five ticks, the first one at once.
    expect(summary.elapsedMs).toBeGreaterThanOrEqual(4000);
    const seconds = [0, 1, 2, 3].map((second) =>
      reports.filter(({ elapsedMs }) => Math.floor(elapsedMs / 1000) === second),
    );
    expect(seconds.filter((each) => !each.some(({ behind }) => behind.rows === 0))).toEqual([]);
    await counter.close();
  });

  test('if the service can’t keep up, every report is exact about the rows behind', async () => {
    const counter = await startCounter(100);
    const pace = steady(100);
    const { summary, reports } = await stream({
      destination: http,
      settings: { url: counter.url, format: 'single' },
      pace,
      stopWhen: ({ accepted }) => accepted >= 100,
    });
    const running = reports.slice(0, reports.findIndex(({ accepted }) => accepted >= 100) + 1);
    expect(running.length).toBeGreaterThan(0);
    for (const { generated, behind, elapsedMs } of running)
      expect(generated + behind.rows).toBe(pace.due(elapsedMs));
    // At most four in flight, each ten times a second.
    for (const { accepted, elapsedMs } of running)
      expect(accepted).toBeLessThanOrEqual((4 * elapsedMs) / 100 + 4);
    expect(summary.behind.rows).toBeGreaterThan(100);
    // Events without a newline: the counter only counts requests.
    expect(counter.requests).toBe(summary.accepted);
    await counter.close();
  });
});

test('100,000 rows as fast as possible are exactly 100,000', async () => {
  const counter = await startCounter();
  const { summary } = await stream({
    destination: http,
    settings: { url: counter.url },
    pace: unlimited(),
    limit: 100_000,
  });
  expect(counter.rows).toBe(100_000);
  expect(summary).toMatchObject({ reason: 'limit', accepted: 100_000 });
  await counter.close();
});
