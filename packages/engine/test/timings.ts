import fc from 'fast-check';
import { newTiming, type Burst, type Rate, type Timing } from '../src/time/timing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A timing with defaults for what a test does not look at. */
export const timing = (settings: Partial<Timing> = {}): Timing =>
  newTiming({ fromMs: Date.UTC(2026, 9, 22, 10, 5, 3), eps: 1000, ...settings });

const value = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }).map((n) => n / 10) },
  { weight: 2, arbitrary: fc.double({ min: 0.05, max: 20, noNaN: true }) },
);
const list = (length: number) => fc.array(value, { minLength: length, maxLength: length });

/** Events per second from 10^−3 to 10^7. */
export const eps = fc
  .tuple(fc.double({ min: -3, max: 7, noNaN: true }), fc.boolean())
  .map(([exponent, isRound]) => (isRound ? 10 ** Math.round(exponent) : 10 ** exponent));

const stages = fc
  .tuple(
    eps,
    fc.array(fc.tuple(fc.integer({ min: 0, max: 4 * HOUR_MS }), value), { minLength: 1, maxLength: 6 }),
  )
  .map(([unit, steps]) => {
    let ms = 0;
    // An interval of 0 makes a jump.
    return steps.map(([waitMs, factor]) => [(ms += waitMs % 3 === 0 ? 0 : waitMs), unit * factor] as const);
  });

const topMs = fc.integer({ min: 0, max: DAY_MS - 1 });
const day = fc.oneof(
  fc.tuple(fc.integer({ min: 24, max: 50 })).chain(([length]) => list(length)),
  fc.record({ low: value, high: value, topMs }),
);

const wave = fc.record({
  periodMs: fc.oneof(fc.constantFrom(6 * HOUR_MS, DAY_MS), fc.integer({ min: 2e7, max: 1e9 })),
  low: value,
  high: value,
});

const burst: fc.Arbitrary<Burst> = fc.oneof(
  fc
    .record({
      everyMs: fc.oneof(fc.constant(20 * MINUTE_MS), fc.integer({ min: 600_000, max: 3e7 })),
      share: fc.double({ min: 0.01, max: 1.1, noNaN: true }),
      times: value,
      rest: value,
      jitter: fc.constantFrom(0, 0.5, 1),
    })
    .map(({ everyMs, share, ...rest }) => ({ ...rest, everyMs, forMs: Math.ceil(everyMs * share) })),
  fc.record({
    at: fc.constantFrom('0 2 * * *', '*/20 8-18 * * 1-5', '30 0 1,15 * *'),
    forMs: fc.integer({ min: 1000, max: 3e7 }),
    times: value,
    rest: value,
  }),
);

const holiday = fc.record({
  on: fc.constantFrom('01-01', '12-24', '02-29', '2050-06-15'),
  forMs: fc.integer({ min: 1000, max: 1e9 }),
  times: value,
});

/** Rates of up to five factors besides the events per second, with jumps and zeros. */
export const rate: fc.Arbitrary<Rate> = fc
  .record(
    {
      stages,
      day,
      week: fc.oneof(list(7), list(168)),
      waves: fc.array(wave, { maxLength: 2 }),
      bursts: fc.array(burst, { maxLength: 2 }),
      calendar: fc.array(holiday, { maxLength: 3 }),
      offsetMs: fc.constantFrom(0, HOUR_MS, -5.5 * HOUR_MS),
    },
    { requiredKeys: [] },
  )
  .map(({ waves, bursts, ...others }) => ({
    ...others,
    ...(waves === undefined ? {} : { waves: waves.slice(0, others.week === undefined ? 2 : 1) }),
    ...(bursts === undefined ? {} : { bursts: bursts.slice(0, others.day === undefined ? 2 : 1) }),
  }));

/** An instant of the years 1970 to 2100, on a second. */
export const fromMs = fc.integer({ min: 0, max: 4_102_444_800 }).map((seconds) => seconds * 1000);
