/** A zone at the end of a date, with or without a comment. */
const ZONED =
  /(?:z|\but|utc|gmt|[ecmp][sd]t|:\d\d(?:\.\d+)?\s*(?:(?:utc|gmt)\s*)?[+-]\d\d:?(?:\d\d)?|(?:utc|gmt)[+-]\d{1,4})\s*(?:\([^()]*\))?\s*$/i;
/** A form of ISO 8601 without a time of day: JavaScript takes it for UTC. */
const DAY = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}$/;
/** A form of ISO 8601 with a time of day. */
const ISO_TIME = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}T/;

/**
 * Milliseconds since 1970 of a date in params; NaN when it is none. Without a zone UTC is meant: JavaScript would take the
 * machine's zone, and the rows of a seed would differ from machine to machine.
 */
export function utcMs(given: unknown): number {
  if (typeof given === 'number') return new Date(given).getTime();
  if (typeof given !== 'string') return Number.NaN;
  const text = given.trim();
  if (DAY.test(text) || ZONED.test(text)) return Date.parse(text);
  return Date.parse(ISO_TIME.test(text) ? `${text}Z` : `${text} UTC`);
}

/** The params of faker's methods that are dates. */
const DATES = ['from', 'to', 'refDate'] as const;

/** Arguments with their dates as milliseconds since 1970. What is no date stays, for faker to say so. */
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
