import { readInstant, jsonOrText } from '@catbird/engine';
import { RETRY_DEFAULTS, type RunOptions } from '@catbird/send';
import type { Values } from './config.ts';
import { optionsOf } from './options.ts';
import { seconds, settingsIn, STREAM_SETTINGS, type SettingGroup } from './stream-settings.ts';

/** The label of what is chosen, or of the default. */
const chosenLabel = (name: string, value?: string): string => {
  const control = STREAM_SETTINGS.find((setting) => setting.name === name)?.control;
  const choices = control?.kind === 'choice' ? control.choices : [];
  return (choices.find(([each]) => each === value) ?? choices[0])?.[1] ?? '';
};

/** What is set of a group of options, or what holds by default. */
interface Part {
  readonly text: string;
  readonly isSet: boolean;
}

/** The options in a line: faults, times with the number of events, and what follows failures. */
export function optionsLine(options: Values = {}, events?: string): readonly Part[] {
  const isSet = (group: SettingGroup): boolean => Object.keys(optionsOf(options, [group])).length > 0;
  const time = [timeLine(options), ...(events === undefined ? [] : [events])].join(', ');
  return [
    isSet('faults')
      ? { text: faultsLine(options), isSet: true }
      : { text: 'None late or duplicate', isSet: false },
    isSet('time') ? { text: time, isSet: true } : { text: 'starts now', isSet: false },
    isSet('delivery')
      ? { text: deliveryLine(options), isSet: true }
      : { text: `retries for ${seconds(RETRY_DEFAULTS.windowMs)}, then stops`, isSet: false },
  ];
}

/** What follows failures: `Stop if events are rejected, catch up later, keep trying for 30 s`. */
const deliveryLine = (options: Values): string =>
  settingsIn('delivery')
    .map(({ name }) => {
      const label = chosenLabel(name, options[name]);
      return name === 'onFailure' ? `${label} if events are rejected` : label.toLowerCase();
    })
    .join(', ');

/** The faults that are set: `2 % duplicates, 5 % late`. */
const faultsLine = (options: Values): string =>
  settingsIn('faults')
    .flatMap(({ name, label }) => {
      const [what = '', unit = ''] = label.toLowerCase().split(', ');
      const value = optionsOf(options)[name];
      return value === undefined ? [] : [`${value} ${unit} ${what}`];
    })
    .join(', ');

/** What the settings are called in hints: how to keep going after failures, in the form's own labels. */
export const optionNames = (): NonNullable<RunOptions['optionNames']> => ({
  retryFor: `the retry limit of ${seconds(RETRY_DEFAULTS.windowMs)}`,
  continueOnFailure: `choose “${chosenLabel('onFailure', 'continue')}” for “${settingsIn('delivery')[0]?.label}” in the settings`,
});

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
export function timeLine(values: Values = {}, nowMs = Date.now()): string {
  const { starts, from = 'now', to, arrivals, speed, rate } = values;
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
  const found = readInstant(text, nowMs);
  return found.ok ? instantWords(found.value, nowMs) : text;
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
  const rate = jsonOrText(text);
  if (typeof rate === 'string') return rate.startsWith('{') ? 'custom rate' : rate;
  const names = Object.keys(rate ?? {});
  if (names.every((name) => ['day', 'week', 'calendar', 'offset'].includes(name)))
    return PATTERNS.find(([part]) => names.includes(part))?.[1] ?? 'holidays';
  const [kind = '', ...more] = names.filter((name) => name !== 'offset');
  return (more.length === 0 && SHAPES[kind]) || 'custom rate';
}
