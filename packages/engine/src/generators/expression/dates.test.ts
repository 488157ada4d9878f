import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoText } from '../kernels/time/instant.ts';
import { added, between, inFormOf, msOf } from './dates.ts';

const instant = fc.date({
  min: new Date('0000-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

test('parses all date forms like Date', () => {
  fc.assert(
    fc.property(instant, (date) => {
      const iso = date.toISOString();
      const ms = date.getTime();
      expect(isoText(ms)).toBe(iso);
      expect(msOf(iso)).toBe(ms);
      expect(msOf(iso.slice(0, 23).replace('T', ' '))).toBe(ms);
      expect(msOf(iso.slice(0, 19))).toBe(Math.floor(ms / 1000) * 1000);
      expect(msOf(iso.slice(0, 16))).toBe(Math.floor(ms / 60_000) * 60_000);
      expect(msOf(iso.slice(0, 10))).toBe(Math.floor(ms / 86_400_000) * 86_400_000);
      expect(msOf(ms)).toBe(ms);
    }),
  );
  for (const iso of ['0000-02-29', '0001-01-01', '1900-02-28', '2000-02-29', '2024-12-31', '1969-12-31'])
    expect(msOf(iso)).toBe(Date.parse(iso));
});

test.each([
  '',
  'now',
  '2026-02-29',
  '1900-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T00:60:00.000Z',
  '2026-01-01T00:00:00.00xZ',
  '2026-01-01X00:00:00.000Z',
  '26-01-01',
])('%j is no date', (text) => {
  expect(msOf(text)).toBeUndefined();
});

test('rejects instants outside the years 0 to 9999', () => {
  for (const ms of [1e15, -1e15, NaN, Infinity]) {
    expect(msOf(ms)).toBeUndefined();
    expect(inFormOf('2026-01-01', ms)).toBeUndefined();
  }
});

test('the whole months and years between two instants are the most that can be added without passing the later', () => {
  fc.assert(
    fc.property(instant, instant, fc.constantFrom('month' as const, 'year' as const), (x, y, unit) => {
      const [from, to] = [x.getTime(), y.getTime()].toSorted((left, right) => left - right);
      if (from === undefined || to === undefined) return;
      const whole = between(from, to, unit);
      expect(added(from, whole, unit)).toBeLessThanOrEqual(to);
      expect(added(from, whole + 1, unit)).toBeGreaterThan(to);
    }),
  );
});
