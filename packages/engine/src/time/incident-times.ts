import type { IncidentStarts, IncidentTimes } from '../model/incident.ts';
import { MIN_PERIOD_MS } from './bounds.ts';
import { readCron } from './cron.ts';
import { durationText, parseDuration } from './duration.ts';
import { readInstant } from './instant.ts';
import {
  durationOf,
  elementsOf,
  entriesOf,
  issue,
  membersOf,
  numberOf,
  placeAt,
  textOf,
  type TimeSetting,
  valueOf,
} from './place.ts';

/** The keys that say when an incident happens, and the alert for it. */
export const TIMES = ['name', 'at', 'every', 'jitter', 'chance', 'for', 'ramp', 'draw', 'expect'] as const;

type Members = { readonly [Key in (typeof TIMES)[number]]?: TimeSetting };

/** Maximum number of instants of an incident, and of values of a draw. */
const MAX_LISTED = 1000;

/** When an incident happens, as its keys say. */
export function timesOf(place: TimeSetting, members: Members): IncidentTimes | undefined {
  const { name, for: length, ramp, draw } = members;
  const text = nameOf(place, name);
  const forMs = length === undefined ? issue(place, 'must have for, such as "10m"') : lengthOf(length);
  const starts = startsOf(place, members);
  const ramps = ramp === undefined ? { upMs: 0, downMs: 0 } : rampOf(ramp);
  const lists = draw === undefined ? {} : drawOf(draw);
  if (text === undefined || forMs === undefined || starts === undefined || ramps === undefined)
    return undefined;
  const times = { name: text, starts, forMs, ...ramps, draw: lists };
  checkLengths(place, members, times);
  return times;
}

function nameOf(place: TimeSetting, name: TimeSetting | undefined): string | undefined {
  if (name === undefined) return issue(place, 'must have name, such as "outage"');
  const text = textOf(name);
  return /^[\w.-]{1,100}$/.test(text) && typeof name.value === 'string'
    ? text
    : issue(name, 'must be letters, digits, ., - and _, such as "outage"');
}

/** Reports occurrences that overlap, and ramps that do not fit. */
function checkLengths(
  place: TimeSetting,
  { for: length = place, at = place, ramp = place }: Members,
  { starts, forMs, upMs, downMs }: IncidentTimes,
): void {
  if ('everyMs' in starts && forMs.max > starts.everyMs)
    issue(length, `must be at most every (${durationText(starts.everyMs)})`);
  const overlap = 'at' in starts ? overlapOf(starts.at, forMs.max) : undefined;
  if (overlap !== undefined)
    issue(at, `must have its times in order, each after the one before is over: time ${overlap + 1} is not`);
  if (upMs + downMs > forMs.min)
    issue(ramp, `must be at most for (${durationText(forMs.min)}), up and down together`);
}

/** The first time of a list that comes before the one before is over. */
function overlapOf(
  at: Extract<IncidentStarts, { at: unknown }>['at'],
  longestMs: number,
): number | undefined {
  const found = at.findIndex((each, i) => {
    const before = at[i - 1];
    if (before === undefined) return false;
    if (typeof each === 'number') return typeof before === 'number' && each < before + longestMs;
    return typeof before === 'object' && each.afterMs < before.afterMs + longestMs;
  });
  return found < 0 ? undefined : found;
}

function lengthOf(place: TimeSetting): IncidentTimes['forMs'] | undefined {
  const { value } = place;
  if (typeof value !== 'object' || value === null) {
    const ms = durationOf(place, 1);
    return ms === undefined ? undefined : { min: ms, max: ms };
  }
  const { min, max } = membersOf(place, ['min', 'max'], '{"min": "10m", "max": "25m"}') ?? {};
  if (min === undefined || max === undefined)
    return issue(place, 'must have min and max, such as {"min": "10m", "max": "25m"}');
  const [least, most] = [durationOf(min, 1), durationOf(max, 1)];
  if (least === undefined || most === undefined) return undefined;
  return least <= most ? { min: least, max: most } : issue(max, 'must be at least min');
}

