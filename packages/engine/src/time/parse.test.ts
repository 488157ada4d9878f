import { messagesOf } from '../model/issue.ts';
import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadZones } from '../data/zones.ts';
import { parseRateTarget } from './changes.ts';
import { TIME_SCHEMA } from './json-schema.ts';
import { parseTime } from './parse.ts';
import { isTimed, TIME_KEYS, type GivenSettings, type TimeContext } from './settings.ts';
import { END_MS } from './timing.ts';

const NOW = '2026-11-22T06:30:00.700Z';
const nowMs = Date.parse(NOW);
const at = (text: string): number => Date.parse(text);

const parse = (settings: GivenSettings, context: Partial<TimeContext> = {}) =>
  parseTime(settings, { eps: 100, nowMs, ...context });

/** The timing of valid settings. */
function timingOf(settings: GivenSettings, context: Partial<TimeContext> = {}) {
  const result = parse(settings, context);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('; '));
  return result.timing;
}

const schemas = new Map(
  Object.entries(TIME_SCHEMA).map(([key, schema]) => [key, new Validator(schema, '2020-12')]),
);

const PLAIN = {
  fromMs: at('2026-11-22T06:30:00Z'),
  toMs: null,
  speed: 'max',
  future: false,
  arrivals: 'even',
  disorderMs: 0,
  eps: 100,
  rate: {},
  changes: [],
};

test.each([
  [{ from: 'now' }, {}],
  [{ from: '-30d' }, { fromMs: at('2026-10-23T06:30:00Z') }],
  [{ from: '-1h30m' }, { fromMs: at('2026-11-22T05:00:00Z') }],
  [{ from: '2026-11-20' }, { fromMs: at('2026-11-20T00:00:00Z') }],
  [{ from: '2026-11-20T08:30' }, { fromMs: at('2026-11-20T08:30:00Z') }],
  [{ from: '2026-11-20 08:30:15.25+01:00' }, { fromMs: at('2026-11-20T07:30:15.250Z') }],
  [{ from: '2026-11-20T08:30:00.123987Z' }, { fromMs: at('2026-11-20T08:30:00.123Z') }],
  [{ from: '0001-01-01' }, { fromMs: at('0001-01-01T00:00:00Z') }],
  [{ to: '+10m' }, { toMs: at('2026-11-22T06:40:00Z') }],
  [
    { from: '-1d', to: 'now' },
    { fromMs: at('2026-11-21T06:30:00Z'), toMs: at('2026-11-22T06:30:00Z') },
  ],
  [
    { from: '2027-01-01', future: true },
    { fromMs: at('2027-01-01T00:00:00Z'), future: true },
  ],
  [
    { from: '9999-12-31', future: 'true' },
    { fromMs: at('9999-12-31T00:00:00Z'), future: true },
  ],
  [{ speed: 2 }, { speed: 2 }],
  [{ speed: '0.5' }, { speed: 0.5 }],
  [{ speed: '1d/10m' }, { speed: 144 }],
  [{ arrivals: 'poisson' }, { arrivals: 'poisson' }],
  [{ disorder: '5s' }, { disorderMs: 5000 }],
  [{ disorder: 0.25 }, { disorderMs: 250 }],
  [{ rate: '{"week": [1,1,1,1,1,0,0]}' }, { rate: { week: [1, 1, 1, 1, 1, 0, 0] } }],
  [
    {
      from: '2026-11-20',
      changes: [
        ['2026-11-20T01:00', 0],
        ['2026-11-20T02:00', 'planned'],
        ['-1d', 'nightly batch'],
      ],
    },
    {
      fromMs: at('2026-11-20T00:00:00Z'),
      changes: [
        { atMs: at('2026-11-20T01:00:00Z'), to: 0 },
        { atMs: at('2026-11-20T02:00:00Z'), to: 'planned' },
        {
          atMs: at('2026-11-21T06:30:00Z'),
          to: { bursts: [{ at: '0 2 * * *', forMs: 1_800_000, times: 20, rest: 0.05 }] },
        },
      ],
    },
  ],
] as const)('%j', (settings, expected) => {
  expect(timingOf(settings)).toEqual({ ...PLAIN, ...expected });
});

