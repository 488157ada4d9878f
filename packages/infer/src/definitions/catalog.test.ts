import { expect, test } from 'vitest';
import { withStatistics } from './catalog.ts';

const TABLE = {
  name: 't',
  fields: [
    { name: 'id', kind: 'whole number', isKey: true },
    { name: 'age', kind: 'whole number', isNullable: true, max: 120 },
    { name: 'plan', kind: 'text' },
    { name: 'name', kind: 'text' },
    { name: 'state', kind: 'text', values: ['on', 'off', 'gone'] },
    { name: 'at', kind: 'timestamp' },
  ],
} as const;

const STATISTICS = [
  { name: 'id', nulls: 0, frequencies: [], bounds: ['1', '1000'] },
  { name: 'age', nulls: 0.25, frequencies: [0.2], common: ['33'], bounds: ['18', '30', '42', '61', '97'] },
  { name: 'plan', nulls: 0, frequencies: [0.7, 0.3] },
  { name: 'name', nulls: 0, frequencies: [0.001, 0.001] },
  { name: 'state', nulls: 0, frequencies: [0.9, 0.1], common: ['on', 'off'] },
  { name: 'at', nulls: 0, frequencies: [], bounds: ['2025-01-01 00:00:00+00', '2025-07-01 00:00:00+00'] },
];

test('statistics give shares of nulls and values, and the spread of numbers and times', async () => {
  const { table, sampled } = await withStatistics(TABLE, STATISTICS, false);
  expect(table.fields.find(({ name }) => name === 'age')).toMatchObject({ nulls: 0.25 });
  expect([...sampled.specs.keys()]).toEqual(['age', 'plan', 'state', 'at']);
  expect(sampled.specs.get('plan')).toEqual({
    type: 'catbird.pickWeighted',
    params: { values: ['plan_1', 'plan_2'], weights: [70, 30] },
  });
  expect(sampled.specs.get('state')).toMatchObject({ params: { values: ['on', 'off'], weights: [90, 10] } });
  expect(sampled.specs.get('age')).toMatchObject({ nulls: 0.25 });
  expect(sampled.helpers).toMatchObject({
    at_ms: {
      type: 'number.int',
      params: { min: expect.closeTo(Date.UTC(2025, 0), -9), max: expect.closeTo(Date.UTC(2025, 6), -9) },
    },
  });
  expect(sampled.findings.flatMap(({ copied }) => copied)).toEqual([]);
});

test('with consent, common texts are copied and listed', async () => {
  const read = STATISTICS.map((each) => (each.name === 'plan' ? { ...each, common: ['free', 'pro'] } : each));
  const { sampled } = await withStatistics(TABLE, read, true);
  expect(sampled.specs.get('plan')).toMatchObject({ params: { values: ['free', 'pro'] } });
  expect(sampled.findings.find(({ path }) => path === 't.plan')?.copied.map(({ value }) => value)).toEqual([
    'free',
    'pro',
  ]);
});
