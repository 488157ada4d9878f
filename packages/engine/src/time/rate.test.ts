import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TIME_SCHEMA } from './json-schema.ts';
import { PRESETS } from './presets.ts';
import { rateJson, rateText } from './rate-text.ts';
import { parseRate } from './rate.ts';
import type { Rate } from './timing.ts';

const ones = (count: number): number[] => Array.from({ length: count }, () => 1);
const HOUR_MS = 3_600_000;

const schema = new Validator(TIME_SCHEMA.rate, '2020-12');

test.each<[given: unknown, rate: Rate]>([
  [{}, {}],
  [' {"week": [1,1,1,1,1,0,0]} ', { week: [1, 1, 1, 1, 1, 0, 0] }],
  [
    {
      stages: [
        ['0s', 0],
        ['10m', 500],
        [3600, 500],
        ['70m', 0],
      ],
    },
    {
      stages: [
        [0, 0],
        [600_000, 500],
        [HOUR_MS, 500],
        [4_200_000, 0],
      ],
    },
  ],
  [
    {
      stages: [
        [0, 5],
        [1.1, 5],
        ['1.1s', 10],
      ],
    },
    {
      stages: [
        [0, 5],
        [1100, 5],
        [1100, 10],
      ],
    },
  ],
  [
    {
      stages: [
        [0, -0],
        [5, 1],
      ],
    },
    {
      stages: [
        [0, 0],
        [5000, 1],
      ],
    },
  ],
  [{ day: ones(24) }, { day: ones(24) }],
  [{ day: { low: 0.1, high: 1.9, top: '14:00' } }, { day: { low: 0.1, high: 1.9, topMs: 14 * HOUR_MS } }],
  [{ day: { low: 0, high: 1, top: '9:30:00.5' } }, { day: { low: 0, high: 1, topMs: 9.5 * HOUR_MS + 500 } }],
  [{ week: ones(168) }, { week: ones(168) }],
  [{ week: Array.from({ length: 7 }, () => ones(24)) }, { week: ones(168) }],
  [
    { waves: [{ period: '20m', low: 0.5, high: 1.5 }] },
    { waves: [{ periodMs: 1_200_000, low: 0.5, high: 1.5 }] },
  ],
  [
    { bursts: [{ every: '7m', for: '20s', times: 8, jitter: 1 }] },
    { bursts: [{ everyMs: 420_000, forMs: 20_000, times: 8, jitter: 1 }] },
  ],
  [
    { bursts: [{ at: ' 0 2 * * mon-fri', for: 60, times: 0 }] },
    { bursts: [{ at: '0 2 * * mon-fri', forMs: 60_000, times: 0 }] },
  ],
  [
    { bursts: [{ every: 60, for: 60, times: 2, rest: 1, jitter: 0 }], waves: [], offset: 'Z' },
    { bursts: [{ everyMs: 60_000, forMs: 60_000, times: 2 }] },
  ],
  [
    {
      calendar: ['2026-12-24', ' 01-01 ', { on: '12-25', for: '2d', times: 0.2 }, { on: '11-27', times: 5 }],
    },
    {
      calendar: [
        { on: '2026-12-24', forMs: 24 * HOUR_MS, times: 0 },
        { on: '01-01', forMs: 24 * HOUR_MS, times: 0 },
        { on: '12-25', forMs: 48 * HOUR_MS, times: 0.2 },
        { on: '11-27', forMs: 24 * HOUR_MS, times: 5 },
      ],
    },
  ],
  [{ offset: '+05:30' }, { offsetMs: 5.5 * HOUR_MS }],
  [{ offset: '-0800' }, { offsetMs: -8 * HOUR_MS }],
  [
    { preset: 'Nightly_Batch', offset: '+01' },
    { bursts: [{ at: '0 2 * * *', forMs: 1_800_000, times: 20, rest: 0.05 }], offsetMs: HOUR_MS },
  ],
  [{ preset: 'nightly batch', bursts: [], day: undefined }, {}],
])('%j is read', (given, rate) => {
  expect(parseRate(given)).toEqual({ ok: true, rate });
});

