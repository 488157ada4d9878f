import type { Holiday } from '../timing.ts';
import { lastWhere, level, type Factor, type Stretch } from './stretch.ts';

/** A day: of one year, or of every year that has it. */
interface CalendarDate {
  /** Absent: every year. */
  readonly year?: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** A year with a 29 February, to check dates of every year. */
const LEAP_YEAR = 2000;

/** The form of a date: `2026-12-24`, or `12-24` for every year. */
export const DATE = /^(?:(\d{4})-)?(\d\d)-(\d\d)$/;

/** Reads a date. Undefined if there is no such day; 29 February is a day of leap years. */
export function readDate(text: string): CalendarDate | undefined {
  const [found, year, month, day] = DATE.exec(text) ?? [];
  if (found === undefined) return undefined;
  const date = { month: Number(month), day: Number(day), ...(year !== undefined && { year: Number(year) }) };
  return midnightOf(date, date.year ?? LEAP_YEAR) === undefined ? undefined : date;
}

/** The beginning of a day in a year, in UTC; undefined if that year does not have it. */
function midnightOf({ year, month, day }: CalendarDate, of: number): number | undefined {
  if (year !== undefined && year !== of) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(of, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** Years after which dates of every year repeat, but for the turn of some centuries. */
const LEAP_CYCLE = 4;

type Parsed = Pick<Holiday, 'forMs' | 'times'> & { readonly date: CalendarDate };

/**
 * The factors of holidays, and 1 on other days. Where several hold, the last of the list counts. Stretches are cut at the turn of the
 * year, because the next holiday may be years away.
 */
export function ofCalendar(holidays: readonly Holiday[]): Factor {
  const dates = holidays.flatMap(({ on, forMs, times }): readonly Parsed[] => {
    const date = readDate(on);
    return date === undefined ? [] : [{ date, forMs, times }];
  });
  let [startMs, endMs] = [NaN, NaN];
  let stretches: readonly Stretch[] = [];
  return {
    at(ms) {
      if (!(ms >= startMs && ms < endMs)) {
        const year = new Date(ms).getUTCFullYear();
        [startMs, endMs] = [newYear(year), newYear(year + 1)];
        stretches = stretchesIn(year, dates);
      }
      return stretches[lastWhere(stretches, (stretch) => stretch.startMs <= ms)];
    },
    spacingMs: YEAR_MS / (2 * dates.length + 1),
    zeroFromMs: closedFrom(dates),
  };
}

const newYear = (year: number): number => midnightOf({ month: 1, day: 1 }, year) ?? NaN;

/** The stretches of a year, between the edges of its holidays. */
function stretchesIn(year: number, dates: readonly Parsed[]): Stretch[] {
  const [fromMs, toMs] = [newYear(year), newYear(year + 1)];
  const spans = dates.flatMap(({ date, forMs, times }) =>
    [year - 1, year].flatMap((each) => {
      const ms = midnightOf(date, each);
      if (ms === undefined) return [];
      const [startMs, endMs] = [Math.max(fromMs, ms), Math.min(toMs, ms + forMs)];
      return startMs < endMs ? [{ startMs, endMs, times }] : [];
    }),
  );
  const edges = [...new Set([fromMs, ...spans.flatMap(({ startMs, endMs }) => [startMs, endMs]), toMs])].sort(
    (a, b) => a - b,
  );
  const places = new Map(edges.map((ms, n) => [ms, n]));
  const values = edges.slice(1).map(() => 1);
  for (const { startMs, endMs, times } of spans) values.fill(times, places.get(startMs), places.get(endMs));
  return values.map((value, n) => level(edges[n], edges[n + 1], value));
}

/** The instant from which the holidays leave no time; Infinity if they always leave some. */
function closedFrom(dates: readonly Parsed[]): number {
  const closing = dates.filter(({ date, times }) => date.year === undefined && times === 0);
  if (closing.reduce((sum, { forMs }) => sum + forMs, 0) < YEAR_MS) return Infinity;
  const last = dates.reduce((last, { date }) => Math.max(last, date.year ?? 0), 1970);
  const years = Array.from({ length: LEAP_CYCLE }, (_, n) => last + 2 + n);
  const isClosed = years.every((year) => stretchesIn(year, dates).every(({ atStart }) => atStart === 0));
  return isClosed ? newYear(last + 2) : Infinity;
}
