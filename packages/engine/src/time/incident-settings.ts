import type { Issue, Result } from '../model/issue.ts';
import type {
  ExpectedAlert,
  Incident,
  IncidentEffects,
  IncidentStarts,
  IncidentTimes,
} from '../model/incident.ts';
import { isObject } from '../model/json.ts';
import { nameHint } from '../model/suggestion.ts';
import { MAX_FACTOR, MIN_PERIOD_MS } from './bounds.ts';
import { readCron } from './cron.ts';
import { durationText, parseDuration, readDuration } from './duration.ts';
import { readInstant } from './instant.ts';
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

/** Maximum number of incidents. */
export const MAX_INCIDENTS = 32;
/** Maximum number of instants of an incident, and of values of a draw. */
const MAX_LISTED = 1000;

const EFFECTS = ['after', 'where', 'share', 'set', 'rate', 'drop'] as const;
const TIMES = ['name', 'at', 'every', 'jitter', 'chance', 'for', 'ramp', 'draw', 'expect'] as const;
const KEYS = [...TIMES, ...EFFECTS, 'in'] as const;

type Members = { readonly [Key in (typeof KEYS)[number]]?: TimeSetting };

const EXAMPLE = '{"name": "outage", "at": "+1h", "for": "10m", "set": {"status": "503"}}';

/**
 * Reads the incidents of a config. Never throws.
 *
 * @param streams names of the streams; none if the config has a single one without a name
 */
export function parseIncidents(
  value: unknown,
  streams: readonly string[] = [],
): Result<{ readonly incidents: readonly Incident[] }> {
  const issues: Issue[] = [];
  const root = { value, path: ['incidents'], name: 'incidents', issues };
  const elements = elementsOf(root, { most: MAX_INCIDENTS, noun: 'incidents' }) ?? [];
  const incidents = elements.flatMap((each, i) => {
    return incidentOf(placeAt(root, each, i), streams) ?? [];
  });
  const names = new Set<string>();
  for (const [i, { times }] of incidents.entries()) {
    if (names.has(times.name))
      issues.push({
        path: ['incidents', i, 'name'],
        message: `name must differ from those of the others, and ${times.name} is there twice`,
      });
    names.add(times.name);
  }
  return issues.length > 0 ? { ok: false, issues: issues.map(placed) } : { ok: true, incidents };
}

/** An issue whose message begins with its place: `incidents.0.for must be …`. */
function placed({ path = [], message, ...rest }: Issue): Issue {
  const place = path.map(String).join('.');
  const last = String(path.at(-1) ?? '');
  if (message.startsWith('Unknown key ')) return { ...rest, path, message: message.replace(last, place) };
  return {
    ...rest,
    path,
    message: `${place}${message.startsWith(`${last} `) ? message.slice(last.length) : `: ${message}`}`,
  };
}

function incidentOf(place: TimeSetting, streams: readonly string[]): Incident | undefined {
  const before = place.issues.length;
  const members = membersOf(place, KEYS, EXAMPLE);
  if (members === undefined) return undefined;
  const times = timesOf(place, members);
  const expect = members.expect && expectOf(members.expect, times?.draw ?? {});
  const effects = effectsIn(place, members, streams);
  if (place.issues.length > before || times === undefined) return undefined;
  return { times, ...(expect !== undefined && { expect }), in: effects };
}

/** The effects on each stream: beside the times if there is one stream, else under `in`. */
function effectsIn(
  place: TimeSetting,
  members: Members,
  streams: readonly string[],
): Readonly<Record<string, IncidentEffects>> {
  const { in: inside } = members;
  const own = EFFECTS.filter((key) => members[key] !== undefined);
  const [first] = own;
  if (streams.length === 0) {
    if (inside !== undefined)
      issue(inside, 'needs streams with names. Write where, set and others beside name');
    return first === undefined ? {} : { '': effectsOf(place, members) };
  }
  if (first !== undefined)
    issue(
      placeAt(place, undefined, first),
      `must be in the stream that it applies to: {"in": {"${streams[0]}": {"${first}": …}}}`,
    );
  if (inside === undefined) return {};
  const known = membersOf(inside, streams, `{"${streams[0]}": {"set": {"status": "503"}}}`) ?? {};
  return Object.fromEntries(
    Object.entries(known).flatMap(([stream, each]: [string, TimeSetting | undefined]) => {
      const found = each && membersOf(each, EFFECTS, '{"where": "status == 200", "set": {"status": "503"}}');
      return each && found ? [[stream, effectsOf(each, found)] as const] : [];
    }),
  );
}