test.each(PRESETS)('the preset $name is a valid rate', ({ name, rate }) => {
  expect(parseRate(name)).toEqual({ ok: true, rate });
  expect(parseRate(rateJson(rate))).toEqual({ ok: true, rate });
  expect(schema.validate(rateJson(rate)).errors).toEqual([]);
});

test('stages of a preset multiply the events per second', () => {
  expect(parseRate({ preset: 'flash crowd' }, { eps: 3 })).toMatchObject({
    rate: { stages: { 2: [330_000, 60] } },
  });
});

const EXAMPLE = '{"week": [1, 1, 1, 1, 1, 0.3, 0.3]}';
const NAMES = 'business day, black friday, flash crowd or nightly batch';
const DAY = '{"low": 0.1, "high": 1.9, "top": "14:00"}';
const NEVER = 'no event would ever be sent';
const DURATION = 'must be a duration such as 30s, 5m or 1h30m, or a number of seconds';
const FACTOR = 'must be a number from 0 to 1,000,000';
const WEEK = '7 numbers, Monday first, 7 lists of 24 numbers, or 168 numbers';
const DATE = 'must be a date such as "2026-12-24", or "12-24" for every year';
const EVERY_MONTH = Array.from({ length: 12 }, (_, month) => `${String(month + 1).padStart(2, '0')}-01`);
const wave = { period: '20m', low: 0.5, high: 1.5 };
const burst = { every: '7m', for: '20s', times: 8 };

/** A week that is above 0 in one hour of each day only. */
const weekAt = (open: number): number[] => ones(168).map((_, hour) => (hour % 24 === open ? 1 : 0));
/** A day that is above 0 at one of its points only. */
const dayAt = (open: number, points = 24): number[] =>
  ones(points).map((_, point) => (point === open ? 1 : 0));
const NO_OVERLAP = `rate must have an hour in which day and week are both above 0: ${NEVER}`;

test.each([
  [24, 5, [4, 5]],
  [24, 0, [23, 0]],
  [48, 10, [4, 5]],
  [48, 11, [5]],
  [36, 1, [0, 1]],
  [50, 14, [6, 7]],
])('of %i points of a day, point %i raises the hours %j', (points, point, hours) => {
  const found = Array.from({ length: 24 }, (_, hour) => hour).filter(
    (hour) => parseRate({ day: dayAt(point, points), week: weekAt(hour) }).ok,
  );
  expect(found).toEqual(hours.toSorted((a, b) => a - b));
});

