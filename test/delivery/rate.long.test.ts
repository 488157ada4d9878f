import { expect, test } from 'vitest';
import { unlimited } from '@catbird/core';
import { startCounter } from './counter.ts';
import { destinationOf, stream } from './stream.ts';

test('a million rows as fast as possible are exactly a million', async () => {
  const counter = await startCounter();
  const { summary } = await stream({
    destination: destinationOf('http'),
    settings: { url: counter.url },
    pace: unlimited(),
    limit: 1_000_000,
  });
  expect(counter.rows).toBe(1_000_000);
  expect(summary).toMatchObject({ reason: 'limit', accepted: 1_000_000 });
  await counter.close();
});
