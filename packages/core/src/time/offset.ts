import { read, unread, type Reading } from './reading.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Why zone names are rejected, for messages. */
export const NO_ZONE_NAMES = 'Zone names are not supported, because their rules differ between machines';

/** Milliseconds that a clock is ahead of UTC: `+01:00`, `-0330`, `+01` or `Z`. */
export function readOffset(text: string): Reading<number> {
  if (/^z$/i.test(text)) return read(0);
  const [, sign, hours = '', minutes = '00'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(text) ?? [];
  if (sign === undefined) {
    const expected = 'must be a fixed offset such as +01:00, or Z';
    return unread(/[a-z]{2}/i.test(text) ? `${expected}. ${NO_ZONE_NAMES}` : expected);
  }
  if (Number(hours) > 23 || Number(minutes) > 59) return unread('must be an offset from -23:59 to +23:59');
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return read(sign === '-' && ms > 0 ? -ms : ms);
}

/** An offset in whole minutes as {@link readOffset} reads it: `+01:00`. */
export function offsetText(ms: number): string {
  const minutes = Math.abs(ms) / MINUTE_MS;
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
