import { newCollector } from '@catbird/core/statistics';
import { expect, test } from 'vitest';
import { tableOf } from './stats-table.ts';

const collector = newCollector();
for (let i = 0; i < 100; i++)
  collector.add({
    total: (i * i) / 100,
    state: i % 4 === 0 ? 'open' : 'paid',
    note: i % 10 === 0 ? null : `A note on order number ${i}, which is rather long`,
    items: Array.from({ length: 1 + (i % 3) }, () => ({ gift: i % 2 === 0 })),
  });
const statistics = collector.statistics();

test('in a terminal, lines fit, and bars show how values are distributed', () => {
  expect(tableOf(statistics, { columns: 80 })).toBe(`100 rows

total         median 24.01             0 █▄▃▃▂▂▂▂▂▂▂▂▂▂▂▂▂▁▂▂ 98.01
state         2 values                 █ paid 75.0 %  ▃ open 25.0 %
note          10.0 % null, all unique  A note on order number 1, which is rath…
items         median 2 items           1 ███ 3
items[].gift  2 values                 █ true 50.3 %  █ false 49.7 %`);
});

test('elsewhere, values are printed in full, without bars', () => {
  const text = tableOf({ ...statistics, step: 1001 }, { columns: undefined });
  expect(text).toContain('100 rows, 1 in 1,001 of the stream\n');
  expect(text).toContain('  0 to 98.01\n');
  expect(text).toContain('  A note on order number 1, which is rather long, A note on order number 2,');
  expect(text).not.toMatch(/[▁-█]/);
});
