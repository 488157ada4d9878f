import { findZone, nearestZone } from '../data/zones.ts';
import { type Issue, invalid } from '../model/issue.ts';
import { suggestion } from '../model/suggestion.ts';
import type { Zone } from '../model/zone.ts';
import { MAX_RATE } from './bounds.ts';
import { changesOf } from './changes.ts';
import { instantText, readInstant } from './instant.ts';
import { durationOf, membersOf, issue, textOf, valueOf, type TimeSetting } from './place.ts';
import { rateOf } from './rate.ts';
import {
  isTimed,
  TIME_KEYS,
  TIMED_KEYS,
  type GivenSettings,
  type TimeContext,
  type TimeResult,
} from './settings.ts';
import { ARRIVALS, END_MS, type Arrivals, type Timing } from './timing.ts';
import { parseDuration, read, type Reading } from './duration.ts';

type Members = { readonly [Key in (typeof TIME_KEYS)[number]]?: TimeSetting };

type Valid = Extract<TimeResult, { ok: true }>;

/**
 * Reads the settings of time. Instants relative to now are resolved, to a whole second.
 *
 * @returns what gives each row its time, or all issues with the settings
 * @throws Error if there is a zone and `loadZones` was not called before; nothing else
 */
export function parseTime(settings: GivenSettings, context: TimeContext): TimeResult {
  const issues: Issue[] = [];
  const root: TimeSetting = { value: settings, path: [], name: 'The settings of time', issues };
  const members = membersOf(root, TIME_KEYS, '{"from": "-30d"}');
  if (members === undefined) return { ok: false, issues };
  const isComputed = isTimed(settings) || context.isJourney === true;
  const isClocked = !isComputed || settings.arrivals === 'ticks';
  const zone = members.zone && zoneOf(members.zone);
  const result = isClocked
    ? clocked(root, settings, members, { ...context, zone })
    : timed(root, members, { ...context, zone });
  return result === undefined || issues.length > 0 ? { ok: false, issues } : result;
}

/** The context, and the zone of the settings. */
type Zoned = TimeContext & { readonly zone: Zone | undefined };

function zoneOf(place: TimeSetting): Zone | undefined {
  const name = textOf(place).trim();
  const zone = findZone(name);
  if (zone !== undefined) return zone;
  const meant = name === '' ? undefined : nearestZone(name);
  const hint = meant === undefined ? ', such as Europe/Berlin' : `. Did you mean ${meant}?`;
  return issue(place, `must be the name of a time zone${hint}`);
}

/** A stream whose events take their times from the clock. */
function clocked(
  root: TimeSetting,
  settings: GivenSettings,
  members: Members,
  context: Zoned,
): Valid | undefined {
  const others = isTimed(settings) ? TIMED_KEYS.filter((key) => members[key] !== undefined) : [];
  if (members.arrivals !== undefined && others.length > 0)
    return issue(
      members.arrivals,
      `must not be ticks with ${others.join(', ')}: ticks take their times from the clock. Use even, jitter or poisson`,
    );
  if (members.arrivals !== undefined && context.isJourney === true)
    return issue(
      members.arrivals,
      'must not be ticks: the steps of a journey have computed times. Use even, jitter or poisson',
    );
  const { zone } = context;
  const shape = members.rate && rateOf(members.rate, { eps: finite(context.eps), zone });
  if (shape !== undefined) checkEps(root, context.eps, false);
  return { ok: true, timing: undefined, shape, zone, notes: [] };
}

/** A stream whose event times are computed. All settings are read even if one is not valid, to report all problems. */
function timed(root: TimeSetting, members: Members, context: Zoned): Valid | undefined {
  const { nowMs, zone } = context;
  const counted = countedOf(root, members, context);
  const { eps } = counted;
  if (Number.isNaN(context.durationMs))
    issue({ ...root, path: ['duration'], name: 'duration' }, 'must be longer than 0');
  const parts = plainParts(members);
  const rate = members.rate === undefined ? {} : rateOf(members.rate, { eps, zone });
  const fromMs = fromOf(members.from, nowMs, parts?.future ?? true);
  const toMs = toOf(members, fromMs, context);
  const changes = changesOf(members.changes, { nowMs, fromMs, toMs, rate, zone, ...counted });
  if (parts === undefined || rate === undefined || fromMs === undefined || toMs === undefined)
    return undefined;
  const ended = endedByStages({ fromMs, toMs, ...parts, ...counted, rate, ...(zone && { zone }), changes });
  return { ...ended, notes: [...resolved(members.from, fromMs), ...ended.notes] };
}

/** Ends a stream without an end when its stages end at 0: no other event would come. */
function endedByStages(timing: Timing): Valid {
  const { fromMs, toMs, rate, zone, changes } = timing;
  const last = rate.stages?.at(-1);
  if (toMs !== null || last?.[1] !== 0 || changes.length > 0)
    return { ok: true, timing, shape: undefined, zone, notes: [] };
  const endMs = Math.min(END_MS, fromMs + last[0]);
  return {
    ok: true,
    timing: { ...timing, toMs: endMs },
    shape: undefined,
    zone,
    notes: [`The stream ends at ${instantText(endMs)}, where its stages end at 0`],
  };
}

