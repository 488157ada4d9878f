/** A zone at the end of a date, with or without a comment. */
const ZONED =
  /(?:z|\but|utc|gmt|[ecmp][sd]t|:\d\d(?:\.\d+)?\s*(?:(?:utc|gmt)\s*)?[+-]\d\d:?(?:\d\d)?|(?:utc|gmt)[+-]\d{1,4})\s*(?:\([^()]*\))?\s*$/i;
/** ISO 8601 without a time of day, which JavaScript reads as UTC. */
const DAY = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}$/;
/** ISO 8601 with a time of day. */
const ISO_TIME = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}T/;

/**
 * A date in params as milliseconds since 1970; NaN if it is not a date. A date without a zone is UTC: JavaScript would use the
 * machine's zone, and the same seed would produce different rows on different machines.
 */
export function utcMs(given: unknown): number {
  if (typeof given === 'number') return new Date(given).getTime();
  if (typeof given !== 'string') return Number.NaN;
  const text = given.trim();
  if (DAY.test(text) || ZONED.test(text)) return Date.parse(text);
  return Date.parse(ISO_TIME.test(text) ? `${text}Z` : `${text} UTC`);
}

/** Params of faker methods that hold a date. */
const DATES = ['from', 'to', 'refDate'] as const;

/** Arguments with their dates as milliseconds since 1970. Invalid dates stay as they are: faker reports them. */
export const withUtcDates = (args: readonly unknown[]): readonly unknown[] =>
  args.map((arg) => {
    if (typeof arg !== 'object' || arg === null || Array.isArray(arg)) return arg;
    const given = arg as Readonly<Record<string, unknown>>;
    const dates = DATES.filter(
      (name) => typeof given[name] === 'string' && !Number.isNaN(utcMs(given[name])),
    );
    if (dates.length === 0) return arg;
    return { ...given, ...Object.fromEntries(dates.map((name) => [name, utcMs(given[name])])) };
  });
