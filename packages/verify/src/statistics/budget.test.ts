import { expect, test } from 'vitest';
import type { Budget } from './field.ts';
import { newDistinct, newNumberReservoir } from './reservoirs.ts';
import { numberStatistics } from './field-statistics.ts';

const budgetOf = (given: Partial<Budget>): Budget => ({ values: 1e6, chars: 1e6, numbers: 1e6, ...given });

test.each([
  ['values', { values: 300 }],
  ['characters', { chars: 3000 }],
])('without room for more %s, their number is estimated', (_, given) => {
  const budget = budgetOf(given);
  const distinct = newDistinct(budget);
  for (let i = 0; i < 20_000; i++) distinct.add(`value ${i % 4000}`);
  expect(distinct).toMatchObject({ total: 20_000, isEstimate: true });
  expect(distinct.count).toBeGreaterThan(3600);
  expect(distinct.count).toBeLessThan(4400);
  // Those that were kept have all been counted.
  expect(distinct.top(2)).toEqual([
    { value: 'value 0', count: 5 },
    { value: 'value 1', count: 5 },
  ]);
  // Other fields may keep some all the same.
  const other = newDistinct(budget);
  for (let i = 0; i < 50; i++) other.add(i);
  expect(other).toMatchObject({ count: 50, isEstimate: false });
});

test('without room for more numbers, a sample stands for all of them', () => {
  const numbers = newNumberReservoir(budgetOf({ numbers: 2000 }));
  for (let i = 0; i < 100_000; i++) numbers.add((i * 7919) % 1000);
  expect(numbers.sorted()).toHaveLength(2000);
  const found = numberStatistics(numbers);
  expect(found).toMatchObject({ count: 100_000, min: 0, max: 999 });
  expect(found?.mean).toBeCloseTo(499.5, 6);
  expect(Math.abs((found?.median ?? 0) - 500)).toBeLessThan(50);
  const total = found?.histogram?.counts.reduce((a, b) => a + b, 0) ?? 0;
  expect(Math.abs(total - 100_000)).toBeLessThan(20);
  for (const height of found?.histogram?.heights ?? []) expect(height).toBeGreaterThan(0.5);
});
