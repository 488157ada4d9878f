import { MAX_FACTOR, MAX_POINTS, MIN_PERIOD_MS, NEVER } from './bounds.ts';
import { readOffset } from './instant.ts';
import {
  durationOf,
  elementsOf,
  membersOf,
  numberOf,
  placeAt,
  issue,
  textOf,
  valueOf,
  type TimeSetting,
} from './place.ts';
import type { Rate } from './timing.ts';

const DAY_EXAMPLE = '{"low": 0.1, "high": 1.9, "top": "14:00"}';

/** Factors of a day: at least 24 numbers, or a sine. */
export function dayOf(place: TimeSetting): Rate['day'] | undefined {
  if (Array.isArray(place.value)) {
    const numbers = elementsOf(place, { least: 24, most: MAX_POINTS, noun: 'numbers' });
    return numbers === undefined ? undefined : factorsOf(place, numbers);
  }
  if (typeof place.value !== 'object' || place.value === null)
    return issue(place, `must be a list of at least 24 numbers, or an object such as ${DAY_EXAMPLE}`);
  const members = membersOf(place, ['low', 'high', 'top'], DAY_EXAMPLE);
  if (members === undefined) return undefined;
  const range = rangeOf(place, members);
  const topMs =
    members.top === undefined
      ? issue(place, 'must have top, the time of day with the highest rate, such as "14:00"')
      : timeOfDayOf(members.top);
  return range === undefined || topMs === undefined ? undefined : { ...range, topMs };
}

/** The time of day in milliseconds: `14:00`, `14:00:30.5`. */
function timeOfDayOf(place: TimeSetting): number | undefined {
  const [, hours, minutes, seconds = '0'] =
    /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,3})?))?$/.exec(textOf(place)) ?? [];
  return hours === undefined
    ? issue(place, 'must be a time of day from "00:00" to "23:59"')
    : (Number(hours) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1000);
}

const WEEK = '7 numbers, Monday first, 7 lists of 24 numbers, or 168 numbers';

/** Factors of a week: 7 or 168 numbers. */
export function weekOf(place: TimeSetting): readonly number[] | undefined {
  const days = elementsOf(place, { most: 168, noun: WEEK });
  if (days === undefined) return undefined;
  if (days.length !== 7 && (days.length !== 168 || days.some(Array.isArray)))
    return issue(place, `must have ${WEEK}, not ${days.length}`);
  if (!days.some(Array.isArray)) return factorsOf(place, days);
  const before = place.issues.length;
  const hours = days.flatMap((day, index) => hoursOf(placeAt(place, day, index, `Day ${index + 1} of week`)));
  return place.issues.length > before ? undefined : positive(place, hours);
}

function hoursOf(place: TimeSetting): readonly number[] {
  const { value } = place;
  if (!Array.isArray(value) || value.length !== 24)
    return issue(place, 'must be a list of 24 numbers, one for each hour') ?? [];
  return numbersOf(place, value) ?? [];
}

/** Waves: sines that multiply the rate. */
export function waveOf(place: TimeSetting): NonNullable<Rate['waves']>[number] | undefined {
  const members = membersOf(place, ['period', 'low', 'high'], '{"period": "20m", "low": 0.5, "high": 1.5}');
  if (members === undefined) return undefined;
  const periodMs =
    members.period === undefined
      ? issue(place, 'must have period, such as "20m"')
      : durationOf(members.period, MIN_PERIOD_MS);
  const range = rangeOf(place, members);
  return periodMs === undefined || range === undefined ? undefined : { periodMs, ...range };
}

function rangeOf(
  place: TimeSetting,
  members: { readonly low?: TimeSetting; readonly high?: TimeSetting },
): { low: number; high: number } | undefined {
  const { low: lowPlace, high: highPlace } = members;
  const low =
    lowPlace === undefined
      ? issue(place, 'must have low, the lowest factor, such as 0.5')
      : numberOf(lowPlace, 0, MAX_FACTOR);
  const high =
    highPlace === undefined
      ? issue(place, 'must have high, the highest factor, such as 1.5')
      : numberOf(highPlace, 0, MAX_FACTOR);
  if (low === undefined || high === undefined || highPlace === undefined) return undefined;
  if (low > high) return issue(highPlace, 'must be at least low');
  return high > 0 ? { low, high } : issue(highPlace, `must be above 0: ${NEVER}`);
}

/** The offset of day and week. */
export const offsetOf = (place: TimeSetting): number | undefined =>
  valueOf(place, readOffset(typeof place.value === 'string' ? place.value.trim() : ''));

/** Factors, at least one of them above 0. */
function factorsOf(place: TimeSetting, values: readonly unknown[]): readonly number[] | undefined {
  const numbers = numbersOf(place, values);
  return numbers === undefined ? undefined : positive(place, numbers);
}

const positive = (place: TimeSetting, factors: readonly number[]): readonly number[] | undefined =>
  factors.some((factor) => factor > 0) ? factors : issue(place, `must have a number above 0: ${NEVER}`);

function numbersOf(place: TimeSetting, values: readonly unknown[]): readonly number[] | undefined {
  const name = place.name.toLowerCase();
  const numbers = values.map((each, index) =>
    numberOf(placeAt(place, each, index, `Number ${index + 1} of ${name}`), 0, MAX_FACTOR),
  );
  return numbers.every((each) => each !== undefined) ? numbers : undefined;
}
