import { afterEach, describe, expect, test, vi } from 'vitest';
import { rowsOf, valuesOf } from '../../../test/rows.ts';
import { utcMs } from './params.ts';

const ZONES = ['America/New_York', 'Asia/Kolkata', 'Pacific/Apia'];

afterEach(() => vi.unstubAllEnvs());

/** Changes the time zone of the process: Node reads TZ again after a change. */
function moveTo(zone: string): void {
  vi.stubEnv('TZ', zone);
  expect(new Date(0).getTimezoneOffset()).not.toBe(0);
}

const from = '2025-03-09T02:30:00';
const to = '2025-03-09 03:00';
const refDate = 'March 9, 2025 2:30:00';

describe.each(ZONES)('in %s', (zone) => {
  test.each([
    ['date.between', { from, to }],
    ['date.betweens', { from, to, count: 4 }],
    ['date.anytime', { refDate }],
    ['date.birthdate', { refDate }],
    ['date.birthdate', { refDate, mode: 'year', min: 1990, max: 1991 }],
    ['date.future', { refDate, years: 2 }],
    ['date.past', { refDate, years: 0.5 }],
    ['date.recent', { refDate, days: 0.5 }],
    ['date.soon', { refDate, days: 3 }],
    ['git.commitDate', { refDate }],
    ['git.commitEntry', { refDate }],
    ['internet.jwt', { refDate }],
    ['string.ulid', { refDate }],
    ['string.uuid', { version: 7, refDate }],
    ['catbird.datetimeBetween', { start: from, end: to }],
  ])('%s %j gives the same rows as in UTC', (type, params) => {
    const rows = (): readonly string[] => rowsOf([{ name: 'v', type, args: [params] }], { count: 5 });
    vi.stubEnv('TZ', 'UTC');
    const inUtc = rows();
    moveTo(zone);
    expect(rows()).toEqual(inUtc);
  });

  test.each([
    ['2025', '2025-01-01T00:00:00.000Z'],
    ['2025-06', '2025-06-01T00:00:00.000Z'],
    ['2025-06-05', '2025-06-05T00:00:00.000Z'],
    ['2025-06-05T10:00', '2025-06-05T10:00:00.000Z'],
    ['2025-06-05T10:00:00.5', '2025-06-05T10:00:00.500Z'],
    ['+002025-06-05T10:00:00', '2025-06-05T10:00:00.000Z'],
    ['2025-06-05T10:00:00Z', '2025-06-05T10:00:00.000Z'],
    ['2025-06-05T10:00:00+02:00', '2025-06-05T08:00:00.000Z'],
    ['2025-06-05 10:00', '2025-06-05T10:00:00.000Z'],
    ['2025-06-05 10:00:00 +0200', '2025-06-05T08:00:00.000Z'],
    ['6/5/2025', '2025-06-05T00:00:00.000Z'],
    ['5 August 2025', '2025-08-05T00:00:00.000Z'],
    ['Thu, 05 Jun 2025 10:00:00 GMT', '2025-06-05T10:00:00.000Z'],
    ['5 Jun 2025 10:00 EST', '2025-06-05T15:00:00.000Z'],
    ['Thu Jun 05 2025 10:00:00 GMT+0200 (Central European Summer Time)', '2025-06-05T08:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    moveTo(zone);
    expect(new Date(utcMs(text)).toISOString()).toBe(iso);
  });
});

test('gives NaN for invalid dates', () => {
  for (const none of ['', 'soon', '2025-13-01', '2025-01-01T25:00:00', true, undefined, {}])
    expect(utcMs(none)).toBeNaN();
});

test('a ULID of an event before 1970, whose time it cannot hold, has the time 0, as has a UUID', () => {
  const startMs = Date.UTC(1960, 0);
  const [ulid = ''] = valuesOf<string>('string.ulid', [], { startMs });
  const [uuid = ''] = valuesOf<string>('string.uuid', [{ version: 7 }], { startMs });
  expect([ulid.slice(0, 10), uuid.slice(0, 13)]).toEqual(['0000000000', '00000000-0000']);
});

test.each([
  ['date.past', { years: 300_000 }],
  ['date.future', { years: 1e300 }],
  ['date.soon', { days: 1e12 }],
  ['date.birthdate', { min: 1, max: 300_000 }],
])('%s with %j, beyond all dates, is an error', (type, params) => {
  expect(() => valuesOf(type, [params])).toThrow(/Invalid (from|to) date/);
});
