import { expect, test } from 'vitest';
import type { StreamPlan } from '../../../worker/schema-protocol.ts';
import { isBehind, lacksTime, manyText, planText, sizeText } from './plan-text.ts';

const NOW = Date.UTC(2026, 10, 22, 6);
const DAY = 86_400_000;

const plan = (more: Partial<StreamPlan>): StreamPlan => ({
  nowMs: NOW,
  fromMs: NOW,
  toMs: null,
  dueRows: 0,
  totalRows: null,
  perSecond: 200,
  mostPerSecond: 200,
  notes: [],
  rows: { bytes: 250, areTimed: true },
  ...more,
});

const month = plan({ fromMs: NOW - 30 * DAY, dueRows: 77_760_000, perSecond: 41, mostPerSecond: 85 });

test.each([
  [month, '77,760,000 events by now, about 19 GB; then 41 a second, at most 85.'],
  [plan({}), '200 a second.'],
  [plan({ journeysPerSecond: 12.5 }), '200 events in 13 journeys a second.'],
  [
    plan({ ...month, journeysPerSecond: 0.5 }),
    '77,760,000 events by now, about 19 GB; then 41 events in 0.5 journeys a second, at most 85.',
  ],
  [plan({ perSecond: 0, totalRows: 0 }), 'No event is ever sent: the rate is 0.'],
  [
    plan({ perSecond: 0, totalRows: 0, toMs: NOW + DAY * 9 }),
    'No event is ever sent: the rate is 0 until 1 December at 06:00.',
  ],
  [plan({ perSecond: 0.25, mostPerSecond: 0.5 }), '0.25 a second, at most 0.5.'],
  [plan({ totalRows: 1 }), '200 a second; 1 in all, about 250 B.'],
  [plan({ toMs: NOW + DAY, totalRows: 17_280_000 }), '200 a second; 17,280,000 in all, about 4.3 GB.'],
  [plan({ ...month, toMs: NOW, totalRows: 77_760_000 }), '77,760,000 events, about 19 GB.'],
  [plan({ ...month, dueRows: 1000, totalRows: 1000 }), '1,000 events, about 250 kB.'],
  [
    plan({ ...month, totalRows: 80_000_000 }),
    '77,760,000 events by now; then 41 a second, at most 85; 80,000,000 in all, about 20 GB.',
  ],
  [plan({ ...month, rows: undefined }), '77,760,000 events by now; then 41 a second, at most 85.'],
  [plan({ fromMs: NOW + DAY * 9 }), 'From 1 December at 06:00: 200 a second.'],
])('%#: %s', (given, text) => {
  expect(planText(given)).toBe(text);
});

test('a lot of events comes with the time that they take', () => {
  expect(manyText(month)).toBe('That is a lot: about 65 min at 20,000/s.');
  expect(manyText(plan({ dueRows: 10_000_000 }))).toBeUndefined();
  expect(manyText(plan({ dueRows: 10_000_001 }))).toBe('That is a lot: about 8 min at 20,000/s.');
  expect(manyText(plan({ dueRows: 1_000_000, rows: { bytes: 6000, areTimed: true } }))).toBeDefined();
  expect(manyText(plan({ dueRows: 280_000_000 }))).toContain('about 4 h');
  expect(manyText(plan({ dueRows: 2.8e10 }))).toContain('about 16 days');
});

test('rows of the past need a field with their time', () => {
  const rows = { bytes: 250, areTimed: false };
  expect(lacksTime({ ...month, rows })).toBe(true);
  expect(lacksTime(month)).toBe(false);
  expect(lacksTime({ ...month, rows: undefined })).toBe(false);
  expect(lacksTime(plan({ rows }))).toBe(false);
  expect(isBehind(month)).toBe(true);
  expect(isBehind({ ...month, toMs: NOW })).toBe(false);
});

test('sizes have two digits', () => {
  expect([7, 999, 1000, 12_345, 995_000, 19_440_000_000, 3e18].map((bytes) => sizeText(bytes))).toEqual([
    '7 B',
    '1 kB',
    '1 kB',
    '12 kB',
    '1 MB',
    '19 GB',
    '3,000 PB',
  ]);
});