test('without settings, or with ticks, times come from the clock', () => {
  const clock = { ok: true, timing: undefined, shape: undefined, notes: [] };
  expect(parse({})).toEqual(clock);
  expect(parse({ arrivals: 'ticks', future: false, disorder: '0s', changes: [] })).toEqual(clock);
  expect(parse({}, { durationMs: 1000, eps: Infinity })).toEqual(clock);
  expect(parse({ arrivals: 'ticks', rate: { week: [1, 1, 1, 1, 1, 2, 2] } })).toEqual({
    ...clock,
    shape: { week: [1, 1, 1, 1, 1, 2, 2] },
  });
});

test.each([
  [{}, false],
  [{ arrivals: 'ticks' }, false],
  [{ arrivals: 'ticks', rate: 'business day' }, false],
  [{ future: false, disorder: 0, changes: [] }, false],
  [{ arrivals: 'even' }, true],
  [{ rate: 'business day' }, true],
  [{ from: 'now' }, true],
  [{ to: '+1h' }, true],
  [{ speed: 1 }, true],
  [{ future: true }, true],
  [{ disorder: '1s' }, true],
  [{ changes: [['now', 1]] }, true],
])('whether %j computes event times: %s', (settings, expected) => {
  expect(isTimed(settings)).toBe(expected);
});

test('a duration ends the event times, at the latest after year 9999', () => {
  expect(timingOf({ from: '2026-11-20' }, { durationMs: 60_000 })?.toMs).toBe(at('2026-11-20T00:01:00Z'));
  expect(timingOf({ from: 'now' }, { durationMs: 1e18 })?.toMs).toBe(at('9999-12-31T23:59:59.999Z') + 1);
  expect(timingOf({ from: 'now' }, { durationMs: 0.1 })?.toMs).toBe(PLAIN.fromMs + 1);
});

test('stages that end at 0 end the stream, unless it has an end or changes', () => {
  const rate = {
    stages: [
      ['0s', 0],
      ['10m', 500],
      ['20m', 0],
    ],
  };
  const result = parse({ rate });
  expect(result).toMatchObject({
    timing: { toMs: at('2026-11-22T06:50:00Z') },
    notes: ['The stream ends at 2026-11-22T06:50:00Z, where its stages end at 0'],
  });
  expect(timingOf({ rate, to: '+1h' })?.toMs).toBe(at('2026-11-22T07:30:00Z'));
  expect(timingOf({ rate, changes: [['+30m', 5]] })?.toMs).toBeNull();
  expect(
    timingOf({
      rate: {
        stages: [
          ['0s', 0],
          ['10m', 500],
        ],
      },
    })?.toMs,
  ).toBeNull();
});

test('a note says which instant a time from now is', () => {
  expect(parse({ from: '-30d' })).toMatchObject({ notes: ['from -30d is 2026-10-23T06:30:00Z'] });
});

test('stages of a preset multiply the events per second', () => {
  const { rate } = timingOf({ rate: 'Flash-Crowd' }, { eps: 2 }) ?? {};
  expect(rate?.stages?.[2]).toEqual([330_000, 40]);
});

const INSTANT =
  'must be an instant such as 2026-11-20 or 2026-11-20T08:30:00Z, now, or a time from now such as -30d';
const ZONES = 'The name of a time zone goes into the setting zone';

