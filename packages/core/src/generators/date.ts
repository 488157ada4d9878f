import { family } from './family.ts';
import { date, num, options, required } from './params.ts';

const ends = { from: date('Earliest date'), to: date('Latest date') };
const days = options({
  days: num('Within how many days. Default 1'),
  refDate: date("Default: the event's time"),
});
const years = options({
  years: num('Within how many years. Default 1'),
  refDate: date("Default: the event's time"),
});

/** Types of faker's `date` module. Dates are written as ISO 8601 in UTC. */
export const dateTypes = family('date', (faker) => faker.date, {
  anytime: { summary: "A date within a year of the event's time", usesTime: true },
  between: {
    summary: 'A date between two dates',
    params: required(ends),
    example: { from: '2025-01-01', to: '2025-12-31' },
  },
  betweens: {
    summary: 'Dates between two dates, in order',
    params: required({ ...ends, count: num('How many. Default 3') }),
    example: { from: '2025-01-01', to: '2025-12-31', count: 3 },
    maxSize: 10_000,
  },
  birthdate: { summary: 'A date of birth, of an adult unless asked otherwise', usesTime: true },
  future: { summary: 'A date within the next year', params: years, usesTime: true },
  month: "A month's name",
  past: { summary: 'A date within the last year', params: years, usesTime: true },
  recent: { summary: 'A date within the last day', params: days, usesTime: true },
  soon: { summary: 'A date within the next day', params: days, usesTime: true },
  timeZone: 'An IANA time zone',
  weekday: "A weekday's name",
});
