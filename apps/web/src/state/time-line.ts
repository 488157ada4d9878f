import type { Values } from './config.ts';
import { rateOf, timeOf } from './time.ts';

const ARRIVALS: Readonly<Record<string, string>> = {
  ticks: 'in ticks',
  even: 'evenly spaced',
  jitter: 'evenly spaced with jitter',
  poisson: 'random',
};

const SHAPES: Readonly<Record<string, string>> = { stages: 'stages', bursts: 'bursts', preset: 'preset' };

const PATTERNS = [
  ['day', 'daily pattern'],
  ['week', 'weekly pattern'],
] as const;

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  s: ['second', 'seconds'],
  m: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
};

/** The settings of time in one line: `From 22 October, then live. Random, daily pattern`. */
export function timeLine(values: Values | undefined, nowMs = Date.now()): string {
  const { starts, from = 'now', to, arrivals, speed, rate } = timeOf(values);
  const begin = periodText(from, to, nowMs);
  const details = [
    ...(arrivals === undefined ? [] : [ARRIVALS[arrivals] ?? arrivals]),
    rateText(rate),
    ...(starts === undefined ? [] : [`${starts} journeys a second`]),
    ...(speed === undefined || speed === 'max' ? [] : [`speed ${speed}`]),
  ].join(', ');
  return `${begin}. ${details.charAt(0).toUpperCase()}${details.slice(1)}`;
}

function periodText(from: string, to: string | undefined, nowMs: number): string {
  if (from === 'now') return to === undefined ? 'Starts now' : `From now until ${whenText(to, nowMs)}`;
  const last = lastText(from);
  if (to !== undefined && to !== 'now') return `From ${whenText(from, nowMs)} to ${whenText(to, nowMs)}`;
  const begin = last ?? `From ${whenText(from, nowMs)}`;
  if (to === 'now') return last ?? `${begin} until now`;
  return Date.parse(from) > nowMs ? begin : `${begin}, then live`;
}

/** `The last 30 days`, of `-30d`; undefined for other texts. */
function lastText(from: string): string | undefined {
  const [, count, unit = ''] = /^-(\d+)(d|h|m|s)$/.exec(from) ?? [];
  return count === undefined ? undefined : `The last ${count} ${UNITS[unit]?.[count === '1' ? 0 : 1]}`;
}

/** A date as text, in UTC, with its time unless that is midnight, and its year unless that is the present one. Other texts stay. */
export function whenText(text: string, nowMs: number): string {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return text;
  // Without an offset, an instant is in UTC.
  const isDated = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text.slice('2026-11-20'.length));
  const ms = Date.parse(`${text.replace(' ', 'T')}${isDated || text.length === 10 ? '' : 'Z'}`);
  return Number.isNaN(ms) ? text : instantWords(ms, nowMs);
}

/** An instant as text, in UTC: `22 October`, `22 October 2024, 14:30`. */
export function instantWords(ms: number, nowMs: number): string {
  const isThisYear = new Date(ms).getUTCFullYear() === new Date(nowMs).getUTCFullYear();
  const isMidnight = ms % 86_400_000 === 0;
  return new Date(ms).toLocaleString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
    ...(!isMidnight && { hour: '2-digit', minute: '2-digit' }),
  });
}

function rateText(text: string | undefined): string {
  if (text === undefined) return 'constant rate';
  const rate = rateOf(text);
  if (typeof rate === 'string') return rate.startsWith('{') ? 'custom rate' : rate;
  const names = Object.keys(rate ?? {});
  if (names.every((name) => ['day', 'week', 'calendar', 'offset'].includes(name)))
    return PATTERNS.find(([part]) => names.includes(part))?.[1] ?? 'holidays';
  const [kind = '', ...more] = names.filter((name) => name !== 'offset');
  return (more.length === 0 && SHAPES[kind]) || 'custom rate';
}
