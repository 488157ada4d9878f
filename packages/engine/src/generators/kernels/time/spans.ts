import type { Span } from './instant.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
const YEAR_MS = 365 * DAY_MS;

/** Minimum and maximum distance from the reference date, in days or years. */
export interface Reach {
  readonly min: number;
  readonly max: number;
}

/** Returns the span around a reference date in milliseconds since 1970. */
export type SpanAt = (ms: number) => Span;

const byDays = (ms: number, days: number): number => {
  const date = new Date(ms);
  return date.setUTCDate(date.getUTCDate() + days);
};
const byYears = (ms: number, years: number): number => {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
};

/** Faker's spans. The past ends one second before the reference date, and the future begins one second after. */
export const spans = {
  anytime: (): SpanAt => (ms) => ({ low: ms - YEAR_MS, high: ms + YEAR_MS }),
  recent:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byDays(ms, -max), high: byDays(ms, -min) - SECOND_MS }),
  soon:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byDays(ms, min) + SECOND_MS, high: byDays(ms, max) }),
  past:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byYears(ms, -max), high: byYears(ms, -min) - SECOND_MS }),
  future:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byYears(ms, min) + SECOND_MS, high: byYears(ms, max) }),
  /** Birth dates of people aged min to max years. */
  age:
    ({ min, max }: Reach): SpanAt =>
    (ms) => ({ low: byYears(ms, -max - 1) + DAY_MS, high: byYears(ms, -min) }),
} as const;