test.each<[settings: GivenSettings, path: string, text: string]>([
  [{ from: '' }, 'from', `from ${INSTANT}`],
  [{ from: null }, 'from', `from ${INSTANT}`],
  [{ from: 'soon' }, 'from', `from ${INSTANT}`],
  [{ from: '-soon' }, 'from', `from ${INSTANT}`],
  [{ from: '2026' }, 'from', `from ${INSTANT}`],
  [{ from: '2026-11-20T8' }, 'from', `from ${INSTANT}`],
  [{ from: 1700000000 }, 'from', 'from must be an instant: write 2023-11-14T22:13:20Z instead of 1700000000'],
  [
    { from: '1700000000123' },
    'from',
    'from must be an instant: write 2023-11-14T22:13:20.123Z instead of 1700000000123',
  ],
  [
    { from: '1700000000123456' },
    'from',
    'from must be an instant: write 2023-11-14T22:13:20.123Z instead of 1700000000123456',
  ],
  [{ from: '20261105' }, 'from', 'from must be an instant: write 2026-11-05 instead of 20261105'],
  [{ from: '2026-1-5' }, 'from', 'from must be an instant: write 2026-01-05 instead of 2026-1-5'],
  [{ from: 'yesterday' }, 'from', 'from must be an instant: write -1d instead of yesterday'],
  [{ from: '20/11/2026' }, 'from', 'from must be year-month-day, such as 2026-11-20, not 20/11/2026'],
  [
    { from: '20.11.2026 8:30' },
    'from',
    'from must be year-month-day, such as 2026-11-20, not 20.11.2026 8:30',
  ],
  [{ from: '30d' }, 'from', 'from must have a sign: write -30d for the past or +30d for the future'],
  [{ from: '2026-02-30' }, 'from', 'from must be an existing date, not 2026-02-30'],
  [{ from: '2026-13-01' }, 'from', 'from must be an existing date, not 2026-13-01'],
  [{ from: '2026-11-20T24:00' }, 'from', 'from must have a time from 00:00:00 to 23:59:59, not 24:00'],
  [{ from: '2026-11-20T10:00+99:00' }, 'from', 'from must have an offset from -23:59 to +23:59'],
  [
    { from: '2026-11-20T10:00 Europe/Berlin' },
    'from',
    `from must have a fixed offset such as +01:00, or Z. ${ZONES}`,
  ],
  [{ from: '0000-01-01' }, 'from', 'from must be in the years 1 to 9999'],
  [{ from: '10000-01-01' }, 'from', 'from must be in the years 1 to 9999'],
  [{ from: '-5000000d' }, 'from', 'from must be in the years 1 to 9999'],
  [
    { from: '2026-11-23' },
    'from',
    `from must not be in the future: 2026-11-23T00:00:00Z is after ${NOW}. Start the stream at that time (--start-at on the command line), or set future to send events ahead of the clock`,
  ],
  [
    { to: '2026-11-22' },
    'to',
    'to must be in the future, because from is not set. To send events of the past, set from',
  ],
  [
    { from: '2026-11-20', to: '2026-11-19' },
    'to',
    'to must be after from: 2026-11-19T00:00:00Z is not after 2026-11-20T00:00:00Z',
  ],
  [
    { from: '-1d', to: '-1d' },
    'to',
    'to must be after from: 2026-11-21T06:30:00Z is not after 2026-11-21T06:30:00Z',
  ],
  [{ to: {} }, 'to', `to ${INSTANT}`],
  [{ speed: 0 }, 'speed', 'speed must be above 0. To stop the stream for a while, pause it'],
  [{ speed: '-1' }, 'speed', 'speed must be above 0. To stop the stream for a while, pause it'],
  [{ speed: '0s/10m' }, 'speed', 'speed must be above 0. To stop the stream for a while, pause it'],
  [{ speed: 1e10 }, 'speed', 'speed must be from 0.000001 to 1,000,000,000'],
  [{ speed: '1d/0s' }, 'speed', 'speed must be from 0.000001 to 1,000,000,000'],
  [{ speed: '144x' }, 'speed', 'speed must be a number: write 144 instead of 144x'],
  [{ speed: 'fast' }, 'speed', 'speed must be a number above 0, max, or a ratio of durations such as 1d/10m'],
  [
    { speed: '1d/10m/2' },
    'speed',
    'speed must be a number above 0, max, or a ratio of durations such as 1d/10m',
  ],
  [{ speed: [1] }, 'speed', 'speed must be a number above 0, max, or a ratio of durations such as 1d/10m'],
  [{ from: 'now', future: 'yes' }, 'future', 'future must be true or false'],
  [
    { future: true },
    'future',
    'future only applies to computed event times. Add from, to, speed or arrivals: even',
  ],
  [{ arrivals: 'evn' }, 'arrivals', 'arrivals must be ticks, even, jitter or poisson. Did you mean even?'],
  [{ arrivals: 7 }, 'arrivals', 'arrivals must be ticks, even, jitter or poisson'],
  [
    { arrivals: 'ticks', from: '-1d', speed: 2 },
    'arrivals',
    'arrivals must not be ticks with from, speed: ticks take their times from the clock. Use even, jitter or poisson',
  ],
  [{ disorder: -1 }, 'disorder', 'disorder must not be negative'],
  [
    { disorder: 'some' },
    'disorder',
    'disorder must be a duration such as 30s, 5m or 1h30m, or a number of seconds',
  ],
  [{ disorder: '4000000d' }, 'disorder', 'disorder must be at most 3650000d'],
  [{ from: 'now', changes: 5 }, 'changes', 'changes must be a list of changes'],
  [
    { from: 'now', changes: [['now']] },
    'changes.0',
    'Change 1 must be a pair of an instant and a rate, such as ["2026-11-20T08:30:00Z", 500]',
  ],
  [{ from: 'now', changes: [['then', 5]] }, 'changes.0.0', `Time of change 1 ${INSTANT}`],
  [
    { from: 'now', changes: [['-1s', 5]] },
    'changes.0.0',
    'Time of change 1 must not be before from (2026-11-22T06:30:00Z)',
  ],
  [
    {
      changes: [
        ['+2s', 5],
        ['+1s', 5],
      ],
    },
    'changes.1.0',
    'Time of change 2 must not be before the change above it (2026-11-22T06:30:02Z)',
  ],
  [
    { to: '+1m', changes: [['+1m', 5]] },
    'changes.0.0',
    'Time of change 1 must be before the end of the stream (2026-11-22T06:31:00Z)',
  ],
  [{ changes: [['now', -5]] }, 'changes.0.1', 'Rate of change 1 must be a number from 0 to 1,000,000,000'],
  [
    { rate: { week: [10, 1, 1, 1, 1, 1, 1] }, changes: [['now', 5e8]] },
    'changes.0.1',
    'Rate of change 1 must be at most 100,000,000: the factors of rate multiply it',
  ],
  [{ changes: [['now', { stages: [] }]] }, 'changes.0.1.stages', 'stages must not be empty'],
  [{ from: 'now', frm: 1 } as object, 'frm', 'Unknown key frm. Did you mean from?'],
  [
    { from: 'now', clock: 1 } as object,
    'clock',
    'Unknown key clock. Valid keys: starts, from, to, speed, future, arrivals, disorder, rate, zone, changes',
  ],
])('%j is a problem at %s', (settings, path, text) => {
  const result = parse(settings);
  if (result.ok) throw new Error('The settings are valid');
  expect(result.issues.map((each) => [each.path?.join('.'), each.message])).toEqual([[path, text]]);
});

