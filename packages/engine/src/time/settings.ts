import type { Zone } from '../model/zone.ts';
import type { Result } from '../model/issue.ts';
import { parseDuration } from './duration.ts';
import type { Arrivals, Rate, Timing } from './timing.ts';

/** The settings of time as a person writes them. All are optional. */
export interface TimeSettings {
  /** Journeys per second, in place of events per second, above 0: for rows that are steps of a journey in time. */
  readonly starts?: number | string;
  /** Time of the first event: an instant, `now` (the default) or a time from now such as `-30d`. */
  readonly from?: string;
  /** End of the event times, exclusive: an instant or a time from now such as `+10m`. Default: none. */
  readonly to?: string;
  /** Event time per wall-clock time: a number, `max` (the default), or a ratio such as `1d/10m`. */
  readonly speed?: number | string;
  /** Whether events may lie ahead of the clock. */
  readonly future?: boolean | string;
  /** How events are placed along the rate. Default: `even` if event times are computed, else `ticks`. */
  readonly arrivals?: Arrivals | 'ticks';
  /** Event times are up to this much earlier: a duration, or a number of seconds. */
  readonly disorder?: number | string;
  /** The shape of the rate: the name of a preset, an object, or its JSON text. */
  readonly rate?: unknown;
  /** The time zone of days, weeks, cron expressions and holidays of the rate: its name, such as `Europe/Berlin`. Default: UTC. */
  readonly zone?: string;
  /** Rate changes to repeat: pairs of an instant and events per second, a rate or `planned`. */
  readonly changes?: unknown;
}

/** The settings, each of any type. */
export type GivenSettings = { readonly [Key in keyof TimeSettings]: unknown };

/** What the times of a stream depend on besides their settings. */
export interface TimeContext {
  /** Events per second, above 0, unless `starts` is set. Infinity: as fast as the destination accepts. */
  readonly eps: number;
  /** Whether rows are steps of a journey in time: their times are always computed. Default: unknown, then `starts` is accepted. */
  readonly isJourney?: boolean;
  /** The instant at which the stream starts. */
  readonly nowMs: number;
  /** The length of the stream in event time, above 0, if it is limited. */
  readonly durationMs?: number;
}

/** Valid settings of time, or all issues with them. */
export type TimeResult = Result<{
  /** Undefined: events take their times from the clock. */
  readonly timing: Timing | undefined;
  /** The shape of the rate of a stream that takes its times from the clock. */
  readonly shape: Rate | undefined;
  /** The time zone; undefined: UTC. */
  readonly zone: Zone | undefined;
  /** Sentences for people about what the settings mean now. */
  readonly notes: readonly string[];
}>;

/** The names of the settings. */
export const TIME_KEYS = [
  'starts',
  'from',
  'to',
  'speed',
  'future',
  'arrivals',
  'disorder',
  'rate',
  'zone',
  'changes',
] as const;

/** Settings that clock times do not have. */
export const TIMED_KEYS = ['starts', 'from', 'to', 'speed', 'future', 'disorder', 'changes'] as const;

/** Whether event times are computed. False: they come from the clock, even if a rate shapes the pace of `ticks`. */
export function isTimed(settings: GivenSettings): boolean {
  if (TIMED_KEYS.some((key) => isSet(key, settings[key]))) return true;
  return settings.arrivals !== 'ticks' && (settings.rate !== undefined || settings.arrivals !== undefined);
}

function isSet(key: (typeof TIMED_KEYS)[number], value: unknown): boolean {
  if (key === 'future') return ![undefined, false, 'false'].some((off) => off === value);
  if (key === 'changes') return value !== undefined && !(Array.isArray(value) && value.length === 0);
  if (key === 'disorder')
    return value !== undefined && value !== 0 && !(typeof value === 'string' && parseDuration(value) === 0);
  return value !== undefined;
}
