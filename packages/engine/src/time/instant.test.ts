import { invalid } from '../model/issue.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantText, isoMs, isRelative, offsetText, readInstant, readOffset } from './instant.ts';
import { readSpeed } from './parse.ts';
import { END_MS } from './timing.ts';

const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');

test('a written instant reads as the same instant, at any offset', () => {
  const instants = fc.integer({ min: FIRST_MS + 86_400_000, max: END_MS - 86_400_001 });
  const offsets = fc.integer({ min: -1439, max: 1439 }).map((minutes) => minutes * 60_000);
  fc.assert(
    fc.property(instants, offsets, (ms, offsetMs) => {
      expect(readInstant(instantText(ms), 0)).toEqual({ ok: true, value: ms });
      const local = new Date(ms + offsetMs).toISOString().slice(0, -1);
      expect(readInstant(local + offsetText(offsetMs), 0)).toEqual({ ok: true, value: ms });
    }),
  );
});

test('a written offset reads as the same offset', () => {
  for (let minutes = -1439; minutes <= 1439; minutes++)
    expect(readOffset(offsetText(minutes * 60_000))).toEqual({ ok: true, value: minutes * 60_000 });
  expect(readOffset('Z')).toEqual({ ok: true, value: 0 });
  expect(readOffset('-0330')).toEqual({ ok: true, value: -12_600_000 });
  expect(readOffset('-00:00')).toEqual({ ok: true, value: 0 });
});

test.each([
  ['now', 5000],
  ['-2s', 3000],
  ['+1m30s', 95_000],
  ['+1500ms', 6500],
])('%s counts from a whole second', (text, ms) => {
  expect(readInstant(text, 5999)).toEqual({ ok: true, value: ms });
  expect(isRelative(text)).toBe(true);
});

test.each(['2026-11-20', '2026-11-20T08:30:00-05:00', 'nowhere', ''])('%s is not relative to now', (text) => {
  expect(isRelative(text)).toBe(false);
});

test('the ends of the years are read, and not a millisecond more', () => {
  expect(readInstant('0001-01-01T00:00:00Z', 0)).toEqual({ ok: true, value: FIRST_MS });
  expect(readInstant('9999-12-31T23:59:59.999Z', 0)).toEqual({ ok: true, value: END_MS - 1 });
  for (const text of ['0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59.999-00:01', '+2932897d'])
    expect(readInstant(text, 0)).toEqual(invalid('must be in the years 1 to 9999'));
});

test.each([
  ['2', 2],
  [' 0.5 ', 0.5],
  ['1e3', 1000],
  ['max', 'max'],
  ['1d/10m', 144],
  ['1h / 1h', 1],
  ['90/60', 1.5],
])('a speed of %s is %s', (text, speed) => {
  expect(readSpeed(text)).toEqual({ ok: true, value: speed });
});

test('no text throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const read of [readInstant, readOffset, readSpeed])
        expect(typeof read(text, 0).ok).toBe('boolean');
    }),
  );
});

test('24:00 in a text is the beginning of the next day', () => {
  const next = Date.parse('2026-01-01T00:00:00Z');
  for (const time of ['24:00', '24:00:00', '24:00:00.000', '24:00:00Z', '24:00:00+00'])
    expect(isoMs(`2025-12-31 ${time}`)).toBe(next);
  for (const time of ['24:01', '24:00:01', '24:00:00.001', '25:00'])
    expect(isoMs(`2025-12-31 ${time}`)).toBeNaN();
});
