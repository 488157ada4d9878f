import { listOf } from '../../model/kind.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import {
  instantNear,
  instantWithin,
  type Reach,
  type Span,
  type SpanAt,
  spans,
} from '../kernels/time/instant.ts';
import type { Scope } from '../scope.ts';
import { type Declared, family } from './family.ts';
import { choice, date, flag, num, options, required, size, utcMs } from './params.ts';

const ends = { from: date('Earliest date'), to: date('Latest date') };
const refDate = date('Reference date. Default: the event time');
const form = {
  abbreviated: flag('Abbreviate. Default false'),
  context: flag('Use the form for a full date. No difference in English'),
};
const days = options({
  days: size('Maximum distance in days. Default 1'),
  refDate,
});
const years = options({
  years: size('Maximum distance in years. Default 1'),
  refDate,
});

const FULL = 24;
/** Calendar arithmetic must work at any time of day, so only whole units qualify. Faker handles all others. */
const isReach = ({ min, max }: Reach): boolean =>
  Number.isInteger(min) && Number.isInteger(max) && max > 0 && min < max;

/** Event times between which every span must have dates: a distance of 300,000 years has none. */
const TIMES = [0, Date.UTC(2100, 0, 1)];

/** A date within a span around `refDate`, which defaults to the event time. Faker refuses a span that has no dates. */
function around(spanAt: SpanAt, refDate: unknown, scope: Scope): Cell | undefined {
  if (refDate === undefined)
    return TIMES.every((ms) => hasDates(spanAt(ms))) ? instantNear(spanAt, FULL, scope) : undefined;
  const span = spanAt(utcMs(refDate));
  return hasDates(span) ? instantWithin(span, FULL, scope) : undefined;
}

/** Whether a span has dates: those that no `Date` can be are NaN. */
const hasDates = ({ low, high }: Span): boolean => low <= high;

/** A date at a distance in days or years. */
const reaching = (
  summary: string,
  unit: 'days' | 'years',
  params: NonNullable<Declared['params']>,
  spanOf: (reach: Reach) => SpanAt,
): Declared => ({
  summary,
  kind: { is: 'instant' },
  params,
  usesTime: true,
  kernel([given = {}], scope) {
    const { [unit]: reach = 1, refDate } = given as Readonly<Record<string, unknown>>;
    const ranged = typeof reach === 'number' ? { min: 0, max: reach } : (reach as Reach);
    return isReach(ranged) ? around(spanOf(ranged), refDate, scope) : undefined;
  },
});

/** Types of faker's `date` module. Dates are written as ISO 8601 in UTC. */
export const dateTypes = family('date', (faker) => faker.date, {
  anytime: {
    summary: 'A date within a year of the event time',
    kind: { is: 'instant' },
    takes: options({ refDate }),
    usesTime: true,
    kernel: ([given = {}], scope) => around(spans.anytime(), (given as { refDate?: unknown }).refDate, scope),
  },
  between: {
    summary: 'A date between two dates',
    kind: { is: 'instant' },
    params: required(ends),
    example: { from: '2025-01-01', to: '2025-12-31' },
    kernel([given = {}], scope) {
      const { from, to } = given as { from?: unknown; to?: unknown };
      const span = { low: utcMs(from), high: utcMs(to) };
      return span.low <= span.high ? instantWithin(span, FULL, scope) : undefined;
    },
  },
  betweens: {
    summary: 'Several dates between two dates, in order',
    kind: listOf({ is: 'instant' }),
    params: required({ ...ends, count: size('Number of dates. Default 3') }),
    example: { from: '2025-01-01', to: '2025-12-31', count: 3 },
    maxSize: 10_000,
  },
  birthdate: {
    summary: 'A date of birth, at ages 18 to 80 by default',
    kind: { is: 'instant' },
    takes: options({
      mode: choice(['age', 'year'], 'Meaning of min and max: age (default) or year'),
      min: num('Minimum age or year. Default 18'),
      max: num('Maximum age or year. Default 80'),
      refDate,
    }),
    usesTime: true,
    kernel([given = {}], scope) {
      const { mode = 'age', min = 18, max = 80, refDate } = given as Readonly<Record<string, unknown>>;
      const ages = { min, max } as Reach;
      const usual = mode === 'age' && Number.isInteger(min) && Number.isInteger(max) && ages.max >= ages.min;
      return usual ? around(spans.age(ages), refDate, scope) : undefined;
    },
  },
  future: reaching('A date within the next year', 'years', years, spans.future),
  month: { summary: 'A month name', takes: options(form) },
  past: reaching('A date within the last year', 'years', years, spans.past),
  recent: reaching('A date within the last day', 'days', days, spans.recent),
  soon: reaching('A date within the next day', 'days', days, spans.soon),
  timeZone: 'An IANA time zone',
  weekday: { summary: 'A weekday name', takes: options(form) },
});