const BAD: readonly (readonly [given: unknown, path: string, text: string])[] = [
  [null, '', `rate must be an object such as ${EXAMPLE}`],
  [5, '', `rate must be an object such as ${EXAMPLE}`],
  [[], '', `rate must be an object such as ${EXAMPLE}`],
  ['', '', `rate must be ${NAMES}, or JSON such as ${EXAMPLE}`],
  ['busines day', '', `rate must be ${NAMES}, or JSON such as ${EXAMPLE}. Did you mean business day?`],
  [{ preset: 'business week' }, 'preset', `preset must be ${NAMES}. Did you mean business day?`],
  [{ preset: 7 }, 'preset', `preset must be ${NAMES}`],
  [{ stage: [] }, 'stage', 'Unknown key stage. Did you mean stages?'],
  [
    { noise: 1 },
    'noise',
    'Unknown key noise. Valid keys: preset, stages, day, week, waves, bursts, calendar, offset',
  ],
  [
    JSON.parse('{"__proto__": 1}'),
    '__proto__',
    'Unknown key __proto__. Valid keys: preset, stages, day, week, waves, bursts, calendar, offset',
  ],
  [{ stages: {} }, 'stages', 'stages must be a list of stages'],
  [{ stages: [] }, 'stages', 'stages must not be empty'],
  [{ stages: ones(10_001) }, 'stages', 'stages must have at most 10,000 stages'],
  [
    { stages: [{ duration: '5m', target: 5 }] },
    'stages.0',
    'Stage 1 must be a pair of a time and events per second, such as ["10m", 500]',
  ],
  [
    { stages: [['5m', 5, 6]] },
    'stages.0',
    'Stage 1 must be a pair of a time and events per second, such as ["10m", 500]',
  ],
  [
    {
      stages: [
        ['0s', 1],
        ['soon', 5],
      ],
    },
    'stages.1.0',
    `Time of stage 2 ${DURATION}`,
  ],
  [{ stages: [[-1, 1]] }, 'stages.0.0', 'Time of stage 1 must not be negative'],
  [{ stages: [[Infinity, 1]] }, 'stages.0.0', 'Time of stage 1 must be at most 3650000d'],
  [{ stages: [['0s', -1]] }, 'stages.0.1', 'Rate of stage 1 must be a number from 0 to 1,000,000,000'],
  [{ stages: [['0s', '5']] }, 'stages.0.1', 'Rate of stage 1 must be a number from 0 to 1,000,000,000'],
  [{ stages: [['0s', 1e10]] }, 'stages.0.1', 'Rate of stage 1 must be a number from 0 to 1,000,000,000'],
  [
    {
      stages: [
        ['2m', 1],
        ['1m', 2],
      ],
    },
    'stages.1.0',
    'Time of stage 2 must not be before the time of the stage above it',
  ],
  [
    {
      stages: [
        ['0s', 0],
        ['1h', 0],
      ],
    },
    'stages',
    `stages must have a rate above 0: ${NEVER}`,
  ],
  [
    {
      stages: [
        ['0s', 5],
        ['0s', 0],
      ],
    },
    'stages',
    `stages must have a rate above 0: ${NEVER}`,
  ],
  [{ day: 5 }, 'day', `day must be a list of at least 24 numbers, or an object such as ${DAY}`],
  [{ day: ones(23) }, 'day', 'day must have at least 24 numbers, not 23'],
  [{ day: [...ones(24), 'x'] }, 'day.24', `Number 25 of day ${FACTOR}`],
  [{ day: [...ones(24), Number.NaN] }, 'day.24', `Number 25 of day ${FACTOR}`],
  [{ day: [...ones(24), 1e308] }, 'day.24', `Number 25 of day ${FACTOR}`],
  [{ day: ones(24).fill(0) }, 'day', `day must have a number above 0: ${NEVER}`],
  [
    { day: { low: 0, high: 1 } },
    'day',
    'day must have top, the time of day with the highest rate, such as "14:00"',
  ],
  [{ day: { high: 1, top: '1:00' } }, 'day', 'day must have low, the lowest factor, such as 0.5'],
  [
    { day: { low: 0, high: 1, top: '24:00' } },
    'day.top',
    'top must be a time of day from "00:00" to "23:59"',
  ],
  [{ day: { low: 0, high: 1, top: 14 } }, 'day.top', 'top must be a time of day from "00:00" to "23:59"'],
  [{ day: { low: 2, high: 1, top: '14:00' } }, 'day.high', 'high must be at least low'],
  [{ day: { low: 0, high: 0, top: '14:00' } }, 'day.high', `high must be above 0: ${NEVER}`],
  [{ day: { low: 0, hgih: 1, high: 1, top: '14:00' } }, 'day.hgih', 'Unknown key hgih. Did you mean high?'],
  [{ week: 5 }, 'week', `week must be a list of ${WEEK}`],
  [{ week: [] }, 'week', `week must have ${WEEK}, not 0`],
  [{ week: ones(24) }, 'week', `week must have ${WEEK}, not 24`],
  [{ week: [1, 1, 1, 1, 1, 1, -1] }, 'week.6', `Number 7 of week ${FACTOR}`],
  [
    { week: [1, 1, 1, 1, 1, 1, ones(24)] },
    'week.0',
    'Day 1 of week must be a list of 24 numbers, one for each hour',
  ],
  [
    { week: Array.from({ length: 7 }, (_, day) => (day === 3 ? [...ones(23), 'x'] : ones(24))) },
    'week.3.23',
    `Number 24 of day 4 of week ${FACTOR}`,
  ],
  [{ week: ones(7).fill(0) }, 'week', `week must have a number above 0: ${NEVER}`],
  [{ waves: wave }, 'waves', 'waves must be a list of waves'],
  [{ waves: [5] }, 'waves.0', 'Wave 1 must be an object such as {"period": "20m", "low": 0.5, "high": 1.5}'],
  [{ waves: [{ low: 1, high: 2 }] }, 'waves.0', 'Wave 1 must have period, such as "20m"'],
  [{ waves: [{ ...wave, period: 0.5 }] }, 'waves.0.period', 'period must be at least 1s'],
  [
    { waves: [wave, { period: '1m', low: 1 }] },
    'waves.1',
    'Wave 2 must have high, the highest factor, such as 1.5',
  ],
  [{ waves: ones(101) }, 'waves', 'waves must have at most 100 waves'],
  [
    {
      waves: [
        { ...wave, period: '1s' },
        { ...wave, period: '1s' },
      ],
    },
    '',
    'rate must change fewer than 400,000 times an hour. Use longer periods, or fewer waves and bursts',
  ],
  [
    { bursts: [{ for: '5m', times: 8 }] },
    'bursts.0',
    'Burst 1 must have every, such as "7m", or at, such as "0 2 * * *"',
  ],
  [{ bursts: [{ ...burst, at: '0 2 * * *' }] }, 'bursts.0', 'Burst 1 must have every or at, not both'],
  [{ bursts: [{ every: '7m', times: 8 }] }, 'bursts.0', 'Burst 1 must have for, such as "20s"'],
  [
    { bursts: [{ every: '7m', for: '20s' }] },
    'bursts.0',
    'Burst 1 must have times, the factor during a burst, such as 8',
  ],
  [{ bursts: [{ ...burst, for: '8m' }] }, 'bursts.0.for', 'for must be at most every (7m)'],
  [{ bursts: [{ ...burst, for: 0 }] }, 'bursts.0.for', 'for must be at least 1ms'],
  [
    { bursts: [{ ...burst, for: '7m', times: 0 }] },
    'bursts.0.for',
    `for must be shorter than every if times is 0: ${NEVER}`,
  ],
  [
    { bursts: [{ ...burst, times: 0, rest: 0 }] },
    'bursts.0',
    `Burst 1 must have times or rest above 0: ${NEVER}`,
  ],
  [{ bursts: [{ ...burst, jitter: 1.5 }] }, 'bursts.0.jitter', 'jitter must be a number from 0 to 1'],
  [{ bursts: [{ ...burst, rest: -1 }] }, 'bursts.0.rest', `rest ${FACTOR}`],
  [{ bursts: [{ ...burst, every: '10ms' }] }, 'bursts.0.every', 'every must be at least 1s'],
  [
    { bursts: [{ at: '0 2 * * *', for: '30m', times: 2, jitter: 1 }] },
    'bursts.0.jitter',
    'jitter only applies with every. Remove it, or use every in place of at',
  ],
  [
    { bursts: [{ at: '0 26 * * *', for: '30m', times: 2 }] },
    'bursts.0.at',
    'at must have hours from 0 to 23, not 26',
  ],
  [
    { bursts: [{ at: 2, for: '30m', times: 2 }] },
    'bursts.0.at',
    'at must have five fields (minute, hour, day of month, month, day of week), such as 0 2 * * *',
  ],
  [{ calendar: '12-24' }, 'calendar', 'calendar must be a list of holidays'],
  [{ calendar: ['24.12.'] }, 'calendar.0', `Holiday 1 ${DATE}`],
  [{ calendar: ['12-24', { on: '2026-12-24T00:00:00Z' }] }, 'calendar.1.on', `on ${DATE}`],
  [{ calendar: ['2026-02-29'] }, 'calendar.0', 'Holiday 1 must be a date that exists'],
  [{ calendar: [{ on: '02-30' }] }, 'calendar.0.on', 'on must be a date that exists'],
  [
    { calendar: [5] },
    'calendar.0',
    'Holiday 1 must be an object such as {"on": "12-24", "times": 0.5}, or a date',
  ],
  [
    { calendar: [{ times: 2 }] },
    'calendar.0',
    'Holiday 1 must have on, a date such as "2026-12-24", or "12-24" for every year',
  ],
  [{ calendar: [{ on: '12-24', time: 2 }] }, 'calendar.0.time', 'Unknown key time. Did you mean times?'],
  [{ calendar: [{ on: '12-24', times: -1 }] }, 'calendar.0.times', `times ${FACTOR}`],
  [{ calendar: [{ on: '12-24', for: '40d' }] }, 'calendar.0.for', 'for must be at most 31d'],
  [
    { calendar: EVERY_MONTH.map((on) => ({ on, for: '31d' })) },
    '',
    `rate must have a time of the year that calendar leaves open: ${NEVER}`,
  ],
  [
    { calendar: [{ on: '12-24', times: 1e6 }], stages: [['0s', 1e4]] },
    '',
    'rate must stay at or below 1,000,000,000 events/s, but its peak is 10,000,000,000 events/s. Use a lower rate or lower factors',
  ],
  [{ day: dayAt(5), week: weekAt(7) }, '', NO_OVERLAP],
  [
    { offset: 'Europe/Berlin' },
    'offset',
    'offset must be a fixed offset such as +01:00, or Z. The name of a time zone goes into the setting zone',
  ],
  [{ offset: 1 }, 'offset', 'offset must be a fixed offset such as +01:00, or Z'],
  [{ offset: '+25:00' }, 'offset', 'offset must be an offset from -23:59 to +23:59'],
  [
    { stages: [['0s', 1e9]], day: { low: 1, high: 2, top: '1:00' } },
    '',
    'rate must stay at or below 1,000,000,000 events/s, but its peak is 2,000,000,000 events/s. Use a lower rate or lower factors',
  ],
  [
    { waves: Array.from({ length: 100 }, () => ({ period: '1d', low: 0, high: 1e6 })) },
    '',
    'rate must stay at or below 1,000,000,000 events/s, but its peak is infinite. Use a lower rate or lower factors',
  ],
];

