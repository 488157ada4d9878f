import { invalid } from '../model/issue.ts';
import { parseDuration, read, type Reading } from './duration.ts';

const LEAST = 1e-6;
const MOST = 1e9;

/** Event time per wall-clock time: a number from 0.000001 to 1,000,000,000, `max`, or a ratio of durations such as `1d/10m`. */
export function readSpeed(text: string): Reading<number | 'max'> {
  const given = text.trim();
  if (given === 'max') return read(given);
  const speed = ratio(given);
  if (speed === undefined) {
    const [, number] = /^(\d+(?:\.\d+)?) ?[x×]$/.exec(given) ?? [];
    return invalid(
      number === undefined
        ? 'must be a number above 0, max, or a ratio of durations such as 1d/10m'
        : `must be a number: write ${number} instead of ${given}`,
    );
  }
  if (!(speed > 0)) return invalid('must be above 0. To stop the stream for a while, pause it');
  return speed >= LEAST && speed <= MOST ? read(speed) : invalid('must be from 0.000001 to 1,000,000,000');
}

function ratio(text: string): number | undefined {
  const [first = '', second, ...more] = text.split('/');
  if (second === undefined) return text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);
  const [eventMs, wallMs] = [parseDuration(first.trim()), parseDuration(second.trim())];
  return more.length > 0 || eventMs === undefined || wallMs === undefined ? undefined : eventMs / wallMs;
}
