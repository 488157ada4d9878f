import { describe, expect, test } from 'vitest';
import { timing } from '../../test/timings.ts';
import { newTimeline, type Timeline } from './timeline.ts';
import { ARRIVALS, type Holiday, type Rate, type Timing } from './timing.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Thursday, 22 October 2026. */
const MIDNIGHT = Date.UTC(2026, 9, 22);

const at = (settings: Partial<Timing>): Timeline =>
  newTimeline(timing({ fromMs: MIDNIGHT, ...settings }), 42);
const shape = (rate: Rate, eps = 1): Timeline => at({ rate, eps });
/** Rows of each hour of a day after the beginning. */
const hourly = (timeline: Timeline, hours = 24): number[] =>
  Array.from(
    { length: hours },
    (_, h) =>
      timeline.before(timeline.fromMs + (h + 1) * HOUR_MS) - timeline.before(timeline.fromMs + h * HOUR_MS),
  );

describe('even arrivals', () => {
  test.each([
    [0.1, 10_000],
    [0.001, 1_000_000],
    [3, 1000 / 3],
    [1000, 1],
    [999, 1000 / 999],
  ])('%d events a second are %d ms apart, after any time', (eps, gapMs) => {
    const timeline = at({ eps, fromMs: MIDNIGHT + 303_123 });
    for (const row of [0, 1, 2, 1000, 999_999])
      expect(timeline.time(row) - timeline.fromMs).toBe(Math.floor(row * gapMs + 1e-6));
  });

  test('rows before an instant are counted above 2^52, too, where the sum of two is no longer exact', () => {
    const timeline = at({ eps: 2 ** 40, fromMs: MIDNIGHT });
    const rows = timeline.before(MIDNIGHT + 5000 * 1000);
    expect(rows).toBeGreaterThan(2 ** 52);
    expect(timeline.time(rows)).toBeGreaterThanOrEqual(MIDNIGHT + 5000 * 1000);
    expect(timeline.time(rows - 1)).toBeLessThan(MIDNIGHT + 5000 * 1000);
  });

  test('rows before an instant are counted exactly, also where the rate is no binary fraction', () => {
    const timeline = at({ eps: 0.7, fromMs: MIDNIGHT + 303_000 });
    expect([0, 1, 10_000, 3_600_000, 36_000_000].map((ms) => timeline.before(timeline.fromMs + ms))).toEqual([
      0, 1, 7, 2520, 25_200,
    ]);
    expect(timeline.before(timeline.fromMs - 1)).toBe(0);
    expect(timeline.before(-Infinity)).toBe(0);
    expect(timeline.before(Infinity)).toBe(Infinity);
  });
});

