import { SINE_PIECES } from './intensity/factors.ts';
import { PARTS } from './intensity/product.ts';
import type { Rate } from './timing.ts';

/** Maximum number of stages, and of numbers for a day. */
export const MAX_POINTS = 10_000;

/** Maximum number of waves, and of bursts. */
export const MAX_CYCLES = 100;

/** Maximum number of holidays. */
export const MAX_HOLIDAYS = 1000;

/** Maximum factor. */
export const MAX_FACTOR = 1e6;

/** Maximum rate, in events per second. */
export const MAX_RATE = 1e9;

/** The shortest wave, and the shortest time from burst to burst. */
export const MIN_PERIOD_MS = 1000;

/** What a rate of zeros means, for messages. */
export const NEVER = 'no event would ever be sent';

/** How often a rate may change in an hour. A wave of a second changes 345,600 times. */
export const MAX_CHANGES_PER_HOUR = 400_000;

const HOUR_MS = 3_600_000;

/** An upper bound of a rate, in events per second: the product of its factors' highest values. `eps` counts without stages. */
export function peakOf(
  { stages = [], day, week, waves = [], bursts = [], calendar = [], incidents = [] }: Rate,
  eps: number,
): number {
  const peaks = [
    stages.length === 0 ? eps : greatest(stages.map(([, each]) => each)),
    day === undefined ? 1 : 'high' in day ? day.high : greatest(day),
    week === undefined ? 1 : greatest(week),
    ...waves.map(({ high }) => high),
    ...bursts.map(({ times, rest = 1 }) => Math.max(times, rest)),
    greatest([1, ...calendar.map(({ times }) => times)]),
    ...incidents.map(({ factor }) => Math.max(1, factor)),
  ];
  return peaks.reduce((product, peak) => product * peak, 1);
}

/** An upper bound of how often a rate changes in an hour. */
export function changesPerHour({ stages = [], day, waves = [], bursts = [] }: Rate): number {
  const dayPieces = day === undefined ? 0 : ('high' in day ? SINE_PIECES : day.length) / 24;
  const wavePieces = waves.map(({ periodMs }) => (SINE_PIECES * HOUR_MS) / periodMs);
  const burstPieces = bursts.map((burst) => 2 * ('at' in burst ? 60 : HOUR_MS / burst.everyMs));
  const pieces = [stages.length, dayPieces, ...wavePieces, ...burstPieces].reduce(
    (sum, each) => sum + each,
    0,
  );
  const sloping = waves.length + (stages.length > 1 ? 1 : 0) + (day === undefined ? 0 : 1);
  return sloping > 1 ? pieces * PARTS : pieces;
}

const greatest = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0);

/** Whether day and week are above 0 at the same time at least once. */
export function overlaps({ day, week }: Rate): boolean {
  if (day === undefined || 'high' in day || week?.length !== 168) return true;
  const hourOf = (point: number): number => (point * 24) / day.length;
  // A point above 0 raises the rate from the point before it to the point after it, each at most an hour away.
  const hours = day.flatMap((factor, point) =>
    factor > 0
      ? [Math.floor(hourOf(point - 1)), Math.floor(hourOf(point)), Math.ceil(hourOf(point + 1)) - 1]
      : [],
  );
  const open = new Set(hours.map((hour) => (hour + 24) % 24));
  return week.some((factor, hour) => factor > 0 && open.has(hour % 24));
}
