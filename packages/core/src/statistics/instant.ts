/** A date, with or without a time and a zone. Times without a zone are read as UTC. */
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

const [SHORTEST, LONGEST] = ['2026-01-01'.length, '2026-01-01T00:00:00.000000000+00:00'.length];
const DASH = 0x2d;

/** Milliseconds since 1970 of a date or time in the form of ISO 8601; undefined for other texts. Less than a millisecond is cut off. */
export function instantOf(text: string): number | undefined {
  // Most texts are none.
  if (text.length < SHORTEST || text.length > LONGEST || text.charCodeAt(4) !== DASH) return undefined;
  const parts = INSTANT.exec(text);
  if (parts === null || !isDate(text.slice(0, SHORTEST))) return undefined;
  const at = (place: number, absent: string): string => parts[place] ?? absent;
  const [fraction, zone] = [at(7, '').slice(0, 3).padEnd(3, '0'), at(8, 'Z')];
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const time = `${at(4, '00')}:${at(5, '00')}:${at(6, '00')}.${fraction}`;
  const ms = Date.parse(`${text.slice(0, SHORTEST)}T${time}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Whether there is such a day. Engines read 30 February as a day of March. */
function isDate(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}