describe('shapes', () => {
  test('stages are straight between their points, jump where a time comes twice, and then stay', () => {
    const timeline = shape(
      {
        stages: [
          [0, 0],
          [600_000, 500],
          [3_600_000, 500],
          [4_200_000, 0],
        ],
      },
      9,
    );
    const minutes = (m: number): number => timeline.before(MIDNIGHT + m * 60_000);
    expect([5, 10, 60, 70].map(minutes)).toEqual([37_500, 150_000, 1_650_000, 1_800_000]);
    expect([timeline.before(Infinity), timeline.time(1_800_000)]).toEqual([1_800_000, Infinity]);
    const jump = shape({
      stages: [
        [1000, 2],
        [5000, 2],
        [5000, 10],
      ],
    });
    expect([-1, 0, 4999, 5000, 1e9].map((ms) => jump.rateAt(MIDNIGHT + ms))).toEqual([0, 2, 2, 10, 10]);
    expect(jump.before(MIDNIGHT + 6000)).toBe(20);
  });

  test('a total that rounding makes a little larger has no row more', () => {
    const tenth = [0, 1000, 60_000].map((ms) => [ms, 0.1] as const);
    expect(shape({ stages: [...tenth, [60_000, 0]] }).before(Infinity)).toBe(6);
  });

  test('a list of a day is straight from each value to the next', () => {
    const day = Array.from({ length: 24 }, (_, h) => (h === 12 ? 1 : 0));
    const timeline = shape({ day }, 10);
    expect(hourly(timeline)).toEqual(day.map((_, h) => (h === 11 || h === 12 ? 18_000 : 0)));
    expect(timeline.rateAt(MIDNIGHT + 11.5 * HOUR_MS)).toBe(5);
    expect(hourly(shape({ day, offsetMs: HOUR_MS }, 10))[10]).toBe(18_000);
  });

  test('the sine of a day is highest at its top, of the clock at the offset', () => {
    const day = { low: 0.5, high: 1.5, topMs: 14 * HOUR_MS };
    const timeline = shape({ day, offsetMs: HOUR_MS }, 100);
    expect(timeline.rateAt(MIDNIGHT + 13 * HOUR_MS)).toBeCloseTo(150, 9);
    expect(timeline.rateAt(MIDNIGHT + 1 * HOUR_MS)).toBeCloseTo(50, 9);
    expect(timeline.before(MIDNIGHT + DAY_MS)).toBe(8_640_000);
  });

  test('a week has a factor for each day, or for each hour, from Monday', () => {
    const days = shape({ week: [1, 2, 3, 4, 5, 6, 0], offsetMs: 2 * HOUR_MS });
    const daily = Array.from({ length: 7 }, (_, d) => days.rateAt(MIDNIGHT + d * DAY_MS - 2 * HOUR_MS));
    expect(daily).toEqual([0, 5, 6, 0, 1, 2, 3]);
    const hours = Array.from({ length: 168 }, (_, h) => h % 24);
    expect(hourly(shape({ week: hours }))).toEqual(hours.slice(0, 24).map((factor) => factor * 3600));
  });

  test('waves are highest at the start of their period', () => {
    const timeline = shape({ waves: [{ periodMs: 20 * 60_000, low: 0, high: 2 }] }, 100);
    const rates = [0, 5, 10, 15].map((minute) => timeline.rateAt(MIDNIGHT + minute * 60_000));
    for (const [n, rate] of [200, 100, 0, 100].entries()) expect(rates[n]).toBeCloseTo(rate, 9);
    expect(hourly(timeline, 2)).toEqual([360_000, 360_000]);
  });

  test('bursts multiply for their time and leave the rest', () => {
    const burst = { everyMs: 600_000, forMs: 60_000, times: 11 };
    expect(hourly(shape({ bursts: [burst] }), 2)).toEqual([7200, 7200]);
    expect(hourly(shape({ bursts: [{ ...burst, rest: 0 }] }), 2)).toEqual([3960, 3960]);
    const random = shape({ bursts: [{ ...burst, jitter: 1, times: 0 }] });
    expect(hourly(random, 3)).toEqual([3240, 3240, 3240]);
    const gaps = Array.from({ length: 1000 }, (_, n) => random.rateAt(MIDNIGHT + n * 600_000));
    expect(gaps.filter((rate) => rate === 0).length).toBeLessThan(20);
  });

  test('a burst as long as its cycle, or longer, never ends', () => {
    for (const forMs of [60_000, 90_000])
      expect(hourly(shape({ bursts: [{ everyMs: 60_000, forMs, times: 2, jitter: 1 }] }), 2)).toEqual([
        7200, 7200,
      ]);
  });

  test('bursts at the times of a cron expression follow the offset, and overlapping ones are one', () => {
    const nightly = { at: '0 2 * * *', forMs: 30 * 60_000, times: 20, rest: 0 };
    expect(
      hourly(shape({ bursts: [nightly] }))
        .map((rows, h) => (rows > 0 ? [h, rows] : 0))
        .filter(Boolean),
    ).toEqual([[2, 36_000]]);
    const offset = shape({ bursts: [nightly], offsetMs: 5.5 * HOUR_MS });
    expect(offset.time(0)).toBe(MIDNIGHT + 20.5 * HOUR_MS);
    const overlapping = { at: '*/10 22,23 * * *', forMs: 4 * HOUR_MS, times: 1, rest: 0 };
    const rows = hourly(shape({ bursts: [overlapping] }));
    expect(rows.flatMap((count, h) => (count > 0 ? [[h, count]] : []))).toEqual([
      [0, 3600],
      [1, 3600],
      [2, 3600],
      [3, 3000],
      [22, 3600],
      [23, 3600],
    ]);
  });

  test('a burst of weeks covers the days on which none begins', () => {
    const timeline = shape({ bursts: [{ at: '0 0 1 10 *', forMs: 30 * DAY_MS, times: 1, rest: 0 }] });
    expect([timeline.time(0), timeline.before(MIDNIGHT + 9 * DAY_MS)]).toEqual([MIDNIGHT, 9 * 86_400]);
    expect(timeline.time(9 * 86_400)).toBe(Date.UTC(2027, 9, 1));
  });

  describe('a calendar', () => {
    const christmas = { on: '12-24', forMs: DAY_MS, times: 0.5 };
    const newYear = { on: '12-31', forMs: 2 * DAY_MS, times: 0 };
    const daysOf = (calendar: readonly Holiday[], from: string, count: number, offsetMs = 0): number[] => {
      const fromMs = Date.parse(from);
      const timeline = at({ fromMs, eps: 1, rate: { calendar, offsetMs } });
      return Array.from(
        { length: count },
        (_, d) => timeline.before(fromMs + (d + 1) * DAY_MS) - timeline.before(fromMs + d * DAY_MS),
      );
    };

    test('has exactly its factors on its dates, each year or in one, and leaves other days alone', () => {
      const once = { on: '2027-12-26', forMs: DAY_MS, times: 3 };
      for (const [year, factor] of [
        [2026, 1],
        [2027, 3],
        [2028, 1],
      ] as const)
        expect(daysOf([christmas, newYear, once], `${year}-12-23`, 12)).toEqual(
          [1, 0.5, 1, factor, 1, 1, 1, 1, 0, 0, 1, 1].map((each) => each * 86_400),
        );
      const leap = [{ on: '02-29', forMs: DAY_MS, times: 2 }];
      expect(daysOf(leap, '2027-02-28', 3)).toEqual([86_400, 86_400, 86_400]);
      expect(daysOf(leap, '2028-02-28', 3)).toEqual([86_400, 172_800, 86_400]);
    });

    test('begins at midnight of the offset, also at the turn of the year', () => {
      for (const hours of [2, -2, 14])
        for (const on of ['2026-12-31', '01-01']) {
          const calendar = [{ on, forMs: HOUR_MS, times: 0 }];
          const fromMs = Date.UTC(2026, 11, on === '01-01' ? 32 : 31) - hours * HOUR_MS;
          const timeline = at({ fromMs: fromMs - HOUR_MS, rate: { calendar, offsetMs: hours * HOUR_MS } });
          const rates = [-1, 0, HOUR_MS - 1, HOUR_MS].map((ms) => timeline.rateAt(fromMs + ms) > 0);
          expect(rates).toEqual([true, false, false, true]);
        }
    });

    test('counts the last of several holidays, and multiplies the other factors', () => {
      const open = { on: '2027-01-01', forMs: DAY_MS, times: 4 };
      expect(daysOf([newYear, open], '2026-12-30', 4)).toEqual([1, 0, 4, 1].map((each) => each * 86_400));
      const rate = { calendar: [christmas], week: [1, 1, 1, 3, 1, 1, 1] };
      // A Thursday.
      expect(at({ eps: 2, rate }).rateAt(Date.UTC(2026, 11, 24, 5))).toBe(3);
    });

    test('that closes the year from some year on has no row then', () => {
      const months = Array.from({ length: 12 }, (_, m) => `${String(m + 1).padStart(2, '0')}-01`);
      const closed = months.map((on) => ({ on, forMs: 31 * DAY_MS, times: 0 }));
      const open = { on: '2030-05-05', forMs: DAY_MS, times: 1 };
      const timeline = at({ eps: 1, rate: { calendar: [...closed, open] } });
      expect([timeline.time(0), timeline.time(86_400)]).toEqual([Date.UTC(2030, 4, 5), Infinity]);
    });
  });

  test('where two slopes multiply, the rate does not depend on where a stream begins', () => {
    const rate = {
      day: Array.from({ length: 24 }, (_, h) => h % 2),
      waves: [{ periodMs: 40 * HOUR_MS, low: 0, high: 2 }],
    };
    const whole = shape(rate, 1e6);
    const fromMs = MIDNIGHT + 3 * HOUR_MS + 61_234;
    const later = at({ rate, eps: 1e6, fromMs });
    const rows = whole.before(fromMs);
    for (const minutes of [2, 5, 9, 17, 24]) {
      const atMs = MIDNIGHT + 3 * HOUR_MS + minutes * 60_000;
      expect(Math.abs(later.before(atMs) - (whole.before(atMs) - rows))).toBeLessThanOrEqual(1);
    }
  });

  test('two slopes at one time multiply to within 1/256 of their changes', () => {
    const [steep, sine] = [[0, 1, ...Array.from({ length: 22 }, () => 0)], { low: 0, high: 2, topMs: 0 }];
    const timeline = shape(
      { day: steep, waves: [{ periodMs: 4 * HOUR_MS, low: sine.low, high: sine.high }] },
      1000,
    );
    for (let minute = 0; minute < 120; minute += 7) {
      const up = minute <= 60 ? minute / 60 : 2 - minute / 60;
      const wave = 1 + Math.cos((Math.PI * minute) / 120);
      expect(Math.abs(timeline.rateAt(MIDNIGHT + minute * 60_000) - 1000 * up * wave)).toBeLessThan(2);
    }
  });
});

