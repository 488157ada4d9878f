import { expect, test } from 'vitest';
import { timing } from '../../test/timings.ts';
import { newTimeline } from './timeline.ts';
import { ARRIVALS, type Arrivals, type Rate } from './timing.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const week = Array.from({ length: 168 }, (_, h) => (h % 24 < 8 ? 0.1 : 1 + h / 100));
const day = { low: 0.1, high: 1.9, topMs: 14 * HOUR_MS };

/** The shapes whose times are kept. */
const SHAPES: Readonly<Record<string, Rate>> = {
  constant: {},
  stages: {
    stages: [
      [0, 0],
      [10 * MINUTE_MS, 50],
      [20 * MINUTE_MS, 50],
      [20 * MINUTE_MS, 7],
      [9 * HOUR_MS, 1],
    ],
  },
  'day list': { day: Array.from({ length: 48 }, (_, n) => (n * 7) % 11) },
  'day sine': { day, offsetMs: HOUR_MS },
  'days of the week': { week: [1, 1.05, 1.05, 1, 0.9, 0.3, 0.25] },
  'hours of the week': { week, offsetMs: -5.5 * HOUR_MS },
  waves: {
    waves: [
      { periodMs: 20 * MINUTE_MS, low: 0.5, high: 1.5 },
      { periodMs: 7 * MINUTE_MS, low: 0, high: 1 },
    ],
  },
  bursts: { bursts: [{ everyMs: 7 * MINUTE_MS, forMs: 20 * SECOND_MS, times: 8 }] },
  'random bursts': {
    bursts: [
      { everyMs: 3 * HOUR_MS, forMs: 5 * MINUTE_MS, times: 6, jitter: 1 },
      { everyMs: MINUTE_MS, forMs: SECOND_MS, times: 0, jitter: 0.5 },
    ],
  },
  'cron bursts': { bursts: [{ at: '*/30 2,12 * * 1-5', forMs: 30 * MINUTE_MS, times: 20, rest: 0.05 }] },
  'all at once': {
    day,
    week,
    waves: [{ periodMs: 20 * MINUTE_MS, low: 0.5, high: 1.5 }],
    bursts: [{ everyMs: 7 * MINUTE_MS, forMs: 20 * SECOND_MS, times: 8, jitter: 1 }],
  },
};

const ROWS = [0, 1, 1000, 123_456, 10_000_000];

function times(rate: Rate, arrivals: Arrivals): number[] {
  const timeline = newTimeline(
    timing({ eps: 12.5, rate, arrivals, fromMs: Date.UTC(2026, 9, 22, 10, 5, 3) }),
    42,
  );
  return ROWS.map((row) => timeline.time(row) - timeline.fromMs);
}

test('times do not change: milliseconds after the beginning, of rows 0, 1, 1,000, 123,456 and 10,000,000', () => {
  const all = Object.entries(SHAPES).flatMap(([name, rate]) =>
    ARRIVALS.map((arrivals) => `${name}, ${arrivals}: ${times(rate, arrivals).join(' ')}`),
  );
  expect(all).toMatchInlineSnapshot(`
    [
      "constant, even: 0 80 80000 9876480 800000000",
      "constant, jitter: 7 98 80036 9876507 800000013",
      "constant, poisson: 7 29 80283 9877991 799999827",
      "stages, even: 0 4898 154919 15038581 9862600000",
      "stages, jitter: 1510 5446 154954 15038662 9862600168",
      "stages, poisson: 1538 2956 155193 15042935 9862597838",
      "day list, even: 0 10 10937 1889386 161250420",
      "day list, jitter: 1 13 10942 1889395 161250421",
      "day list, poisson: 1 3 10975 1889869 161250399",
      "day sine, even: 0 48 48454 5619861 789862721",
      "day sine, jitter: 4 59 48476 5619876 789862728",
      "day sine, poisson: 4 17 48625 5620681 789862629",
      "days of the week, even: 0 80 80000 9876480 1056404619",
      "days of the week, jitter: 7 98 80036 9876507 1056404631",
      "days of the week, poisson: 7 29 80283 9877991 1056404454",
      "hours of the week, even: 0 800 800000 17094116 629570387",
      "hours of the week, jitter: 76 988 800361 17094131 629570395",
      "hours of the week, poisson: 78 291 802832 17094950 629570293",
      "waves, even: 0 2171 268031 19961837 1600296015",
      "waves, jitter: 191 2742 268106 19961857 1600296059",
      "waves, poisson: 198 749 268623 19962945 1600295442",
      "bursts, even: 0 80 80000 7391935 600007375",
      "bursts, jitter: 7 98 80036 7391938 600007376",
      "bursts, poisson: 7 29 80283 7392123 600007353",
      "random bursts, even: 0 80 81000 10044480 714550095",
      "random bursts, jitter: 7 98 81036 10044507 714550108",
      "random bursts, poisson: 7 29 81283 10045991 714548922",
      "cron bursts, even: 0 1600 1600000 7373581 614257757",
      "cron bursts, jitter: 152 1977 1600722 7373582 614257758",
      "cron bursts, poisson: 157 582 1605665 7373657 614257748",
      "all at once, even: 0 30 31489 2721473 283283495",
      "all at once, jitter: 2 37 31504 2721492 283283499",
      "all at once, poisson: 2 11 31605 2722496 283283444",
    ]
  `);
});

test('disorder does not change', () => {
  const ms = new Float64Array(5);
  const timeline = newTimeline(timing({ disorderMs: 60_000 }), 42);
  timeline.put(ms, 0, 5, 1_000_000);
  expect([...ms].map((ms) => ms - timeline.fromMs)).toMatchInlineSnapshot(`
    [
      0,
      943557,
      1986692,
      2949722,
      3999062,
    ]
  `);
});