/** The settings that depend on no other. */
function plainParts(
  members: Members,
): Pick<Timing, 'speed' | 'future' | 'arrivals' | 'disorderMs'> | undefined {
  const speed =
    members.speed === undefined ? 'max' : valueOf(members.speed, readSpeed(textOf(members.speed)));
  const future = members.future === undefined ? false : futureOf(members.future, members);
  const arrivals = members.arrivals === undefined ? 'even' : arrivalsOf(members.arrivals);
  const disorderMs = members.disorder === undefined ? 0 : durationOf(members.disorder, 0);
  return speed === undefined || future === undefined || arrivals === undefined || disorderMs === undefined
    ? undefined
    : { speed, future, arrivals, disorderMs };
}

/** The rate that other settings are checked with. Infinity is a problem of its own. */
const finite = (eps: number): number => (eps > 0 && eps <= MAX_RATE ? eps : 1);

function checkEps(root: TimeSetting, eps: number, isAlone: boolean): void {
  const place = { ...root, path: ['eps'], name: 'eps' };
  if (eps === Infinity)
    issue(
      place,
      'must be a number, such as 100, not max: without a rate, events have no times. To send as fast as the destination accepts, give a rate here and max as speed',
    );
  else if (!(eps > 0)) issue(place, 'must be above 0');
  else if (eps > MAX_RATE && isAlone)
    issue(place, 'must be at most 1,000,000,000 if event times are computed');
}

/** The rate of events or of journeys. That which other settings are checked with, if it is not valid. */
function countedOf(
  root: TimeSetting,
  { starts, rate }: Members,
  { eps, isJourney }: TimeContext,
): Pick<Timing, 'eps' | 'unit'> {
  if (starts === undefined) {
    checkEps(root, eps, rate === undefined);
    return { eps: finite(eps) };
  }
  const perSecond = Number(textOf(starts) || NaN);
  if (isJourney === false)
    issue(starts, 'only applies to a schema with a catbird.journey that has wait. Use eps');
  else if (!(perSecond > 0 && perSecond <= MAX_RATE))
    issue(starts, 'must be a number above 0, at most 1,000,000,000');
  return { eps: finite(perSecond), unit: 'starts' };
}

function futureOf(place: TimeSetting, members: Members): boolean | undefined {
  const { value } = place;
  if (value === false || value === 'false') return false;
  if (value !== true && value !== 'true') return issue(place, 'must be true or false');
  const others = TIME_KEYS.filter((key) => !['future', 'zone'].includes(key) && members[key] !== undefined);
  return others.length > 0
    ? true
    : issue(place, 'only applies to computed event times. Add from, to, speed or arrivals: even');
}

function arrivalsOf(place: TimeSetting): Arrivals | undefined {
  const text = textOf(place);
  const arrivals = ARRIVALS.find((each) => each === text);
  if (arrivals !== undefined) return arrivals;
  const meant = text === '' ? undefined : suggestion(text, ['ticks', ...ARRIVALS]);
  return issue(
    place,
    `must be ticks, even, jitter or poisson${meant === undefined ? '' : `. Did you mean ${meant}?`}`,
  );
}

function fromOf(place: TimeSetting | undefined, nowMs: number, isFuture: boolean): number | undefined {
  if (place === undefined) return Math.floor(nowMs / 1000) * 1000;
  const fromMs = valueOf(place, readInstant(textOf(place), nowMs));
  if (fromMs === undefined || fromMs <= nowMs || isFuture) return fromMs;
  return issue(
    place,
    `must not be in the future: ${instantText(fromMs)} is after ${instantText(nowMs)}. Start the stream at that time (--start-at on the command line), or set future to send events ahead of the clock`,
  );
}

/** The end of the event times; null: none. */
function toOf(
  { from, to }: Members,
  fromMs: number | undefined,
  { nowMs, durationMs }: TimeContext,
): number | null | undefined {
  if (to === undefined)
    return durationMs === undefined || fromMs === undefined
      ? null
      : Math.min(END_MS, fromMs + Math.max(1, Math.round(durationMs)));
  if (durationMs !== undefined) return issue(to, 'must not be combined with duration. Remove one of them');
  const toMs = valueOf(to, readInstant(textOf(to), nowMs));
  if (toMs === undefined || fromMs === undefined || toMs > fromMs) return toMs;
  return from === undefined
    ? issue(to, 'must be in the future, because from is not set. To send events of the past, set from')
    : issue(to, `must be after from: ${instantText(toMs)} is not after ${instantText(fromMs)}`);
}

/** What a time from now means. */
const resolved = (from: TimeSetting | undefined, fromMs: number): string[] =>
  from !== undefined && /^\s*[+-]/.test(textOf(from))
    ? [`from ${textOf(from)} is ${instantText(fromMs)}`]
    : [];

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
