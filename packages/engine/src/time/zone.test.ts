import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { eps, fromMs, rate, timing } from '../../test/timings.ts';
import zones from '../data/zones.json' with { type: 'json' };
import { findZone, loadZones } from '../data/zones.ts';
import type { Zone } from '../model/zone.ts';
import { cronTimes } from './cron.ts';
import { localTime, zoneOffsets } from './intensity/offsets.ts';
import { parseTime } from './parse.ts';
import { newTimeline } from './timeline.ts';
import type { Rate } from './timing.ts';

const HOUR_MS = 3_600_000;
const at = (text: string): number => Date.parse(text);

beforeAll(() => loadZones('any'));

function zoneOf(name: string): Zone {
  const zone = findZone(name);
  if (zone === undefined) throw new Error(`No zone ${name}`);
  return zone;
}

/** Zones whose rules have changed since the table of Node 20. Both are right, each for its time. */
const CHANGED = [
  'Casablanca',
  'El_Aaiun',
  'Edmonton',
  'Havana',
  'Inuvik',
  'Rainy_River',
  'Vancouver',
  'Winnipeg',
  'Yellowknife',
];

test('offsets are those of the machine, from 1970 to 2100', () => {
  const known = new Set(Intl.supportedValuesOf('timeZone'));
  const names = Object.keys(zones).filter((name) => known.has(name));
  expect(names.length).toBeGreaterThan(400);
  const different = new Set<string>();
  for (const name of names) {
    const local = localTime(zoneOf(name));
    const format = new Intl.DateTimeFormat('en', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const times = fc.sample(fc.integer({ min: 0, max: Date.UTC(2100, 0) / 1000 }), {
      numRuns: 40,
      seed: name.length,
    });
    for (const seconds of times) {
      const [month = 0, day = 0, year = 0, ...clock] = format
        .format(seconds * 1000)
        .split(/\D+/)
        .map(Number);
      const shown = Date.UTC(year, month - 1, day, ...clock);
      if (local(seconds * 1000) !== shown) {
        different.add(name.slice(name.lastIndexOf('/') + 1));
        expect(seconds * 1000, name).toBeGreaterThan(Date.UTC(2026, 0));
      }
    }
  }
  expect([...different].filter((name) => !CHANGED.includes(name))).toEqual([]);
});

test('offsets change at the instant that the table says, for ever', () => {
  const shown = (name: string, ...texts: readonly string[]): readonly number[] => {
    const { at: periodAt } = zoneOffsets(zoneOf(name));
    return texts.map((text) => periodAt(at(text)).offsetMs / HOUR_MS);
  };
  expect(shown('Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z')).toEqual([1, 2]);
  expect(shown('Europe/Berlin', '9998-03-29T00:59:59Z', '9998-03-29T01:00:00Z', '9998-12-01')).toEqual([
    1, 2, 1,
  ]);
  expect(shown('Europe/Berlin', '0001-07-01', '1979-07-01', '1980-07-01')).toEqual([1, 1, 2]);
  expect(shown('Africa/Monrovia', '1972-01-07T00:44:29Z', '1972-01-07T00:44:30Z')).toEqual([-44.5 / 60, 0]);
});

/** A Sunday in a zone: when it begins, and its hours. */
const SUNDAYS: readonly (readonly [zone: string, begins: string, hours: number])[] = [
  ['Europe/Berlin', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', 25],
  ['Europe/Berlin', '2026-06-06T22:00:00Z', 24],
  ['America/New_York', '2026-03-08T05:00:00Z', 23],
  ['America/New_York', '2026-11-01T04:00:00Z', 25],
  ['US/Eastern', '2044-11-06T04:00:00Z', 25],
  ['Australia/Lord_Howe', '2026-10-03T13:30:00Z', 23.5],
  ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', 24.5],
  ['Australia/Sydney', '2026-10-03T14:00:00Z', 23],
  ['Australia/Sydney', '2026-04-04T13:00:00Z', 25],
  // Midnight is skipped: the day begins at 1:00.
  ['America/Santiago', '2026-09-06T04:00:00Z', 23],
  ['Asia/Tokyo', '2026-03-28T15:00:00Z', 24],
  ['Asia/Kathmandu', '2026-03-28T18:15:00Z', 24],
];

test.each(SUNDAYS)('a Sunday in %s that begins at %s has %d hours', (name, begins, hours) => {
  const [startMs, dayMs] = [at(begins), hours * HOUR_MS];
  const date = new Date(localTime(zoneOf(name))(startMs)).toISOString().slice(0, 10);
  for (const shape of [
    { week: [0, 0, 0, 0, 0, 0, 1] },
    { calendar: [{ on: date, forMs: 24 * HOUR_MS, times: 3 }] },
  ]) {
    const timeline = newTimeline(
      timing({ fromMs: startMs - HOUR_MS, eps: 10, rate: shape, zone: zoneOf(name) }),
      0,
    );
    const rates = [startMs - 1, startMs, startMs + dayMs - 1, startMs + dayMs].map((ms) =>
      timeline.rateAt(ms),
    );
    expect(rates).toEqual('week' in shape ? [0, 10, 10, 0] : [10, 30, 30, 10]);
    // Limits and counts are exact.
    const rows = timeline.before(startMs + dayMs) - timeline.before(startMs);
    expect(rows).toBe(hours * 3600 * (rates[1] ?? 0));
  }
});

test('an hour that comes twice has its rate twice, and one that is skipped has none', () => {
  const week = Array.from({ length: 168 }, (_, hour) => (hour === 6 * 24 + 2 ? 1 : 0));
  const rowsOn = (from: string): number =>
    newTimeline(
      timing({ fromMs: at(from), eps: 1, rate: { week }, zone: zoneOf('Europe/Berlin') }),
      0,
    ).before(at(from) + 25 * HOUR_MS);
  expect([
    rowsOn('2026-10-24T22:00:00Z'),
    rowsOn('2026-03-28T23:00:00Z'),
    rowsOn('2026-06-06T22:00:00Z'),
  ]).toEqual([7200, 0, 3600]);
});

test('a sine has its top at the same time of day in winter and in summer', () => {
  const top = (name: string, date: string): string => {
    const day: Rate['day'] = { low: 0, high: 1, topMs: 14 * HOUR_MS };
    const timeline = newTimeline(timing({ fromMs: at(date), rate: { day }, zone: zoneOf(name) }), 0);
    const quarters = Array.from({ length: 96 }, (_, n) => at(date) + (n * HOUR_MS) / 4);
    const [highest = NaN] = quarters.toSorted((a, b) => timeline.rateAt(b) - timeline.rateAt(a));
    return new Date(highest).toISOString().slice(11, 16);
  };
  expect(['2026-01-15', '2026-07-15'].map((date) => top('Europe/Berlin', date))).toEqual(['13:00', '12:00']);
  expect(top('Asia/Kathmandu', '2026-01-15')).toBe('08:15');
});

test('cron starts once at a time that a clock shows twice or skips, unless it starts hourly', () => {
  const berlin = zoneOffsets(zoneOf('Europe/Berlin'));
  const starts = (text: string, from: string, hours: number): readonly string[] =>
    cronTimes(text, at(from), at(from) + hours * HOUR_MS, berlin).map((ms) =>
      new Date(ms).toISOString().slice(5, 16),
    );
  const [spring, autumn] = ['2026-03-28T23:00:00Z', '2026-10-24T22:00:00Z'];
  expect(starts('30 2 * * *', spring, 23)).toEqual(['03-29T01:00']);
  expect(starts('0,30 2,3 * * *', spring, 23)).toEqual(['03-29T01:00', '03-29T01:30']);
  expect(starts('30 2 * * *', autumn, 25)).toEqual(['10-25T00:30']);
  expect(starts('30 2 * * *', '2026-10-25T01:00:00Z', 23)).toEqual([]);
  expect([starts('*/30 * * * *', spring, 23).length, starts('*/30 * * * *', autumn, 25).length]).toEqual([
    46, 50,
  ]);
  expect(starts('0 0 * * 1', autumn, 48)).toEqual(['10-25T23:00']);
  // All of a year are those of its parts.
  const year = [at('2026-01-01'), at('2027-01-01')] as const;
  const days = Array.from({ length: 365 }, (_, n) => year[0] + n * 24 * HOUR_MS);
  for (const text of ['15 2 * * *', '*/20 */2 * * *'])
    expect(days.flatMap((ms) => cronTimes(text, ms, ms + 24 * HOUR_MS, berlin))).toEqual(
      cronTimes(text, ...year, berlin),
    );
});

test('in a zone, times ascend, and any row alone is that of the whole', () => {
  const name = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Asia/Gaza',
  );
  const afterMs = fc.integer({ min: 0, max: 30 }).map((days) => days * 24 * HOUR_MS);
  fc.assert(
    fc.property(fromMs, eps, rate, name, afterMs, (from, perSecond, shape, zone, after) => {
      const { offsetMs: _, ...zoned } = shape;
      const given = timing({ fromMs: from, eps: perSecond, rate: zoned, zone: zoneOf(zone) });
      const [whole, alone] = [newTimeline(given, 1), newTimeline(given, 1)];
      const first = whole.before(from + after);
      const ms = new Float64Array(300);
      whole.put(ms, first, ms.length);
      expect([...ms].every((each, n) => each >= (ms[n - 1] ?? from))).toBe(true);
      for (let n = ms.length - 1; n >= 0; n -= 37) expect(alone.time(first + n)).toBe(ms[n]);
    }),
    { numRuns: 40 },
  );
});

test('an offset of a rate is its own, and a zone that is unknown gets the nearest name', () => {
  const read = (settings: object) => parseTime(settings, { eps: 1, nowMs: 0 });
  const messages = (settings: object): readonly string[] => {
    const result = read(settings);
    return result.ok ? [] : result.issues.map(({ message }) => message);
  };
  const unknown = 'zone must be the name of a time zone';
  expect(messages({ zone: 'Europe/Berlim' })).toEqual([`${unknown}. Did you mean Europe/Berlin?`]);
  expect(messages({ zone: 'new york' })).toEqual([`${unknown}. Did you mean America/New_York?`]);
  expect(messages({ zone: '+01:00' })).toEqual([`${unknown}, such as Europe/Berlin`]);
  expect(messages({ zone: 'toString' })).toEqual([`${unknown}, such as Europe/Berlin`]);
  const rate = { week: [1, 1, 1, 1, 1, 0, 0], offset: '+01:00' };
  expect(messages({ zone: 'UTC', rate })).toEqual([
    'offset must not be combined with zone. Remove one of them',
  ]);
  expect(read({ zone: 'Asia/Tokyo', arrivals: 'ticks' })).toMatchObject({ ok: true, timing: undefined });
  expect(read({ zone: 'Asia/Tokyo', from: 'now' })).toMatchObject({
    ok: true,
    timing: { zone: zoneOf('Asia/Tokyo') },
  });
});