function rampOf(place: TimeSetting): { readonly upMs: number; readonly downMs: number } | undefined {
  const { value } = place;
  if (typeof value !== 'object' || value === null) {
    const ms = durationOf(place, 0);
    return ms === undefined ? undefined : { upMs: ms, downMs: ms };
  }
  const { up, down } = membersOf(place, ['up', 'down'], '{"up": "4m", "down": "2m"}') ?? {};
  const [upMs, downMs] = [up ? durationOf(up, 0) : 0, down ? durationOf(down, 0) : 0];
  return upMs === undefined || downMs === undefined ? undefined : { upMs, downMs };
}

function drawOf(place: TimeSetting): IncidentTimes['draw'] {
  const members = entriesOf(place, 'of names and lists, such as {"service": ["gateway", "checkout"]}');
  return Object.fromEntries(
    members.map(([name, list]) => {
      const at = placeAt(place, list, name);
      if (!/^[A-Za-z_]\w*$/.test(name))
        issue(at, 'must have a name of letters, digits and _, for drawn.name');
      const elements = elementsOf(at, { least: 1, most: MAX_LISTED, noun: 'values' }) ?? [];
      const values = elements.filter(isScalar);
      if (values.length < elements.length) issue(at, 'must have texts, numbers, true, false or null');
      return [name, values] as const;
    }),
  );
}

const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

function startsOf(place: TimeSetting, members: Members): IncidentStarts | undefined {
  const { at, every, jitter, chance } = members;
  if (at !== undefined && every !== undefined) return issue(place, 'must have at or every, not both');
  if (every !== undefined) return cyclesOf(every, members);
  for (const each of [jitter, chance])
    if (each !== undefined) issue(each, 'only applies with every. Remove it');
  if (at === undefined) return issue(place, 'must have at, such as "+20h", or every, such as "6h"');
  const text = textOf(at).trim();
  const isCron = text.startsWith('@') || text.split(/\s+/).length > 2;
  if (isCron) return valueOf(at, readCron(text)) === undefined ? undefined : { cron: text };
  const times = timesIn(at).map(timeOf);
  return times.every((each) => each !== undefined) ? { at: times } : undefined;
}

/** The times of a list, or a single one. */
function timesIn(at: TimeSetting): readonly TimeSetting[] {
  if (!Array.isArray(at.value)) return [at];
  const list = elementsOf(at, { least: 1, most: MAX_LISTED, noun: 'times' }) ?? [];
  return list.map((each, i) => placeAt(at, each, i, `Time ${i + 1}`));
}

function cyclesOf(every: TimeSetting, { jitter, chance }: Members): IncidentStarts | undefined {
  const everyMs = durationOf(every, MIN_PERIOD_MS);
  const share = jitter === undefined ? 0 : numberOf(jitter, 0, 1);
  const odds = chance === undefined ? 1 : numberOf(chance, 0, 1);
  if (odds === 0 && chance !== undefined) return issue(chance, 'must be above 0: it would never happen');
  return everyMs === undefined || share === undefined || odds === undefined
    ? undefined
    : { everyMs, jitter: share, chance: odds };
}

/** An instant, or a time after the start. */
function timeOf(place: TimeSetting): number | { readonly afterMs: number } | undefined {
  const text = textOf(place).trim();
  const afterMs = text.startsWith('+') ? parseDuration(text.slice(1)) : undefined;
  if (afterMs !== undefined) return { afterMs: Math.round(afterMs) };
  if (/^(now|[+-].*)$/.test(text) || typeof place.value !== 'string')
    return issue(
      place,
      'must be an instant such as 2026-11-20T12:00, a time after the start such as +20h, a list of these, or a cron expression',
    );
  return valueOf(place, readInstant(text, 0));
}
