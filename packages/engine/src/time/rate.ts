import type { Zone } from '../model/zone.ts';
import type { Issue, Result } from '../model/issue.ts';
import { suggestion } from '../model/suggestion.ts';
import {
  changesPerHour,
  MAX_CHANGES_PER_HOUR,
  MAX_CYCLES,
  MAX_FACTOR,
  MAX_HOLIDAYS,
  MAX_POINTS,
  MAX_RATE,
  MIN_PERIOD_MS,
  NEVER,
  overlaps,
  peakOf,
} from './bounds.ts';
import { readOffset } from './instant.ts';
import { ofCalendar } from './intensity/calendar.ts';
import {
  durationOf,
  elementsOf,
  issue,
  membersOf,
  numberOf,
  placeAt,
  textOf,
  type TimeSetting,
  valueOf,
} from './place.ts';
import { PRESETS } from './presets.ts';
import { burstOf, holidayOf, stagesOf } from './rate-parts.ts';
import type { Rate } from './timing.ts';

const DAY_EXAMPLE = '{"low": 0.1, "high": 1.9, "top": "14:00"}';

/** Factors of a day: at least 24 numbers, or a sine. */
function dayOf(place: TimeSetting): Rate['day'] | undefined {
  if (Array.isArray(place.value)) {
    const numbers = elementsOf(place, { least: 24, most: MAX_POINTS, noun: 'numbers' });
    return numbers === undefined ? undefined : factorsOf(place, numbers);
  }
  if (typeof place.value !== 'object' || place.value === null)
    return issue(place, `must be a list of at least 24 numbers, or an object such as ${DAY_EXAMPLE}`);
  const members = membersOf(place, ['low', 'high', 'top'], DAY_EXAMPLE);
  if (members === undefined) return undefined;
  const range = rangeOf(place, members);
  const topMs =
    members.top === undefined
      ? issue(place, 'must have top, the time of day with the highest rate, such as "14:00"')
      : timeOfDayOf(members.top);
  return range === undefined || topMs === undefined ? undefined : { ...range, topMs };
}

/** The time of day in milliseconds: `14:00`, `14:00:30.5`. */
function timeOfDayOf(place: TimeSetting): number | undefined {
  const [, hours, minutes, seconds = '0'] =
    /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d{1,3})?))?$/.exec(textOf(place)) ?? [];
  return hours === undefined
    ? issue(place, 'must be a time of day from "00:00" to "23:59"')
    : (Number(hours) * 60 + Number(minutes)) * 60_000 + Math.round(Number(seconds) * 1000);
}

const WEEK = '7 numbers, Monday first, 7 lists of 24 numbers, or 168 numbers';

/** Factors of a week: 7 or 168 numbers. */
function weekOf(place: TimeSetting): readonly number[] | undefined {
  const days = elementsOf(place, { most: 168, noun: WEEK });
  if (days === undefined) return undefined;
  if (days.length !== 7 && (days.length !== 168 || days.some(Array.isArray)))
    return issue(place, `must have ${WEEK}, not ${days.length}`);
  if (!days.some(Array.isArray)) return factorsOf(place, days);
  const before = place.issues.length;
  const hours = days.flatMap((day, index) => hoursOf(placeAt(place, day, index, `Day ${index + 1} of week`)));
  return place.issues.length > before ? undefined : positive(place, hours);
}

function hoursOf(place: TimeSetting): readonly number[] {
  const { value } = place;
  if (!Array.isArray(value) || value.length !== 24)
    return issue(place, 'must be a list of 24 numbers, one for each hour') ?? [];
  return numbersOf(place, value) ?? [];
}

/** Waves: sines that multiply the rate. */
function waveOf(place: TimeSetting): NonNullable<Rate['waves']>[number] | undefined {
  const members = membersOf(place, ['period', 'low', 'high'], '{"period": "20m", "low": 0.5, "high": 1.5}');
  if (members === undefined) return undefined;
  const periodMs =
    members.period === undefined
      ? issue(place, 'must have period, such as "20m"')
      : durationOf(members.period, MIN_PERIOD_MS);
  const range = rangeOf(place, members);
  return periodMs === undefined || range === undefined ? undefined : { periodMs, ...range };
}