test.each<[Partial<TimeContext>, GivenSettings, string, string]>([
  [{ durationMs: 5 }, { to: '+1h' }, 'to', 'to must not be combined with duration. Remove one of them'],
  [
    { eps: Infinity },
    { from: '-1d' },
    'eps',
    'eps must be a number, such as 100, not max: without a rate, events have no times. To send as fast as the destination accepts, give a rate here and max as speed',
  ],
  [{ eps: 0 }, { from: '-1d' }, 'eps', 'eps must be above 0'],
  [{ eps: Number.NaN }, { rate: 'business day' }, 'eps', 'eps must be above 0'],
  [{ eps: 2e9 }, { from: '-1d' }, 'eps', 'eps must be at most 1,000,000,000 if event times are computed'],
  [
    { eps: 1e9 },
    { rate: 'flash crowd' },
    'rate',
    'rate must stay at or below 1,000,000,000 events/s, but its peak is 20,000,000,000 events/s. Use a lower rate or lower factors',
  ],
])('with %j, %j is a problem at %s', (context, settings, path, text) => {
  const result = parse(settings, context);
  expect(result.ok ? [] : result.issues).toEqual([{ path: [path], message: text }]);
});

test('all issues are reported at once', () => {
  const result = parse({
    from: 'soon',
    to: 'later',
    speed: 0,
    disorder: -1,
    rate: 'x',
    changes: [['x', 'y']],
    arrivals: 'z',
  });
  expect(result.ok ? [] : result.issues.map(({ path }) => path?.join('.'))).toEqual([
    'speed',
    'arrivals',
    'disorder',
    'rate',
    'from',
    'to',
    'changes.0.0',
    'changes.0.1',
  ]);
});