test.each(BAD.map(([given, path, text]) => ({ given, path, text })))(
  '$path: $text',
  ({ given, path, text }) => {
    const result = parseRate(given);
    expect(
      result.ok ? [] : result.issues.slice(0, 1).map((each) => [each.path?.join('.'), each.message]),
    ).toEqual([[path, text]]);
  },
);

test('a text that is not JSON is rejected with the reason', () => {
  const result = parseRate('{"week": [1, }');
  expect(result.ok ? '' : result.issues[0]?.message).toMatch(/^rate must be JSON such as \{"week": .*\}: \S/);
});

test('stages are rejected where they are not allowed', () => {
  const text = 'must not have stages here. Use day, week, waves, bursts or calendar';
  expect(parseRate({ stages: [['0s', 5]] }, { allowStages: false })).toEqual({
    ok: false,
    issues: [{ path: ['stages'], message: `stages ${text}` }],
  });
  expect(parseRate('flash crowd', { allowStages: false })).toEqual({
    ok: false,
    issues: [{ path: [], message: `rate ${text}` }],
  });
  expect(parseRate('business day', { allowStages: false }).ok).toBe(true);
});

test('the number of issues is bounded', () => {
  const result = parseRate({ day: Array.from({ length: 10_000 }, () => 'x') });
  expect(result.ok ? 0 : result.issues.length).toBe(100);
});