function rangeOf(
  place: TimeSetting,
  members: { readonly low?: TimeSetting; readonly high?: TimeSetting },
): { low: number; high: number } | undefined {
  const { low: lowPlace, high: highPlace } = members;
  const low =
    lowPlace === undefined
      ? issue(place, 'must have low, the lowest factor, such as 0.5')
      : numberOf(lowPlace, 0, MAX_FACTOR);
  const high =
    highPlace === undefined
      ? issue(place, 'must have high, the highest factor, such as 1.5')
      : numberOf(highPlace, 0, MAX_FACTOR);
  if (low === undefined || high === undefined || highPlace === undefined) return undefined;
  if (low > high) return issue(highPlace, 'must be at least low');
  return high > 0 ? { low, high } : issue(highPlace, `must be above 0: ${NEVER}`);
}

/** The offset of day and week, in place of a zone. */
const offsetOf = (place: TimeSetting, zone: Zone | undefined): number | undefined =>
  zone !== undefined
    ? issue(place, 'must not be combined with zone. Remove one of them')
    : valueOf(place, readOffset(typeof place.value === 'string' ? place.value.trim() : ''));

/** Factors, at least one of them above 0. */
function factorsOf(place: TimeSetting, values: readonly unknown[]): readonly number[] | undefined {
  const numbers = numbersOf(place, values);
  return numbers === undefined ? undefined : positive(place, numbers);
}

const positive = (place: TimeSetting, factors: readonly number[]): readonly number[] | undefined =>
  factors.some((factor) => factor > 0) ? factors : issue(place, `must have a number above 0: ${NEVER}`);

function numbersOf(place: TimeSetting, values: readonly unknown[]): readonly number[] | undefined {
  const name = place.name.toLowerCase();
  const numbers = values.map((each, index) =>
    numberOf(placeAt(place, each, index, `Number ${index + 1} of ${name}`), 0, MAX_FACTOR),
  );
  return numbers.every((each) => each !== undefined) ? numbers : undefined;
}

const KEYS = ['preset', 'stages', 'day', 'week', 'waves', 'bursts', 'calendar', 'offset'] as const;

type Members = { readonly [Key in (typeof KEYS)[number]]?: TimeSetting };

const EXAMPLE = '{"week": [1, 1, 1, 1, 1, 0.3, 0.3]}';

/** Where a rate is used. */
export interface RateOptions {
  /** Whether it may have stages, which replace a stream's events per second. Default: true. */
  readonly allowStages?: boolean;
  /** Events per second of the stream, which the stages of presets multiply and the maximum rate takes into account. Default: 1. */
  readonly eps?: number;
  /** The time zone, in place of an offset. */
  readonly zone?: Zone | undefined;
}

/** A valid rate, or all issues with it. */
export type RateResult = Result<{ readonly rate: Rate }>;

/** Reads a rate: a preset's name, or an object or its JSON text. Never throws. */
export function parseRate(value: unknown, options: RateOptions = {}): RateResult {
  const issues: Issue[] = [];
  const rate = rateOf({ value, path: [], name: 'rate', issues }, options);
  return rate === undefined || issues.length > 0 ? { ok: false, issues } : { ok: true, rate };
}

