import { readDate } from './intensity/calendar.ts';
import type { Rate, RateChange, Timing } from './timing.ts';

/** The last millisecond of a date; minus this is the first. https://tc39.es/ecma262/#sec-time-values-and-time-range */
const DATE_MS = 8.64e15;

/** What a timing or a number of a rate counts. */
type Unit = 'events' | 'starts';

/** @throws RangeError if a timing begins at no date, or its rate is none */
export function checkTiming({ fromMs, eps, rate, unit: starts }: Timing): void {
  const unit: Unit = starts ?? 'events';
  if (!(Math.abs(fromMs) <= DATE_MS))
    throw new RangeError(`Cannot start at ${fromMs}. Give fromMs in milliseconds since 1970.`);
  if (!isLevel(eps)) throw new RangeError(`Cannot send ${eps} ${unit} per second. Give a number from 0 up.`);
  checkRate(rate, unit);
}

/**
 * @param unit what a number counts
 * @throws RangeError if a change is before the previous one, its number is not one from 0 up, or its rate is none
 */
export function checkChange(
  { atMs, to }: RateChange,
  previous: RateChange | undefined,
  unit: Unit = 'events',
): void {
  if (!(atMs >= (previous?.atMs ?? -Infinity)))
    throw new RangeError(
      `Cannot change the rate at ${atMs}: the last change is at ${previous?.atMs}. Make changes in order of time.`,
    );
  if (typeof to === 'number' && !isLevel(to))
    throw new RangeError(`Cannot change the rate to ${to}. Give ${unit} per second from 0 up.`);
  if (typeof to === 'object') checkRate(to, unit);
}

/** A rate made by a program may hold what `parseRate` refuses: without a check, the search for the next row would never end. */
function checkRate({ stages = [], ...cycles }: Rate, unit: Unit): void {
  stages.forEach(([afterMs, eps], n) => {
    if (!(isLevel(afterMs) && afterMs >= (stages[n - 1]?.[0] ?? 0)))
      throw new RangeError(
        `Cannot begin stage ${n + 1} after ${afterMs} ms. Give milliseconds from 0 up, in order of time.`,
      );
    if (!isLevel(eps))
      throw new RangeError(
        `Cannot send ${eps} ${unit} per second in stage ${n + 1}. Give a number from 0 up.`,
      );
  });
  for (const [name, values] of numbersOf(cycles)) {
    const wrong = values.find((value) => !isLevel(value));
    if (wrong !== undefined)
      throw new RangeError(`Cannot use ${wrong} in the rate's ${name}. Give a number from 0 up.`);
  }
  const unknown = cycles.calendar?.find(({ on }) => readDate(on) === undefined);
  if (unknown !== undefined)
    throw new RangeError(
      `Cannot use ${unknown.on} in the rate's calendar. Give a date such as 2026-12-24, or 12-24 for every year.`,
    );
  const period = periodsOf(cycles).find((ms) => !(ms >= 1));
  if (period !== undefined)
    throw new RangeError(`Cannot repeat a part of the rate every ${period} ms. Give 1 ms or more.`);
}

/** The numbers of a rate that are not below 0, by the part that they belong to. */
const numbersOf = ({
  day = [],
  week = [],
  waves = [],
  bursts = [],
  calendar = [],
}: Rate): [string, readonly number[]][] => [
  ['day', 'low' in day ? [day.low, day.high, day.topMs] : day],
  ['week', week],
  ['waves', waves.flatMap(({ low, high }) => [low, high])],
  [
    'bursts',
    bursts.flatMap((burst) => [
      burst.forMs,
      burst.times,
      burst.rest ?? 1,
      'everyMs' in burst ? (burst.jitter ?? 0) : 0,
    ]),
  ],
  ['calendar', calendar.flatMap(({ forMs, times }) => [forMs, times])],
];

/** Milliseconds after which parts of a rate repeat. */
const periodsOf = ({ waves = [], bursts = [] }: Rate): number[] => [
  ...waves.map(({ periodMs }) => periodMs),
  ...bursts.flatMap((burst) => ('everyMs' in burst ? [burst.everyMs] : [])),
];

const isLevel = (value: number): boolean => value >= 0 && value < Infinity;
