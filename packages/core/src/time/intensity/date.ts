/** A day: of one year, or of every year that has it. */
export interface CalendarDate {
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
export function midnightOf({ year, month, day }: CalendarDate, of: number): number | undefined {
  if (year !== undefined && year !== of) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(of, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}
