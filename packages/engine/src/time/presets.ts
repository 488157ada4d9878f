import type { Rate } from './timing.ts';

/** Factors at each half hour of a working day: few at night, most in the morning and the afternoon, fewer at noon. */
const BUSINESS_DAY = [
  0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.12, 0.19, 0.26, 0.33, 0.4, 0.6, 0.8, 1, 1.2,
  1.4, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.22, 1.34, 1.46, 1.58, 1.7, 1.55, 1.4, 1.25, 1.1, 0.95, 0.8, 0.65, 0.5,
  0.425, 0.35, 0.275, 0.2, 0.125, 0.05, 0.05, 0.05, 0.05,
] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A named rate. */
export interface Preset {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Its stages are factors of a stream's events per second, not events per second. */
  readonly rate: Rate;
}

/** Rates with a name. A change of their numbers changes rows. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'business day',
    summary: 'Office hours: quiet nights, a dip at noon, a quarter of the events on Sundays.',
    rate: { day: BUSINESS_DAY, week: [1, 1.05, 1.05, 1, 0.9, 0.3, 0.25] },
  },
  {
    name: 'black friday',
    summary: 'A day of sales: a rush at the start, then waves up to ten times the rate.',
    rate: {
      stages: [
        [0, 0.4],
        [0, 6],
        [3 * HOUR_MS, 1.5],
        [8 * HOUR_MS, 2],
        [10 * HOUR_MS, 9],
        [14 * HOUR_MS, 4],
        [20 * HOUR_MS, 10],
        [24 * HOUR_MS, 1],
      ],
    },
  },
  {
    name: 'flash crowd',
    summary: 'After five minutes, twenty times the rate within thirty seconds, then back to normal.',
    rate: {
      stages: [
        [0, 1],
        [5 * MINUTE_MS, 1],
        [5.5 * MINUTE_MS, 20],
        [9 * MINUTE_MS, 8],
        [15 * MINUTE_MS, 3],
        [30 * MINUTE_MS, 1],
      ],
    },
  },
  {
    name: 'nightly batch',
    summary: 'Twenty times the rate for half an hour at 2:00, and a twentieth of it otherwise.',
    rate: { bursts: [{ at: '0 2 * * *', forMs: 30 * MINUTE_MS, times: 20, rest: 0.05 }] },
  },
];