test.each([
  ['business day', 'business day'],
  ['nightly batch', 'nightly batch'],
  [
    {
      stages: [
        [0, 5],
        [300, 0.5],
      ],
      offset: '-03:30',
    },
    '{"stages":[["0s",5],["5m",0.5]],"offset":"-03:30"}',
  ],
  [{ day: { low: 0, high: 1, top: '14:00' } }, '{"day":{"low":0,"high":1,"top":"14:00"}}'],
  [
    { calendar: ['12-24', { on: '2026-11-27', for: '96h', times: 3 }] },
    '{"calendar":["12-24",{"on":"2026-11-27","for":"4d","times":3}]}',
  ],
  [{ bursts: [{ every: 90, for: 1.5, times: 8 }] }, '{"bursts":[{"every":"90s","for":"1500ms","times":8}]}'],
])('%j is written as %s', (given, text) => {
  const result = parseRate(given);
  expect(result.ok ? rateText(result.rate) : result).toBe(text);
});

const number = (max: number) => fc.double({ min: 0, max, noNaN: true }).map((value) => value + 0);
const factor = fc.oneof(fc.integer({ min: 1, max: 10 }), number(10));
const ms = (min: number, max: number) => fc.integer({ min, max });
const range = fc.tuple(factor, factor).map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b, 0.5) }));
const dayRate = fc.oneof(
  fc.array(factor, { minLength: 24, maxLength: 48 }),
  fc.tuple(range, ms(0, 86_399_999)).map(([sine, topMs]) => ({ ...sine, topMs })),
);
const burstRate = fc.oneof(
  fc
    .tuple(ms(1000, 1e9), ms(1, 1000), factor, fc.option(fc.constantFrom(0.5, 1), { nil: undefined }))
    .map(([everyMs, forMs, times, jitter]) => ({
      everyMs,
      forMs,
      times: times + 1,
      ...(jitter && { jitter }),
    })),
  fc
    .tuple(fc.constantFrom('0 2 * * *', '*/5 8-18 * jan mon'), ms(1, 1e9), factor, fc.constantFrom(0, 0.25))
    .map(([at, forMs, times, rest]) => ({ at, forMs, times: times + 1, rest })),
);

