import { base, en, Faker } from '@faker-js/faker';
import { describe, expect, test } from 'vitest';
import { NOON, rowsOf, valuesOf } from '../../../../test/rows.ts';
import { kolmogorov } from '../../../../test/statistics.ts';
import { spans } from './instant.ts';

const LEAP_DAY = Date.UTC(2024, 1, 29, 23, 59, 59, 999);
const DAY_MS = 86_400_000;

/** A type, its arguments, and the event time of the test. */
const CASES: readonly (readonly [type: string, args: readonly unknown[], atMs: number])[] = [
  ['date.anytime', [], NOON],
  ['date.anytime', [{ refDate: '2020-05-05' }], NOON],
  ['date.between', [{ from: '2025-01-01', to: '2025-12-31T23:59:59.999Z' }], NOON],
  ['date.between', [{ from: -5e12, to: -4e12 }], NOON],
  ['date.between', [{ from: 1000, to: 1000 }], NOON],
  ['date.birthdate', [], LEAP_DAY],
  ['date.birthdate', [{ min: 1, max: 1 }], NOON],
  ['date.future', [], LEAP_DAY],
  ['date.future', [{ years: 10 }], NOON],
  ['date.past', [], LEAP_DAY],
  ['date.past', [{ years: 3, refDate: '2001-09-09T01:46:40Z' }], NOON],
  ['date.recent', [], NOON],
  ['date.recent', [{ days: 30 }], NOON],
  ['date.soon', [], LEAP_DAY],
  ['date.soon', [{ days: 7 }], NOON],
];

/** Faker's earliest and latest date, from the lowest and highest draws. */
function endsOf(type: string, args: readonly unknown[], atMs: number): readonly [low: number, high: number] {
  const [low = NaN, high = NaN] = [0, 1 - 2 ** -53].map((draw) => {
    const faker = new Faker({ locale: [en, base], randomizer: { next: () => draw, seed() {} } });
    faker.setDefaultRefDate(atMs);
    const [, method = ''] = type.split('.');
    const dates = faker.date as unknown as Record<string, (...args: readonly unknown[]) => Date>;
    return dates[method]?.(...args).getTime();
  });
  return [low, high];
}

describe.each(CASES)('%s %j', (type, args, atMs) => {
  const [low, high] = endsOf(type, args, atMs);
  const dates = valuesOf<string>(type, args, { count: 3000, startMs: atMs });

  test('stays within faker’s range and covers it', () => {
    const ms = dates.map((date) => Date.parse(date));
    expect(Math.min(...ms)).toBeGreaterThanOrEqual(low);
    expect(Math.max(...ms)).toBeLessThanOrEqual(high);
    expect(Math.max(...ms) - Math.min(...ms)).toBeGreaterThanOrEqual((high - low) * 0.99);
    expect(dates.every((date) => new Date(date).toISOString() === date)).toBe(true);
  });

  test('is uniform', () => {
    const shares = dates.map((date) => (Date.parse(date) - low + 0.5) / (high - low + 1));
    if (high > low) expect(kolmogorov(shares)).toBeLessThan(1.95);
  });
});

test.each([
  ['anytime', [], spans.anytime()],
  ['recent', [{ days: 3 }], spans.recent({ min: 0, max: 3 })],
  ['recent', [{ days: { min: 2, max: 5 } }], spans.recent({ min: 2, max: 5 })],
  ['soon', [{ days: { min: 1, max: 2 } }], spans.soon({ min: 1, max: 2 })],
  ['past', [{ years: 4 }], spans.past({ min: 0, max: 4 })],
  ['future', [{ years: { min: 1, max: 3 } }], spans.future({ min: 1, max: 3 })],
  ['birthdate', [{ min: 20, max: 30 }], spans.age({ min: 20, max: 30 })],
] as const)('date.%s %j has exactly faker’s range', (method, args, spanAt) => {
  for (const atMs of [NOON, LEAP_DAY, Date.UTC(1999, 11, 31, 23), Date.UTC(2100, 1, 28)]) {
    const { low, high } = spanAt(atMs);
    const theirs = endsOf(`date.${method}`, args, atMs);
    expect(low).toBe(theirs[0]);
    // Near the upper end, faker's sum of doubles may round up by a millisecond.
    expect([high, high + 1]).toContain(theirs[1]);
    // The kernel calls `spanAt` once per day, with the start of the day.
    const ofDay = atMs % DAY_MS;
    const start = spanAt(atMs - ofDay);
    expect([start.low + ofDay, start.high + ofDay]).toEqual([low, high]);
  }
});

test('follows the row’s event time, also across midnight', () => {
  const stepMs = DAY_MS / 7;
  const rows = rowsOf([{ name: 'v', type: 'date.recent', args: [] }], { count: 500, stepMs });
  rows.forEach((row, i) => {
    const ms = Date.parse((JSON.parse(row) as { v: string }).v);
    const now = Math.floor(NOON + i * stepMs);
    expect(ms).toBeGreaterThanOrEqual(now - DAY_MS);
    expect(ms).toBeLessThanOrEqual(now - 1000);
  });
});

test('a reference date replaces the row’s event time', () => {
  const args = [{ refDate: '2030-01-01T00:00:00.000Z' }];
  const at = (startMs: number): string[] => valuesOf('date.soon', args, { count: 50, startMs });
  expect(at(NOON)).toEqual(at(LEAP_DAY));
});

test.each([
  ['date.past', [{ years: 0 }], /Years must be greater/],
  ['date.recent', [{ days: -1 }], /Days must be greater/],
  ['date.between', [{ from: '2025-01-02', to: '2025-01-01' }], /before/],
  ['date.between', [{ from: 'never', to: '2025-01-01' }], /date/i],
  ['catbird.datetimeBetween', [{ start: '2025-01-02', end: '2025-01-01' }], /before/],
])('%s %j is rejected', (type, args, message) => {
  expect(() => valuesOf(type, args)).toThrow(message);
});

test('Catbird’s datetimes have 19 characters', () => {
  const [between] = valuesOf<string>('catbird.datetimeBetween', [{ start: '2025-01-01', end: '2025-01-02' }]);
  expect(between).toMatch(/^2025-01-0[12]T\d\d:\d\d:\d\d$/);
  const [recent = ''] = valuesOf<string>('catbird.datetimeRecent');
  expect(NOON - Date.parse(`${recent}Z`)).toBeLessThanOrEqual(DAY_MS + 1000);
  expect(valuesOf('catbird.datetimeNow')).toEqual(['2026-03-01T12:00:00']);
  expect(valuesOf('catbird.timestampNow')).toEqual(['2026-03-01T12:00:00.000Z']);
});
