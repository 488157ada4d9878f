import { MAX_FACTOR } from './bounds.ts';
import { DATE, readDate } from './intensity/date.ts';
import { durationText } from './duration.ts';
import { durationOf, membersOf, numberOf, problem, type Place } from './place.ts';
import type { Holiday } from './timing.ts';

const DAY_MS = 86_400_000;

/** The longest holiday. Longer ones could close the year. */
const MAX_MS = 31 * DAY_MS;

/** A holiday: a date without events, or the factor from its midnight on. */
export function holidayOf(place: Place): Holiday | undefined {
  if (typeof place.value === 'string') {
    const on = onOf(place);
    return on === undefined ? undefined : { on, forMs: DAY_MS, times: 0 };
  }
  const members = membersOf(place, ['on', 'for', 'times'], '{"on": "12-24", "times": 0.5}, or a date');
  if (members === undefined) return undefined;
  const on =
    members.on === undefined
      ? problem(place, 'must have on, a date such as "2026-12-24", or "12-24" for every year')
      : onOf(members.on);
  const forMs = members.for === undefined ? DAY_MS : lengthOf(members.for);
  const times = members.times === undefined ? 0 : numberOf(members.times, 0, MAX_FACTOR);
  return on === undefined || forMs === undefined || times === undefined ? undefined : { on, forMs, times };
}

function onOf(place: Place): string | undefined {
  const text = typeof place.value === 'string' ? place.value.trim() : '';
  if (!DATE.test(text))
    return problem(place, 'must be a date such as "2026-12-24", or "12-24" for every year');
  return readDate(text) === undefined ? problem(place, 'must be a date that exists') : text;
}

function lengthOf(place: Place): number | undefined {
  const ms = durationOf(place, 1);
  return ms === undefined || ms <= MAX_MS ? ms : problem(place, `must be at most ${durationText(MAX_MS)}`);
}
