import type { Issue, parseTime, TimeSettings } from '@catbird/engine';
import type { Config, Values } from './config.ts';

/** The settings of time, by their names in the form and in the link. `rate` is JSON or the name of a preset. */
export const TIME_NAMES = [
  'starts',
  'from',
  'to',
  'speed',
  'future',
  'arrivals',
  'disorder',
  'rate',
] as const;

/** A list of a rate has at most this many numbers, so that a link can hold it. */
const MOST_POINTS = 200;

/** The settings that are not empty, without other names. */
export const timeOf = (values: Values = {}): Values =>
  Object.fromEntries(
    TIME_NAMES.flatMap((name) => {
      const text = values[name]?.trim() ?? '';
      return text === '' || (name === 'future' && text === 'false') ? [] : [[name, text] as const];
    }),
  );

/** The settings for `parseTime`, as typed; undefined if there are none. */
export function timeSettings(values: Values | undefined): TimeSettings | undefined {
  const given = timeOf(values);
  return Object.keys(given).length === 0 ? undefined : given;
}

/** What reads settings of time, once it has loaded. Most links have none, and the page opens sooner without it. */
const loaded: { parse?: typeof parseTime } = {};

/** Loads what `checkTime` and `checkForm` read settings of time with. Called before any can be in the form. */
export async function loadTime(): Promise<void> {
  loaded.parse ??= (await import('./time-parser.ts')).parseTime;
}

/** The issues of the settings, each at its place: `from`, `rate.stages.3.0`. Instants such as `-30d` count from now. Throws if there are settings before `loadTime`. */
export function checkTime(values: Values | undefined, eps: number, nowMs = Date.now()): readonly Issue[] {
  const settings = timeSettings(values);
  if (settings === undefined) return [];
  if (loaded.parse === undefined) throw new Error('What reads settings of time has not been loaded');
  const parsed = loaded.parse(settings, { eps: eps > 0 && eps < Infinity ? eps : 1, nowMs });
  const issues = parsed.ok ? [] : parsed.issues;
  if (longestList(rateOf(values?.['rate'])) <= MOST_POINTS) return issues;
  const isOfRate = ({ path }: Issue): boolean => path?.length === 1 && path[0] === 'rate';
  const message = `rate must have at most ${MOST_POINTS} points`;
  return [...issues.filter((issue) => !isOfRate(issue)), { path: ['rate'], message }];
}

/** Changes with all that event times follow from; empty if they are the clock's. */
export const timeKey = (config: Config | undefined): string =>
  config?.time === undefined ? '' : JSON.stringify([config.time, config.eps]);

/** Whether an error belongs to a setting of time. */
export const isTimeError = (name: string): boolean =>
  TIME_NAMES.some((each) => name === each || name.startsWith(`${each}.`));

/** A rate's JSON; a text that is none stays as it is. */
export function rateOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    // A preset's name; else the check says what is wrong.
    return text;
  }
}

function longestList(rate: unknown): number {
  if (typeof rate !== 'object' || rate === null) return 0;
  const parts: readonly unknown[] = Object.values(rate);
  return parts.reduce<number>(
    (most, part) => Math.max(most, longestList(part)),
    Array.isArray(rate) ? parts.length : 0,
  );
}
