const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/** Lengths of bins by the clock, in milliseconds. */
const LENGTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  [1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  [1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  [1, 2, 7].map((days) => days * DAY),
);

/** Lengths of bins by the calendar, in months: quarters, halves, and years from 1 to 1,000. */
const MONTHS: readonly number[] = [
  1,
  3,
  6,
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((years) => years * 12),
];
const MEAN_MONTH = 365.2425 * (DAY / 12);

/** Monday, 5 January 1970: weeks begin on Mondays, and whole days do with any. */
const MONDAY = 4 * DAY;

/** Edges at whole seconds, hours, days, months or the like that lie between two instants, and the length of a bin. */
export interface TimeEdges {
  readonly edges: readonly number[];
  readonly stepMs: number;
}

/** @param leastMs length that a bin must have */
export function timeEdges(fromMs: number, toMs: number, leastMs: number): TimeEdges {
  const stepMs = LENGTHS.find((length) => length >= leastMs);
  if (stepMs !== undefined) return { edges: clockEdges(fromMs, toMs, stepMs), stepMs };
  const months = MONTHS.find((count) => count * MEAN_MONTH >= leastMs) ?? MONTHS.at(-1) ?? 12;
  return { edges: calendarEdges(fromMs, toMs, months), stepMs: months * MEAN_MONTH };
}

function clockEdges(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  const origin = stepMs === 7 * DAY ? MONDAY : 0;
  const first = Math.floor((fromMs - origin) / stepMs) + 1;
  const count = Math.ceil((toMs - origin) / stepMs) - first;
  return Array.from({ length: Math.max(0, count) }, (_, i) => origin + (first + i) * stepMs);
}

function calendarEdges(fromMs: number, toMs: number, months: number): readonly number[] {
  const from = new Date(fromMs);
  const month = from.getUTCFullYear() * 12 + from.getUTCMonth();
  const edges: number[] = [];
  for (let next = (Math.floor(month / months) + 1) * months; ; next += months) {
    const ms = monthMs(next);
    // Not a number beyond the last date.
    if (!(ms < toMs)) return edges;
    edges.push(ms);
  }
}

/** The beginning of a month, counted from the year 0. `Date.UTC` would take the years 0 to 99 for those from 1900. */
const monthMs = (month: number): number =>
  new Date(0).setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);

/** The longest of day, hour, minute, second and millisecond of which all instants are whole multiples. */
export const unitOf = (instants: Float64Array): number =>
  [DAY, HOUR, MINUTE, SECOND].find((unit) => instants.every((ms) => ms % unit === 0)) ?? 1;