const rates: fc.Arbitrary<Rate> = fc
  .record(
    {
      stages: fc
        .array(fc.tuple(ms(0, 1e12), number(1000)), { minLength: 1, maxLength: 5 })
        .map((stages) => [...stages.toSorted((a, b) => a[0] - b[0]), [2e12, 1] as const]),
      day: dayRate,
      week: fc.oneof(
        fc.array(factor, { minLength: 7, maxLength: 7 }),
        fc.array(factor, { minLength: 168, maxLength: 168 }),
      ),
      waves: fc.array(
        fc.tuple(range, ms(600_000, 1e10)).map(([sine, periodMs]) => ({ ...sine, periodMs })),
        { minLength: 1, maxLength: 2 },
      ),
      bursts: fc.array(burstRate, { minLength: 1, maxLength: 2 }),
      calendar: fc.array(
        fc.record({
          on: fc.constantFrom('12-24', '2026-02-28', '02-29'),
          forMs: fc.oneof(fc.constant(86_400_000), ms(1, 2_678_400_000)),
          times: fc.oneof(fc.constant(0), factor),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      offsetMs: ms(-720, 840)
        .filter((minutes) => minutes !== 0)
        .map((minutes) => minutes * 60_000),
    },
    { requiredKeys: [] },
  )
  .filter(({ day, week }) =>
    [day, week].every((part) => !Array.isArray(part) || part.some((each) => each > 0)),
  );

test('a written rate reads as the same rate, and its JSON Schema accepts it', () => {
  fc.assert(
    fc.property(rates, (rate) => {
      expect(parseRate(rateText(rate))).toEqual({ ok: true, rate });
      expect(parseRate(rateJson(rate))).toEqual({ ok: true, rate });
      expect(schema.validate(rateJson(rate)).valid).toBe(true);
    }),
  );
});

test('no value throws', () => {
  const key = fc.constantFrom('preset', 'stages', 'day', 'week', 'waves', 'bursts', 'calendar', 'offset');
  fc.assert(
    fc.property(fc.jsonValue(), key, fc.double(), (value, name, eps) => {
      for (const given of [value, { [name]: value }, { [name]: [value] }, { [name]: [[value, value]] }]) {
        const result = parseRate(given, { eps });
        expect(result.ok || result.issues.length > 0).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});
