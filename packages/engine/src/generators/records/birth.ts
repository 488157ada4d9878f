import { below, byWeights, remembered, type Pick } from '../kernels/record/pick.ts';

/** The ages of people. */
export interface Ages {
  /** In whole years, both inclusive. */
  readonly min: number;
  readonly max: number;
  /** Days from 1970 to the date on which people have their age. */
  readonly onDay: number;
}

const DAY_MS = 86_400_000;
/** Up to this age all years are equally common; after it, they become rarer until the last. */
const EVEN_UNTIL = 55;
const LAST = 100;

/** When a person was born: the age in years, the day since 1970 and the year. */
export function birthOf(
  { min, max, onDay }: Ages,
  path: string,
): Readonly<Record<'age' | 'day' | 'year', Pick>> {
  const shares = Array.from({ length: max - min + 1 }, (_, i) => shareOf(min + i));
  const drawn = remembered(byWeights(shares, `${path}\nage`));
  const days = below(365, `${path}\nday`);
  const age: Pick = (a, b) => min + drawn(a, b);
  const lastBirthdays = Int32Array.from(shares, (_, i) => yearsBefore(onDay, min + i));
  // The last birthday was at most 364 days ago.
  const day = remembered((a, b) => (lastBirthdays[drawn(a, b)] ?? 0) - days(a, b));
  return { age, day, year: (a, b) => new Date(day(a, b) * DAY_MS).getUTCFullYear() };
}

function yearsBefore(day: number, years: number): number {
  const date = new Date(day * DAY_MS);
  return Math.floor(date.setUTCFullYear(date.getUTCFullYear() - years) / DAY_MS);
}

const shareOf = (age: number): number =>
  age <= EVEN_UNTIL ? 1 : Math.max(0.02, (LAST - age) / (LAST - EVEN_UNTIL));