test('a problem with from is reported beside those of the end and the changes', () => {
  const result = parse({ from: 'soon', changes: [['now', -1]] }, { durationMs: 1000 });
  expect(result.ok ? [] : result.issues.map(({ path }) => path?.join('.'))).toEqual(['from', 'changes.0.1']);
});

test.each([
  [{ starts: 5 }, undefined, { eps: 5, unit: 'starts', fromMs: at('2026-11-22T06:30:00Z') }],
  [{ starts: '0.25', from: '-1h' }, true, { eps: 0.25, unit: 'starts', arrivals: 'even' }],
  [{}, true, { eps: 100, arrivals: 'even', toMs: null, fromMs: at('2026-11-22T06:30:00Z') }],
  [{ arrivals: 'jitter' }, true, { eps: 100, arrivals: 'jitter' }],
] as const)('the times of a journey are computed: %j', (settings, isJourney, timing) => {
  const found = timingOf(settings, isJourney === undefined ? {} : { isJourney });
  expect(found).toMatchObject(timing);
  expect(found?.unit).toBe('unit' in timing ? timing.unit : undefined);
});

const RANGE = 'starts must be a number above 0, at most 1,000,000,000';

test.each([
  [
    { starts: 5 },
    { isJourney: false },
    'starts',
    'starts only applies to a schema with a catbird.journey that has wait. Use eps',
  ],
  ...[0, -1, 'x', '', 1e10, 1e308, Infinity, NaN, null, true, [], {}].map(
    (starts) => [{ starts }, {}, 'starts', RANGE] as const,
  ),
  [
    { arrivals: 'ticks' },
    { isJourney: true },
    'arrivals',
    'arrivals must not be ticks: the steps of a journey have computed times. Use even, jitter or poisson',
  ],
  [
    {},
    { isJourney: true, eps: Infinity },
    'eps',
    'eps must be a number, such as 100, not max: without a rate, events have no times. To send as fast as the destination accepts, give a rate here and max as speed',
  ],
] as const)('%j with %j is a problem at %s', (settings, context, path, text) => {
  const result = parse(settings, context);
  expect(result.ok ? [] : result.issues).toEqual([{ path: [path], message: text }]);
});

test('a rate in journeys per second may be as high as one in events', () => {
  expect(timingOf({ starts: 1e9, changes: [['now', 3]] })).toMatchObject({ eps: 1e9, changes: [{ to: 3 }] });
  expect(parse({ starts: 1e9, rate: { week: [2, 1, 1, 1, 1, 1, 1] } }).ok).toBe(false);
});