function effectsOf(place: TimeSetting, members: Members): IncidentEffects {
  const { after, where, share, set, rate } = members;
  const factor = rate && numberOf(rate, 0, MAX_FACTOR);
  checkTogether(place, members);
  return {
    afterMs: (after && durationOf(after, 0)) ?? 0,
    ...(where !== undefined && { where: expressionIn(where) }),
    ...(share !== undefined && { share: shareOf(share) }),
    set: set === undefined ? {} : setOf(set),
    ...(factor !== undefined && { rate: factor }),
    place: place.path.map(String).join('.'),
  };
}

/** Reports effects that do not fit together. */
function checkTogether(place: TimeSetting, { where, share, set, rate, drop }: Members): void {
  const isSome = where !== undefined || share !== undefined;
  if (rate !== undefined && isSome)
    issue(rate, 'applies to all rows: remove where and share, or give it an incident of its own');
  if (isSome && set === undefined) issue(place, 'must have set beside where and share');
  if (drop !== undefined) issue(drop, 'is not supported. Use rate: 0 for silence, or set for other values');
}

function expressionIn(place: TimeSetting): string {
  if (typeof place.value !== 'string') issue(place, 'must be an expression, such as "status == 200"');
  return textOf(place);
}

/** An expression, or a number, which a text may be, too. */
function shareOf(place: TimeSetting): string {
  const { value } = place;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && !Number.isNaN(number)
    ? String(numberOf({ ...place, value: number }, 0, 1) ?? 0)
    : expressionIn(place);
}

/** The members of an object, whatever their names. @param least how many it must have */
function entriesOf(place: TimeSetting, of: string, least = 0): readonly (readonly [string, unknown])[] {
  const entries = isObject(place.value) ? Object.entries(place.value) : undefined;
  if (entries === undefined || entries.length < least) issue(place, `must be an object ${of}`);
  return entries ?? [];
}

function setOf(place: TimeSetting): Readonly<Record<string, string>> {
  const members = entriesOf(place, 'of fields and expressions, such as {"status": "503"}', 1);
  return Object.fromEntries(
    members.map(([name, each]) => {
      if (typeof each === 'object' && each !== null)
        issue(placeAt(place, each, name), 'must be an expression, such as "503" or "status + 1"');
      return [name, String(each)];
    }),
  );
}

function timesOf(place: TimeSetting, members: Members): IncidentTimes | undefined {
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

function expectOf(place: TimeSetting, draw: IncidentTimes['draw']): ExpectedAlert | undefined {
  if (place.value === 'none') return 'none';
  const example = '{"alert": {"alertname": "Slow"}, "within": "5m", "clears": "5m"}';
  if (typeof place.value !== 'object') return issue(place, `must be none, or an object such as ${example}`);
  const { alert, within, clears } = membersOf(place, ['alert', 'within', 'clears'], example) ?? {};
  for (const each of [within, clears]) if (each !== undefined) valueOf(each, readDuration(textOf(each)));
  return {
    ...(alert !== undefined && { alert: labelsOf(alert, draw) }),
    ...(within !== undefined && { within: textOf(within) }),
    ...(clears !== undefined && { clears: textOf(clears) }),
  };
}

function labelsOf(place: TimeSetting, draw: IncidentTimes['draw']): Readonly<Record<string, string>> {
  const members = entriesOf(place, 'of labels, such as {"alertname": "Slow"}');
  return Object.fromEntries(
    members.map(([name, each]) => {
      const at = placeAt(place, each, name);
      if (typeof each === 'object') issue(at, 'must be a text');
      const [, drawn] = /^drawn\.(\w+)$/.exec(textOf(at)) ?? [];
      if (drawn !== undefined && !Object.hasOwn(draw, drawn))
        issue(at, `must name a value of draw. ${nameHint(drawn, Object.keys(draw), 'Drawn')}`);
      return [name, String(each)];
    }),
  );
}

/** The incidents of a config whose only stream gets a name: their effects are those on this stream. Others are as they were. */
export const underStream = (incidents: unknown, stream: string): unknown =>
  Array.isArray(incidents)
    ? incidents.map((each: unknown) => (isObject(each) ? moved(each, stream) : each))
    : incidents;

function moved(incident: Readonly<Record<string, unknown>>, stream: string): object {
  const isEffect = ([key]: readonly [string, unknown]): boolean => EFFECTS.some((each) => each === key);
  const all = Object.entries(incident);
  const effects = all.filter(isEffect);
  const others = Object.fromEntries(all.filter((each) => !isEffect(each)));
  return effects.length === 0 ? others : { ...others, in: { [stream]: Object.fromEntries(effects) } };
}