/** Reads a rate at its place. */
export function rateOf(place: TimeSetting, options: RateOptions): Rate | undefined {
  const text = typeof place.value === 'string' ? place.value.trim() : undefined;
  if (text === undefined) return shapeOf(place, options);
  if (!text.startsWith('{')) return shapeOf({ ...place, value: { preset: text } }, options, true);
  try {
    const value: unknown = JSON.parse(text);
    return shapeOf({ ...place, value }, options);
  } catch (error) {
    return issue(
      place,
      `must be JSON such as ${EXAMPLE}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function shapeOf(
  place: TimeSetting,
  { allowStages = true, eps = 1, zone }: RateOptions,
  isName = false,
): Rate | undefined {
  const before = place.issues.length;
  const members = membersOf(place, KEYS, EXAMPLE);
  if (members === undefined) return undefined;
  const { preset } = members;
  const base = preset === undefined ? {} : presetOf(isName ? { ...place, value: preset.value } : preset, eps);
  const rate = partsOf({ ...base, ...ownParts(members, zone) }, hasEffect);
  if (place.issues.length > before) return undefined;
  if (!allowStages && rate.stages !== undefined)
    return issue(
      members.stages ?? place,
      'must not have stages here. Use day, week, waves, bursts or calendar',
    );
  return withinBounds(place, rate, eps) ? rate : undefined;
}

/** The parts that an object itself has. */
function ownParts(
  { stages, day, week, waves, bursts, calendar, offset }: Members,
  zone: Zone | undefined,
): Rate {
  return partsOf(
    {
      stages: stages && stagesOf(stages),
      day: day && dayOf(day),
      week: week && weekOf(week),
      waves: waves && listOf(waves, 'Wave', waveOf),
      bursts: bursts && listOf(bursts, 'Burst', burstOf),
      calendar: calendar && listOf(calendar, 'Holiday', holidayOf, MAX_HOLIDAYS),
      offsetMs: offset && offsetOf(offset, zone),
    },
    (part) => part !== undefined,
  );
}

/** Whether a part of a rate changes it. */
const hasEffect = (part: unknown): boolean => part !== 0 && !(Array.isArray(part) && part.length === 0);

const partsOf = (
  parts: { readonly [Key in keyof Rate]: Rate[Key] | undefined },
  keeps: (part: unknown) => boolean,
): Rate => Object.fromEntries(Object.entries(parts).filter(([, part]) => keeps(part)));

function listOf<Part>(
  place: TimeSetting,
  name: string,
  partOf: (element: TimeSetting) => Part | undefined,
  most = MAX_CYCLES,
): readonly Part[] | undefined {
  const elements = elementsOf(place, { most, noun: `${name.toLowerCase()}s` });
  const parts = elements?.map((each, index) => partOf(placeAt(place, each, index, `${name} ${index + 1}`)));
  return parts?.every((part) => part !== undefined) === true ? parts : undefined;
}

/** The rate of a preset, whose stages multiply the events per second. */
function presetOf(place: TimeSetting, eps: number): Rate | undefined {
  const { value } = place;
  const name =
    typeof value === 'string'
      ? value
          .trim()
          .toLowerCase()
          .replaceAll(/[-_\s]+/g, ' ')
      : '';
  const rate = PRESETS.find((preset) => preset.name === name)?.rate;
  if (rate === undefined) return unknownPreset(place, name);
  if (rate.stages === undefined) return rate;
  return { ...rate, stages: rate.stages.map(([afterMs, factor]) => [afterMs, factor * eps]) };
}

function unknownPreset(place: TimeSetting, name: string): undefined {
  const names = PRESETS.map((preset) => preset.name);
  const list = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  const meant = name === '' ? undefined : suggestion(name, names);
  const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;
  const json = place.name === 'preset' ? '' : `, or JSON such as ${EXAMPLE}`;
  return issue(place, `must be ${list}${json}${hint}`);
}

function withinBounds(place: TimeSetting, rate: Rate, eps: number): boolean {
  const peak = peakOf(rate, eps);
  if (!(peak <= MAX_RATE)) {
    const events = Number.isFinite(peak) ? `${Math.ceil(peak).toLocaleString('en')} events/s` : 'infinite';
    issue(
      place,
      `must stay at or below 1,000,000,000 events/s, but its peak is ${events}. Use a lower rate or lower factors`,
    );
    return false;
  }
  if (!overlaps(rate)) {
    issue(place, `must have an hour in which day and week are both above 0: ${NEVER}`);
    return false;
  }
  if (ofCalendar(rate.calendar ?? []).zeroFromMs < Infinity) {
    issue(place, `must have a time of the year that calendar leaves open: ${NEVER}`);
    return false;
  }
  if (changesPerHour(rate) <= MAX_CHANGES_PER_HOUR) return true;
  issue(place, 'must change fewer than 400,000 times an hour. Use longer periods, or fewer waves and bursts');
  return false;
}
