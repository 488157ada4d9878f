import fc from 'fast-check';
import { expect, test } from 'vitest';
import { later, timeOf, timeOfJson } from './stamp.ts';

const HOUR_MS = 3_600_000;
const AT = Date.UTC(2026, 0, 31, 23, 30, 15, 250);

test.each([
  ['2026-01-31T23:30:15.250Z', '2026-02-01T00:30:15.250Z'],
  ['2026-01-31 23:30:15.25', '2026-02-01 00:30:15.25'],
  ['2026-02-01T05:00:15,250+05:30', '2026-02-01T06:00:15,250+05:30'],
  ['2026-01-31T20:30:15.250999-0300', '2026-01-31T21:30:15.250999-0300'],
  [1_769_902_215.25, '1769905815.25'],
  [1_769_902_215_250, '1769905815250'],
  [1_769_902_215_250_000, '1769905815250000'],
])('%s is a time, an hour later %s', (value, hourLater) => {
  expect(timeOf(value)).toBe(AT);
  expect(later(JSON.stringify(value), HOUR_MS)).toBe(
    typeof value === 'string' ? JSON.stringify(hourLater) : hourLater,
  );
});

test('nanoseconds keep all their digits', () => {
  expect(later('1769902215250123456', 1)).toBe('1769902215251123456');
  expect(later('"2026-01-31T23:30:15.250123456Z"', -250)).toBe('"2026-01-31T23:30:15.000123456Z"');
});

test('times with fewer digits than milliseconds are rounded to them', () => {
  expect(later('"2026-01-31T23:30:15Z"', 600)).toBe('"2026-01-31T23:30:16Z"');
  expect(later('"2026-01-31T23:30"', 29_000)).toBe('"2026-01-31T23:30"');
  expect(later('1769902215', -400)).toBe('1769902215');
  expect(later('1769902215.5', 60)).toBe('1769902215.6');
});

test.each(['2026-01-31', '12:30', 'yesterday', '2026-13-01T00:00:00Z', 42, 1e8, 1e20, true, null])(
  '%s is no time, and stays',
  (value) => {
    expect(timeOf(value)).toBeNaN();
    expect(later(JSON.stringify(value), HOUR_MS)).toBe(JSON.stringify(value));
  },
);

test('a time moves by exactly as many milliseconds', () => {
  const instant = fc.integer({ min: Date.UTC(2002, 0), max: Date.UTC(2200, 0) });
  const byMs = fc.integer({ min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(instant, byMs, (ms, by) => {
      expect(timeOfJson(later(JSON.stringify(new Date(ms).toISOString()), by))).toBe(ms + by);
      expect(timeOfJson(later(String(ms), by))).toBe(ms + by);
    }),
  );
});