describe('extremes', () => {
  test.each([NaN, Infinity, -Infinity, 1e17, -1e17])('a timeline cannot start at %d', (fromMs) => {
    expect(() => at({ fromMs })).toThrow(
      new RangeError(`Cannot start at ${fromMs}. Give fromMs in milliseconds since 1970.`),
    );
  });

  test.each([NaN, Infinity, -1])('a timeline cannot have %d events per second', (eps) => {
    expect(() => at({ eps })).toThrow(RangeError);
  });

  test.each<[Rate, string]>([
    [{ stages: [[0, NaN]] }, 'Cannot send NaN events per second in stage 1. Give a number from 0 up.'],
    [
      {
        stages: [
          [1000, 1],
          [500, 2],
        ],
      },
      'Cannot begin stage 2 after 500 ms. Give milliseconds from 0 up, in order of time.',
    ],
    [{ day: [1, NaN] }, "Cannot use NaN in the rate's day. Give a number from 0 up."],
    [{ day: { low: -1, high: 1, topMs: 0 } }, "Cannot use -1 in the rate's day. Give a number from 0 up."],
    [{ week: [Infinity] }, "Cannot use Infinity in the rate's week. Give a number from 0 up."],
    [
      { waves: [{ periodMs: NaN, low: 0, high: 1 }] },
      'Cannot repeat a part of the rate every NaN ms. Give 1 ms or more.',
    ],
    [{ waves: [{ periodMs: 10, low: 0, high: NaN }] }, "Cannot use NaN in the rate's waves."],
    [
      { bursts: [{ forMs: 1, times: 2, everyMs: 0 }] },
      'Cannot repeat a part of the rate every 0 ms. Give 1 ms or more.',
    ],
    [
      { calendar: [{ on: '2026-02-30', forMs: 1, times: 1 }] },
      "Cannot use 2026-02-30 in the rate's calendar. Give a date such as 2026-12-24, or 12-24 for every year.",
    ],
    [
      { calendar: [{ on: '12-24', forMs: 1, times: NaN }] },
      "Cannot use NaN in the rate's calendar. Give a number from 0 up.",
    ],
    [
      { bursts: [{ forMs: 1, times: -2, everyMs: 10 }] },
      "Cannot use -2 in the rate's bursts. Give a number from 0 up.",
    ],
  ])('a timeline cannot have the rate %j, neither from the beginning nor by a change', (rate, message) => {
    expect(() => at({ rate })).toThrow(message);
    expect(() => {
      at({}).change({ atMs: MIDNIGHT + 1000, to: rate });
    }).toThrow(message);
  });

  const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
  const LAST = Date.parse('9999-12-31T23:59:59.999Z');

  test('the years 1 and 9999 are as good as any other', () => {
    for (const arrivals of ARRIVALS) {
      const early = at({ fromMs: YEAR_1, eps: 1e7, arrivals, rate: { week: [1, 2, 3, 4, 5, 6, 7] } });
      const row = early.before(YEAR_1 + DAY_MS);
      expect(row / (86_400 * 1e7)).toBeCloseTo(1, 6);
      expect([early.time(row - 1), early.time(row)]).toEqual([YEAR_1 + DAY_MS - 1, YEAR_1 + DAY_MS]);
      const late = at({ fromMs: LAST - 9999, eps: 1, arrivals });
      const times = Array.from({ length: 2000 }, (_, row) => late.time(row));
      expect(times.filter((ms) => ms <= LAST).length).toBe(late.before(LAST + 1e9));
      expect(times.every((ms) => ms <= LAST || ms === Infinity)).toBe(true);
      expect(times.at(-1)).toBe(Infinity);
    }
    expect(at({ fromMs: YEAR_1, eps: 0.001 }).before(LAST + 1)).toBe(Math.ceil((LAST + 1 - YEAR_1) / 1e6));
  });

  test('the last index there is has a time', () => {
    expect(at({ eps: 1e7 }).time(2 ** 53 - 1)).toBe(MIDNIGHT + Math.floor((2 ** 53 - 1) / 1e4));
    expect(at({ eps: 0.001 }).time(2 ** 53 - 1)).toBe(Infinity);
    expect(at({ eps: 0.001, arrivals: 'poisson' }).time(2 ** 53 - 1)).toBe(Infinity);
  });

  test.each<[string, Rate]>([
    ['its events per second', { stages: [[0, 0]] }],
    [
      'its last stage',
      {
        stages: [
          [0, 0],
          [1000, 0],
        ],
      },
    ],
    ['each hour of the day', { day: Array.from({ length: 24 }, () => 0) }],
    ['each day of the week', { week: [0, 0, 0, 0, 0, 0, 0] }],
    [
      'hours and bursts that never meet',
      {
        week: Array.from({ length: 168 }, (_, h) => (h % 24 < 12 ? 1 : 0)),
        bursts: [{ at: '0 13 * * *', forMs: HOUR_MS, times: 1, rest: 0 }],
      },
    ],
    ['random bursts', { bursts: [{ everyMs: 60_000, forMs: 1000, jitter: 1, times: 0, rest: 0 }] }],
  ])('a rate that is 0 for ever because of %s never makes a row', (_, rate) => {
    for (const arrivals of ARRIVALS) {
      const timeline = newTimeline(timing({ rate, arrivals }), 1);
      expect(timeline.time(0)).toBe(Infinity);
      expect(timeline.before(LAST)).toBe(0);
    }
  });

  test('rates are cut off where numbers would end', () => {
    const timeline = shape(
      { day: Array.from({ length: 24 }, () => 1e308), week: [0, 0, 0, 1e308, 0, 0, 0] },
      1e308,
    );
    expect([timeline.time(0), timeline.time(1e12)]).toEqual([MIDNIGHT, MIDNIGHT + 1000]);
    expect(timeline.before(MIDNIGHT + 2000) / 2e12).toBeCloseTo(1, 8);
    expect(timeline.rateAt(MIDNIGHT + DAY_MS)).toBe(0);
  });

  test('waves of a few milliseconds have their mean', () => {
    for (const periodMs of [2, 7, 100])
      expect(shape({ waves: [{ periodMs, low: 0, high: 2 }] }, 1000).before(MIDNIGHT + 70_000)).toBeCloseTo(
        70_000,
        -2,
      );
  });

  test('rows after one that never comes never come either', () => {
    const ms = new Float64Array(6);
    shape({
      stages: [
        [0, 1000],
        [2, 1000],
        [2, 0],
      ],
    }).put(ms, 0, 6);
    expect([...ms].map((ms) => ms - MIDNIGHT)).toEqual([0, 1, Infinity, Infinity, Infinity, Infinity]);
  });
});