test.each([
  [500, 500],
  [0, 0],
  ['planned', 'planned'],
  [{ stages: [['0s', 5]] }, { stages: [[0, 5]] }],
  ['nightly batch', { bursts: [{ at: '0 2 * * *', forMs: 1_800_000, times: 20, rest: 0.05 }] }],
])('a rate may change to %j', (given, to) => {
  expect(parseRateTarget(given, { eps: 100, rate: {} })).toEqual({ ok: true, to });
});

test.each([
  [-1, 'rate must be a number from 0 to 1,000,000,000'],
  [5e8, 'rate must be at most 100,000,000: the factors of rate multiply it'],
  [true, 'rate must be a number from 0 to 1,000,000,000'],
])('a rate may not change to %j', (given, text) => {
  const rate = { week: [10, 1, 1, 1, 1, 1, 1] };
  expect(parseRateTarget(given, { eps: 100, rate })).toEqual({
    ok: false,
    issues: [{ path: [], message: text }],
  });
});

test('a rate may be given in its unit, and not in the other one', () => {
  const events = { eps: 100, rate: {} };
  const journeys = { ...events, unit: 'starts' } as const;
  expect(parseRateTarget({ eps: 5 }, events)).toEqual({ ok: true, to: 5 });
  expect(parseRateTarget({ starts: 5 }, journeys)).toEqual({ ok: true, to: 5 });
  expect(parseRateTarget({ starts: 5 }, events)).toEqual({
    ok: false,
    issues: [
      {
        path: ['starts'],
        message: 'starts does not apply: the rate of this stream is in events per second. Use eps',
      },
    ],
  });
  expect(parseRateTarget({ eps: 5 }, journeys)).toEqual({
    ok: false,
    issues: [
      {
        path: ['eps'],
        message: 'eps does not apply: the rate of this stream is in journeys per second. Use starts',
      },
    ],
  });
  expect(parseRateTarget({ eps: -5 }, events).ok).toBe(false);
  expect(parseRateTarget({ eps: 5, starts: 5 }, events).ok).toBe(false);
});

const words = fc.constantFrom<unknown>(
  'now',
  '-1d',
  '+1h',
  '2026-11-20',
  '2027-01-01',
  'max',
  '1d/10m',
  5,
  0,
  -1,
  true,
  'even',
  'ticks',
  '5s',
  'Europe/Berlin',
  'business day',
  'x',
  null,
  [['now', 5]],
  [['+1h', 'planned']],
  { toString: 1, valueOf: 1 },
  { day: { low: 0, high: 1, top: { toString: 1 } } },
);
const anyTime = fc.dictionary(fc.constantFrom(...TIME_KEYS), fc.oneof(words, fc.jsonValue()));

test('no value throws, and a valid timing is whole, in order and within the years 1 to 9999', async () => {
  await loadZones('UTC');
  const context = fc.record({
    eps: fc.oneof(fc.constant(100), fc.double()),
    durationMs: fc.option(fc.double({ min: 1 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.oneof(anyTime, fc.jsonValue()), context, (settings, { eps, durationMs }) => {
      const result = parseTime(settings as GivenSettings, {
        eps,
        nowMs,
        ...(durationMs !== undefined && { durationMs }),
      });
      if (!result.ok) {
        expect(result.issues).not.toEqual([]);
        return;
      }
      const { timing } = result;
      if (timing === undefined) return;
      const { fromMs, toMs, changes } = timing;
      const instants = [
        at('0001-01-01T00:00:00Z'),
        fromMs,
        ...changes.map(({ atMs }) => atMs),
        toMs ?? END_MS,
        END_MS,
      ];
      expect(instants).toEqual(instants.toSorted((a, b) => a - b));
      expect(instants.every(Number.isInteger)).toBe(true);
      for (const [key, value] of Object.entries(settings as object)) {
        expect([key, value, schemas.get(key)?.validate(value).valid]).toEqual([key, value, true]);
      }
    }),
    { numRuns: 2000 },
  );
});
